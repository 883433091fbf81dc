// Accounts that gave up try their stored sessions again, because an admin asked for it (rule reconnect-all).
import type { Db } from '../domain/ground/db/connection.ts'
import { endPortion, nextToReconnect } from '../domain/sending/whatsapp/reconnect-store.ts'
import { accountObject } from '../durable-objects/stubs.ts'
import type { Env } from './env.ts'
import { errorFields, log } from './log.ts'

/** The fleet spreads their logins; this spreads the calls, of which the platform limits those of one invocation. */
const ASKED_A_MINUTE = 200

/** Cron. */
export const reconnectPortion = async (env: Env, db: Db): Promise<void> => {
  const portion = await nextToReconnect(db, ASKED_A_MINUTE)
  if (portion === null) return
  const asked = await Promise.allSettled(portion.ids.map((id) => accountObject(env, id).reconnect()))
  const failed = asked.filter(({ status }) => status === 'rejected').length
  if (failed > 0) log.warn('some accounts were not asked to connect again', { failed, of: asked.length })
  await endPortion(db, portion, ASKED_A_MINUTE)
}
/** Once when it is asked for: what fails is left to the cron. */
export const reconnectNext = async (env: Env, db: Db): Promise<void> => {
  try {
    await reconnectPortion(env, db)
  } catch (error) {
    log.error('accounts were not asked to connect again', errorFields(error))
  }
}
