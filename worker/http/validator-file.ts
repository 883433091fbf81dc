// A validator's form. On create its file goes to the bucket as it is; a small one is cut into parts at once, a large one
// by the queue (rule validator-files).
import { answerTexts } from '../../contract/texts.ts'
import { DONE } from '../../contract/api/shapes.ts'
import { Refusal } from '../../contract/errors.ts'
import { IMPORT_NOW_BYTES } from '../../contract/imports.ts'
import { type CheckSettings, VALIDATOR_BYTES, validatorFields } from '../../contract/number-checks.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { deleteCheckObjects } from '../../domain/number-checks/chunks.ts'
import { readSmallSource, sourceHead } from '../../domain/number-checks/read-source.ts'
import { sourceKey } from '../../domain/number-checks/rules.ts'
import { checkById, insertCheck, type NewCheck } from '../../domain/number-checks/store.ts'
import { Accepted, type WriteContext } from './context.ts'
import { invalid } from './errors.ts'
import { isForm, readForm } from './form.ts'
import { shownCheck } from './live-checks.ts'
import { readUpload, type Upload } from './upload.ts'

const NAME_MAX = 200

const FIELDS = ['whatsapp_id', 'b_insert', 'interval_min', 'interval_max'] as const
const checked = (fields: unknown): CheckSettings => {
  const parsed = validatorFields.safeParse(fields)
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}
const fieldsOf = ({ text }: { text: (name: string) => string | undefined }): CheckSettings =>
  checked(Object.fromEntries(FIELDS.map((name) => [name, text(name)])))

/** An edit: the same form without its file, or JSON. @throws Refusal. */
export const readFields = async (c: WriteContext['c']): Promise<CheckSettings> => {
  if (isForm(c)) return fieldsOf(await readForm(c))
  const text = await c.req.text()
  let body: unknown
  try {
    body = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json')
  }
  return checked(body)
}

type ValidatorContext = Pick<WriteContext, 'c' | 'env' | 'db' | 'now' | 'audit'> & { who: { id: string } }
type Prepared = Pick<NewCheck, 'source' | 'total'> & { head: string; readBytes: number; readRows: number }

const prepare = async ({ env }: ValidatorContext, id: string, upload: Upload): Promise<Prepared> => {
  const head = sourceHead(upload.name, upload.first)
  const kept = { head: JSON.stringify(head) }
  if (upload.stored || upload.size > IMPORT_NOW_BYTES)
    return { ...kept, source: 'reading', total: 0, readBytes: head.startBytes, readRows: 0 }
  const { rows, total } = await readSmallSource(env.MEDIA, id, head, upload.first)
  return { ...kept, source: 'ready', total, readBytes: upload.size, readRows: rows }
}

/** @throws Refusal; nothing is kept then. */
export const createValidator = async (context: ValidatorContext, senderFor: (handle: string) => Promise<string>) => {
  const { c, env, db, now, audit, who } = context
  const id = crypto.randomUUID()
  const key = sourceKey(id)
  const upload = await readUpload(c, key, VALIDATOR_BYTES)
  let ready: boolean
  try {
    const fields = fieldsOf(upload)
    const whatsappId = await senderFor(fields.whatsapp_id)
    const { source, total, ...read } = await prepare(context, id, upload)
    if (!upload.stored) await env.MEDIA.put(key, upload.first)
    const name = upload.name.slice(0, NAME_MAX).toWellFormed()
    const check: NewCheck = {
      id,
      kind: 'validator',
      userId: who.id,
      whatsappId,
      range: null,
      source,
      total,
      now,
      file: { name, key, bytes: upload.size, ...read },
      insert: fields.b_insert,
      intervalMin: fields.interval_min,
      intervalMax: fields.interval_max,
    }
    const after = { ...fields, whatsapp_id: whatsappId, file: name, bytes: upload.size, total }
    await runBatch(db, [insertCheck(db, check), ...audit('validator.create', id, undefined, after)])
    ready = source === 'ready'
  } catch (error) {
    await deleteCheckObjects(env.MEDIA, id)
    throw error
  }
  if (!ready) await env.IMPORTS.send({ jobId: id, of: 'check' })
  const row = await checkById(db, 'validator', id)
  if (!row) throw new Error('a validator that was just made is gone')
  const shown = await shownCheck(context, 'validator', row)
  if (ready) return { ...DONE, ...shown }
  return new Accepted({ ...DONE, jobId: id, ...shown, msg: answerTexts.fileAccepted })
}
