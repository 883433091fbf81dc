// Runs imports (rule imports): a small file is imported at once, a large one in steps of up to 5,000 rows. A step and its
// cursor are one transaction: after a crash the next run resumes at the last committed step, so no row is imported twice.
import { createHash } from 'node:crypto'
import { fileTexts } from '../../../contract/ground/texts.ts'
import {
  IMPORT_MAX_ROWS,
  IMPORT_NOW_BYTES,
  IMPORT_NOW_ROWS,
  type ImportWire,
  type ImportKind,
  type SkippedItem,
  SKIPPED_SHOWN,
} from '../../../contract/recipients/imports.ts'
import type { ChosenColumns } from '../../../contract/recipients/import-columns.ts'
import { TOO_MANY_TAGS } from '../../../contract/recipients/tags.ts'
import type { KeptColumn } from '../../../contract/recipients/fields.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { runBatch, type Statement } from '../../ground/db/connection.ts'
import { type ImportedRows, planStep, type StepPorts } from './plan-step.ts'
import { presentImport, shownSkip } from '../../recipients/imports/present.ts'
import { HEAD_BYTES, readGroups, readHead } from '../../recipients/imports/read-file.ts'
import { fieldsOf, hasOwnTag, type Head } from '../../recipients/imports/rules.ts'
import {
  applyStep,
  endImport,
  type Import,
  importById,
  shownImport,
  type ImportValues,
  insertImport,
  reasonsOf,
  refuseUnlessRowsLeft,
  skipsAfter,
} from '../../recipients/imports/store.ts'

export type ImportRequest<K extends ImportKind = ImportKind> = {
  kind: K
  fileName: string
  sizeBytes: number
  /** What is said of all rows: of recipients the source of their consent, of stops the reason. */
  consentSource: string | null
  /** Columns that a person chose for a CSV; null: as the header says. */
  columns: ChosenColumns | null
  /** Other columns that are kept as fields of recipients (rule recipient-fields). */
  kept?: readonly KeptColumn[]
  /** The tag that everybody of the file gets (rule tags). */
  tag?: string | null
  by: string
  audit: (jobId: string, rows: number | null) => Statement[]
}
export const IMPORTS_PREFIX = 'imports/'
export const importFileKey = (id: string): string => `${IMPORTS_PREFIX}${id}`
const valuesOf = (
  request: ImportRequest,
  id: string,
  head: Head,
  file: { key: string; sha256: string | null },
): ImportValues => ({
  id,
  kind: request.kind,
  file_key: file.key,
  sha256: file.sha256,
  file_name: request.fileName.slice(0, 200),
  format: head.format,
  size_bytes: request.sizeBytes,
  head: JSON.stringify(head),
  consent_source: request.consentSource,
  by: request.by,
  cursor_bytes: head.startBytes,
})

const headOf = ({ kind, fileName, columns, kept, tag }: ImportRequest, first: Uint8Array): Head => ({
  ...readHead(kind, fileName, first, columns, kept),
  ...(tag ? { tag } : {}),
})
const keptBy = (head: Head) => ({ fields: fieldsOf(head), tag: head.tag ?? null, ownTag: hasOwnTag(head) })
/** @throws Refusal where the rows of a step bring more tags than may be */
const withinLimits = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (refusalOf(error) !== 'too_many_tags') throw error
    throw new Refusal('invalid_input', { field: 'columns', text: TOO_MANY_TAGS })
  }
}

/** null: more than what is answered at once. @throws Refusal for a broken file; nothing was written then. */
export const importNow = async <K extends ImportKind>(
  ports: StepPorts,
  request: ImportRequest<K>,
  bytes: Uint8Array,
): Promise<{ jobId: string; created: ImportedRows[K][]; skipped: SkippedItem[] } | null> => {
  const head = headOf(request, bytes.subarray(0, HEAD_BYTES))
  if (bytes.length > IMPORT_NOW_BYTES) return null
  const items: unknown[] = []
  const stream = new Response(bytes.slice(head.startBytes)).body as ReadableStream<Uint8Array>
  for await (const group of readGroups(head, stream, head.startBytes)) {
    items.push(...group.items)
    if (items.length > IMPORT_NOW_ROWS) return null
  }
  const id = crypto.randomUUID()
  const { db, now } = ports
  const step = await planStep(request.kind, ports, { ...request, jobId: id, items, row: 1, ...keptBy(head) })
  const reach = { fromBytes: head.startBytes, toBytes: bytes.length, fromRow: 0, toRow: items.length, now }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const more = [
    insertImport(db, valuesOf(request, id, head, { key: '', sha256 }), now),
    ...request.audit(id, items.length),
  ]
  await withinLimits(() => applyStep(db, id, reach, { ...step, more }))
  await endImport(db, id, { error: null, sha256, now })
  await step.after?.()
  const skipped = await skipsAfter(db, id, 0, IMPORT_NOW_ROWS)
  return { jobId: id, created: await step.created(), skipped: skipped.map((skip) => shownSkip(request.kind, skip)) }
}

