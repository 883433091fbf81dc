// `suppressed` of a recipient: 0 may be written to, 1 has stopped, 2 is snoozed, 3 has a source that is held, 4 a consent that does
// not suffice. What it says follows from the stops, the snoozes, the held sources and the settings; the first of these that holds wins.
import { type SQL, sql } from 'drizzle-orm'
import { isWeakIn, WEAK } from '../sources/grade-store.ts'
import { HELD, isHeld } from '../sources/hold-store.ts'
import { hasLid } from './lids-store.ts'

export const SNOOZED = 2

/** For the row of a number that is written now, and that has not stopped. weak: whether its consent does not suffice. */
export const flagNow = (number: SQL, { source, weak }: { source: SQL; weak: SQL }, now: number): SQL => sql`
  case
    when exists (select 1 from snoozes z where z.number = ${number} and z.until > ${now}) then ${SNOOZED}
    when ${isHeld(source)} then ${HELD}
    when ${weak} then ${WEAK}
    else 0
  end
`
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
/** A claim would look at each such row again and again, until the cron's next walk. */
const IS_WEAK = isWeakIn('phone_numbers', sql`(unixepoch() * 1000)`)
/** Of a row of phone_numbers whose snooze is over. */
export const AFTER_A_SNOOZE = sql`
  case
    when ${HAS_STOPPED} then 1
    when ${isHeld(sql`phone_numbers.consent_source`)} then ${HELD}
    when ${IS_WEAK} then ${WEAK}
    else 0
  end
`
/** Of one whose source is held no more. */
export const AFTER_A_HOLD = sql`
  case
    when ${HAS_STOPPED} then 1
    when exists (select 1 from snoozes z where z.number = phone_numbers.number) then ${SNOOZED}
    when ${IS_WEAK} then ${WEAK}
    else 0
  end
`
/** Of one whose consent suffices again. */
export const AFTER_WEAK = sql`
  case
    when ${HAS_STOPPED} then 1
    when exists (select 1 from snoozes z where z.number = phone_numbers.number) then ${SNOOZED}
    when ${isHeld(sql`phone_numbers.consent_source`)} then ${HELD}
    else 0
  end
`
