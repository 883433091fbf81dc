// An import and what it skipped, as the wire shows them.
import { percentWithDecimals } from '../../../contract/ground/percent-parts.ts'
import type { ImportKind, ImportWire, ListedImport, SkippedItem } from '../../../contract/recipients/imports.ts'
import { maskWritten } from '../../../contract/sending/proxies.ts'
import type { ImportWithName, ShownImport, Skip } from './store.ts'

export const presentSkip = ({ row, value, name, reason }: Skip): SkippedItem => ({
  row,
  number: value,
  value,
  text: value,
  name,
  reason,
})
/** For a screen: a proxy's credentials stay in the file that is downloaded (rule masked-credentials). */
export const shownSkip = (kind: ImportKind, skip: Skip): SkippedItem =>
  presentSkip(kind === 'proxy' ? { ...skip, value: maskWritten(skip.value) } : skip)
export const presentImport = (
  row: ShownImport,
  firstSkips: readonly Skip[],
  reasons: ImportWire['skippedReasons'],
): ImportWire => ({
  id: row.id,
  jobId: row.id,
  kind: row.kind,
  status: row.status,
  fileName: row.file_name,
  progress:
    row.status === 'done' ? 100 : percentWithDecimals(row.cursor_bytes, Math.max(1, row.size_bytes), Math.floor),
  rows: row.rows_read,
  createdCount: row.created,
  skippedCount: row.skipped,
  landlineCount: row.landlines,
  takenBackCount: row.taken_back,
  skipped: firstSkips.map((skip) => shownSkip(row.kind, skip)),
  skippedReasons: reasons,
  skippedUrl: row.skipped > 0 ? `/api/admin/import/${row.id}/skipped` : null,
  error: row.error,
  createdAt: new Date(row.created_at).toISOString(),
})
export const presentListed = (row: ImportWithName): ListedImport => {
  const { skipped: _skipped, skippedReasons: _reasons, ...shown } = presentImport(row, [], {})
  return { ...shown, byName: row.by_name }
}
/** Names of the downloads and the columns of their CSV. */
export const SKIPPED_FILES = {
  phonenumber: { name: 'phone_numbers_skipped', columns: ['number', 'name', 'reason'] },
  proxy: { name: 'proxies_skipped', columns: ['value', 'reason'] },
  message: { name: 'messages_skipped', columns: ['text', 'reason'] },
  suppression: { name: 'suppressions_skipped', columns: ['number', 'reason'] },
} as const
