// How many messages of a campaign that is spread evenly are sent now (rule campaign-pace). Pure.
import { type OpenHours, openTimes } from '../../../contract/sending/campaign-hours.ts'
import { MINUTE_MS } from '../../../contract/ground/time.ts'

type Zone = { hours: OpenHours; people: number }
/** Bit n is zone n. */
const maskOf = (zones: readonly number[]): number => zones.reduce((mask, zone) => mask | (1 << zone), 0)

/**
 * Messages in `slot` minutes, now or when the hours next open, so that all are sent by the end and no time has more than it must: some zones together
 * need so many in the time that is theirs, the ones that need most have it to themselves, and what is left of the time is for the others (as work
 * with deadlines is spread in F. Yao, A. Demers, S. Shenker, 1995).
 * @param wanted how many are sent at most, of all people
 */
export const evenPace = (
  zones: readonly Zone[],
  wanted: number,
  { from, until }: { from: number; until: number },
  slot: number,
): number => {
  /** By which zones are open. */
  const minutes = new Map<number, number>()
  let now: number | null = null
  const hours = zones.map((zone) => zone.hours)
  for (const [begins, ends, open] of openTimes(hours, from)) {
    if (begins >= until) break
    const mask = maskOf(open)
    now ??= mask
    minutes.set(mask, (minutes.get(mask) ?? 0) + (Math.min(ends, until) - begins) / MINUTE_MS)
  }
  if (now === null) return wanted
  const everOpen = [...minutes.keys()].reduce((all, mask) => all | mask, 0)
  const peopleOf = (mask: number): number =>
    zones.reduce((sum, { people }, zone) => sum + ((mask >> zone) & 1) * people, 0)
  const share = Math.min(1, wanted / Math.max(1, peopleOf(everOpen)))
  for (let waiting = everOpen, taken = 0; waiting !== 0; ) {
    const timeOf = (mask: number): number =>
      [...minutes].reduce((sum, [open, n]) => sum + ((open & mask) !== 0 && (open & taken) === 0 ? n : 0), 0)
    let best = { mask: waiting, pace: 0 }
    for (let mask = waiting; mask !== 0; mask = (mask - 1) & waiting) {
      const pace = (share * peopleOf(mask) * slot) / Math.max(slot, timeOf(mask))
      if (pace > best.pace) best = { mask, pace }
    }
    if ((best.mask & now) !== 0) return best.pace
    waiting &= ~best.mask
    taken |= best.mask
  }
  return 0
}
