// What the Worker may ask of an account's object about one-off blasts.
import { REFUSED_SHOWN } from '../../../contract/sending/one-off.ts'
import type { LiveOneOff } from '../../../domain/sending/one-off/present.ts'
import type { OneOffRequest } from '../../../domain/sending/one-off/store.ts'
import { countsOfDay } from '../../../domain/sending/blast/rules.ts'
import type { Outcome, Pace } from '../../rpc.ts'
import type { TurnPort } from './port.ts'
import { emitOneOff, persistOneOffs, liveOneOff } from '../one-off/one-off.ts'
import { addTargets, readOneOff, targetsLeft, writeOneOff } from '../tables/one-off-store.ts'
import { counts } from '../outcome/outcomes.ts'
import { isBusy, mayStartOneOff, shownState } from '../document/rules.ts'
import type { OneOff } from '../document/document.ts'
import { stopRun } from '../document/marks.ts'
import { beginRun } from '../run/run.ts'

export { oneOffPeople } from '../one-off/people.ts'

export const startOneOff = async (core: TurnPort, request: OneOffRequest): Promise<Outcome<LiveOneOff>> => {
  const { doc } = core
  if (!doc) return { ok: false, refusal: 'not_found' }
  // asked again because the answer was lost: it was started, and nothing leaves twice (rule one-off-test)
  const known = readOneOff(core.sql, request.id)
  if (known) return { ok: true, value: liveOneOff(core, known) }
  const refusal = mayStartOneOff(doc, core.now())
  if (refusal) return { ok: false, refusal }
  const { numbers, refused, ...values } = request
  const now = core.now()
  const oneOff: OneOff = {
    ...values,
    whatsappId: doc.accountId,
    phase: 'sending',
    total: values.targets === 'test' ? 1 : numbers.length + refused.length,
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
  if (values.targets === 'list') addTargets(core.sql, oneOff.id, numbers)
  return begin(core, oneOff)
}

/**
 * A stopped one goes on where it stood: named receivers that were not tried yet, or everybody who got no message since it was
 * made. Nobody gets it twice, because a person who was tried is neither (rule one-off-continue).
 */
export const continueOneOff = async (core: TurnPort, oneOffId: string): Promise<Outcome<LiveOneOff>> => {
  const { doc } = core
  const oneOff = doc && readOneOff(core.sql, oneOffId)
  if (!doc || !oneOff) return { ok: false, refusal: 'one_off_over' }
  const refusal = mayStartOneOff(doc, core.now())
  if (refusal) return { ok: false, refusal }
  // another test is another press, with a key of its own
  const isOver =
    oneOff.phase === 'finished' ||
    oneOff.targets === 'test' ||
    (oneOff.targets === 'list' && targetsLeft(core.sql, oneOffId) === 0)
  if (isOver) return { ok: false, refusal: 'one_off_over' }
  Object.assign(oneOff, { phase: 'sending', error: null, finishedAt: null, kept: false })
  return begin(core, oneOff)
}

/** Makes it the account's run, and its row follows. */
const begin = async (core: TurnPort, oneOff: OneOff): Promise<Outcome<LiveOneOff>> => {
  const now = core.now()
  beginRun(core, oneOff.id)
  emitOneOff(core, oneOff, 'start', { status: 'sending' })
  core.emit('start', { status: 'sending', blaster: true, ...counts(core) })
  writeOneOff(core.sql, oneOff, now)
  core.touchRow()
  core.setTimer('pump', now)
  core.setTimer('job-keep', now)
  // saved now, so that the list shows it at once; if D1 does not answer, the timer saves it
  await persistOneOffs(core).catch((error: unknown) => core.logError('one-off row', error))
  return { ok: true, value: liveOneOff(core, readOneOff(core.sql, oneOff.id) ?? oneOff) }
}

/** What a preview needs to know; null: nobody ever linked here. */
export const paceOf = (core: TurnPort): Pace | null => {
  const { doc } = core
  if (!doc) return null
  const sent = countsOfDay({ day: doc.day, today: doc.sentToday, yesterday: doc.sentYesterday }, core.now())
  return {
    state: shownState(doc, core.now()),
    isBusy: isBusy(doc) || doc.link !== null,
    sentToday: sent.today,
    held: doc.held ?? doc.person.paused,
  }
}

/** Stop only marks: the message in flight still finishes. null: it is not known here. */
export const stopOneOff = (core: TurnPort, oneOffId: string): LiveOneOff | null => {
  const run = core.doc?.run
  if (run?.jobId === oneOffId) {
    stopRun(run)
    core.wake()
  }
  return oneOffState(core, oneOffId)
}

export const oneOffState = (core: TurnPort, oneOffId: string): LiveOneOff | null => {
  const oneOff = core.doc && readOneOff(core.sql, oneOffId)
  return oneOff ? liveOneOff(core, oneOff) : null
}
