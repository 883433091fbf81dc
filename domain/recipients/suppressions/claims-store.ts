// Which accounts hold a claim on a number that must not be written to (rule number-claim): claims noted in its row, and
// withdrawn claims, whose row was deleted or has another number now.
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import type { withdrawnClaims } from './table.ts'

/** `in_use = 1` is the predicate of the index by holder: without it SQLite does not use that index. */
const FORBIDDEN = sql`
  in_use = 1 and in_use_by is not null and (suppressed > 0 or status = 'nonactive' or consent_at is null)
`

/**
 * Goes into the batch that deletes these rows or changes their number, before that statement: afterwards no row says who
 * holds the number.
 */
export const saveWithdrawnClaim = (db: Db, where: SQL): Statement =>
  db.run(sql`
    insert into withdrawn_claims (number_id, number, account_id)
    select id, number, in_use_by
    from phone_numbers
    where (${where}) and in_use = 1 and in_use_by is not null
    on conflict do nothing
  `)

export type NumberClaim = Pick<typeof withdrawnClaims.$inferSelect, 'number' | 'accountId'>
/** Accounts that must release this number. Goes into the batch that makes it so, after its writes. */
export const forbiddenHolders = (db: Db, number: string) => holdersAmong(db, sql`(${number})`)
/** The same of a list of numbers. */
export const holdersAmong = (db: Db, numbers: SQL) =>
  db.all<NumberClaim>(sql`
    select number, in_use_by as "accountId"
    from phone_numbers
    where number in ${numbers} and ${FORBIDDEN}
    union
    select number, account_id
    from withdrawn_claims
    where number in ${numbers}
  `)
/** By the id of the deleted row. */
export const withdrawnClaimsById = (db: Db, numberId: number): Promise<NumberClaim[]> =>
  db.all<NumberClaim>(sql`select number, account_id as "accountId" from withdrawn_claims where number_id = ${numberId}`)
/** Claims that the cron still has to end. */
export const forbiddenClaims = (db: Db, limit: number): Promise<NumberClaim[]> =>
  db.all<NumberClaim>(sql`
    select number, in_use_by as "accountId"
    from phone_numbers
    where ${FORBIDDEN}
    union all
    select number, account_id
    from withdrawn_claims
    limit ${limit}
  `)
/** Deletes withdrawn claims that their accounts have released. */
export const deleteWithdrawnClaims = (db: Db, claims: readonly NumberClaim[]): Promise<unknown> =>
  db.run(sql`
    delete from withdrawn_claims
    where (number, account_id) in (
      select value ->> 'number', value ->> 'accountId'
      from json_each(${JSON.stringify(claims)})
    )
  `)
