// Notices in SQL (rule notices). A notice is written in the batch that writes its fact, with the pushes it leads to.
import { type SQL, sql } from 'drizzle-orm'
import { DEFAULT_WAYS, type NoticeWay } from '../../../contract/people/notice-kinds.ts'
import type { NoticeChoices, NoticeOf, UnreadCount } from '../../../contract/people/notices.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { PURGE_ROWS, purge } from '../../ground/db/purge.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { notices, noticeSettings } from './table.ts'

/** roles: everybody with one of them who may sign in, except these. ids: SQL that selects them. */
type Audience = { userId: string } | { roles: readonly Role[]; except: readonly string[] } | { ids: SQL }
export type NewNotice = NoticeOf & {
  /** Names the fact: written twice, it is one notice. */
  ref: string
  at: number
  to: Audience
  /** `who` of its data becomes this person's name, which the writer need not know. */
  whoId?: string
  /** `amount` of its data becomes what this selects, which the writer need not know. */
  amountOf?: SQL
}

/** Whether a person wants this kind in this way: what they chose, else the default. `s` is their row of settings. */
export const wants = (kind: SQL, way: NoticeWay): SQL =>
  sql`coalesce(s.choices ->> ('$.' || ${kind} || ${`.${way}`}), ${DEFAULT_WAYS[way] ? 1 : 0})`
const inAudience = (to: Audience): SQL => {
  if ('userId' in to) return sql`u.id = ${to.userId}`
  if ('ids' in to) return sql`u.id in (${to.ids})`
  return sql`
    u.role in (select value from json_each(${JSON.stringify(to.roles)}))
      and u.status <> 'closed'
      and u.id not in (select value from json_each(${JSON.stringify(to.except)}))
  `
}
const dataOf = ({ data, whoId, amountOf }: NewNotice): SQL => {
  const named =
    whoId === undefined
      ? []
      : [sql`'$.who', (select trim(firstname || ' ' || lastname) from users where id = ${whoId})`]
  const counted = amountOf === undefined ? [] : [sql`'$.amount', (${amountOf})`]
  const said = sql`${JSON.stringify(data)}`
  const set = [...named, ...counted]
  return set.length === 0 ? said : sql`json_set(${sql.join([said, ...set], sql`, `)})`
}

/** Each person once, however often the batch is repeated. */
export const addNotice = (db: Db, notice: NewNotice): Statement[] => {
  const kind = sql`${notice.kind}`
  return [
    db.run(sql`
      insert into notices (user_id, ref, kind, data, shown, created_at)
      select u.id, ${notice.ref}, ${kind}, ${dataOf(notice)}, ${wants(kind, 'in_app')}, ${notice.at}
      from users u
      left join notice_settings s on s.user_id = u.id
      where ${inAudience(notice.to)}
      on conflict (ref, user_id) do nothing
    `),
    db.run(sql`
      insert into notice_pushes (notice_id, subscription_id, due_at)
      select n.id, p.id, ${notice.at}
      from notices n
      join push_subscriptions p on p.user_id = n.user_id
      left join notice_settings s on s.user_id = n.user_id
      where n.ref = ${notice.ref} and ${wants(kind, 'push')}
      on conflict (notice_id, subscription_id) do nothing
    `),
  ]
}

type Told<K extends NoticeOf['kind']> = {
  userId: string
  ref: string
  at: number
  data: Extract<NoticeOf, { kind: K }>['data']
}
/** One notice each for many people, in two statements however many they are; as `addNotice`, each once. */
export const addNotices = <K extends NoticeOf['kind']>(db: Db, kind: K, told: readonly Told<K>[]): Statement[] => {
  if (told.length === 0) return []
  const rows = sql`json_each(${JSON.stringify(told)})`
  const named = sql`${kind}`
  return [
    db.run(sql`
      insert into notices (user_id, ref, kind, data, shown, created_at)
      select u.id, t.value ->> 'ref', ${named}, t.value -> 'data', ${wants(named, 'in_app')}, t.value ->> 'at'
      from ${rows} t
      cross join users u on u.id = t.value ->> 'userId'
      left join notice_settings s on s.user_id = u.id
      where true
      on conflict (ref, user_id) do nothing
    `),
    db.run(sql`
      insert into notice_pushes (notice_id, subscription_id, due_at)
      select n.id, p.id, t.value ->> 'at'
      from ${rows} t
      cross join notices n on n.ref = t.value ->> 'ref' and n.user_id = t.value ->> 'userId'
      join push_subscriptions p on p.user_id = n.user_id
      left join notice_settings s on s.user_id = n.user_id
      where ${wants(named, 'push')}
      on conflict (notice_id, subscription_id) do nothing
    `),
  ]
}

