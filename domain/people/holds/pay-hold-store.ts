// While the place pays far more than usual nobody is paid out (rule usual-pay). Every statement that pays asks for it.
import { type SQL, sql } from 'drizzle-orm'
import { Refusal } from '../../../contract/ground/errors.ts'
import { caseTexts } from '../../../contract/ground/texts.ts'
import type { TroubleFigures } from '../../../contract/operation/troubles.ts'
import type { Db } from '../../ground/db/connection.ts'
import { PAY_FACTOR } from './rules.ts'

/** Open, and nobody said that it is right; or it grew as much again since. */
export const OPEN_PAY_HOLD: SQL = sql`
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
export const isPayHeld: SQL = sql`exists (${OPEN_PAY_HOLD})`

/** Of the open trouble; figures are JSON. */
type Stored = { id: number; since: number; figures: string }
export type PayHold = Pick<Stored, 'id' | 'since'> & { figures: TroubleFigures }
/** null: withdraws may be paid. */
export const readPayHold = async (db: Db): Promise<PayHold | null> => {
  const [row] = await db.all<Stored>(OPEN_PAY_HOLD)
  return row ? { ...row, figures: JSON.parse(row.figures) as TroubleFigures } : null
}
/** @throws Refusal pay_held, which says since when. */
export const refusePayHeld = async (db: Db): Promise<void> => {
  const hold = await readPayHold(db)
  if (hold) throw new Refusal('pay_held', { text: caseTexts.payHeld(hold.since) })
}
