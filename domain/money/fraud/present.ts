// A member to look at, as the wire shows it.
import type { SignalKind } from '../../../contract/money/fraud.ts'
import type { SuspectRow } from './list-store.ts'
import type { Evidence } from './rules.ts'

type StoredSignal = { kind: SignalKind; points: number; evidence: Evidence }
type StoredHold = { at: number; reason: string; by: string | null }
const iso = (at: number): string => new Date(at).toISOString()
const holdOf = (json: string | null): StoredHold | null => (json === null ? null : (JSON.parse(json) as StoredHold))

export const presentSuspect = (names: ReadonlyMap<string, string>) => (row: SuspectRow) => {
  const [hold, lifted] = [holdOf(row.hold), holdOf(row.lifted)]
  return {
    user_id: row.user_id,
    name: `${row.firstname} ${row.lastname}`.trim(),
    email: row.email,
    score: row.score,
    signals: (JSON.parse(row.signals) as StoredSignal[])
      .toSorted((a, b) => b.points - a.points)
      .map(({ kind, points, evidence: { people, count, of } }) => ({
        kind,
        points,
        people: people.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id) ?? '' }] : [])),
        count,
        of,
      })),
    hold: hold && { since: iso(hold.at), by: hold.by, reason: hold.reason },
    lifted: lifted && { at: iso(lifted.at), by: lifted.by, reason: lifted.reason },
  }
}
