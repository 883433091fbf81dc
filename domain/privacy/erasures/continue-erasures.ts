// Carries out erasures everywhere (rule erasure): in files of number checks, then in each account's object, then in results that were written
// before their object was reached, and in the rows that imports have skipped. Each step may be repeated.
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Db } from '../../ground/db/connection.ts'
import { eraseFromResults, eraseFromSources } from '../../sending/number-checks/erase-from-files.ts'
import {
  accountsAfter,
  accountsBehind,
  type CheckFiles,
  checksAfter,
  type Erasure,
  eraseFromSkips,
  isImportRunning,
  openErasures,
  saveErasure,
} from './erasures-store.ts'

export type ErasurePorts = {
  db: Db
  bucket: R2Bucket
  /** Asks an account's object to erase this number. */
  eraseIn: (accountId: string, number: string) => Promise<void>
  clock: () => number
  /** No new step begins after this, epoch ms. */
  until: number
  /** So many accounts are asked at most: the platform limits the calls of one invocation. */
  accounts: number
  warn: (text: string, fields: { account: string | null }) => void
}
const CHECKS_A_STEP = 20
const ACCOUNTS_A_STEP = 50
const NEXT: Record<Erasure['phase'], Erasure['phase']> = {
  sources: 'accounts',
  accounts: 'results',
  results: 'done',
  done: 'done',
}

export const continueErasures = async (ports: ErasurePorts): Promise<void> => {
  const open = await openErasures(ports.db)
  if (open.length === 0) return
  // another one is first in each minute: one that an account holds up takes no other's calls for ever
  const minute = Math.floor(ports.clock() / MINUTE_MS)
  const first = minute % open.length
  const left = { accounts: ports.accounts, turn: Math.floor(minute / open.length) }
  for (const erasure of [...open.slice(first), ...open.slice(0, first)]) {
    let next: Erasure | null = erasure
    while (next && next.phase !== 'done' && ports.clock() < ports.until) {
      next = await step(ports, next, left)
      if (next) await saveErasure(ports.db, next, ports.clock())
    }
  }
}

/** after: the last one that is done; null: all are. later: the next one cannot be reached now. */
type Reached = { after: string | null } | 'later'

/** How many accounts may still be asked in this round. turn: how often each open erasure was first. */
type Left = { accounts: number; turn: number }
/** null: the step cannot continue now; the cron tries again. */
const step = async (ports: ErasurePorts, erasure: Erasure, left: Left): Promise<Erasure | null> => {
  const reached = erasure.phase === 'accounts' ? await inAccounts(ports, erasure, left) : await inFiles(ports, erasure)
  if (reached === 'later') return null
  if (reached.after !== null) return { ...erasure, after: reached.after }
  if (erasure.phase === 'results') {
    if (await isImportRunning(ports.db, erasure.created_at)) return null
    await eraseFromSkips(ports.db, erasure.number)
  }
  return { ...erasure, phase: NEXT[erasure.phase], after: '' }
}

/** So many of these accounts as may still be asked. */
const askPortion = async (ports: ErasurePorts, { number, after }: Erasure, left: Left, skipped = 0) => {
  const ids = await accountsAfter(ports.db, after, Math.min(ACCOUNTS_A_STEP, left.accounts), skipped)
  left.accounts -= ids.length
  return { ids, answers: await Promise.allSettled(ids.map((id) => ports.eraseIn(id, number))) }
}
/** Behind an account that does not answer each turn has another portion: only that account waits, and all are asked again once it answers. */
const askBehind = async (ports: ErasurePorts, erasure: Erasure, left: Left): Promise<void> => {
  const others = Math.ceil((await accountsBehind(ports.db, erasure.after)) / ACCOUNTS_A_STEP) - 1
  if (others <= 0 || left.accounts <= 0) return
  await askPortion(ports, erasure, left, (1 + (left.turn % others)) * ACCOUNTS_A_STEP)
}

const inAccounts = async (ports: ErasurePorts, erasure: Erasure, left: Left): Promise<Reached> => {
  if (left.accounts <= 0) return 'later'
  const { ids, answers } = await askPortion(ports, erasure, left)
  const failed = answers.findIndex((one) => one.status === 'rejected')
  if (failed === -1) return { after: ids.at(-1) ?? null }
  ports.warn('an account did not erase a person yet', { account: ids[failed] ?? null })
  const before = ids[failed - 1]
  if (before !== undefined) return { after: before }
  await askBehind(ports, erasure, left)
  return 'later'
}

const inFiles = async (ports: ErasurePorts, { number, phase, after }: Erasure): Promise<Reached> => {
  const checks: CheckFiles[] = await checksAfter(ports.db, after, CHECKS_A_STEP)
  for (const check of checks) {
    // its file is still being cut into parts: a part with the number may be written after this
    if (check.reading) return 'later'
    if (phase === 'sources') await eraseFromSources(ports.bucket, check, number)
    else await eraseFromResults(ports.bucket, check.id, number)
  }
  return { after: checks.at(-1)?.id ?? null }
}
