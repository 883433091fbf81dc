// POST …/import: reads the form, and answers 200 for a finished import or 202 for one that the queue carries out.
import { isSourceOrNone, readSource, SOURCE_MAX } from '../../contract/consent-source.ts'
import { answerTexts } from '../../contract/texts.ts'
import { DONE } from '../../contract/api/shapes.ts'
import { Refusal } from '../../contract/errors.ts'
import { isSandbox } from '../env.ts'
import { IMPORT_MAX_BYTES, importColumns, type ImportKind } from '../../contract/imports.ts'
import { type AcceptPorts, acceptImport } from '../../domain/imports/accept-import.ts'
import { importFileKey, type ImportRequest } from '../../domain/imports/run-import.ts'
import { completeHashRing } from '../../domain/suppressions/hash-keys.ts'
import { Accepted, type WriteContext } from './context.ts'
import { mediaFinder } from '../ports.ts'
import { readUpload } from './upload.ts'

type ImportContext = Pick<WriteContext, 'c' | 'env' | 'db' | 'now' | 'audit'> & { who: { id: string } }
export const answerImport = async <K extends ImportKind>(context: ImportContext, kind: K) => {
  const { c, env, db, now } = context
  const id = crypto.randomUUID()
  const upload = await readUpload(c, importFileKey(id), IMPORT_MAX_BYTES)
  const columns = importColumns.safeParse(upload.text('columns'))
  const source = (kind === 'phonenumber' && upload.text('consent_source')?.slice(0, SOURCE_MAX)) || ''
  const isUnproved = !isSourceOrNone(source)
  if (!columns.success || isUnproved) {
    await env.MEDIA.delete(importFileKey(id))
    if (isUnproved) throw new Refusal('consent_source_words', { field: 'consent_source' })
    throw new Refusal('invalid_input', { field: 'columns' })
  }
  const consentSource = readSource(source) || null
  const request: ImportRequest<K> = {
    kind,
    fileName: upload.name,
    sizeBytes: upload.size,
    consentSource,
    columns: columns.data,
    by: context.who.id,
    audit: (jobId, rows) =>
      context.audit(`${kind}.import`, upload.name.slice(0, 200), undefined, {
        jobId,
        rows,
        consent_source: consentSource,
      }),
  }
  const ports: AcceptPorts = {
    db,
    now,
    hashKeys: await completeHashRing(env),
    findMedia: mediaFinder(env),
    privateProxies: isSandbox(env),
    bucket: env.MEDIA,
    enqueue: (importId) => env.IMPORTS.send({ jobId: importId }),
  }
  const done = await acceptImport(ports, request, { id, first: upload.first, stored: upload.stored })
  if (done) return { ...DONE, ...done }
  return new Accepted({ ...DONE, jobId: id, created: [], skipped: [], msg: answerTexts.importAccepted })
}
