// People in SQL. A view joins what a screen shows of a person: level, rank, colours, price.
import { type SQL, sql } from 'drizzle-orm'
import type { PersonStatus } from '../../../contract/people/person-status.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { counter, pageOfList } from '../../ground/db/list-store.ts'
import { COUNT_MAX, CREATED, matchOf, offsetOf, orderOf } from '../../ground/db/page-rules.ts'
import type { SortColumns, SortedPage } from '../../ground/db/page-rules.ts'
import { type ColumnOf, columns, type Row } from '../../ground/db/rows.ts'
import type { levels } from '../levels/table.ts'
import type { settings } from '../../ground/settings/table.ts'
import type { users } from './table.ts'
/** What some form about a person changes. */
export const EDITED = [
  'firstname',
  'lastname',
  'email',
  'role',
  'level_id',
  'blast_fee',
  'blast_interval_min',
  'blast_interval_max',
  'account_name',
  'account_bank',
  'account_number',
] as const satisfies readonly ColumnOf<typeof users>[]
/** A person without the hash of the password, which only sign-in knows (domain/people/auth/password-store.ts). */
const PERSON = [
  'id',
  ...EDITED,
  'referral_code',
  'referrer_id',
  'link_consent_version',
  'email_confirmed_at',
  'shows_number_at',
  'created_at',
  'status',
  'status_reason',
  'status_by',
  'status_at',
] as const satisfies readonly ColumnOf<typeof users>[]
type LevelRow = Row<typeof levels>
type SettingValue = Row<typeof settings>['value']
export type UserView = Row<typeof users, (typeof PERSON)[number]> & {
  /** Of the person's level; null: it does not exist any more. */
  level_name: LevelRow['name'] | null
  level_fee: LevelRow['blast_fee'] | null
  /** How many levels ask for less than the person's. */
  rank: number
  /** These settings as they are stored; null: their defaults. */
  colors: SettingValue | null
  price: SettingValue | null
}
const COLUMNS = sql`
  ${columns(PERSON, 'u')},
  l.name as level_name,
  l.blast_fee as level_fee,
  (
    select count(*)
    from levels o
    where o.requirement_blast < l.requirement_blast
      or (o.requirement_blast = l.requirement_blast and o.id < l.id)
  ) as rank,
  (select value from settings where key = 'colors') as colors,
  (select value from settings where key = 'price') as price
`
const VIEW = sql`select ${COLUMNS} from users u left join levels l on l.id = u.level_id`

/** For a batch: the person with this id. */
export const selectUser = (db: Db, id: string) => db.all<UserView>(sql`${VIEW} where u.id = ${id}`)
export const userById = async (db: Db, id: string): Promise<UserView | null> => (await selectUser(db, id))[0] ?? null
/** For a batch: the person with this email. */
export const selectUserByEmail = (db: Db, email: string) => db.all<UserView>(sql`${VIEW} where u.email = ${email}`)
export const userByEmail = async (db: Db, email: string): Promise<UserView | null> =>
  (await selectUserByEmail(db, email))[0] ?? null

/** For a batch: the id of the person with this email. */
export const selectEmailOwner = (db: Db, email: string) =>
  db.all<Row<typeof users, 'id'>>(sql`select id from users where email = ${email}`)
/** For a batch: the id of the person with this referral code, in upper or lower case. */
export const selectReferrer = (db: Db, code: string) =>
  db.all<Row<typeof users, 'id'>>(sql`select id from users where referral_code = ${code.toUpperCase()}`)

export type UserPatch = Partial<Row<typeof users, (typeof EDITED)[number]>>
/** Column names come from UserPatch alone, never from a request. */
export const updateUser = (db: Db, id: string, patch: UserPatch): Statement => {
  const sets = Object.entries(patch).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)
  // who allowed it as a member has not said so in another role
  if (patch.role !== undefined) sets.push(sql`shows_number_at = iif(role = ${patch.role}, shows_number_at, null)`)
  return db.run(sql`update users set ${sql.join(sets, sql`, `)} where id = ${id}`)
}
export type OwnPrice = Pick<UserView, 'blast_fee' | 'level_id'>
type JudgedPrice = Pick<OwnPrice, 'blast_fee'> & Partial<OwnPrice>
/**
 * For a batch that changes what a person earns: fails it unless their own fee and level are those that were judged; without a level in
 * `judged`, the fee alone.
 */
