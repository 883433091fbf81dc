// Applies a bank's result to a payout batch: every row of the file or none, and each request once however often the file is
// uploaded (rule payout-result).
import { Refusal } from '../../contract/errors.ts'
import type { Role } from '../../contract/role-table.ts'
import { type Db, runBatch, type Statement } from '../db/connection.ts'
import { brokenCsv, parseCsv } from '../imports/csv.ts'
import { noticesOfDecisions } from '../notices/withdraw-notices.ts'
import { readSettings } from '../settings/store.ts'
import { isStepTaken } from '../withdraw/decide-withdraw.ts'
import { isFrozen, stepStatements } from '../withdraw/store.ts'
import { mustFindPayout, mustPayOut } from './freeze-requests.ts'
import { secondOf } from './present.ts'
import { type Decided, planResult } from './result-rules.ts'
import { isPayoutRefused, type LineRow, lineStatements, linesOf, type PayoutRow } from './store.ts'

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

type Applied = { payout: PayoutRow; accepted: LineRow[]; returned: LineRow[]; unchanged: number }
type Upload = { who: { id: string; role: Role }; id: string; bytes: ArrayBuffer; now: number }

const decisionOf = ({ to, reason }: Decided, by: string, now: number) =>
  to === 'accepted'
    ? ({ to: 'accepted', move: 'pay', by, reason: null, now } as const)
    : ({ to: 'rejected', move: 'release', by, reason, now } as const)

const applyOnce = async (
  db: Db,
  { who, id, now }: Upload,
  rows: string[][],
  audit: (after: unknown) => Statement[],
): Promise<Applied> => {
  const [payout, settings, lines] = await Promise.all([
    mustFindPayout(db, id, { who, now }),
    readSettings(db),
    linesOf(db, id),
  ])
  mustPayOut(who, settings)
  if (lines.some(({ user_id }) => user_id === who.id)) throw new Refusal('payout_own')
  if (secondOf(payout) === 'waiting') throw new Refusal('payout_second')
  const { decided, unchanged, problems } = planResult(lines, rows)
  if (Object.keys(problems).length > 0) throw new Refusal('payout_result', { fields: problems })
  const lineOf = new Map(lines.map((line) => [line.withdraw_id, line]))
  const steps = decided.flatMap((one) => {
    const line = lineOf.get(one.withdrawId)
    if (!line) return []
    const row = { ...line, id: line.withdraw_id, status: line.request_status }
    return [{ row, decision: decisionOf(one, who.id, now), payoutId: id, line }]
  })
  const of = (to: 'accepted' | 'rejected') => steps.filter(({ decision }) => decision.to === to).map(({ line }) => line)
  const [accepted, returned] = [of('accepted'), of('rejected')]
  if (steps.length > 0)
    await runBatch(db, [
      ...stepStatements(db, steps),
      ...lineStatements(db, id, decided, now),
      ...noticesOfDecisions(db, steps),
      ...audit({ accepted: accepted.length, returned: returned.length }),
    ])
  return { payout: await mustFindPayout(db, id, { who, now }), accepted, returned, unchanged }
}

/** Another upload that came at the same moment was applied first: what is left of this one is found by reading anew. */
const TRIES = 3
/** @throws Refusal not_found, forbidden, payout_own, payout_second, payout_result with `fields` by row, or payout_moved. */
export const applyResult = async (db: Db, upload: Upload, audit: (after: unknown) => Statement[]): Promise<Applied> => {
  const rows = rowsOf(upload.bytes)
  for (let tries = 1; ; tries++) {
    try {
      return await applyOnce(db, upload, rows, audit)
    } catch (error) {
      if (!isStepTaken(error) && !isFrozen(error) && !isPayoutRefused(error)) throw error
      if (tries === TRIES) throw new Refusal('payout_moved')
    }
  }
}
