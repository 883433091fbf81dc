// A check's results on their way out of the object: found numbers into the list, rows beyond a chunk into the bucket,
// the job's row in D1. Every step may be repeated; a place is left behind only when it is safe elsewhere.
import { listFound } from '../../../domain/number-checks/list-found.ts'
import { chunkRows, chunkText } from '../../../domain/number-checks/chunks.ts'
import { chunkKey, PART_ROWS } from '../../../domain/number-checks/rules.ts'
import { runBatch } from '../../../domain/db/connection.ts'
import { type CheckState, listedTo, saveCheckState } from '../../../domain/number-checks/store.ts'
import {
  dropCheck,
  dropResults,
  type Found,
  readCheck,
  readResults,
  storedChecks,
  unkeptChecks,
  writeCheck,
} from './check-store.ts'
import type { AccountCore } from '../core.ts'
import type { Check } from '../document.ts'

/** One statement's worth, and statements of one turn: other timers wait meanwhile. */
const LIST_ROWS = 500
const LIST_STEPS = 10
const LIST_PAUSE_MS = 250

export const stateOf = (check: Check): CheckState => ({
  id: check.jobId,
  total: check.total,
  cursor: check.cursor,
  currentNumber: check.currentNumber,
  success: check.success,
  fail: check.fail,
  status: check.phase === 'generating' || check.phase === 'validating' ? 'sending' : 'idle',
  phase: check.phase,
  error: check.error,
  version: check.version,
})

/** Under way or at rest. */
export const findCheck = (core: AccountCore, jobId: string): Check | null =>
  core.account.check?.jobId === jobId ? core.account.check : readCheck(core.sql, jobId)
export const putCheck = (core: AccountCore, check: Check): void => {
  // the one under way is in the document
  if (core.account.check?.jobId !== check.jobId) writeCheck(core.sql, check, core.now())
}

/** Changes every check this object knows, under way or at rest. */
export const changeChecks = (core: AccountCore, change: (check: Check) => void): void => {
  const running = core.account.check
  for (const check of [...(running ? [running] : []), ...storedChecks(core.sql)]) {
    change(check)
    putCheck(core, check)
  }
}

/** The timer, a while after each answer: what is under way, and what ended and is not wholly kept. */
export const keepChecks = async (core: AccountCore): Promise<void> => {
  const running = core.account.check?.jobId
  const jobs = running ? [running, ...unkeptChecks(core.sql)] : unkeptChecks(core.sql)
  let failed: unknown = null
  for (const jobId of jobs) {
    await keepCheck(core, jobId).catch((error: unknown) => {
      // the others are kept all the same
      failed ??= error
    })
  }
  if (failed !== null) throw failed
}

/** Brings one job's list, chunks and row to where it is. @throws what the database or the bucket throws. */
export const keepCheck = async (core: AccountCore, jobId: string): Promise<void> => {
  const listed = await list(core, jobId)
  if (listed === null) return forgetCheck(core, jobId)
  await flush(core, jobId, listed)
  const check = findCheck(core, jobId)
  if (!check) return
  // a row must not know more than what is safe here
  putCheck(core, check)
  const saved = stateOf(check)
  await core.outside(({ db }) => runBatch(db, [saveCheckState(db, core.account.accountId, saved, core.now())]))
  const now = findCheck(core, jobId)
  if (!now || now.version !== saved.version || saved.status === 'sending') return
  // a setting that changed meanwhile may have made more to do
  now.kept = listed >= now.cursor && now.flushedTo >= now.cursor && now.insert === check.insert
  putCheck(core, now)
}

/** Answers up to which place the bucket may take rows; null: the job is gone, or went to another sender. */
const list = async (core: AccountCore, jobId: string): Promise<number | null> => {
  const listed = await core.outside(({ db }) => listedTo(db, jobId, core.account.accountId))
  if (listed === null) return null
  let from: number = listed
  const insert = findCheck(core, jobId)?.insert ?? false
  for (let steps = 0; ; ) {
    const check = findCheck(core, jobId)
    if (!check) return null
    if (!insert) return check.cursor
    const rows: Found[] =
      from < check.flushedTo
        ? await core.outside(({ env }) => chunkRows(env.MEDIA, jobId, from))
        : readResults(core.sql, jobId, from, LIST_ROWS)
    if (rows.length === 0) return from
    for (let at = 0; at < rows.length; at += LIST_ROWS, steps += 1) {
      if (steps >= LIST_STEPS) {
        core.setTimerNoLater('check-keep', core.now() + LIST_PAUSE_MS)
        return from
      }
      const some = rows.slice(at, at + LIST_ROWS)
      const to = (some.at(-1)?.seq ?? from) + 1
      const found = some.filter((r) => r.registered && r.number !== '')
      const part = { from, to, found }
      await core.outside(({ db }) => listFound({ db, secret: core.hashSecret, now: core.now() }, jobId, part))
      from = to
    }
  }
}

/** Under way only whole chunks, at rest all of it. The chunk is written first; a repeat writes the same key. */
const flush = async (core: AccountCore, jobId: string, below: number): Promise<void> => {
  for (;;) {
    const check = findCheck(core, jobId)
    if (!check) return
    const from = check.flushedTo
    const size = Math.min(below - from, PART_ROWS)
    const running = core.account.check === check
    if (size <= 0 || (running && size < PART_ROWS)) return
    const rows = readResults(core.sql, jobId, from, size).filter((r) => r.seq < from + size)
    if (rows.length > 0) await core.outside(({ env }) => env.MEDIA.put(chunkKey(jobId, from), chunkText(rows)))
    const now = findCheck(core, jobId)
    if (!now || now.flushedTo !== from) return
    now.flushedTo = from + size
    dropResults(core.sql, jobId, now.flushedTo)
    putCheck(core, now)
  }
}

/** Nothing of this job is known here any more. */
export const forgetCheck = (core: AccountCore, jobId: string): void => {
  if (core.account.check?.jobId === jobId) {
    core.account.check = null
    core.clearTimer('check')
    core.emitState()
  }
  dropCheck(core.sql, jobId)
  dropResults(core.sql, jobId, Number.MAX_SAFE_INTEGER)
}
