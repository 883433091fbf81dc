// `suppressed` of a recipient: 0 may be written to, 1 has stopped, 2 is snoozed, 3 has a source that is held, 4 a consent that does
// not suffice. What it says follows from the stops, the snoozes, the held sources and the settings; the first of these that holds wins.
// A further value does not compile without what it follows from (here), and what a receiver is refused with (`flaggedOf` of sending/blast/store.ts). No
// type asks for the rest: until a walk with a row of the cron has marked all rows (as hold-walk-store.ts does), claims and repairs ask each
// (`mayBeClaimed`, `mayBeWrittenTo` of sending/blast); and after a restoration `matchFlags` of snooze-store.ts puts it right.
import { type SQL, sql } from 'drizzle-orm'
import { isWeakIn, WEAK } from '../sources/grade-store.ts'
import { HELD, isHeld } from '../sources/hold-store.ts'
import { hasLid } from './lids-store.ts'

export type Flag = 0 | 1 | 2 | 3 | 4
export const SNOOZED = 2

/** The first flag that holds. */
const firstOf = (flags: Readonly<Partial<Record<Flag, SQL>>>): SQL => sql`
  case
    ${sql.join(
      Object.entries(flags).map(([flag, holds]) => sql`when ${holds} then ${sql.raw(flag)}`),
      sql` `,
    )}
    else 0
  end
`

/** For the row of a number that is written now, and that has not stopped. weak: whether its consent does not suffice. */
export const flagNow = (number: SQL, { source, weak }: { source: SQL; weak: SQL }, now: number): SQL =>
  firstOf({
    [SNOOZED]: sql`exists (select 1 from snoozes z where z.number = ${number} and z.until > ${now})`,
    [HELD]: isHeld(source),
    [WEAK]: weak,
  } satisfies Record<Exclude<Flag, 0 | 1>, SQL>)

/** A Worker of a release before writes a stop without the other flags: what they leave behind is asked of the stops themselves. */
const HAS_STOPPED = sql`
  (
    exists (select 1 from suppressions s where s.number = phone_numbers.number)
      or exists (
        select 1
        from suppressions l
        where ${hasLid(sql`l.hash`, sql`phone_numbers.lid_hash`)}
      )
  )
`
/** Of a row of phone_numbers. */
const FOLLOWS: Readonly<Record<Exclude<Flag, 0>, SQL>> = {
  1: HAS_STOPPED,
  [SNOOZED]: sql`exists (select 1 from snoozes z where z.number = phone_numbers.number)`,
  [HELD]: isHeld(sql`phone_numbers.consent_source`),
  // a claim would look at each such row again and again, until the cron's next walk
  [WEAK]: isWeakIn('phone_numbers', sql`(unixepoch() * 1000)`),
}
const flagAfter = (over: keyof typeof FOLLOWS): SQL => {
  const { [over]: _, ...left } = FOLLOWS
  return firstOf(left)
}
/** Of a row of phone_numbers whose snooze is over. */
export const AFTER_A_SNOOZE = flagAfter(SNOOZED)
/** Of one whose source is held no more. */
export const AFTER_A_HOLD = flagAfter(HELD)
/** Of one whose consent suffices again. */
export const AFTER_WEAK = flagAfter(WEAK)
