// Whether a consent suffices: its grade is not below the lowest of the settings, and its age is not over that grade's (rule consent-grade).
import { type SQL, sql } from 'drizzle-orm'
import { DAYS_OF, type Grade, GRADES } from '../../../contract/ground/consent-grades.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'

/** `suppressed` of a recipient whose consent does not suffice. */
export const WEAK = 4
// Written out, not bound: a claim has these many times, and D1 takes a hundred parameters. SQLite asks each setting once for a statement.
const word = (text: string): SQL => sql.raw(`'${text}'`)
const number = (value: number): SQL => sql.raw(String(value))
const days = (grade: Grade): SQL =>
  sql`(select cast(value as integer) from settings where key = ${word(DAYS_OF[grade])})`
const LOWEST = sql`
  coalesce(
    (
      select case value
        when 'typed' then ${number(GRADES.typed)}
        when 'import' then ${number(GRADES.import)}
        when 'form' then ${number(GRADES.form)}
        -- what no version here knows, which a later one wrote before it was taken back, asks for the surest
        else ${number(GRADES.message)}
      end
      from settings
      where key = 'consent_lowest_grade'
    ),
    ${number(GRADES.typed)}
  )
`
/** Asked once for a statement, alone in a select before what it guards: while the settings ask for nothing, no row is looked at for it. */
export const ASKED = sql`
  exists (
    select 1
    from settings
    where key in (${sql.join([word('consent_lowest_grade'), ...Object.values(DAYS_OF).map(word)], sql`, `)})
      and value not in ('typed', '0')
  )
`
/**
 * Of a row of phone_numbers under this alias. A row from before grades has none: consent and row are of one moment where a file brought them, or
 * where somebody typed both, which the audit log tells (grade-walk-store).
 */
export const gradeIn = (alias: 'p' | 'phone_numbers'): SQL => {
  const row = sql.raw(alias)
  return sql`coalesce(${row}.consent_grade, ${row}.consent_at = ${row}.created_at)`
}
/** at, now: epoch ms. 1: no claim may take it; without a consent 0, because nothing can be too little then. */
const isWeak = (grade: SQL, at: SQL, now: SQL): SQL => sql`
  (
    ${ASKED}
    and coalesce(
      ${grade} < ${LOWEST}
        or coalesce(
          nullif(
            case ${grade}
              when ${number(GRADES.message)} then ${days('message')}
              when ${number(GRADES.form)} then ${days('form')}
              when ${number(GRADES.import)} then ${days('import')}
              else ${days('typed')}
            end,
            0
          ) * ${number(DAY_MS)} + ${at} < ${now},
          0
        ),
      0
    )
  )
`
/** Of a consent that is given in this moment: it has no age. */
export const isWeakGrade = (grade: Grade): SQL => sql`(${number(GRADES[grade])} < ${LOWEST})`
export const isWeakIn = (alias: 'p' | 'phone_numbers', now: SQL): SQL =>
  isWeak(gradeIn(alias), sql`${sql.raw(alias)}.consent_at`, now)
/** For a statement with phone_numbers as p, asked of each number: what a setting says holds from its own transaction on. */
export const notWeak = (now: number): SQL => sql`not ${isWeakIn('p', sql`${now}`)}`
/** As heldOf: 1 where nothing is sent because of it, whether the row is marked already, or still. */
export const weakOf = (alias: 'p' | 'phone_numbers'): SQL => {
  const row = sql.raw(alias)
  const now = sql`(unixepoch() * 1000)`
  return sql`(${row}.suppressed = ${number(WEAK)} or (${row}.suppressed = 0 and ${isWeakIn(alias, now)}))`
}