export const refusePriceMoved = (db: Db, id: string, { blast_fee, level_id }: JudgedPrice): Statement =>
  refuseUnless(
    db,
    'price_moved',
    sql`blast_fee is ${blast_fee} and level_id = coalesce(${level_id ?? null}, level_id)`,
    sql`from users where id = ${id}`,
  )
export const recordLinkConsent = async (db: Db, id: string, version: string, now: number): Promise<void> => {
  await db.run(sql`
    update users
    set link_consent_version = ${version}, link_consent_at = ${now}
    where id = ${id} and link_consent_version is null
  `)
}

export type MemberRow = UserView & Row<typeof users, 'income_sen'> & { whatsapps: number }
/**
 * By the beginning of an email or id, or of the words of a name. A `union` of reads, so that each has its own index; only
 * counts end at COUNT_MAX, or who stands behind that would be in no list.
 */
export const matching = (search: string): SQL => {
  const words = search.toLowerCase()
  const match = matchOf(search)
  const begins = (column: SQL, text: string) =>
    sql`select rowid from users where ${column} >= ${text} and ${column} < ${`${text}\u{10ffff}`}`
  const named = match ? sql` union select rowid from member_names where member_names match ${match}` : sql``
  return sql`rowid in (${begins(sql`email`, words)} union ${begins(sql`id`, search)}${named})`
}
const MEMBER = sql`
  ${COLUMNS},
  u.income_sen,
  (
    select count(*)
    from whatsapp w
    where w.user_id = u.id and w.removed_at is null and w.phonenumber is not null
  ) as whatsapps
`
/**
 * Members that a search found, by time. That is the order of their rowids, because people are only ever added: so each
 * index is read only as far as the page reaches, and what they found is merged. The total counts each person once, up to
 * COUNT_MAX.
 */
