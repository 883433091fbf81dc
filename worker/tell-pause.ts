// Tells every account at work that the place's switch was turned (rule sending-pause). No message asks D1: the switch comes with
// each claim, and this tells those that have claimed already. Collectors pass it on, because one call of the platform may
// make only so many others.
import type { PlacePause } from '../contract/holds.ts'
import { MINUTE_MS } from '../contract/time.ts'
import type { Db } from '../domain/db/connection.ts'
import { accountsAtWork, pauseTurnedAt, readPause } from '../domain/sending-pause/store.ts'
import { someCollector } from '../durable-objects/stubs.ts'
import type { Env } from './env.ts'
import { log } from './log.ts'

/** Accounts that one call to a collector names. */
const TOLD_AT_ONCE = 400
/** For so long after a turn the cron tells it again: the Worker may have died before it told everybody. */
const TELL_AGAIN_MS = 5 * MINUTE_MS

const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / TOLD_AT_ONCE) }, (_, i) =>
    ids.slice(i * TOLD_AT_ONCE, (i + 1) * TOLD_AT_ONCE),
  )

/** @returns how many accounts confirmed it, and how many did not: these learn it at their next claim */
export const tellPause = async (env: Env, db: Db, pause: PlacePause): Promise<{ told: number; missed: number }> => {
  const ids = await accountsAtWork(db)
  const counts = await Promise.all(
    partsOf(ids).map((part, turn) =>
      someCollector(env, turn)
        .tellPause(part, pause)
        .catch(() => part.length),
    ),
  )
  const missed = counts.reduce((sum, count) => sum + count, 0)
  if (missed > 0) log.warn('some accounts did not confirm the pause', { missed, of: ids.length })
  return { told: ids.length - missed, missed }
}

/** Cron. */
export const tellPauseAgain = async (env: Env, db: Db, now: number): Promise<void> => {
  if (now - (await pauseTurnedAt(db)) > TELL_AGAIN_MS) return
  await tellPause(env, db, await readPause(db))
}
