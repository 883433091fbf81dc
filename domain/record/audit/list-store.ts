// Reads of the audit log: pages and exports, with the person, number and amount that an entry is about (rule audit-log).
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import { COUNT_MAX, matchOf, offsetOf, type SortedPage } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { auditLog } from './table.ts'

export type AuditRow = Row<typeof auditLog> & {
  /** null: the actor's id belongs to nobody any more. */
  actor_name: string | null
  /** Of whom and of what the entry is; null where it is about none, or where nothing is known of it any more. */
  person: string | null
  phone: string | null
  /** Whole rupiah. */
  amount: number | null
  thing: string | null
}
export type AuditLevel = { id: string; name: string }

const NAME = sql`trim(u.firstname || ' ' || u.lastname)`
const from = (table: SQL, id: SQL): SQL =>
  sql`(select ${NAME} from ${table} join users u on u.id = x.user_id where x.id = ${id})`
const AREA = sql`substr(a.action, 1, instr(a.action, '.') - 1)`
/** A field as the entry itself has it: the row it was about may be gone. */
const field = (name: string): SQL =>
  sql`coalesce(json_extract(a.after, ${sql.raw(`'$.${name}'`)}), json_extract(a.before, ${sql.raw(`'$.${name}'`)}))`
/** The account that a number check is or was done with. */
const SENDER = sql`coalesce((select whatsapp_id from number_checks where id = a.target), ${field('whatsapp_id')})`
const number = (account: SQL): SQL => sql`(select phonenumber from whatsapp where id = ${account})`
/** Of an entry about recipients; null for a whole file, whose name may begin with a number. */
const RECIPIENT = sql`iif(a.action like '%.import' or a.action like '%.export', null, cast(a.target as integer))`
const SUBJECT = sql`
  case ${AREA}
    when 'user' then (select ${NAME} from users u where u.id = a.target)
    when 'bonus' then ${from(sql`bonuses x`, sql`a.target`)}
    when 'withdraw' then ${from(sql`withdraws x`, sql`a.target`)}
    when 'whatsapp' then ${from(sql`whatsapp x`, sql`a.target`)}
    when 'blaster' then ${from(sql`whatsapp x`, sql`a.target`)}
    when 'phonenumber' then coalesce(
      (select name from phone_numbers where id = ${RECIPIENT}),
      ${field('name')}
    )
  end as person,
  case ${AREA}
    when 'whatsapp' then ${number(sql`a.target`)}
    when 'blaster' then ${number(sql`a.target`)}
    when 'generator' then ${number(SENDER)}
    when 'validator' then ${number(SENDER)}
    when 'phonenumber' then coalesce(
      ${field('number')},
      (select number from phone_numbers where id = ${RECIPIENT})
    )
    when 'suppression' then coalesce(${field('number')}, iif(a.action = 'suppression.create', a.target, null))
  end as phone,
  case ${AREA}
    when 'bonus' then (select nominal from bonuses where id = a.target)
    when 'withdraw' then (select nominal from withdraws where id = a.target)
  end as amount,
  case
    when a.action like '%.import' then a.target
    when ${AREA} = 'level' then coalesce(${field('name')}, (select name from levels where id = a.target))
    when ${AREA} = 'proxy' and a.action not like '%.export' then ${field('value')}
    when ${AREA} = 'message' and a.action not like '%.export' then substr(${field('text_wa')}, 1, 60)
  end as thing
`
const VIEW = sql`
  select a.*, trim(w.firstname || ' ' || w.lastname) as actor_name, ${SUBJECT}
  from audit_log a
  left join users w on w.id = a.actor_id
`

export type AuditFilter = {
  /** One entry. */
  id?: number | undefined
  search?: string | undefined
  /** An area or an action. */
  action?: string | undefined
  /** Epoch ms: not before the first, before the second. */
  since?: number | undefined
  until?: number | undefined
}
/** By the beginning of an action, a target or an actor's id, or of the words of an actor's name: each has its own index. */
const ways = (search: string, sign = ''): SQL[] => {
  const match = matchOf(search)
  const begins = (column: string) => {
    const name = sql.raw(sign + column)
    return sql`(${name} >= ${search} and ${name} < ${`${search}\u{10ffff}`})`
  }
  const named = sql`
    ${sql.raw(sign)}actor_id in (
      select u.id
      from member_names m
      join users u on u.rowid = m.rowid
      where member_names match ${match}
    )
  `
  return [begins('action'), begins('target'), begins('actor_id'), ...(match ? [named] : [])]
}
/** Ids, COUNT_MAX of each way at most. */
const matching = (search: string): SQL =>
  sql.join(
    ways(search).map((way) => sql`select id from (select id from audit_log where ${way} limit ${COUNT_MAX})`),
    sql` union `,
  )
