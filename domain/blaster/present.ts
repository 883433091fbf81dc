// A one-off blast as the wire shows it: the row, or what its sender's object says when that is newer.
import { type BlasterJob, SKIP_TEXTS, type SkipReason, skipReason } from '../../contract/blaster.ts'
import type { WAIT_REASONS } from '../../contract/events.ts'
import { progressOf } from '../blast/rules.ts'
import type { JobRecord, JobState, Refused } from './store.ts'

export type LiveJob = JobState & {
  /** Seconds; 0: it does not wait. */
  waitTime: number
  waitReason: (typeof WAIT_REASONS)[number] | null
}
export const withText = ({ number, reason }: Refused) => ({ number, reason, text: SKIP_TEXTS[reason] })
export const skipCount = (skipped: Partial<Record<SkipReason, number>>): number =>
  Object.values(skipped).reduce((sum, n) => sum + n, 0)
/** Of a list every receiver is either tried or skipped; of everybody only the tried ones were counted. */
export const jobProgress = (job: Pick<JobState, 'targets' | 'total' | 'success' | 'fail' | 'unknown' | 'skipped'>) =>
  progressOf(job.success + job.fail + job.unknown + (job.targets === 'list' ? skipCount(job.skipped) : 0), job.total)

const stateOf = (row: JobRecord): JobState => ({
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
  skipped: JSON.parse(row.skipped) as JobState['skipped'],
  refused: JSON.parse(row.refused) as Refused[],
  error: row.error,
  version: row.version,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})

export type Sender = Pick<JobRecord, `sender_${'clientid' | 'phonenumber' | 'pushname' | 'state'}` | 'starter_name'>
export const presentJob = (row: JobRecord, live: LiveJob | null): BlasterJob =>
  presentState(live && live.version >= row.version ? live : { ...stateOf(row), waitTime: 0, waitReason: null }, row)

export const presentState = (job: LiveJob, sender: Sender): BlasterJob => ({
  id: job.id,
  whatsapp_id: job.whatsappId,
  sender: sender.sender_phonenumber,
  pushname: sender.sender_pushname,
  clientid: sender.sender_clientid,
  state: sender.sender_state ?? 'unknown',
  user_id: job.userId,
  name: sender.starter_name ?? '',
  targets: job.targets,
  template_id: job.templateId,
  message: job.message,
  phase: job.phase,
  status: job.phase === 'sending' ? 'sending' : 'idle',
  total: job.total,
  sent: job.success + job.fail + job.unknown,
  count_success: job.success,
  count_fail: job.fail,
  count_unknown: job.unknown,
  count_skipped: skipCount(job.skipped),
  skipped: skipReason.options.flatMap((reason) => {
    const count = job.skipped[reason] ?? 0
    return count > 0 ? [{ reason, text: SKIP_TEXTS[reason], count }] : []
  }),
  refused: job.refused.map(withText),
  progress: job.phase === 'finished' ? 100 : jobProgress(job),
  waiting: job.waitTime > 0,
  waitTime: job.waitTime,
  waitReason: job.waitReason,
  error: job.error,
  version: job.version,
  createdAt: new Date(job.createdAt).toISOString(),
  finishedAt: job.finishedAt === null ? null : new Date(job.finishedAt).toISOString(),
})
