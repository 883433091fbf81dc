// What this isolate has counted and nobody has written yet. What writes anyway takes it along; an isolate that ends before loses
// what it counted since (decision record 0060).
import { type Counts, Tally } from './rules.ts'

export const here = new Tally()
/** ms that an isolate gathers before it writes; 0: it writes nothing. */
export const gatherMs = (env: { GATHER_MS?: string }): number => Number(env.GATHER_MS ?? 20_000)

const taken = { at: 0 }
/** For a batch that is written anyway; null: nothing was counted, or others were taken a moment ago. @param everyMs 0: never */
export const takeHere = (now: number, everyMs: number): Counts | null => {
  if (everyMs === 0 || here.isEmpty || (!here.isUrgent && now - taken.at < everyMs)) return null
  taken.at = now
  return here.take()
}

/** From a stop's arrival until nothing leaves for the number any more, in seconds. */
export const observeSilence = (seconds: number): void => {
  here.observe('wa_opt_out_to_silence_seconds', {}, seconds)
  here.hurry()
}
