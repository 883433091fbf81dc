// Programmes in SQL: the office's list of them, making one, and its end.
import { type SQL, sql } from 'drizzle-orm'
import { GRADES } from '../../../contract/ground/consent-grades.ts'
import { iso } from '../../../contract/ground/time.ts'
import type { ProgrammeRow } from '../../../contract/recipients/programmes.ts'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { offsetOf, type Page } from '../../ground/db/page-rules.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { type ColumnOf, columns, type Row } from '../../ground/db/rows.ts'
import { byName } from '../suppressions/store.ts'
import type { programmes } from './table.ts'

export type Programme = Row<typeof programmes>
const SHOWN = [
  'id',
  'title',
  'keyword',
  'what',
  'frequency',
  'by_whom',
  'privacy',
  'privacy_version',
  'topic',
  'ends_at',
  'ended_at',
  'opt_ins',
  'created_at',
] as const satisfies readonly ColumnOf<typeof programmes>[]
type Shown = Row<typeof programmes, (typeof SHOWN)[number]> & { created_by_name: string | null }
const present = (row: Shown): ProgrammeRow => ({
  ...row,
  ends_at: iso(row.ends_at),
  ended_at: iso(row.ended_at),
  created_at: new Date(row.created_at).toISOString(),
})
/** Newest first. */
export const listProgrammes = async (
  db: Db,
  page: Page & { search?: string | undefined },
): Promise<{ rows: ProgrammeRow[]; total: number }> => {
  const found = sql`instr(lower(p.title || ' ' || p.keyword), lower(${page.search ?? ''})) > 0`
  const { rows, count } = await runNamed(db, {
    rows: db.all<Shown>(sql`
      select ${columns(SHOWN, 'p')}, ${byName(sql`p.created_by`)} as created_by_name
      from programmes p
      where ${found}
      order by p.created_at desc
      limit ${page.limit} offset ${offsetOf(page)}
    `),
    count: db.all<{ n: number }>(sql`select count(*) as n from programmes p where ${found}`),
  })
  return { rows: rows.map(present), total: count[0]?.n ?? 0 }
}
export const insertProgramme = (db: Db, p: Omit<Programme, 'ended_at' | 'opt_ins'>): Statement =>
  db.run(sql`
    insert into programmes (
      id, title, keyword, word, what, frequency, by_whom, privacy, privacy_version, topic, ends_at, created_by, created_at
    )
    values (
      ${p.id}, ${p.title}, ${p.keyword}, ${p.word}, ${p.what}, ${p.frequency}, ${p.by_whom}, ${p.privacy},
      ${p.privacy_version}, ${p.topic}, ${p.ends_at}, ${p.created_by}, ${p.created_at}
    )
  `)
/** The batch fails (status_moved) where it has ended already, or there is none. */
export const endProgramme = (db: Db, id: string, now: number): Statement[] => [
  refuseUnless(db, 'status_moved', sql`exists (select 1 from programmes where id = ${id} and ended_at is null)`),
  db.run(sql`update programmes set ended_at = ${now} where id = ${id}`),
]
/** Nobody joins it any more. */
export const isOver = ({ ended_at, ends_at }: Pick<Programme, 'ended_at' | 'ends_at'>, at: number): boolean =>
  ended_at !== null || (ends_at !== null && ends_at < at)
export const programmeById = async (db: Db, id: string): Promise<Programme | null> =>
  (await db.all<Programme>(sql`select * from programmes where id = ${id}`))[0] ?? null
/** Owners looked at for one press, whose accounts may all be away; and accounts of theirs. */
const OWNERS_A_PRESS = 50
const ACCOUNTS_A_PRESS = 500
/**
 * Of a linked account whose owner allows it to be shown (rule joining-page); null: there is none. The same for the same `chance`, so that who presses
 * again learns no other number; over all chances each account alike, so that none gets most newcomers.
 * @param chance 16 hex digits or more: after which id owners are looked at, and which of their accounts it is
 */
export const shownNumber = async (db: Db, chance: string): Promise<string | null> => {
  const owners = (side: SQL) => sql`
    select * from (
      select u.id
      from users u indexed by users_shows_number
      where u.shows_number_at is not null and u.status = 'active' and u.role <> 'staff' and ${side}
      order by u.id
      limit ${OWNERS_A_PRESS}
    )
  `
  const found = await db.all<{ phonenumber: string }>(sql`
    select w.phonenumber
    from (
      select id
      from (${owners(sql`u.id >= ${chance}`)} union all ${owners(sql`u.id < ${chance}`)})
      order by id < ${chance}, id
      limit ${OWNERS_A_PRESS}
    ) o
    cross join whatsapp w indexed by whatsapp_user on w.user_id = o.id
    where w.removed_at is null and w.phonenumber is not null
      and w.purpose = 'blast' and w.state = 'connected' and w.held is null
    order by o.id, w.id
    limit ${ACCOUNTS_A_PRESS}
  `)
  return found[Number.parseInt(chance.slice(8, 16), 16) % found.length]?.phonenumber ?? null
}
export const isNumberShown = async (db: Db, userId: string): Promise<boolean> =>
  (await db.all(sql`select 1 from users where id = ${userId} and shows_number_at is not null`)).length > 0
/** For a batch. Said again, it keeps its time. @param shown false: from now on nobody is led there */
export const showNumber = (db: Db, userId: string, shown: boolean, now: number): Statement =>
  db.run(sql`
    update users
    set shows_number_at = ${shown ? sql`coalesce(shows_number_at, ${now})` : null}
    where id = ${userId}
  `)
export const programmeByWord = async (db: Db, word: string): Promise<Programme | null> =>
  (await db.all<Programme>(sql`select * from programmes where word = ${word}`))[0] ?? null
/** Whether this recipient agreed by a message of their own, with or without a form. */
export const joinedByMessage = async (db: Db, number: string): Promise<boolean> =>
  (
    await db.all(
      sql`select 1 from phone_numbers where number = ${number} and consent_at is not null and consent_grade >= ${GRADES.form}`,
    )
  ).length > 0
