// When disputes hold a source (rule source-hold).
import { DAY_MS } from '../../../contract/ground/time.ts'

/** So many people, and so large a part of those written to, within so long. */
export const HOLDING = { people: 3, oneOf: 1_000, withinMs: 30 * DAY_MS } as const
/** Of a larger source the newest recipients stand for all: to look at a million rows would hold up every other statement. */
export const LOOKED_AT = 100_000
