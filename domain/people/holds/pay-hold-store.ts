// While the place pays far more than usual nobody is paid out (rule usual-pay). Every statement that pays asks for it.
import { type SQL, sql } from 'drizzle-orm'
import { Refusal } from '../../../contract/ground/errors.ts'
import { caseTexts } from '../../../contract/ground/texts.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { TroubleFigures } from '../../../contract/operation/troubles.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refuseIf, refuseUnless } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { PAY_FACTOR } from './rules.ts'

/** Open, and nobody said that it is right; or it grew as much again since. */
const OPEN: SQL = sql`
  select t.id, t.since, t.figures
  from troubles t
  where t.kind = 'pay_high'
    and t.subject = ''
    and t.ended_at is null
    and not exists (
      select 1
      from watch_marks r
      where r.name = 'pay_right'
        and r.subject = cast(t.id as text)
        and t.figures ->> 'rupiah' <= ${sql.raw(String(PAY_FACTOR))} * (r.figures ->> 'rupiah')
    )
`
export const isPayHeld: SQL = sql`exists (${OPEN})`

/** Of the open trouble; figures are JSON. */
type Stored = { id: number; since: number; figures: string }
export type PayHold = Pick<Stored, 'id' | 'since'> & { figures: TroubleFigures }
/** null: withdraws may be paid. */
export const readPayHold = async (db: Db): Promise<PayHold | null> => {
  const [row] = await db.all<Stored>(OPEN)
  return row ? { ...row, figures: JSON.parse(row.figures) as TroubleFigures } : null
}
/** @throws Refusal pay_held, which says since when. */
export const refusePayHeld = async (db: Db): Promise<void> => {
  const hold = await readPayHold(db)
  if (hold) throw new Refusal('pay_held', { text: caseTexts.payHeld(hold.since) })
}

/** Everybody who set a price lately, asked for one or agreed to one. */
const setsPrices = (by: string, now: number): SQL => sql`
  exists (
    select 1
    from audit_log a
    where a.actor_id = ${by}
      and a.at > ${now - DAY_MS}
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
  const hold = sql`select h.figures from (${OPEN}) h where h.id = ${id}`
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
