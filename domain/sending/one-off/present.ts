// A one-off blast on the wire: its row in D1, or the state of its sender's object when that is newer.
import { type OneOffWire, SKIP_TEXTS, type SkipReason, skipReason } from '../../../contract/sending/one-off.ts'
import type { WaitReason } from '../../../contract/sending/waits.ts'
import { progressOf } from '../blast/rules.ts'
import type { OneOffRecord, OneOffState, Refused } from './store.ts'

export type LiveOneOff = OneOffState & {
  /** Seconds; 0: it does not wait. */
  waitTime: number
  waitReason: WaitReason | null
}
export const withText = ({ number, reason }: Refused) => ({ number, reason, text: SKIP_TEXTS[reason] })
export const skipCount = (skipped: Partial<Record<SkipReason, number>>): number =>
  Object.values(skipped).reduce((sum, n) => sum + n, 0)
/** Percent. With named receivers tried and skipped ones count; for everybody only tried ones, because `total` excludes skipped. */
export const oneOffProgress = (
  oneOff: Pick<OneOffState, 'targets' | 'total' | 'success' | 'fail' | 'unknown' | 'skipped'>,
) =>
  progressOf(
    oneOff.success + oneOff.fail + oneOff.unknown + (oneOff.targets === 'list' ? skipCount(oneOff.skipped) : 0),
    oneOff.total,
  )

export const stateOf = (row: OneOffRecord): OneOffState => ({
  id: row.id,
  whatsappId: row.whatsapp_id,
  userId: row.user_id,
  targets: row.targets,
  templateId: row.template_id,
  message: row.message,
  phase: row.phase,
  total: row.total,
  success: row.count_success,
  fail: row.count_fail,
  unknown: row.count_unknown,
  skipped: JSON.parse(row.skipped) as OneOffState['skipped'],
  refused: JSON.parse(row.refused) as Refused[],
  error: row.error,
  version: row.version,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})

export type Sender = Pick<OneOffRecord, `sender_${'clientid' | 'phonenumber' | 'pushname' | 'state'}` | 'starter_name'>
export const presentOneOff = (row: OneOffRecord, live: LiveOneOff | null): OneOffWire =>
  presentOneOffState(
    live && live.version >= row.version ? live : { ...stateOf(row), waitTime: 0, waitReason: null },
    row,
  )

export const presentOneOffState = (oneOff: LiveOneOff, sender: Sender): OneOffWire => ({
  id: oneOff.id,
  whatsapp_id: oneOff.whatsappId,
  sender: sender.sender_phonenumber,
  pushname: sender.sender_pushname,
  clientid: sender.sender_clientid,
  state: sender.sender_state ?? 'unknown',
  user_id: oneOff.userId,
  name: sender.starter_name ?? '',
  targets: oneOff.targets,
  template_id: oneOff.templateId,
  message: oneOff.message,
  phase: oneOff.phase,
  status: oneOff.phase === 'sending' ? 'sending' : 'idle',
  total: oneOff.total,
  sent: oneOff.success + oneOff.fail + oneOff.unknown,
  count_success: oneOff.success,
  count_fail: oneOff.fail,
  count_unknown: oneOff.unknown,
  count_skipped: skipCount(oneOff.skipped),
  skipped: skipReason.options.flatMap((reason) => {
    const count = oneOff.skipped[reason] ?? 0
    return count > 0 ? [{ reason, text: SKIP_TEXTS[reason], count }] : []
  }),
  refused: oneOff.refused.map(withText),
  progress: oneOff.phase === 'finished' ? 100 : oneOffProgress(oneOff),
  waiting: oneOff.waitTime > 0,
  waitTime: oneOff.waitTime,
  waitReason: oneOff.waitReason,
  error: oneOff.error,
  version: oneOff.version,
  createdAt: new Date(oneOff.createdAt).toISOString(),
  finishedAt: oneOff.finishedAt === null ? null : new Date(oneOff.finishedAt).toISOString(),
})
