// Cron: has the rows of vaults that are under an older key of VAULT_KEYS resealed, some accounts a minute, idle ones too (rule vault-keys).
import type { Db } from '../domain/ground/db/connection.ts'
import { nextUnderOldKeys, noteUnopened, vaultKidsInUse } from '../domain/people/vault-keys/store.ts'
import { accountObject, runnerFleet } from '../durable-objects/stubs.ts'
import type { Env } from './env.ts'
import { log } from './log.ts'

/** Each hands some hundred rows to a runner; the rest follows in later minutes. */
const ACCOUNTS_A_MINUTE = 40

export const resealVaults = async (env: Env, db: Db): Promise<void> => {
  const kids = await vaultKidsInUse(db)
  if (kids.length === 0) return
  const { writing, kids: opened } = await runnerFleet(env).vaultKeys(kids)
  if (writing === null) return
  const old = kids.filter((kid) => kid !== writing.kid && opened.includes(kid))
  if (old.length === 0) return
  const now = Date.now()
  const ids = await nextUnderOldKeys(db, { kids: old, limit: ACCOUNTS_A_MINUTE, now })
  const done = await Promise.allSettled(ids.map((id) => accountObject(env, id).resealVault(writing.kid)))
  const unopened = ids.filter((_, i) => {
    const one = done[i]
    return one?.status === 'fulfilled' && one.value.rows === 0 && one.value.unreadable > 0
  })
  if (unopened.length > 0) await noteUnopened(db, unopened, now)
  const unreadable = done.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value.unreadable : 0), 0)
  const failed = done.filter(({ status }) => status === 'rejected').length
  if (unreadable + failed > 0) log.warn('rows of vaults were not resealed', { unreadable, failed, of: ids.length })
}
