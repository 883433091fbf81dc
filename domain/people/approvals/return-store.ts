// Questions to a second person whether the bank sent money back, in SQL (rules second-person, bank-return).
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'

/** id: of the question. */
export type NewReturn = { id: string; withdrawId: string; reason: string }
/**
 * One question of each request. Fails its batch where one waits already, or where nothing is ordered. The proof must be written before,
 * so that the question names it.
 */
export const insertReturns = (db: Db, returns: readonly NewReturn[], by: string, now: number): Statement =>
  db.run(sql`
    insert into approvals (id, kind, subject, beneficiary_id, amount, payload, asked_by, asked_at, status)
    select
      r.value ->> 'id',
      'return',
      w.id,
      w.user_id,
      w.nominal,
      json_object(
        'reason', r.value ->> 'reason',
        'proof', (select max(n) from withdraw_proofs where withdraw_id = w.id and kind = 'return')
      ),
      ${by},
      ${now},
      case when w.payment in ('ordered', 'paid') then 'waiting' end
    from json_each(${JSON.stringify(returns)}) r
    cross join withdraws w on w.id = r.value ->> 'withdrawId'
  `)
