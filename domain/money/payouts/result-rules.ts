// What a bank's result means for the lines of a batch (rule payout-result). Pure.
import { payoutResultTexts as texts, payoutResultWords as words } from '../../../contract/money/file-texts.ts'
import type { LineStatus } from '../../../contract/money/payouts.ts'

type Outcome = 'accepted' | 'returned'
type Line = { withdraw_id: string; reference: string; status: LineStatus; return_waits: 0 | 1 }
export type Decided = { withdrawId: string; to: Outcome; reason: string | null }
export type ResultPlan = {
  decided: Decided[]
  /** Rows that say what was applied before, or nothing yet. */
  unchanged: number
  /** What is wrong, by the row's number in the file; while there is anything, nothing is applied. */
  problems: Record<string, string>
}

const OUTCOMES: readonly Outcome[] = ['accepted', 'returned']
const isOneOf = (known: readonly string[], said: string): boolean => known.includes(said)
const REASON_MAX = 300
const plain = (cell: string | undefined): string => (cell ?? '').trim().toLowerCase()
const outcomeOf = (said: string): Outcome | undefined => OUTCOMES.find((one) => isOneOf(words[one], said))
const isDecided = (status: LineStatus): boolean => status === 'accepted' || status === 'returned'

/** @param rows with the header first */
export const planResult = (lines: readonly Line[], rows: readonly (readonly string[])[]): ResultPlan => {
  const plan: ResultPlan = { decided: [], unchanged: 0, problems: {} }
  const heads = (rows[0] ?? []).map((cell) => plain(cell))
  const column = (names: readonly string[]): number => heads.findIndex((head) => isOneOf(names, head))
  const at = { reference: column(words.reference), status: column(words.status), reason: column(words.reason) }
  if (at.reference < 0 || at.status < 0) return { ...plan, problems: { [1]: texts.columns } }
  const byReference = new Map(lines.map((line) => [line.reference, line]))
  const seen = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    if (index === 0) continue
    const number = index + 1
    const wrong = (text: string): void => void (plan.problems[number] = text)
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
    else if (line.return_waits === 1 && outcome === 'returned') plan.unchanged += 1
    else if (line.return_waits === 1) wrong(texts.returnWaits(reference))
    else {
      const given = at.reason < 0 ? '' : (row[at.reason] ?? '').trim().slice(0, REASON_MAX)
      const reason = outcome === 'returned' ? given || texts.noReason : null
      plan.decided.push({ withdrawId: line.withdraw_id, to: outcome, reason })
    }
  }
  const isEmpty = plan.decided.length === 0 && seen.size === 0
  return isEmpty ? { ...plan, problems: { [2]: texts.nothing } } : plan
}
