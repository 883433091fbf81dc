// The list of recipients narrowed by status, consent, opt-out, source and last send (rule list-search). Each filter has an index; of several the
// narrowest leads, and the others are looked at row by row.
import { type SQL, sql } from 'drizzle-orm'
import { GRADES } from '../../../contract/ground/consent-grades.ts'
import type { PhoneFilters } from '../../../contract/recipients/phone-filters.ts'
import type { Db } from '../../ground/db/connection.ts'
import { orderBy } from '../../ground/db/list-store.ts'
import { COUNT_MAX, offsetOf, orderOf } from '../../ground/db/page-rules.ts'
import { gradeIn } from '../sources/grade-store.ts'
import { hasTag } from '../tags/store.ts'
import { type Ask, sendable, SORTS } from './list-store.ts'
import { PHONE_COLUMNS, type PhoneRecord } from './store.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const MONTH_MS = 30 * DAY_MS

/** where: of phone_numbers as p; index: the one that leads; byTime: it is in the order of creation; tag: its people lead, not the index. */
export type Narrowed = { where: SQL; index: string; byTime: boolean; tag: number | null }

/** Of those that may be sent to now, in the claim's own index: an index of the last send would cost a row with every message. */
const SENT: Record<NonNullable<PhoneFilters['sent']>, (now: number) => SQL> = {
  never: () => sql`p.last_attempt_at = 0`,
  week: (now) => sql`p.last_attempt_at >= ${now - WEEK_MS}`,
  month: (now) => sql`p.last_attempt_at > 0 and p.last_attempt_at < ${now - MONTH_MS}`,
}

const leading = ({ state, consent, stopped, sent, source }: PhoneFilters): string => {
  if (sent) return 'phone_numbers_claim'
  if (stopped === 'yes') return 'phone_numbers_stopped'
  if (source !== undefined || consent === 'no') return 'phone_numbers_source'
  return state === 'nonactive' ? 'phone_numbers_nonactive' : 'phone_numbers_created'
}

/** null: by nothing. */
export const narrowedBy = (filters: PhoneFilters, now: number): Narrowed | null => {
  const { state, consent, stopped, sent, grade, source, tag = null } = filters
  const parts: SQL[] = []
  if (sent) parts.push(sql`${sendable(now)} and p.in_use = 0 and ${SENT[sent](now)}`)
  // written out, or SQLite does not see that the partial index holds them
  if (state) parts.push(state === 'active' ? sql`p.status = 'active'` : sql`p.status = 'nonactive'`)
  if (source !== undefined) parts.push(sql`p.consent_source = ${source}`)
  // A consent always has a source, and the index of sources holds those without one.
  if (consent === 'no') parts.push(sql`p.consent_source is null and p.consent_at is null`)
  if (consent === 'yes') parts.push(sql`p.consent_at is not null`)
  if (stopped === 'yes') parts.push(sql`p.suppressed = 1`)
  if (stopped === 'no') parts.push(sql`p.suppressed <> 1`)
  if (grade) parts.push(sql`p.consent_at is not null and ${gradeIn('p')} = ${GRADES[grade]}`)
  if (tag !== null) parts.push(hasTag(tag))
  if (parts.length === 0) return null
  return { where: sql.join(parts, sql` and `), index: leading(filters), byTime: !sent, tag }
}

/** One round trip: the page, and how many there are up to COUNT_MAX. */
export const phoneFiltered = async (
  db: Db,
  { where, index, byTime, tag }: Narrowed,
  request: Ask,
): Promise<{ rows: PhoneRecord[]; total: number }> => {
  const order = orderOf<'phoneNumbers'>(SORTS, request.sort)
  const isByTime = order.columns[0] === 'created_at'
  const from = (leads: string) =>
    tag === null
      ? sql`from phone_numbers p indexed by ${sql.identifier(leads)} where ${where}`
      : sql`from phone_tags y cross join phone_numbers p on p.id = y.number_id where y.tag_id = ${tag} and ${where}`
  const down = order.down ? sql` desc` : sql``
  const page = sql`limit ${request.limit} offset ${offsetOf(request)}`
  // The order of numbers has an index of its own; what the claim's index finds is sorted, COUNT_MAX rows at most.
  const keys =
    tag !== null && isByTime
      ? // ids are given in the order of time, and the tag's own key holds them
        sql`select p.created_at, p.number, p.id ${from(index)} order by y.number_id${down} ${page}`
      : tag === null && byTime
        ? sql`select p.created_at, p.number, p.id ${from(isByTime ? index : 'phone_numbers_number')} order by ${orderBy(order, 'p.')} ${page}`
        : sql`
      select created_at, number, id
      from (select p.id, p.created_at, p.number ${from(index)} order by ${tag === null ? sql`p.last_attempt_at, p.id` : sql`y.number_id desc`} limit ${COUNT_MAX})
      order by ${orderBy(order)}
      ${page}
    `
  const [rows, [count]] = await db.batch([
    db.all<PhoneRecord>(sql`
      select ${PHONE_COLUMNS}
      from (${keys}) k
      cross join phone_numbers p on p.id = k.id
      order by ${orderBy(order, 'k.')}
    `),
    db.all<{ total: number }>(sql`select count(*) as total from (select 1 ${from(index)} limit ${COUNT_MAX})`),
  ])
  return { rows, total: count?.total ?? 0 }
}
