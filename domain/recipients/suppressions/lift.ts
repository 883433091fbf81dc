// Lifting a stop: alone after the person's own message, else as a question to a second person (rule lift).
import type { AuditAction } from '../../../contract/record/audit.ts'
import { namesNobody, NAMES_NOBODY } from '../../../contract/recipients/stop-reference.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { askedEntry, askSecond } from '../../people/approvals/ask-second.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { hashesOfLid, hashesOfNumber } from './hash.ts'
import { askedThemselves, isStillThere, liftStatements, type Stopped } from './lift-store.ts'
import { type SuppressionRow, suppressionById } from './store.ts'

type Audit = (action: AuditAction, target: string, before?: unknown, after?: unknown) => Statement[]
export type Lift = { by: string; reason: string; now: number }

/** @throws Refusal not_found. */
export const stoppedById = async (db: Db, id: string, ring: KeyRing): Promise<Stopped> => {
  const row = /^\d{1,15}$/.test(id) ? await suppressionById(db, Number(id)) : null
  if (!row) throw new Refusal('not_found')
  const hashes = [
    ...(row.number === null ? [] : hashesOfNumber(ring, row.number)),
    ...(row.lid === null ? [] : hashesOfLid(ring, row.lid)),
  ]
  return { row, hashes }
}
/** A LID stands in the log as its hash: an erasure could not find it there. */
const entryOf = ({ id, number, lid, via, by, reason, created_at, hash }: SuppressionRow) => ({
  id,
  number,
  via,
  by,
  reason,
  createdAt: new Date(created_at).toISOString(),
  ...(lid === null ? {} : { hash }),
})
/** For a batch: the lift with its row of the audit log. */
export const liftBatch = (
  db: Db,
  stopped: Stopped,
  { by, reason, now }: Lift,
  alone: boolean,
  audit: Audit,
): Statement[] => [
  ...liftStatements(db, stopped, { by, reason, alone, now }),
  ...audit('suppression.delete', String(stopped.row.id), entryOf(stopped.row), {
    reason,
    allowed_by: alone ? 'own_message' : 'second_person',
  }),
]

/**
 * @returns null: it is lifted; else the id of the question that waits now.
 * @throws Refusal invalid_input (the reason tells the number), approval_waits, or stop_moved where it is gone or its person has stopped again
 */
export const liftOrAsk = async (db: Db, stopped: Stopped, lift: Lift, audit: Audit): Promise<string | null> => {
  const { row } = stopped
  const { reason, by, now } = lift
  // what is kept of it outlives an erasure
  if (row.number !== null && !namesNobody({ number: row.number, reference: reason }))
    throw new Refusal('invalid_input', { field: 'reason', text: NAMES_NOBODY.message })
  try {
    if (await askedThemselves(db, stopped)) {
      await runBatch(db, liftBatch(db, stopped, lift, true, audit))
      return null
    }
    const id = crypto.randomUUID()
    const about = { kind: 'lift' as const, subject: String(row.id), amount: 0 }
    const question = { id, ...about, beneficiary_id: null, payload: { reason, hash: row.hash }, by, now }
    const entry = audit('approval.ask', id, undefined, askedEntry(about))
    return await askSecond(db, question, entry, { condition: isStillThere(stopped) })
  } catch (error) {
    // gone meanwhile, or the person has stopped again
    const refusal = refusalOf(error)
    throw refusal === 'stop_moved' || refusal === 'question_moved' ? new Refusal('stop_moved') : error
  }
}
