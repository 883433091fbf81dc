// The lines of a payout whose withdraws are decided: money leaves by either, and both say the same.
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'

/** For the batch that decides the requests: what the lines say, and how far the payout is. */
export const lineStatements = (
  db: Db,
  id: string,
  decided: readonly { withdrawId: string; to: 'accepted' | 'returned'; reason: string | null }[],
  now: number,
): Statement[] => [
  refuseUnless(
    db,
    'payout_moved',
    sql`status = 'frozen' and (needs_second = 0 or approved_by is not null)`,
    sql`from payout_batches where id = ${id}`,
  ),
  db.run(sql`
    update payout_lines
    set status = d.value ->> 'to', reason = d.value ->> 'reason', decided_at = ${now}
    from json_each(${JSON.stringify(decided)}) d
    where payout_lines.batch_id = ${id} and payout_lines.withdraw_id = d.value ->> 'withdrawId'
  `),
  db.run(sql`
    update payout_batches
    set
      status = case
        when exists (select 1 from payout_lines where batch_id = ${id} and status = 'waiting') then 'frozen'
        else 'done'
      end,
      accepted = (select count(*) from payout_lines where batch_id = ${id} and status = 'accepted'),
      returned = (select count(*) from payout_lines where batch_id = ${id} and status = 'returned')
    where id = ${id}
  `),
]