const newestFound = async (
  db: Db,
  search: string,
  page: SortedPage<'members'>,
): Promise<{ rows: MemberRow[]; total: number }> => {
  const words = search.toLowerCase()
  const match = matchOf(search)
  const byEmail = sql`email >= ${words} and email < ${`${words}\u{10ffff}`}`
  const byId = sql`id >= ${search} and id < ${`${search}\u{10ffff}`}`
  // Those who are no members are few and come from the index by role: `role = 'member'` would look up the row of each
  // person that was found.
  const isMember = sql`rowid not in (select rowid from users where role in ('staff', 'dev', 'admin'))`
  const by = sql.raw(page.sort === 'createdAt' ? 'order by rowid' : 'order by rowid desc')
  const reach = sql`${by} limit ${offsetOf(page) + page.limit}`
  const sources = [
    sql`select rowid from (select rowid from users where role = 'member' and ${byEmail}) ${reach}`,
    sql`select rowid from (select rowid from users where ${byId}) where ${isMember} ${reach}`,
  ]
  // Unary + keeps SQLite from the index by role, which holds nearly everybody: it must use the one by id.
  const counts = [
    sql`select 1 from users where role = 'member' and ${byEmail} limit ${COUNT_MAX}`,
    sql`select 1 from users where ${byId} and +role = 'member' and not (${byEmail}) limit ${COUNT_MAX}`,
  ]
  if (match !== null) {
    sources.push(sql`select rowid from member_names where member_names match ${match} and ${isMember} ${reach}`)
    counts.push(sql`
      select 1
      from member_names m
      cross join users u on u.rowid = m.rowid
      where member_names match ${match} and u.role = 'member' and not (${byEmail}) and not (${byId})
      limit ${COUNT_MAX}
    `)
  }
  const keys = sql.join(
    sources.map((source) => sql`select rowid from (${source})`),
    sql` union `,
  )
  const sums = sql.join(
    counts.map((count) => sql`(select count(*) from (${count}))`),
    sql` + `,
  )
  const [rows, [count]] = await db.batch([
    db.all<MemberRow>(sql`
      select ${MEMBER}
      from (select rowid as r from (${keys}) ${by} limit ${page.limit} offset ${offsetOf(page)}) k
      cross join users u on u.rowid = k.r
      left join levels l on l.id = u.level_id
      order by u.rowid ${sql.raw(page.sort === 'createdAt' ? '' : 'desc')}
    `),
    db.all<{ total: number }>(sql`select min(${COUNT_MAX}, ${sums}) as total`),
  ])
  return { rows, total: count?.total ?? 0 }
}
const SORTS: SortColumns<'members'> = {
  createdAt: CREATED,
  name: { columns: ['firstname', 'lastname'], nocase: true },
  income: { columns: ['income_sen'] },
}
/** Whom a list of people shows: members, the team (staff, admin and dev), or both. */
type Whose = 'member' | 'team' | 'all'
const TEAM = ['staff', 'admin', 'dev'] as const
const ROLES_OF: Record<Whose, readonly Role[]> = { member: ['member'], team: TEAM, all: ['member', ...TEAM] }
/** Repeats the predicate of the index users_stopped, or SQLite does not use it: few are not active. */
const STOPPED = sql`status <> 'active'`
const withStatus = (status: PersonStatus | undefined): SQL => {
  if (status === undefined) return sql``
  return status === 'active' ? sql` and +status = 'active'` : sql` and ${STOPPED} and status = ${status}`
}
const stoppedOf = (whose: Whose, status?: PersonStatus): SQL => {
  const one = status === undefined ? sql`` : sql` and status = ${status}`
  const roles = sql.join(
    ROLES_OF[whose].map((role) => sql`${role}`),
    sql`, `,
  )
  return sql`(select count(*) from users where role in (${roles}) and ${STOPPED}${one})`
}
/** Of everybody, or of those with one status. */
const countOf = (whose: Whose, status: PersonStatus | undefined): SQL => {
  if (status === undefined) return totalOf(whose)
  return status === 'active' ? sql`(${totalOf(whose)} - ${stoppedOf(whose)})` : stoppedOf(whose, status)
}
/** The team is some dozens of people, so that they are counted each time; a counter is kept of the members. */
const totalOf = (whose: Whose): SQL => {
  const team = sql`(select count(*) from users where role in ('staff', 'admin', 'dev'))`
  if (whose === 'team') return team
  const members = counter('members.total')
  return whose === 'member' ? members : sql`(${members} + ${team})`
}
type Asked = { search?: string | undefined; whose?: Whose | undefined; status?: PersonStatus | undefined }
/** A search in any other order than by time sorts what it found: all of them, as there are never millions of members. */
export const memberPage = (
  db: Db,
  { whose = 'member', status, ...page }: SortedPage<'members'> & Asked,
): Promise<{ rows: MemberRow[]; total: number }> => {
  if (whose === 'member' && !status && page.search && (page.sort === undefined || page.sort.endsWith('createdAt')))
    return newestFound(db, page.search, page)
  const found = sql`${withStatus(status)}${page.search ? sql` and ${matching(page.search)}` : sql``}`
  // A part for each role, because each order's index begins with the role: SQLite merges the parts, and nothing is sorted.
  const keys = (selected: SQL) =>
    sql.join(
      ROLES_OF[whose].map((role) => sql`select ${selected} from users where role = ${role}${found}`),
      sql` union all `,
    )
  const rows = (k: SQL) => sql`
    select ${MEMBER}
    from ${k} k
    cross join users u on u.id = k.id
    left join levels l on l.id = u.level_id
  `
  return pageOfList<MemberRow>(
    db,
    {
      keys,
      total: page.search ? sql`(select count(*) from (${keys(sql`id`)} limit ${COUNT_MAX}))` : countOf(whose, status),
      rows,
    },
    page,
    orderOf<'members'>(SORTS, page.sort),
  )
}
/** Ids of the first hundred of staff, for a notice to each of them. */
export const staffIds = async (db: Db): Promise<string[]> =>
  (
    await db.all<Row<typeof users, 'id'>>(sql`
      select id
      from users
      where role = 'staff'
      order by created_at
      limit 100
    `)
  ).map(({ id }) => id)
/** How many members have at least one connected account (rule blasted); triggers keep this counter. */
export const activeMembers = async (db: Db): Promise<number> =>
  (await db.all<{ count: number }>(sql`select ${counter('members.active')} as count`))[0]?.count ?? 0
