// Weeks pass between two blasts. Runners stay connected and nobody does anything, so only some minutes of them are played: around
// midnights, and before the end. Left out are the minutes between with their cron runs and looks at idle leases; alarms that were
// due in one ring in the next that is played.
import { DAY_MS, HOUR_MS, jakartaDay, jakartaMidnight, MINUTE_MS } from '../../contract/ground/time.ts'
import { ALARM } from './platform/alarms.ts'
import type { World } from './world.ts'

/** Heartbeats, and what the cron and alarms begin, have come to their end by then. */
const PLAYED_MS = 12_000
/** Minutes of a night that are played: a day that has just begun, and the hour in which the one before is posted. */
const AT_NIGHT = [MINUTE_MS, HOUR_MS + MINUTE_MS]

const isFirstOfMonth = (at: number): boolean => jakartaDay(at).endsWith('-01')
/** @returns epoch ms of the minutes that are played: of the first nights, of one that ends a month, of the last, and the target */
const stopsOf = (from: number, to: number): number[] => {
  const nights: number[] = []
  for (let night = jakartaMidnight(from) + DAY_MS; night < to; night += DAY_MS) nights.push(night)
  const chosen = nights.filter((night, i) => i < 2 || i === nights.length - 1 || isFirstOfMonth(night))
  const stops = chosen.flatMap((night) => AT_NIGHT.map((after) => night + after))
  return [...stops.filter((at) => at > from && at < to), to]
}

/** @param pass lets time pass as usual, ms */
export const leap = async (world: World, pass: (ms: number) => Promise<void>): Promise<void> => {
  const { clock } = world.platform
  const to = world.plan.startsAt + world.plan.leapDays * DAY_MS
  world.say(`${world.plan.leapDays} days pass`)
  for (const at of stopsOf(clock.now, to)) {
    world.keepAttempts()
    const ms = at - clock.now
    if (ms <= 0) continue
    clock.leap(ms, ({ kind }) => kind === ALARM)
    for (const object of world.platform.objects()) object.sockets.pingedMeanwhile(ms)
    world.runCron()
    await pass(PLAYED_MS)
  }
}
