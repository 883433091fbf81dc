// The part of the cost benchmark that needs many accounts: a morning of them in the simulator, at a tenth of the shipped cap and out of the middle
// of a day at the whole of it; its statements are played again on workerd's SQLite for the rows.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_SETTINGS } from '../../contract/ground/settings.ts'
import { D1_LOG, type Metered } from '../simulate/metered.ts'
import type { Day, Phase } from './bill.ts'
import { type Replayed, replay, type Rows } from './replay.ts'
import { simulated } from './simulated.ts'

type Played = { accounts: number; written: number; phases: Record<string, Metered> }
export type Kind = 'full' | 'tenth'
/** full: so much of the shipped cap each day; tenth: a tenth of it. */
export const SENT_EACH: Record<Kind, number> = {
  full: DEFAULT_SETTINGS.daily_cap,
  tenth: DEFAULT_SETTINGS.daily_cap / 10,
}
/** Counted out of the middle of a day at the whole cap, as long as the numbers of a claim last; a tenth is counted whole. */
const MIDDLE_MINUTES = 2
/** So many minutes of rest, fewer where there are many accounts: each is like the others. */
const restMinutes = (accounts: number): number => (accounts > 1_000 ? 10 : 60)

const OF_ACCOUNTS = 'ACCOUNT_BLAST/'
/** Statements of some accounts' objects are written down, and stand for those of all. */
const rowsOf = (replayed: Replayed, phase: string, byAccounts: number): { d1: Rows; objects: Rows } => {
  const d1: Rows = { read: 0, written: 0 }
  const objects: Rows = { read: 0, written: 0 }
  for (const [of, rows] of Object.entries(replayed.rows[phase] ?? {})) {
    const to = of === D1_LOG ? d1 : objects
    const by = of.startsWith(OF_ACCOUNTS) ? byAccounts : 1
    to.read += rows.read * by
    to.written += rows.written * by
  }
  return { d1, objects }
}
const phaseOf = (played: Played, replayed: Replayed, name: string): Phase => {
  const one = played.phases[name] ?? {}
  const { d1, objects } = rowsOf(replayed, name, played.accounts / played.written)
  return {
    messages: one.messages ?? 0,
    minutes: one.minutes ?? 0,
    d1RowsRead: d1.read,
    d1RowsWritten: d1.written,
    objectRowsRead: objects.read,
    objectRowsWritten: objects.written,
    rpc: one.rpc ?? 0,
    alarms: one.alarm ?? 0,
    alarmsSet: one['alarm-set'] ?? 0,
    frames: one.frame ?? 0,
    waitedMs: one['active-ms'] ?? 0,
    queueWritten: one['queue-written'] ?? 0,
    queueRead: one['queue-read'] ?? 0,
    invocations: one.invocation ?? 0,
    bucketA: one['bucket-a'] ?? 0,
    bucketB: one['bucket-b'] ?? 0,
    points: one.points ?? 0,
    lines: one.lines ?? 0,
    statements: one['d1-statements'] ?? 0,
  }
}

const play = async (accounts: number, cap: number, middle: number, rest: number) => {
  const home = mkdtempSync(join(tmpdir(), 'wa-blaster-cost-'))
  try {
    const log = join(home, 'statements.ndjson')
    const played = await simulated<Played>('cost.ts', accounts, cap, middle, rest, log)
    return { played, replayed: await replay(log) }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
/** The statements of D1 that write most, each with its share of a message. */
const dearestOf = ({ statements }: Replayed, phase: string, messages: number): string[] =>
  Object.entries(statements)
    .filter(([, one]) => one.phase === phase && one.of === D1_LOG)
    .toSorted(([, a], [, b]) => b.written - a.written)
    .slice(0, 8)
    .map(([sql, one]) => `${(one.written / messages).toFixed(2)} rows written a message: ${sql.slice(0, 150)}`)

export const simulateDays = async (accounts: number, say: (line: string) => void): Promise<Record<Kind, Day>> => {
  const whole = await play(accounts, SENT_EACH.tenth, 0, restMinutes(accounts))
  const tenth = phaseOf(whole.played, whole.replayed, 'sending')
  const resting = phaseOf(whole.played, whole.replayed, 'idle')
  const middle = await play(accounts, SENT_EACH.full, MIDDLE_MINUTES, 0)
  const full = phaseOf(middle.played, middle.replayed, 'sending')
  say(`${accounts} accounts: ${tenth.messages} messages of a tenth, ${full.messages} out of the middle of a whole cap`)
  for (const line of dearestOf(middle.replayed, 'sending', full.messages)) say(`  D1, ${line}`)
  return {
    tenth: { accounts, sentEach: SENT_EACH.tenth, sending: tenth, resting },
    full: { accounts, sentEach: SENT_EACH.full, sending: full, resting },
  }
}
