// Which accounts hold a number that nothing may leave for any more (rule number-claim): by its row, or by the claims
// of rows that are gone.
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../db/connection.ts'

const FORBIDDEN = sql`in_use = 1 and in_use_by is not null
  and (suppressed = 1 or status = 'nonactive' or consent_at is null)`
type Condition = ReturnType<typeof sql>

/** For the batch that deletes this row, or gives it another number, before it does. */
export const saveWithdrawnClaim = (db: Db, where: Condition): Statement =>
  db.run(sql`insert into withdrawn_claims (number_id, number, account_id)
    select id, number, in_use_by from phone_numbers where (${where}) and in_use = 1 and in_use_by is not null
    on conflict do nothing`)

export type NumberClaim = { number: string; accountId: string }
/** For the same batch, after its writes: who must let go of this number. */
export const forbiddenHolders = (db: Db, number: string) =>
  db.all<NumberClaim>(sql`select number, in_use_by as "accountId" from phone_numbers where number = ${number} and ${FORBIDDEN}
    union select number, account_id from withdrawn_claims where number = ${number}`)
/** By the id of the row that was. */
export const withdrawnClaimsById = (db: Db, numberId: number): Promise<NumberClaim[]> =>
  db.all<NumberClaim>(sql`select number, account_id as "accountId" from withdrawn_claims where number_id = ${numberId}`)
/** For the cron. */
export const forbiddenClaims = (db: Db, limit: number): Promise<NumberClaim[]> =>
  db.all<NumberClaim>(sql`select number, in_use_by as "accountId" from phone_numbers where ${FORBIDDEN}
    union all select number, account_id from withdrawn_claims limit ${limit}`)
/** These accounts have let go. */
export const deleteWithdrawnClaims = (db: Db, claims: readonly NumberClaim[]): Promise<unknown> =>
  db.run(sql`delete from withdrawn_claims where (number, account_id) in
    (select value ->> 'number', value ->> 'accountId' from json_each(${JSON.stringify(claims)}))`)
