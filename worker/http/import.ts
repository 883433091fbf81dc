// POST …/import: reads the form, and answers 200 for a finished import or 202 for one that the queue carries out.
import { isSourceOrNone, readSource, SOURCE_MAX } from '../../contract/recipients/consent-source.ts'
import { answerTexts } from '../../contract/ground/texts.ts'
import { DONE } from '../../contract/ground/done.ts'
import { Refusal } from '../../contract/ground/errors.ts'
import { IMPORT_MAX_BYTES, importColumns, type ImportKind } from '../../contract/recipients/imports.ts'
import { type AcceptPorts, acceptImport } from '../../domain/sending/importing/accept-import.ts'
import { importFileKey, type ImportRequest } from '../../domain/sending/importing/run-import.ts'
import { Accepted, type WriteContext } from './context.ts'
import { importPorts } from '../import-ports.ts'
import { readUpload, type Upload } from './upload.ts'

/** What is said of all rows, and the form's field that says it. null: it must be words, and is not. */
const saidOf = (kind: ImportKind, text: Upload['text']): [field: string, said: string | null] => {
  if (kind === 'suppression') return ['reason', readSource(text('reason') ?? '')]
  const source = (kind === 'phonenumber' && text('consent_source')?.slice(0, SOURCE_MAX)) || ''
  return ['consent_source', isSourceOrNone(source) ? readSource(source) : null]
}
type ImportContext = Pick<WriteContext, 'c' | 'env' | 'db' | 'now' | 'audit'> & { who: { id: string } }
export const answerImport = async <K extends ImportKind>(context: ImportContext, kind: K) => {
  const { c, env, db, now } = context
  const id = crypto.randomUUID()
  const upload = await readUpload(c, importFileKey(id), IMPORT_MAX_BYTES)
  const columns = importColumns.safeParse(upload.text('columns'))
  const [field, said] = saidOf(kind, upload.text)
  if (!columns.success || said === null) {
    await env.MEDIA.delete(importFileKey(id))
    if (said === null) throw new Refusal('consent_source_words', { field })
    throw new Refusal('invalid_input', { field: 'columns' })
  }
  const request: ImportRequest<K> = {
    kind,
    fileName: upload.name,
    sizeBytes: upload.size,
    consentSource: said || null,
    columns: columns.data,
    by: context.who.id,
    audit: (jobId, rows) =>
      context.audit(`${kind}.import`, upload.name.slice(0, 200), undefined, {
        jobId,
        rows,
        [field]: said || null,
      }),
  }
  const ports: AcceptPorts = {
    ...(await importPorts(env, db, kind)),
    now,
    bucket: env.MEDIA,
    enqueue: (importId) => env.IMPORTS.send({ jobId: importId }),
  }
  const done = await acceptImport(ports, request, { id, first: upload.first, stored: upload.stored })
  if (done) return { ...DONE, ...done }
  return new Accepted({ ...DONE, jobId: id, created: [], skipped: [], msg: answerTexts.importAccepted })
}
