// Rows of linked accounts, and the client ids that name them. Lists show what has been linked and not removed.
import { type SQL, sql } from 'drizzle-orm'
import { phoneStart } from '../../../contract/ground/phone.ts'
import type { Db } from '../../ground/db/connection.ts'
import { counter, type Days, inDays, pageOfList } from '../../ground/db/list-store.ts'
import { CREATED, matchOf, orderOf, type SortColumns, type SortedPage } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { settings } from '../../ground/settings/table.ts'
import type { clientAliases, whatsapp } from './table.ts'

export type AccountRow = Row<typeof whatsapp>
/**
 * owner_name: null where the owner's record is gone; absent where it was not asked for. daily_cap: the setting as stored, null: its
 * default.
 */
export type ListedAccount = AccountRow & {
  owner_name?: string | null
  daily_cap?: Row<typeof settings>['value'] | null
}
const CAP = sql`(select value from settings where key = 'daily_cap') as daily_cap`
/**
 * Of whatsapp as w. Repeats the predicate of the lists' partial indexes, as other statements here repeat that of the index
 * they need: without it SQLite does not use the index.
 */
const LISTED = sql`w.removed_at is null and w.phonenumber is not null`

/** By id, else by any client id that names it; removed ones are gone. The id goes first, whatever was chosen for a client id. */
export const accountByHandle = async (db: Db, handle: string): Promise<AccountRow | null> => {
  const [row] = await db.all<AccountRow>(sql`
    select w.*
    from whatsapp w
    where w.id in (${handle}, (select account_id from client_aliases where clientid = ${handle}))
      and w.removed_at is null
    order by w.id <> ${handle}
    limit 1
  `)
  return row ?? null
}
/** Of an account that is or was. */
export const isAccountId = async (db: Db, id: string): Promise<boolean> =>
  (await db.all(sql`select 1 from whatsapp where id = ${id}`)).length > 0

/** Ids of this person's accounts that send, as their rows say; 50 at most. */
export const sendingAccountsOf = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db.all<Pick<AccountRow, 'id'>>(sql`
      select id
      from whatsapp
      where user_id = ${userId} and status = 'sending' and removed_at is null and phonenumber is not null
      limit 50
    `)
  ).map((row) => row.id)

/** The account that is linked with this number now, if there is one. */
export const accountByPhone = async (db: Db, phone: string): Promise<AccountRow | null> => {
  const [row] = await db.all<AccountRow>(sql`
    select w.*
    from whatsapp w
    where w.phonenumber = ${phone} and w.removed_at is null and w.phonenumber is not null
    limit 1
  `)
  return row ?? null
}

/** Whether any account could send a message now, as the rows say. */
export const hasSender = async (db: Db): Promise<boolean> =>
  (
    await db.all(
      sql`select 1 from whatsapp where state = 'connected' and removed_at is null and +purpose = 'blast' limit 1`,
    )
  ).length > 0

export type Alias = Pick<typeof clientAliases.$inferSelect, 'clientid' | 'accountId' | 'userId'> & {
  /** When its account was removed, epoch ms; null: it was not removed, or there is no such account. */
  removed: AccountRow['removed_at']
  purpose: AccountRow['purpose'] | null
}
type AliasOwner = Pick<Alias, 'accountId' | 'userId'>
export const aliasOf = async (db: Db, clientid: string): Promise<Alias | null> => {
  const [row] = await db.all<Alias>(sql`
    select a.clientid, a.account_id as "accountId", a.user_id as "userId", w.removed_at as removed, w.purpose
    from client_aliases a
    left join whatsapp w on w.id = a.account_id
    where a.clientid = ${clientid}
  `)
  return row ?? null
}
/** Gives a client id to the first person who asks; answers whose it is now. */
export const claimAlias = async (
  db: Db,
  alias: AliasOwner & { clientid: string; now: number },
): Promise<AliasOwner> => {
  const [, [row]] = await db.batch([
    db.run(sql`
      insert into client_aliases (clientid, account_id, user_id, created_at)
      values (${alias.clientid}, ${alias.accountId}, ${alias.userId}, ${alias.now})
      on conflict do nothing
    `),
    db.all<AliasOwner>(sql`
      select account_id as "accountId", user_id as "userId"
      from client_aliases
      where clientid = ${alias.clientid}
    `),
  ])
  if (!row) throw new Error('a client id that was just claimed is gone')
  return row
}
/** The client id of a removed account may name a new one of the same person. */
export const renameAlias = async (db: Db, clientid: string, accountId: string): Promise<void> => {
  await db.run(sql`update client_aliases set account_id = ${accountId} where clientid = ${clientid}`)
}

