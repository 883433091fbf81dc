// An uploaded file becomes a validator: the file goes to the bucket as it is; a small one is cut into parts at once, a large
// one by the queue (rule validator-files).
import type { AuditAction } from '../../../contract/record/audit.ts'
import { IMPORT_NOW_BYTES } from '../../../contract/recipients/imports.ts'
import type { CheckSettings } from '../../../contract/sending/number-checks.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { deleteCheckObjects } from './chunks.ts'
import { readSmallSource, sourceHead } from './read-source.ts'
import { sourceKey } from './rules.ts'
import { type CheckRecord, checkById, insertCheck, type NewCheck } from './store.ts'

const NAME_MAX = 200

export type CreatePorts = {
  db: Db
  bucket: R2Bucket
  now: number
  /** Account id of the sender by its id or client id. @throws Refusal check_sender or invalid_input. */
  senderFor: (handle: string) => Promise<string>
  /** Sends the queue message that cuts the file into parts. */
  enqueue: (checkId: string) => Promise<unknown>
  audit: (action: AuditAction, target: string, before: unknown, after: unknown) => Statement[]
}
export type ValidatorUpload = {
  id: string
  userId: string
  name: string
  size: number
  /** The beginning of the file; all of it unless it is stored. */
  first: Uint8Array
  /** The file lies in the bucket under `sourceKey(id)`. */
  stored: boolean
  /** The form's other fields. @throws Refusal invalid_input. */
  readSettings: () => CheckSettings
}
type Prepared = Pick<NewCheck, 'source' | 'total'> & { head: string; readBytes: number; readRows: number }

const prepare = async (bucket: R2Bucket, upload: ValidatorUpload): Promise<Prepared> => {
  const source = sourceHead(upload.name, upload.first)
  const head = JSON.stringify(source)
  if (upload.stored || upload.size > IMPORT_NOW_BYTES)
    return { head, source: 'reading', total: 0, readBytes: source.startBytes, readRows: 0 }
  const { rows, total } = await readSmallSource(bucket, upload.id, source, upload.first)
  return { head, source: 'ready', total, readBytes: upload.size, readRows: rows }
}

/** isReady false: the queue still cuts the file into parts. @throws Refusal; nothing is left in the bucket then. */
export const createValidator = async (
  ports: CreatePorts,
  upload: ValidatorUpload,
): Promise<{ row: CheckRecord; isReady: boolean }> => {
  const { db, bucket, now } = ports
  const { id } = upload
  const key = sourceKey(id)
  let isReady: boolean
  try {
    const settings = upload.readSettings()
    const whatsappId = await ports.senderFor(settings.whatsapp_id)
    const { source, total, ...read } = await prepare(bucket, upload)
    if (!upload.stored) await bucket.put(key, upload.first)
    const name = upload.name.slice(0, NAME_MAX).toWellFormed()
    const check: NewCheck = {
      id,
      kind: 'validator',
      userId: upload.userId,
      whatsappId,
      range: null,
      source,
      total,
      now,
      file: { name, key, bytes: upload.size, ...read },
      insert: settings.b_insert,
      intervalMin: settings.interval_min,
      intervalMax: settings.interval_max,
    }
    const after = { ...settings, whatsapp_id: whatsappId, file: name, bytes: upload.size, total }
    await runBatch(db, [insertCheck(db, check), ...ports.audit('validator.create', id, undefined, after)])
    isReady = source === 'ready'
  } catch (error) {
    await deleteCheckObjects(bucket, id)
    throw error
  }
  if (!isReady) await ports.enqueue(id)
  const row = await checkById(db, 'validator', id)
  if (!row) throw new Error('a validator that was just made is gone')
  return { row, isReady }
}
