// What a bank's result means for the lines of a batch (rule payout-result). Pure.
import { payoutResultTexts as texts } from '../../contract/texts.ts'
import type { LineStatus } from '../../contract/payouts.ts'

type Outcome = 'accepted' | 'returned'
type Line = { withdraw_id: string; reference: string; status: LineStatus }
export type Decided = { withdrawId: string; to: Outcome; reason: string | null }
export type ResultPlan = {
  decided: Decided[]
  /** Rows that say what was applied before, or nothing yet. */
  unchanged: number
  /** What is wrong, by the row's number in the file; while there is anything, nothing is applied. */
  problems: Record<string, string>
}

const HEADS = {
  reference: ['referensi', 'reference', 'ref', 'no referensi', 'transaction id', 'remark'],
  status: ['status', 'hasil', 'result'],
  reason: ['alasan', 'reason', 'catatan', 'keterangan'],
}
const OUTCOMES: Record<Outcome, readonly string[]> = {
  accepted: ['diterima', 'berhasil', 'sukses', 'dibayar', 'accepted', 'success', 'successful', 'paid'],
  returned: ['dikembalikan', 'gagal', 'retur', 'ditolak', 'returned', 'failed', 'rejected'],
}
const REASON_MAX = 300
const OUTCOME_NAMES = Object.keys(OUTCOMES) as Outcome[]
const plain = (cell: string | undefined): string => (cell ?? '').trim().toLowerCase()
const outcomeOf = (cell: string): Outcome | undefined => OUTCOME_NAMES.find((one) => OUTCOMES[one].includes(cell))
const isDecided = (status: LineStatus): boolean => status === 'accepted' || status === 'returned'

/** @param rows with the header first */
export const planResult = (lines: readonly Line[], rows: readonly (readonly string[])[]): ResultPlan => {
  const plan: ResultPlan = { decided: [], unchanged: 0, problems: {} }
  const heads = (rows[0] ?? []).map((cell) => plain(cell))
  const column = (names: readonly string[]): number => heads.findIndex((head) => names.includes(head))
  const at = { reference: column(HEADS.reference), status: column(HEADS.status), reason: column(HEADS.reason) }
  if (at.reference < 0 || at.status < 0) return { ...plan, problems: { [texts.row(1)]: texts.columns } }
  const byReference = new Map(lines.map((line) => [line.reference, line]))
  const seen = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    if (index === 0) continue
    const number = index + 1
    const wrong = (text: string): void => void (plan.problems[texts.row(number)] = text)
    const reference = (row[at.reference] ?? '').trim().toUpperCase()
    const said = plain(row[at.status])
    // a row that says nothing yet, as in the file that was downloaded, is for a later result
    if (said === '') {
      plan.unchanged += 1
      continue
    }
    const outcome = outcomeOf(said)
    const line = byReference.get(reference)
    const before = seen.get(reference)
    seen.set(reference, number)
    if (reference === '') wrong(texts.noReference)
    else if (!line) wrong(texts.unknown(reference))
    else if (before !== undefined) wrong(texts.twice(reference, before))
    else if (!outcome) wrong(texts.status(row[at.status] ?? ''))
    else if (line.status === outcome) plan.unchanged += 1
    else if (isDecided(line.status)) wrong(texts.decided(reference, line.status === 'accepted'))
    else if (line.status === 'released') wrong(texts.released(reference))
    else {
      const given = at.reason < 0 ? '' : (row[at.reason] ?? '').trim().slice(0, REASON_MAX)
      const reason = outcome === 'returned' ? given || texts.noReason : null
      plan.decided.push({ withdrawId: line.withdraw_id, to: outcome, reason })
    }
  }
  const isEmpty = plan.decided.length === 0 && seen.size === 0
  return isEmpty ? { ...plan, problems: { [texts.row(2)]: texts.nothing } } : plan
}
