// People in SQL. A view joins what a screen shows of them: level, rank, colours, price.
import { sql } from 'drizzle-orm'
import type { Role } from '../../contract/role-table.ts'
import type { Db, Statement } from '../db/connection.ts'

export type UserView = {
  id: string
  firstname: string
  lastname: string
  email: string
  password_hash: string
  role: Role
  level_id: string
  blast_fee: number | null
  blast_interval_min: number
  blast_interval_max: number
  account_name: string
  account_bank: string
  account_number: string
  referral_code: string
  referrer_id: string | null
  link_consent_version: string | null
  created_at: number
  level_name: string | null
  level_fee: number | null
  rank: number
  colors: string | null
  price: string | null
}
const VIEW = sql`select u.id, u.firstname, u.lastname, u.email, u.password_hash, u.role, u.level_id, u.blast_fee,
  u.blast_interval_min, u.blast_interval_max, u.account_name, u.account_bank, u.account_number, u.referral_code,
  u.referrer_id, u.link_consent_version, u.created_at, l.name as level_name, l.blast_fee as level_fee,
  (select count(*) from levels o where o.requirement_blast < l.requirement_blast
    or (o.requirement_blast = l.requirement_blast and o.id < l.id)) as rank,
  (select value from settings where key = 'colors') as colors, (select value from settings where key = 'price') as price
  from users u left join levels l on l.id = u.level_id`

/** For a batch. */
export const selectUser = (db: Db, id: string) => db.all<UserView>(sql`${VIEW} where u.id = ${id}`)
export const userById = async (db: Db, id: string): Promise<UserView | null> => (await selectUser(db, id))[0] ?? null
export const userByEmail = async (db: Db, email: string): Promise<UserView | null> =>
  (await db.all<UserView>(sql`${VIEW} where u.email = ${email}`))[0] ?? null

export type NewUser = {
  id: string
  firstname: string
  lastname: string
  email: string
  passwordHash: string
  role: Role
  referralCode: string
  referrerId: string | null
  intervalMin: number
  intervalMax: number
  now: number
}
/** Starts on the lowest level. @throws a unique conflict on users.email or users.referral_code. */
export const insertUser = async (db: Db, u: NewUser): Promise<void> => {
  await db.run(sql`insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min,
      blast_interval_max, referral_code, referrer_id, created_at)
    values (${u.id}, ${u.firstname}, ${u.lastname}, ${u.email}, ${u.passwordHash}, ${u.role},
      coalesce((select id from levels order by requirement_blast, id limit 1), ''),
      ${u.intervalMin}, ${u.intervalMax}, ${u.referralCode}, ${u.referrerId}, ${u.now})`)
}
/** For a batch: who has this email, and whose referral code this is (case-insensitive). */
export const selectEmailOwner = (db: Db, email: string) =>
  db.all<{ id: string }>(sql`select id from users where email = ${email}`)
export const selectReferrer = (db: Db, code: string) =>
  db.all<{ id: string }>(sql`select id from users where referral_code = ${code.toUpperCase()}`)

export type UserPatch = Partial<{
  firstname: string
  lastname: string
  email: string
  password_hash: string
  role: Role
  level_id: string
  blast_fee: number | null
  blast_interval_min: number
  blast_interval_max: number
  account_name: string
  account_bank: string
  account_number: string
}>
/** Column names come from UserPatch alone, never from a request. */
export const updateUser = (db: Db, id: string, patch: UserPatch): Statement => {
  const sets = Object.entries(patch).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)
  return db.run(sql`update users set ${sql.join(sets, sql`, `)} where id = ${id}`)
}
export const recordLinkConsent = async (db: Db, id: string, version: string, now: number): Promise<void> => {
  await db.run(sql`update users set link_consent_version = ${version}, link_consent_at = ${now}
    where id = ${id} and link_consent_version is null`)
}

export type MemberRow = UserView & { income_sen: number; whatsapps: number }
const MEMBER_VIEW = sql`select v.*,
  (select coalesce(sum(income_sen), 0) from daily_stats d where d.user_id = v.id) as income_sen,
  (select count(*) from whatsapp w where w.user_id = v.id and w.removed_at is null and w.phonenumber is not null) as whatsapps`
/** Prefix on email, id and the parts of a name, whatever the case, until full text search stands. */
const matching = (search: string | undefined) => {
  if (!search) return sql`true`
  const end = `${search}\u{10ffff}`
  const begins = (column: ReturnType<typeof sql>) =>
    sql`(${column} >= ${search} collate nocase and ${column} < ${end} collate nocase)`
  return sql`(${begins(sql`u.email`)} or ${begins(sql`u.firstname`)} or ${begins(sql`u.lastname`)} or u.id = ${search})`
}
export const memberPage = async (
  db: Db,
  page: { page: number; limit: number; search?: string | undefined },
): Promise<{ rows: MemberRow[]; total: number }> => {
  const where = sql`u.role = 'member' and ${matching(page.search)}`
  const [rows, [count]] = await db.batch([
    db.all<MemberRow>(sql`${MEMBER_VIEW} from (${VIEW} where ${where} order by u.created_at desc, u.id
      limit ${page.limit} offset ${(page.page - 1) * page.limit}) v order by v.created_at desc, v.id`),
    db.all<{ total: number }>(sql`select count(*) as total from users u where ${where}`),
  ])
  return { rows, total: count?.total ?? 0 }
}
/** Members with at least one connected account (decision 45). */
export const activeMembers = async (db: Db): Promise<number> => {
  const [row] = await db.all<{ count: number }>(sql`select count(distinct w.user_id) as count from whatsapp w
    join users u on u.id = w.user_id and u.role = 'member' where w.state = 'connected' and w.removed_at is null`)
  return row?.count ?? 0
}