export type AccountFilter = Days & {
  userId: string | null
  status: string
  search: string | undefined
  /** Whose number checks: only accounts linked for checks, or this person's own. */
  checksOf?: string | null
  /** Each row with its owner's name. */
  owners?: boolean
}
/** Rowids by the beginning of the words of either name of an account. @param match of the full-text search */
export const namedLike = (match: string): SQL[] => [
  sql`select rowid from account_names where account_names match ${match}`,
  sql`select rowid from account_nicknames where account_nicknames match ${match}`,
]
/**
 * By the beginning of a number, client id or id, or of the words of a name. A `union` of reads, so that
 * each has its own index.
 */
const matching = (search: string): SQL => {
  const digits = phoneStart(search)
  const match = matchOf(search)
  const begins = (column: SQL, text: string) =>
    sql`select rowid from whatsapp where removed_at is null and ${column} >= ${text} and ${column} < ${`${text}~`}`
  const parts = [begins(sql`clientid`, search), begins(sql`id`, search)]
  // Letters cannot be the beginning of a number.
  if (/^\d+$/.test(digits)) parts.push(sql`${begins(sql`phonenumber`, digits)} and phonenumber is not null`)
  if (match) parts.push(...namedLike(match))
  return sql`w.rowid in (${sql.join(parts, sql` union `)})`
}
const filtered = (f: AccountFilter): SQL => {
  const parts = [LISTED, ...inDays(f, 'w.created_at')]
  if (f.userId !== null) parts.push(sql`w.user_id = ${f.userId}`)
  // Unary + keeps SQLite from the indexes by state and by status, whose rows would have to be sorted. The list's own index has
  // both columns and is in the order of the list.
  if (f.status === 'sending') parts.push(sql`+w.status = 'sending'`)
  else if (f.status !== 'all') parts.push(sql`+w.state = ${f.status}`)
  if (f.checksOf) parts.push(sql`(w.purpose <> 'blast' or w.user_id = ${f.checksOf})`)
  if (f.search) parts.push(matching(f.search))
  return sql.join(parts, sql` and `)
}
/** Triggers on the rows keep this counter. */
const LISTED_TOTAL = counter('accounts.listed')
const isEverything = (f: AccountFilter): boolean =>
  f.userId === null && f.status === 'all' && !f.search && !f.checksOf && inDays(f).length === 0
const SORTS: SortColumns<'accounts'> = {
  createdAt: CREATED,
  success: { columns: ['count_success'] },
  income: { columns: ['income_sen'] },
}
export const accountPage = (
  db: Db,
  filter: AccountFilter,
  page: SortedPage<'accounts'>,
): Promise<{ rows: ListedAccount[]; total: number }> => {
  const where = filtered(filter)
  const list = {
    keys: (columns: SQL) => sql`select ${columns} from whatsapp w where ${where}`,
    total: isEverything(filter) ? LISTED_TOTAL : sql`(select count(*) from whatsapp w where ${where})`,
    rows: (k: SQL) =>
      filter.owners
        ? sql`
          select w.*, ${CAP}, trim(u.firstname || ' ' || u.lastname) as owner_name
          from ${k} k
          cross join whatsapp w on w.id = k.id
          left join users u on u.id = w.user_id
        `
        : sql`select w.*, ${CAP} from ${k} k cross join whatsapp w on w.id = k.id`,
  }
  return pageOfList<ListedAccount>(db, list, page, orderOf<'accounts'>(SORTS, page.sort))
}
/** Unpaged lists stop at 1,000 (rule unpaged-lists); one more row tells that there is more. */
export const LIST_MAX = 1_000
export const accountList = (db: Db, userId: string | null): Promise<ListedAccount[]> =>
  db.all<ListedAccount>(sql`
    select w.*, ${CAP}
    from whatsapp w
    where ${filtered({ userId, status: 'all', search: undefined })}
    order by w.created_at desc, w.id
    limit ${LIST_MAX + 1}
  `)

export const accountCounts = async (
  db: Db,
  userId: string | null,
): Promise<{ connectedCount: number; disconnectedCount: number }> => {
  const [row] = await db.all<{ connected: number; total: number }>(
    userId === null
      ? sql`select ${counter('accounts.connected')} as connected, ${LISTED_TOTAL} as total`
      : sql`
        select coalesce(sum(w.state = 'connected'), 0) as connected, count(*) as total
        from whatsapp w
        where ${filtered({ userId, status: 'all', search: undefined })}
      `,
  )
  const { connected = 0, total = 0 } = row ?? {}
  return { connectedCount: connected, disconnectedCount: total - connected }
}
