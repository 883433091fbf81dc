// What keeps a payout batch from being approved or paid, in SQL: of payout_batches (rules payout-batch, withdraw-hold, decider-ties).
import { sql } from 'drizzle-orm'
import { isWithdrawHeld } from '../../people/holds/store.ts'
import { balanceSenOf } from '../ledger/store.ts'
import { steers } from '../../people/ties/store.ts'

/** Nobody is paid who is paused or owes: of w and u. */
export const isStopped = sql`(u.status = 'paused' or ${balanceSenOf(sql`w.user_id`)} < 0)`
/** For anyone who may not have a request of their own among these. */
export const NONE_OF = (by: string) => sql`
  not exists (
    select 1
    from payout_lines l
    join withdraws w on w.id = l.withdraw_id
    where l.batch_id = payout_batches.id and w.user_id = ${by}
  )
`
/** Nobody in it is paid what its maker or this one steers (rule decider-ties). */
export const NONE_STEERED = (by: string, now: number) => {
  const target = { person: sql`w.user_id`, withdraw: sql`w.id` }
  return sql`
    not exists (
      select 1
      from payout_lines l
      join withdraws w on w.id = l.withdraw_id
      where l.batch_id = payout_batches.id
        and l.status = 'waiting'
        and (${steers(sql`${by}`, target, now)} or ${steers(sql`payout_batches.created_by`, target, now)})
    )
  `
}
/** For what orders money to be paid: no undecided line's member is held (rule withdraw-hold). */
export const NONE_HELD = sql`
  not exists (
    select 1
    from payout_lines l
    join withdraws w on w.id = l.withdraw_id
    where l.batch_id = payout_batches.id and l.status = 'waiting' and ${isWithdrawHeld(sql`w.user_id`)}
  )
`
export const NONE_STOPPED = sql`
  not exists (
    select 1
    from payout_lines l
    join withdraws w on w.id = l.withdraw_id
    join users u on u.id = w.user_id
    where l.batch_id = payout_batches.id and l.status = 'waiting' and ${isStopped}
  )
`
