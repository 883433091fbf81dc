// An import job and what it skipped, as the wire shows them.
import type { ImportJobWire, SkippedItem } from '../../contract/imports.ts'
import type { ImportJob, Skip } from './store.ts'

export const presentSkip = ({ value, name, reason }: Skip): SkippedItem => ({
  number: value,
  value,
  text: value,
  name,
  reason,
})
export const presentJob = (job: ImportJob, firstSkips: readonly Skip[]): ImportJobWire => ({
  id: job.id,
  jobId: job.id,
  kind: job.kind,
  status: job.status,
  fileName: job.file_name,
  progress: job.status === 'done' ? 100 : Math.floor((job.cursor_bytes / Math.max(1, job.size_bytes)) * 10_000) / 100,
  rows: job.rows_read,
  createdCount: job.created,
  skippedCount: job.skipped,
  skipped: firstSkips.map(presentSkip),
  skippedUrl: job.skipped > 0 ? `/api/admin/import/${job.id}/skipped` : null,
  error: job.error,
  createdAt: new Date(job.created_at).toISOString(),
})
/** Names of the downloads and the columns of their CSV. */
export const SKIPPED_FILES = {
  phonenumber: { name: 'phone_numbers_skipped', columns: ['number', 'name', 'reason'] },
  proxy: { name: 'proxies_skipped', columns: ['value', 'reason'] },
  message: { name: 'messages_skipped', columns: ['text', 'reason'] },
} as const
