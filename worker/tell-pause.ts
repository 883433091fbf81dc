// Tells every account at work that the place's switch was turned (rule sending-pause), a person's accounts that their owner was stopped (rule
// person-paused), and whoever holds people of a campaign that runs no more (rule campaign-pause). No message asks D1: claims go by what is
// so then, and this tells those that have claimed already. Collectors pass it on, because one call of the platform may
// make only so many others.
import type { PersonStop, PlacePause } from '../contract/people/pauses.ts'
import { DAY_MS, MINUTE_MS } from '../contract/ground/time.ts'
import type { Db } from '../domain/ground/db/connection.ts'
import { accountsAtWork, pauseTurnedAt, readPause } from '../domain/sending/sending-pause/store.ts'
import { accountsOfPerson, accountsToTell, readStop } from '../domain/people/users/status-store.ts'
import { heldAtRest, holdersOf } from '../domain/sending/campaigns/people-store.ts'
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

type Told = { told: number; missed: number }
type Collector = ReturnType<typeof someCollector>
/** @param tell what a collector is asked to tell these accounts; it answers how many did not confirm it */
const tellBy = async (
  env: Env,
  ids: readonly string[],
  tell: (collector: Collector, part: string[]) => Promise<number>,
): Promise<Told> => {
  const counts = await Promise.all(
    partsOf(ids).map((part, turn) => tell(someCollector(env, turn), part).catch(() => part.length)),
  )
  const missed = counts.reduce((sum, count) => sum + count, 0)
  if (missed > 0) log.warn('some accounts did not confirm the pause', { missed, of: ids.length })
  return { told: ids.length - missed, missed }
}
const tellAccounts = (env: Env, ids: readonly string[], pause: PlacePause | PersonStop): Promise<Told> =>
  tellBy(env, ids, (collector, part) => collector.tellPause(part, pause))
/** @returns how many accounts confirmed it, and how many did not: these learn it at their next claim */
export const tellPause = async (env: Env, db: Db, pause: PlacePause): Promise<Told> =>
  tellAccounts(env, await accountsAtWork(db), pause)

/** All accounts of a person whose status changed; those of a closed one are removed by it. What does not answer is told by the cron. */
export const tellStop = async (env: Env, db: Db, userId: string): Promise<void> => {
  // read after the write: of two changes at the same time the newer one is told
  const stop = await readStop(db, userId)
  if (stop) await tellAccounts(env, await accountsOfPerson(db, userId), stop)
}
/** Cron. An account that was being linked in the moment of a close is found here, too. */
export const tellStopsAgain = async (env: Env, db: Db, now: number): Promise<void> => {
  const people = await accountsToTell(db, { changedSince: now - TELL_AGAIN_MS, closedSince: now - DAY_MS })
  await Promise.all(people.map(({ accounts, stop }) => tellAccounts(env, accounts, stop)))
}

/** Cron. */
export const tellPauseAgain = async (env: Env, db: Db, now: number): Promise<void> => {
  if (now - (await pauseTurnedAt(db)) > TELL_AGAIN_MS) return
  await tellPause(env, db, await readPause(db))
}

/** All accounts that hold people of a campaign that does not run any more; who does not answer is told by the cron. */
export const tellCampaign = async (env: Env, db: Db, campaign: number): Promise<Told> =>
  tellBy(env, await holdersOf(db, campaign), (collector, part) => collector.dropCampaign(part, campaign))
/** Cron. */
export const tellCampaigns = async (env: Env, db: Db): Promise<void> => {
  for (const { id } of await heldAtRest(db)) await tellCampaign(env, db, id)
}