/** More is shown as this; to count the years of somebody who never reads would cost as many rows. */
const UNREAD_MAX = 1_000
/** @param whose SQL of a person's id. Each part reads from an index of that person alone. */
const counted = (whose: SQL): SQL => sql`
  ${unreadBy(whose)} as unread,
  coalesce((select id from notices where user_id = ${whose} and shown = 1 order by id desc limit 1), 0) as last
`
/** How many somebody has not read, up to UNREAD_MAX. @param whose SQL of their id */
export const unreadBy = (whose: SQL): SQL => sql`
  (
    select count(*)
    from (select 1 from notices where user_id = ${whose} and read_at is null and shown = 1 limit ${sql.raw(String(UNREAD_MAX))})
  )
`
export type PersonsUnread = UnreadCount & { userId: string }
/** The counts of everybody whom these refs tell something, for their open screens. */
export const unreadAfter = (db: Db, refs: readonly string[]) =>
  db.all<PersonsUnread>(sql`
    select told.user_id as "userId", ${counted(sql`told.user_id`)}
    from (
      select distinct user_id
      from notices
      where ref in (select value from json_each(${JSON.stringify(refs)}))
    ) told
  `)
/** For a batch; its one row. */
export const unreadOf = (db: Db, userId: string) => db.all<UnreadCount>(sql`select ${counted(sql`${userId}`)}`)

export type NoticeRow = Row<typeof notices, 'id' | 'kind' | 'data' | 'created_at' | 'read_at'>
/** Newest first, those before `before`. */
export const noticesBefore = (db: Db, userId: string, page: { before?: number | undefined; limit: number }) =>
  db.all<NoticeRow>(sql`
    select id, kind, data, created_at, read_at
    from notices
    where user_id = ${userId} and shown = 1 and id < ${page.before ?? Number.MAX_SAFE_INTEGER}
    order by id desc
    limit ${page.limit}
  `)

/** Of this person's own notices: one, or all up to one. Those that were read before keep their time. */
export const markRead = (db: Db, userId: string, which: { id: number } | { up_to: number }, now: number): Statement =>
  db.run(sql`
    update notices
    set read_at = ${now}
    where user_id = ${userId} and read_at is null and shown = 1
      and ${'id' in which ? sql`id = ${which.id}` : sql`id <= ${which.up_to}`}
  `)

type StoredChoices = Row<typeof noticeSettings, 'choices' | 'details' | 'campaign_mail'>
/** null: nothing was chosen yet. */
export const storedChoices = async (db: Db, userId: string): Promise<StoredChoices | null> =>
  (
    await db.all<StoredChoices>(
      sql`select choices, details, campaign_mail from notice_settings where user_id = ${userId}`,
    )
  )[0] ?? null
/** For a batch: fails it unless a person's choices are as they were read. */
export const refuseChoicesEdited = (db: Db, userId: string, read: StoredChoices | null): Statement =>
  refuseUnless(
    db,
    'edited',
    // a row that another wish made says no more than none
    sql`coalesce(
      (select json_array(choices, details, campaign_mail) from notice_settings where user_id = ${userId}), json_array('{}', 0, 1)
    ) is ${JSON.stringify([read?.choices ?? '{}', read?.details ?? 0, read?.campaign_mail ?? 1])}`,
  )
export const choicesOf = (row: StoredChoices | null): NoticeChoices => {
  const choices = row ? (JSON.parse(row.choices) as NoticeChoices['choices']) : {}
  return { choices, details: row?.details === 1, campaign_mail: row?.campaign_mail !== 0 }
}
/** Replaces what the person chose before. A first wish for the daily mail begins with what comes after it. */
export const writeChoices = (db: Db, userId: string, chosen: NoticeChoices): Statement => {
  const digest = Object.values(chosen.choices).some((ways) => ways.digest) ? 1 : 0
  return db.run(sql`
    insert into notice_settings (user_id, choices, details, campaign_mail, digest, digest_up_to)
    select
      ${userId}, ${JSON.stringify(chosen.choices)}, ${chosen.details ? 1 : 0}, ${chosen.campaign_mail === false ? 0 : 1}, ${digest},
      coalesce((select max(id) from notices), 0)
    where true
    on conflict (user_id) do update set
      choices = excluded.choices,
      details = excluded.details,
      campaign_mail = ${chosen.campaign_mail === undefined ? sql`notice_settings.campaign_mail` : sql`excluded.campaign_mail`},
      digest_up_to = case when notice_settings.digest = 1 then notice_settings.digest_up_to else excluded.digest_up_to end,
      digest = excluded.digest
  `)
}

/** Cron: notices from before, and their pushes. */
export const purgeNotices = async (db: Db, before: number): Promise<void> => {
  const old = sql`(select id from notices order by id limit ${PURGE_ROWS})`
  await purge(db, 'notices', sql`id in ${old} and created_at < ${before}`)
  const first = sql`(select coalesce(min(id), 9e15) from notices)`
  await purge(db, 'notice_pushes', sql`notice_id < ${first}`)
}
