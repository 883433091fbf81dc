// Who ends the hold of all withdraws, in SQL (rule usual-pay).
import { type SQL, sql } from 'drizzle-orm'
import { Refusal } from '../../../contract/ground/errors.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refuseIf, refuseUnless } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { OPEN_PAY_HOLD } from '../../people/holds/pay-hold-store.ts'
import { tiedUntil } from '../../people/ties/tied-store.ts'

/** Acts that set a price, ask for one or agree to one. */
const pricesSince = (since: number): SQL => sql`
  select a.actor_id
  from audit_log a
  where a.at > ${since}
    and (
      a.action in ('level.create', 'level.update', 'level.delete')
      or a.action = 'settings.update'
        and coalesce(json_type(a.after, '$.price'), json_type(a.after, '$.referral_percent')) is not null
      or a.action = 'user.update'
        and coalesce(json_type(a.after, '$.blast_fee'), json_type(a.after, '$.level_id')) is not null
      or a.action in ('campaign.create', 'campaign.update', 'campaign.launch', 'campaign.resume')
        and json_type(a.after, '$.price') = 'integer'
      or a.action = 'approval.ask'
        and (
          a.after ->> 'kind' in ('price', 'level')
          or coalesce(json_type(a.after, '$.price'), json_type(a.after, '$.referral_percent')) is not null
        )
    )
`
/** This one set a price lately, asked for one or agreed to one, or is one whom who did could act as (rule two-sign-ins). */
const setsPrices = (by: string, now: number): SQL => sql`
  exists (
    select 1
    from (select distinct p.actor_id as id from (${pricesSince(now - DAY_MS)}) p) s
    where s.id = ${by} or ${tiedUntil(sql`s.id`, sql`${by}`, now)} is not null
  )
`
/**
 * Says that what is paid is right. Of two at once the second finds no hold any more.
 * @throws Refusal pay_not_held, or pay_yours of who set a price in the last day
 */
export const liftPayHold = async (
  db: Db,
  { id, by, now }: { id: number; by: string; now: number },
  more: Statement[],
): Promise<void> => {
  const hold = sql`select h.figures from (${OPEN_PAY_HOLD}) h where h.id = ${id}`
  try {
    await runBatch(db, [
      refuseUnless(db, 'pay_not_held', sql`exists (${hold})`),
      refuseIf(db, 'pay_yours', setsPrices(by, now)),
      db.run(sql`
        insert into watch_marks (name, subject, at, figures)
        select
          'pay_right',
          ${String(id)},
          ${now},
          json_object('rupiah', h.figures ->> 'rupiah')
        from (${hold}) h
        where true
        on conflict (name, subject) do update set at = excluded.at, figures = excluded.figures
      `),
      ...more,
    ])
  } catch (error) {
    const refusal = refusalOf(error)
    throw refusal === 'pay_not_held' || refusal === 'pay_yours' ? new Refusal(refusal) : error
  }
}
