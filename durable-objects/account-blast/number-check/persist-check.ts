// Saves a check outside the object: found numbers to the list, whole chunks of results to the bucket, its state to D1's row.
// Every step may be repeated; rows are deleted here only after they are stored there.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { listFound } from '../../../domain/sending/number-checks/list-found.ts'
import { type CheckFound, chunkRows, chunkText } from '../../../domain/sending/number-checks/chunks.ts'
import { chunkKey, PART_ROWS } from '../../../domain/sending/number-checks/rules.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { type CheckState, listedTo, saveCheckState } from '../../../domain/sending/number-checks/store.ts'
import {
  dropCheck,
  dropResults,
  readCheck,
  readResults,
  storedChecks,
  unsavedChecks,
  writeCheck,
} from '../tables/check-store.ts'
import { completeHashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import type { NumberCheckPort } from './port.ts'
import type { Check } from '../document/document.ts'

/** Rows a statement, and statements a turn: the object's other timers wait meanwhile. */
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
export const findCheck = (core: NumberCheckPort, checkId: string): Check | null =>
  core.account.check?.jobId === checkId ? core.account.check : readCheck(core.sql, checkId)
export const storeCheck = (core: NumberCheckPort, check: Check): void => {
  // the one under way is in the document
  if (core.account.check?.jobId !== check.jobId) writeCheck(core.sql, check, core.now())
}

/** Changes every check this object knows, under way or at rest. One that stays as it was is not written: it would be kept for longer. */
const changeChecks = (core: NumberCheckPort, change: (check: Check) => void): void => {
  const running = core.account.check
  for (const check of [...(running ? [running] : []), ...storedChecks(core.sql)]) {
    const before = JSON.stringify(check)
    change(check)
    if (JSON.stringify(check) !== before) storeCheck(core, check)
  }
}

/** Takes an erased person's place in a list, so that the positions of the others stay. */
const NOBODY = { number: '', name: '' }
/** In what they go by; the results are rows of their own. */
export const eraseFromChecks = (core: NumberCheckPort, number: string): void => {
  changeChecks(core, (check) => {
    if (check.currentNumber === number) check.currentNumber = null
    for (const target of check.query?.targets ?? []) if (target.number === number) Object.assign(target, NOBODY)
  })
  // the part in memory was read before the bucket's copy was rewritten, and still has this person
  core.checkPart = null
}

/** The timer's work, a while after each answer: saves the running check, and ended ones that are not fully saved. */
export const persistChecks = async (core: NumberCheckPort): Promise<void> => {
  const running = core.account.check?.jobId
  const checkIds = running ? [running, ...unsavedChecks(core.sql)] : unsavedChecks(core.sql)
  let failed: unknown = null
  for (const checkId of checkIds) {
    await persistCheck(core, checkId).catch((error: unknown) => {
      sometimes('a number check is not saved')
      // one failure does not stop the other checks from being saved
      failed ??= error
    })
  }
  if (failed !== null) throw failed
}

/** Saves one check: list, chunks, row. @throws what the database or the bucket throws. */
export const persistCheck = async (core: NumberCheckPort, checkId: string): Promise<void> => {
  const listed = await listFoundNumbers(core, checkId)
  if (listed === null) return forgetCheck(core, checkId)
  await writeChunks(core, checkId, listed)
  const check = findCheck(core, checkId)
  if (!check) return
  // stored here before D1's row: after a crash the row must not be ahead of this object
  storeCheck(core, check)
  const saved = stateOf(check)
  await core.saveThenCall(({ db }) => runBatch(db, [saveCheckState(db, core.account.accountId, saved, core.now())]))
  const now = findCheck(core, checkId)
  if (!now || now.version !== saved.version || saved.status === 'sending') return
  // `insert` may have been switched on during the awaits: then rows are left to list
  now.kept = listed >= now.cursor && now.flushedTo >= now.cursor && now.insert === check.insert
  storeCheck(core, now)
}

/** @returns the position up to which rows may go to the bucket; null: the check is deleted, or is another sender's */
const listFoundNumbers = async (core: NumberCheckPort, checkId: string): Promise<number | null> => {
  const listed = await core.saveThenCall(({ db }) => listedTo(db, checkId, core.account.accountId))
  if (listed === null) return null
  let from: number = listed
  const insert = findCheck(core, checkId)?.insert ?? false
  for (let steps = 0; ; ) {
    const check = findCheck(core, checkId)
    if (!check) return null
    if (!insert) return check.cursor
    const rows: CheckFound[] =
      from < check.flushedTo
        ? await core.saveThenCall(({ env }) => chunkRows(env.MEDIA, checkId, from))
        : readResults(core.sql, checkId, from, LIST_ROWS)
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
      await core.saveThenCall(async ({ db, env }) =>
        listFound({ db, hashKeys: await completeHashRing(env), now: core.now() }, checkId, part),
      )
      from = to
    }
  }
}

/** Writes whole chunks while the check runs, all rows once it rests. The bucket is written before rows are deleted here; a repeat writes the same key. */
const writeChunks = async (core: NumberCheckPort, checkId: string, below: number): Promise<void> => {
  for (;;) {
    const check = findCheck(core, checkId)
    if (!check) return
    const from = check.flushedTo
    const size = Math.min(below - from, PART_ROWS)
    const running = core.account.check === check
    if (size <= 0 || (running && size < PART_ROWS)) return
    const rows = readResults(core.sql, checkId, from, size).filter((r) => r.seq < from + size)
    if (rows.length > 0) await core.saveThenCall(({ env }) => env.MEDIA.put(chunkKey(checkId, from), chunkText(rows)))
    const now = findCheck(core, checkId)
    if (!now || now.flushedTo !== from) return
    now.flushedTo = from + size
    dropResults(core.sql, checkId, now.flushedTo)
    storeCheck(core, now)
  }
}

/** Deletes the check with its results. */
export const forgetCheck = (core: NumberCheckPort, checkId: string): void => {
  if (core.account.check?.jobId === checkId) {
    core.account.check = null
    core.clearTimer('check')
    core.emitState()
  }
  dropCheck(core.sql, checkId)
  dropResults(core.sql, checkId, Number.MAX_SAFE_INTEGER)
}