/** The file is in the bucket under `importFileKey(id)` before this writes the import's row. @throws Refusal for a broken beginning. */
export const beginImport = async (
  ports: Pick<StepPorts, 'db' | 'now'>,
  request: ImportRequest,
  file: { id: string; first: Uint8Array },
): Promise<string> => {
  const head = headOf(request, file.first)
  const values = valuesOf(request, file.id, head, { key: importFileKey(file.id), sha256: null })
  await runBatch(ports.db, [insertImport(ports.db, values, ports.now), ...request.audit(file.id, null)])
  return file.id
}

export type RunPorts = Omit<StepPorts, 'now'> & {
  clock: () => number
  /** The file from a byte on; null: it is not there. */
  open: (key: string, fromBytes: number) => Promise<ReadableStream<Uint8Array> | null>
  /** Epoch ms after which no further step begins. */
  until: number
}
/** more: call again. elsewhere: another run has moved this import. */
export type RunEnd = 'ended' | 'more' | 'elsewhere'

const broken = (error: unknown, row: number): string | null =>
  error instanceof Refusal ? fileTexts.afterRow(error.message, row) : null

/** null: the file is gone, or was never in the bucket. */
const sha256Of = async (open: RunPorts['open'], key: string): Promise<string | null> => {
  const stream = key === '' ? null : await open(key, 0)
  if (stream === null) return null
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

/** @throws what the database or the bucket throws: the import stands where its last step ended. */
export const runImport = async (ports: RunPorts, importId: string): Promise<RunEnd> => {
  const file = await importById(ports.db, importId)
  if (file?.status !== 'running') return 'ended'
  const { clock, open } = ports
  const endAs = async (error: string | null): Promise<void> =>
    endImport(ports.db, importId, { error, sha256: file.sha256 ?? (await sha256Of(open, file.file_key)), now: clock() })
  let row = file.rows_read
  try {
    const end = await takeSteps(ports, file, (at) => {
      row = at
    })
    if (end !== 'ended') return end
    await endAs(null)
  } catch (error) {
    const words = broken(error, row)
    if (words === null) throw error
    await endAs(words)
  }
  return 'ended'
}

const takeSteps = async (ports: RunPorts, file: Import, at: (row: number) => void): Promise<RunEnd> => {
  if (file.cursor_bytes >= file.size_bytes) return 'ended'
  const stream = await ports.open(file.file_key, file.cursor_bytes)
  if (stream === null) throw new Refusal('file_broken')
  let bytes = file.cursor_bytes
  let row = file.rows_read
  const head = JSON.parse(file.head) as Head
  for await (const group of readGroups(head, stream, file.cursor_bytes)) {
    const now = ports.clock()
    const toRow = row + group.items.length
    if (toRow > IMPORT_MAX_ROWS) throw new Refusal('file_rows')
    const asked = {
      jobId: file.id,
      items: group.items,
      row: row + 1,
      consentSource: file.consent_source,
      ...keptBy(head),
    }
    const request = { ...file, ...asked }
    const step = await planStep(file.kind, { ...ports, now }, request)
    const reach = { fromBytes: bytes, toBytes: group.endBytes, fromRow: row, toRow, now }
    if (!(await withinLimits(() => applyStep(ports.db, file.id, reach, step)))) return 'elsewhere'
    await step.after?.()
    bytes = group.endBytes
    row = toRow
    at(row)
    if (bytes < file.size_bytes && ports.clock() > ports.until) return 'more'
  }
  return 'ended'
}

/**
 * A step that is being written ends first; no other begins. The file's hash goes into the sealed record as of any other (rule sealed-consent).
 * @returns false: it had ended by itself, or all its rows are in and it is about to. @throws Refusal not_found
 */
export const cancelImport = async (
  { db, now, open }: Pick<RunPorts, 'db' | 'open'> & { now: number },
  id: string,
  audit: (file: Import) => Statement[],
): Promise<boolean> => {
  const file = await importById(db, id)
  if (file === null) throw new Refusal('not_found')
  if (file.status !== 'running') return false
  const sha256 = file.sha256 ?? (await sha256Of(open, file.file_key))
  // in one transaction: an import that ended meanwhile, or took its last step, is not called cancelled
  try {
    await endImport(db, id, { error: fileTexts.cancelled, sha256, now }, [refuseUnlessRowsLeft(db, id), ...audit(file)])
  } catch (error) {
    if (refusalOf(error) === 'import_moved') return false
    throw error
  }
  return true
}

/** null: there is no such import. */
export const importStatus = async (db: StepPorts['db'], id: string): Promise<ImportWire | null> => {
  const [found, skips, reasons] = await Promise.all([
    shownImport(db, id),
    skipsAfter(db, id, 0, SKIPPED_SHOWN),
    reasonsOf(db, id),
  ])
  return found === null ? null : presentImport(found, skips, reasons)
}
