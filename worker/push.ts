// Pushes with this deployment's keys: at once after a write, and what is left every minute by the cron.
import type { Db } from '../domain/ground/db/connection.ts'
import { publishNotices } from '../domain/people/notices/publish-notices.ts'
import { sendPushes } from '../domain/people/notices/send-pushes.ts'
import { vapidRing } from '../domain/people/notices/vapid.ts'
import type { Env } from './env.ts'
import { errorFields, log } from './log.ts'
import { channelPorts } from './ports.ts'

const WAIT_MS = 10_000
/** Host of the sandbox's push service; its endpoints are https like any, and only this Worker knows where it listens. */
const SANDBOX_PUSH_HOST = 'push.sandbox.invalid'

/** Services that this deployment allows beside the known ones. */
export const pushServices = (env: Env): string[] => [
  ...(env.PUSH_HOSTS ?? '').split(',').flatMap((host) => host.trim() || []),
  ...(env.SANDBOX_URL ? [SANDBOX_PUSH_HOST] : []),
]
const addressOf = (env: Env, endpoint: string): string => {
  const { host, pathname } = new URL(endpoint)
  return env.SANDBOX_URL && host === SANDBOX_PUSH_HOST ? `${env.SANDBOX_URL}/sandbox${pathname}` : endpoint
}

/** Cron. What is left is due again, or was tried. @param limit pushes of this call */
export const pushDue = async (env: Env, db: Db, limit: number): Promise<void> => {
  const ring = vapidRing(env)
  if (!ring) return
  await sendPushes(
    {
      db,
      ring,
      subject: env.MAIL_FROM ? `mailto:${env.MAIL_FROM}` : env.APP_ORIGIN,
      services: pushServices(env),
      // a redirect could lead to an address that no check has seen
      post: (endpoint, request) =>
        fetch(addressOf(env, endpoint), {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.timeout(WAIT_MS),
          ...request,
        }),
      clock: () => Date.now(),
      random: Math.random,
      warn: (text, fields) => log.warn(text, fields),
    },
    limit,
  )
}

const AFTER_WRITE = 20
/** After the answer of a write that made notices under these refs: open screens hear of it, and devices are pushed to. */
export const announce = async (env: Env, db: Db, ...refs: string[]): Promise<void> => {
  await publishNotices({ db, ...channelPorts(env) }, refs)
  try {
    await pushDue(env, db, AFTER_WRITE)
  } catch (error) {
    log.error('pushes failed', errorFields(error))
  }
}
