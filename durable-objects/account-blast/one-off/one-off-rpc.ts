// What the Worker may ask of an account's object about one-off blasts.
import { REFUSED_SHOWN } from '../../../contract/one-off.ts'
import type { LiveOneOff } from '../../../domain/one-off/present.ts'
import type { OneOffRequest } from '../../../domain/one-off/store.ts'
import type { Outcome } from '../../rpc.ts'
import type { AccountCore } from '../core.ts'
import { persistOneOffs, liveOneOff } from './one-off.ts'
import { addTargets, readOneOff, writeOneOff } from './one-off-store.ts'
import { counts } from '../sending/outcomes.ts'
import { mayStartOneOff } from '../rules.ts'
import { type OneOff, newRun } from '../document.ts'

export const startOneOff = async (core: AccountCore, request: OneOffRequest): Promise<Outcome<LiveOneOff>> => {
  const { doc } = core
  if (!doc) return { ok: false, refusal: 'not_found' }
  const refusal = mayStartOneOff(doc, core.now())
  if (refusal) return { ok: false, refusal }
  const { numbers, refused, ...values } = request
  const now = core.now()
  const oneOff: OneOff = {
    ...values,
    whatsappId: doc.accountId,
    targets: numbers === null ? 'all' : 'list',
    phase: 'sending',
    total: numbers === null ? 0 : numbers.length + refused.length,
    success: 0,
    fail: 0,
    unknown: 0,
    skipped: {},
    refused: refused.slice(0, REFUSED_SHOWN),
    error: null,
    createdAt: now,
    finishedAt: null,
    kept: false,
    version: 0,
  }
  for (const { reason } of refused) oneOff.skipped[reason] = (oneOff.skipped[reason] ?? 0) + 1
  doc.run = { ...newRun(now), jobId: oneOff.id }
  core.rules = null
  if (numbers) addTargets(core.sql, oneOff.id, numbers)
  core.emitOneOff(oneOff, 'start', { status: 'sending' })
  core.emit('start', { status: 'sending', blaster: true, ...counts(core) })
  writeOneOff(core.sql, oneOff, now)
  core.touchRow()
  core.setTimer('pump', now)
  core.setTimer('job-keep', now)
  // saved now, so that the list shows it at once; if D1 does not answer, the timer saves it
  await persistOneOffs(core).catch((error: unknown) => core.logError('one-off row', error))
  return { ok: true, value: liveOneOff(core, readOneOff(core.sql, oneOff.id) ?? oneOff) }
}

/** Stop only marks: the message in flight still finishes. null: it is not known here. */
export const stopOneOff = (core: AccountCore, oneOffId: string): LiveOneOff | null => {
  const run = core.doc?.run
  if (run?.jobId === oneOffId) {
    run.stopRequested = true
    core.wake()
  }
  return oneOffState(core, oneOffId)
}

export const oneOffState = (core: AccountCore, oneOffId: string): LiveOneOff | null => {
  const oneOff = core.doc && readOneOff(core.sql, oneOffId)
  return oneOff ? liveOneOff(core, oneOff) : null
}
