// Opt-outs and opt-ins that reached this account, kept until D1 has the suppression and the person was answered once; which number
// belongs to which LID; and the titles of stop buttons that count as an opt-out.
import type { TemplateButton } from '../../../contract/sending/templates.ts'
import { ANSWER_AGAIN_MS } from '../../retention-rules.ts'

/**
 * Anyone who starts over with their number has another LID. What they wrote by the old one may come yet, and an erasure must find it. Anyone who
 * moves to another number takes their LID along: the number that they had before may be somebody else's soon.
 */
/** @param attemptId of a message that reached them; null: it was learned otherwise */
export const rememberLid = (sql: SqlStorage, number: string, lid: string, attemptId: string | null): void => {
  sql.exec(
    'insert or ignore into people_lids (lid, number) select lid, number from contacts where number = ? and lid <> ?',
    number,
    lid,
  )
  sql.exec('update contacts set former = 1 where lid = ? and number <> ? and former is null', lid, number)
  sql.exec(
    `insert into contacts (number, lid, attempt_id) values (?1, ?2, ?3)
     on conflict (number) do update set lid = excluded.lid, attempt_id = coalesce(excluded.attempt_id, attempt_id), former = null
     where lid <> excluded.lid or excluded.attempt_id is not null or former is not null`,
    number,
    lid,
    attemptId,
  )
}
export const numberOfLid = (sql: SqlStorage, lid: string): string | null =>
  sql.exec<{ number: string }>('select number from contacts where lid = ? and former is null limit 1', lid).toArray()[0]
    ?.number ?? null
export const lidOfNumber = (sql: SqlStorage, number: string): string | null =>
  sql.exec<{ lid: string }>('select lid from contacts where number = ? and former is null', number).toArray()[0]?.lid ??
  null

export type OptOut = {
  target: string
  number: string | null
  lid: string | null
  via: 'reply' | 'button'
  suppressed: number
  confirmed: number
  /** When it came in, epoch ms. */
  at: number
}
export const addOptOut = (
  sql: SqlStorage,
  o: { number: string | null; lid: string | null; via: 'reply' | 'button' },
  now: number,
): void => {
  sql.exec(
    `insert into opt_outs (target, number, lid, via, at) values (?1, ?2, ?3, ?4, ?5)
     on conflict (target) do update set at = excluded.at, suppressed = 0, confirmed = case when excluded.at - at > ${ANSWER_AGAIN_MS} then 0 else confirmed end`,
    o.number ?? `lid:${o.lid}`,
    o.number,
    o.lid,
    o.via,
    now,
  )
}
export const openOptOuts = (sql: SqlStorage): OptOut[] =>
  sql
    .exec<OptOut>(
      'select target, number, lid, via, suppressed, confirmed, at from opt_outs where suppressed = 0 or confirmed = 0',
    )
    .toArray()
/** Stops of which this account knows the LID. */
export const stopsWithLid = (sql: SqlStorage): { number: string | null; lid: string }[] =>
  sql.exec<{ number: string | null; lid: string }>('select number, lid from opt_outs where lid is not null').toArray()
/** Epoch ms of the oldest opt-out that D1 does not have yet; null: it has all. */
export const openOptOutsSince = (sql: SqlStorage): number | null =>
  sql.exec<{ at: number | null }>('select min(at) as at from opt_outs where suppressed = 0').one().at
export const markSuppressed = (sql: SqlStorage, target: string): void => {
  sql.exec('update opt_outs set suppressed = 1 where target = ?', target)
}
/** @param answerId the message id of the answer; null: there is nobody to answer */
export const markConfirmed = (sql: SqlStorage, target: string, answerId: string | null): void => {
  sql.exec('update opt_outs set confirmed = 1, answer_id = ? where target = ?', answerId, target)
}
export const isAnswer = (sql: SqlStorage, messageId: string): boolean =>
  sql.exec('select 1 from opt_outs where answer_id = ?', messageId).toArray().length > 0
/** Deletes opt-outs that are suppressed in D1 and answered. One known by LID alone stays, because its number may still become known. */
export const dropAnsweredOptOuts = (sql: SqlStorage, before: number): void => {
  sql.exec(
    `delete from opt_outs where suppressed = 1 and confirmed = 1 and number is not null and at < ?
      and not exists (select 1 from opt_outs o where o.number is null and o.lid = opt_outs.lid)`,
    before,
  )
}
/** How the person behind this LID opted out while the number was unknown; null: they did not, or the number is known since. */
export const optOutByLid = (sql: SqlStorage, lid: string): OptOut['via'] | null =>
  sql
    .exec<Pick<OptOut, 'via'>>(
      `select via from opt_outs where target = 'lid:' || ?1
        and not exists (select 1 from opt_outs where lid = ?1 and number is not null)`,
      lid,
    )
    .toArray()[0]?.via ?? null
/** This person opted out by a message to this account, and was not erased since. */
export const hasOptedOut = (sql: SqlStorage, number: string): boolean =>
  sql.exec('select 1 from opt_outs where target = ?', number).toArray().length > 0
/** An opt-out or a doubt that may not be in D1 yet: until it is, a claim may still bring the number. */
export const isBlocked = (sql: SqlStorage, number: string): boolean =>
  sql
    .exec(
      'select 1 from opt_outs where target = ?1 and suppressed = 0 union all select 1 from doubts where number = ?1 and snoozed = 0',
      number,
    )
    .toArray().length > 0

export type OptIn = { message_id: string; number: string | null; lid: string | null; at: number }
export const addOptIn = (sql: SqlStorage, { message_id, number, lid, at }: OptIn): void => {
  sql.exec(
    'insert or ignore into opt_ins (message_id, number, lid, at) values (?, ?, ?, ?)',
    message_id,
    number,
    lid,
    at,
  )
}
export const openOptIns = (sql: SqlStorage): OptIn[] => sql.exec<OptIn>('select * from opt_ins order by at').toArray()
export const dropOptIn = (sql: SqlStorage, messageId: string): void => {
  sql.exec('delete from opt_ins where message_id = ?', messageId)
}

/** Of a message that is about to leave (rule opt-out-words). */
export const rememberStopTitles = (sql: SqlStorage, buttons: readonly TemplateButton[]): void => {
  for (const { type, title } of buttons)
    if (type === 'stop_button' && title !== '') sql.exec('insert or ignore into stop_titles (title) values (?)', title)
}
export const stopTitles = (sql: SqlStorage): string[] =>
  sql
    .exec<{ title: string }>('select title from stop_titles')
    .toArray()
    .map((r) => r.title)

/** Deletes everything that names this person; D1 keeps the opt-out under a keyed hash. @param lids all that they had here */
export const eraseFromOptOuts = (sql: SqlStorage, number: string, lids: readonly string[]): void => {
  for (const table of ['opt_outs', 'opt_ins', 'keywords'])
    sql.exec(
      `delete from ${table} where number = ? or lid in (select value from json_each(?))`,
      number,
      JSON.stringify(lids),
    )
  for (const table of ['contacts', 'doubts', 'infos', 'answers'])
    sql.exec(`delete from ${table} where number = ?`, number)
  sql.exec('delete from unnamed_stops where lid in (select value from json_each(?))', JSON.stringify(lids))
  sql.exec("delete from infos where number in (select 'lid:' || value from json_each(?))", JSON.stringify(lids))
}