/** How many these are, up to COUNT_MAX: of as many some may be missing. */
const reach = (search: string): SQL => sql`(select count(*) from (${matching(search)} limit ${COUNT_MAX}))`
/** Along the log, row by row, for a search that finds more. Unary + keeps SQLite from the indexes, whose rows it would have to sort. */
const along = (search: string): SQL => sql`(${sql.join(ways(search, '+'), sql` or `)})`
/** Of audit_log as f; null: every entry. */
const filtered = (
  { id, search, action, since, until }: AuditFilter,
  bySearch = (text: string) => sql`f.id in (${matching(text)})`,
): SQL | null => {
  const parts: SQL[] = id === undefined ? [] : [sql`f.id = ${id}`]
  if (search) parts.push(bySearch(search))
  // '/' is the sign after '.', so the range holds every action of the area and nothing else.
  if (action !== undefined)
    parts.push(
      action.includes('.')
        ? sql`f.action = ${action}`
        : sql`f.action >= ${`${action}.`} and f.action < ${`${action}/`}`,
    )
  if (since !== undefined) parts.push(sql`f.at >= ${since}`)
  if (until !== undefined) parts.push(sql`f.at < ${until}`)
  return parts.length === 0 ? null : sql.join(parts, sql` and `)
}

/** The id before the oldest entry that is kept. */
const BEFORE_FIRST = sql`(select coalesce(min(id), 1) - 1 from audit_log)`
/** Some dozens: for the names of levels that an entry has by their ids. */
const levelsOf = (db: Db) => db.all<AuditLevel>(sql`select id, name from levels limit 1000`)

type Asked = SortedPage<'audit'> & AuditFilter & { after?: number | undefined }
/** Entries of what was found: those behind `after`, else behind the pages before. */
const foundRows = (db: Db, page: Asked, found: SQL) => {
  const oldest = page.sort === 'createdAt'
  const by = (id: string) => sql.raw(oldest ? id : `${id} desc`)
  const past = page.after === undefined ? sql`f.id > 0` : sql`f.id ${sql.raw(oldest ? '>' : '<')} ${page.after}`
  return db.all<AuditRow>(sql`
    ${VIEW}
    where a.id in (
      select f.id
      from audit_log f
      where ${past} and ${found}
      order by ${by('f.id')}
      limit ${page.limit}
      offset ${page.after === undefined ? offsetOf(page) : 0}
    )
    order by ${by('a.id')}
  `)
}
const countOf = (found: SQL): SQL =>
  sql`(select count(*) from (select f.id from audit_log f where ${found} limit ${COUNT_MAX}))`

/** after: the entry before the page, from which what was found goes on. */
export const auditPage = async (
  db: Db,
  page: Asked,
): Promise<{ rows: AuditRow[]; total: number; levels: AuditLevel[] }> => {
  const offset = offsetOf(page)
  const oldest = page.sort === 'createdAt'
  const found = filtered(page)
  const [rows, [count], levels] = await db.batch([
    found
      ? foundRows(db, page, found)
      : // Rows are only added, and the oldest deleted: ids have no gaps, and a page is a range of them.
        db.all<AuditRow>(sql`
          ${VIEW}
          where ${oldest ? sql`a.id > ${BEFORE_FIRST} + ${offset}` : sql`a.id <= (select max(id) from audit_log) - ${offset}`}
          order by ${oldest ? sql`a.id` : sql`a.id desc`}
          limit ${page.limit}
        `),
    db.all<{ total: number; reach: number }>(sql`
      select
        ${found ? countOf(found) : sql`(select coalesce(max(id), 0) - ${BEFORE_FIRST} from audit_log)`} as total,
        ${page.search ? reach(page.search) : 0} as reach
    `),
    levelsOf(db),
  ])
  const all = filtered(page, along)
  if (!all || (count?.reach ?? 0) < COUNT_MAX) return { rows, total: count?.total ?? 0, levels }
  const [further, [most]] = await db.batch([
    foundRows(db, page, all),
    db.all<{ total: number }>(sql`select ${countOf(all)} as total`),
  ])
  return { rows: further, total: most?.total ?? 0, levels }
}

/** For an export: the entries of the list from the one after `last` on, at most `limit`; last null: from the first. */
export const auditAfter = async (
  db: Db,
  { sort, ...filter }: AuditFilter & Pick<SortedPage<'audit'>, 'sort'>,
  last: AuditRow | null,
  limit: number,
): Promise<{ rows: AuditRow[]; levels: AuditLevel[] }> => {
  const page = { page: 1, limit, sort, after: last?.id }
  const [rows, levels] = await db.batch([foundRows(db, page, filtered(filter, along) ?? sql`true`), levelsOf(db)])
  return { rows, levels }
}
