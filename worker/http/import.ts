// POST …/import: reads the form, and answers 200 for a finished import or 202 for one that the queue carries out.
import { isSourceOrNone, readSource, SOURCE_MAX } from '../../contract/recipients/consent-source.ts'
import { answerTexts } from '../../contract/ground/texts.ts'
import { DONE } from '../../contract/ground/done.ts'
import { Refusal } from '../../contract/ground/errors.ts'
import { IMPORT_MAX_BYTES, importColumns, type ImportKind } from '../../contract/recipients/imports.ts'
import { FIELD_TEXTS } from '../../contract/recipients/field-texts.ts'
import { importFields, type KeptColumn } from '../../contract/recipients/fields.ts'
import { importTag } from '../../contract/recipients/tags.ts'
import { refusalOf } from '../../domain/ground/db/refusals.ts'
import { addFields, areLive } from '../../domain/recipients/fields/store.ts'
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
/** Which other columns are kept, or the text that refuses them (rule recipient-fields). */
const keptIn = (kind: ImportKind, { text, name }: Upload): KeptColumn[] | string => {
  const kept = importFields.safeParse(kind === 'phonenumber' ? text('fields') : '')
  if (!kept.success) return kept.error.issues[0]?.message ?? FIELD_TEXTS.key
  return kept.data.length > 0 && !/\.csv$/i.test(name) ? FIELD_TEXTS.csvOnly : kept.data
}
const refuseFields = (text: string) => new Refusal('invalid_input', { field: 'fields', text })
type ImportContext = Pick<WriteContext, 'c' | 'env' | 'db' | 'now' | 'audit' | 'needProof'> & { who: { id: string } }
export const answerImport = async <K extends ImportKind>(context: ImportContext, kind: K) => {
  const { c, env, db, now } = context
  const id = crypto.randomUUID()
  const upload = await readUpload(c, importFileKey(id), IMPORT_MAX_BYTES)
  const columns = importColumns.safeParse(upload.text('columns'))
  const [field, said] = saidOf(kind, upload.text)
  const kept = keptIn(kind, upload)
  const tag = importTag.safeParse(kind === 'phonenumber' ? upload.text('tag') : '')
  if (!columns.success || !tag.success || said === null || typeof kept === 'string') {
    await env.MEDIA.delete(importFileKey(id))
    if (said === null) throw new Refusal('consent_source_words', { field })
    if (typeof kept === 'string') throw refuseFields(kept)
    if (!tag.success) throw new Refusal('invalid_input', { field: 'tag', text: tag.error.issues[0]?.message ?? '' })
    throw new Refusal('invalid_input', { field: 'columns' })
  }
  const fields = kept.map(({ key, name }) => ({ key, name, fallback: '' }))
  const keys = fields.map(({ key }) => key)
  try {
    // what stands in messages from now on is something new before recipients (rule template-activation)
    if (await areLive(db, keys)) context.needProof()
  } catch (error) {
    await env.MEDIA.delete(importFileKey(id))
    throw error
  }
  const request: ImportRequest<K> = {
    kind,
    fileName: upload.name,
    sizeBytes: upload.size,
    consentSource: said || null,
    columns: columns.data,
    kept,
    tag: tag.data,
    by: context.who.id,
    audit: (jobId, rows) => [
      ...(fields.length > 0 ? addFields(db, fields, { by: context.who.id, now }) : []),
      ...context.audit(`${kind}.import`, upload.name.slice(0, 200), undefined, {
        jobId,
        rows,
        [field]: said || null,
        ...(tag.data === null ? {} : { tag: tag.data }),
        ...(kept.length > 0 ? { fields: kept.map(({ key }) => key) } : {}),
      }),
    ],
  }
  const ports: AcceptPorts = {
    ...(await importPorts(env, db, kind)),
    now,
    bucket: env.MEDIA,
    enqueue: (importId) => env.IMPORTS.send({ jobId: importId }),
  }
  const done = await acceptImport(ports, request, { id, first: upload.first, stored: upload.stored }).catch(
    (error: unknown) => {
      const refusal = refusalOf(error)
      if (refusal === 'fields_full') throw refuseFields(FIELD_TEXTS.full)
      throw refusal === 'field_leaving' ? refuseFields(FIELD_TEXTS.leaving) : error
    },
  )
  if (done) return { ...DONE, ...done }
  return new Accepted({ ...DONE, jobId: id, created: [], skipped: [], msg: answerTexts.importAccepted })
}
