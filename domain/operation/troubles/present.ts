// A trouble as it is listed, mailed and sent.
import { TROUBLE_TEXTS } from '../../../contract/operation/trouble-texts.ts'
import { runbookOf, type Trouble, type TroubleFigures } from '../../../contract/operation/troubles.ts'
import type { DueAlert } from './alerts-store.ts'
import type { AlertRow, TroubleList, TroubleRow } from './store.ts'

type About = Omit<Trouble, 'seen' | 'told' | 'alerts'>
const dateOf = (at: number): string => new Date(at).toISOString()
const dateOrNull = (at: number | null): string | null => (at === null ? null : dateOf(at))

export const aboutOf = (row: NonNullable<DueAlert['trouble']>, base: string): About => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  ...TROUBLE_TEXTS[row.kind],
  since: dateOf(row.since),
  ended: dateOrNull(row.ended_at),
  figures: JSON.parse(row.figures) as TroubleFigures,
  runbook: runbookOf(row.kind, base),
})

const stateOf = (row: AlertRow): Trouble['alerts'][number]['state'] => {
  if (row.delivered_at !== null) return 'delivered'
  return row.due_at === null ? 'given_up' : 'waits'
}
const wayOf = (row: AlertRow): Trouble['alerts'] =>
  row.phase === 'test' ? [] : [{ channel: row.channel, phase: row.phase, state: stateOf(row), tries: row.tries }]
const listed =
  (alerts: readonly AlertRow[], base: string) =>
  (row: TroubleRow): Trouble => ({
    ...aboutOf(row, base),
    seen: dateOf(row.seen_at),
    told: row.told_at !== null,
    alerts: alerts.filter((alert) => alert.trouble_id === row.id).flatMap(wayOf),
  })
export const presentTroubles = ({ open, ended, alerts, looked }: TroubleList, base: string) => ({
  open: open.map(listed(alerts, base)),
  ended: ended.map(listed(alerts, base)),
  lookedAt: { often: dateOrNull(looked.often), hourly: dateOrNull(looked.hourly) },
})
