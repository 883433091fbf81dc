// Applies a bank's result to a payout batch: every row of the file or none, and each request once however often the file is
// uploaded. What was paid is paid at once; what came back waits for a second person (rules payout-result, paid-is-paid).
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { type Db, runBatch } from '../../ground/db/connection.ts'
import { refusalOf, type Refused } from '../../ground/db/refusals.ts'
import { brokenCsv, parseCsv } from '../../ground/csv/csv.ts'
import { noticesOfDecisions, withdrawRef } from '../../people/notices/withdraw-notices.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { type Audit, isTaken } from '../withdraw/decide-withdraw.ts'
import { returnStatements } from '../withdraw/return-withdraw.ts'
import { stepStatements } from '../withdraw/step-store.ts'
import { mustFindPayout, mustNotSteer, mustPayOut } from './freeze-requests.ts'
import { secondOf } from './present.ts'
import { type Decided, planResult } from './result-rules.ts'
import { type LineRow, linesOf, type PayoutRow } from './store.ts'
import { lineStatements } from '../withdraw/lines-store.ts'

const BYTE_ORDER_MARK = /^\ufeff/
/** @throws Refusal file_encoding or file_broken. */
const rowsOf = (bytes: ArrayBuffer): string[][] => {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(BYTE_ORDER_MARK, '')
  } catch {
    throw new Refusal('file_encoding')
  }
  const [head = ''] = text.split(/\r?\n/, 1)
  try {
    return parseCsv(text, head.includes(';') ? ';' : ',')
  } catch {
    throw brokenCsv()
  }
}

/** returned: those that wait for a second person now. refs: of the notices. */
type Applied = { payout: PayoutRow; accepted: LineRow[]; returned: LineRow[]; unchanged: number; refs: string[] }
type Upload = {
  who: { id: string; role: Role }
  id: string
  bytes: ArrayBuffer
  /** Keeps the file as the proof of what came back, and answers its key. */
  keep: () => Promise<string>
  now: number
}
type Plan = { line: LineRow } & Decided

const applyOnce = async (db: Db, { who, id, keep, now }: Upload, rows: string[][], audit: Audit): Promise<Applied> => {
  const [payout, settings, lines] = await Promise.all([
    mustFindPayout(db, id, { who, now }),
    readSettings(db),
    linesOf(db, id),
  ])
  mustPayOut(who, settings)
  if (lines.some(({ user_id }) => user_id === who.id)) throw new Refusal('payout_own')
  if (secondOf(payout) === 'waiting') throw new Refusal('payout_second')
  if (payout.fetched_at === null && payout.status === 'frozen') throw new Refusal('payout_not_fetched')
  const { decided, unchanged, problems } = planResult(lines, rows)
  if (Object.keys(problems).length > 0) throw new Refusal('payout_result', { fields: problems })
  const lineOf = new Map(lines.map((line) => [line.withdraw_id, line]))
  const plans = decided.flatMap((one): Plan[] => {
    const line = lineOf.get(one.withdrawId)
    return line ? [{ ...one, line }] : []
  })
  const [paid, back] = [plans.filter(({ to }) => to === 'accepted'), plans.filter(({ to }) => to === 'returned')]
  // what comes back is the member's money again: a second person approves it, and nobody asks for it who steers it
  await mustNotSteer(
    db,
    { who, now },
    back.map(({ line }) => ({ ...line, id: line.withdraw_id })),
    settings,
  )
  const steps = paid.map(({ line }) => ({
    row: { ...line, id: line.withdraw_id, status: line.request_status },
    decision: { to: 'paid', move: 'nothing', by: who.id, reason: null, now } as const,
    payoutId: id,
  }))
  const asked = returnStatements(
    db,
    back.map(({ line, reason }) => ({
      withdrawId: line.withdraw_id,
      userId: line.user_id,
      nominal: line.nominal,
      reason: reason ?? '',
    })),
    { by: who.id, key: back.length > 0 ? await keep() : '', now, staffCanProcess: settings.staff_can_process },
    audit,
  )
  if (plans.length > 0)
    await runBatch(db, [
      ...(steps.length > 0 ? [...stepStatements(db, steps), ...lineStatements(db, id, paid, now)] : []),
      ...asked.statements,
      ...noticesOfDecisions(db, steps),
      ...audit('payout.result', id, undefined, { accepted: paid.length, returned: back.length }),
    ])
  const refs = [...paid.map(({ line }) => withdrawRef({ id: line.withdraw_id, step: line.step + 1 })), ...asked.refs]
  const of = (some: readonly Plan[]): LineRow[] => some.map(({ line }) => line)
  return { payout: await mustFindPayout(db, id, { who, now }), accepted: of(paid), returned: of(back), unchanged, refs }
}

/** Another upload that came at the same moment was applied first: what is left of this one is found by reading again. */
const TRIES = 3
const MOVED: ReadonlySet<Refused | undefined> = new Set([
  'payout_moved',
  'question_moved',
  'taken approvals.kind',
  'withdraw_frozen',
] as const)
/**
 * @throws Refusal not_found, forbidden, payout_own, decider_tied, payout_second, payout_not_fetched, payout_result with `fields` by row, or
 * payout_moved.
 */
export const applyResult = async (db: Db, upload: Upload, audit: Audit): Promise<Applied> => {
  const rows = rowsOf(upload.bytes)
  for (let tries = 1; ; tries++) {
    try {
      return await applyOnce(db, upload, rows, audit)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!isTaken(refusal) && !MOVED.has(refusal)) throw error
      if (tries === TRIES) throw new Refusal('payout_moved')
    }
  }
}
