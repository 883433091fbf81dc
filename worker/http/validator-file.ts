// A validator's form: with a file on create, without one on edit (rule validator-files).
import { answerTexts } from '../../contract/ground/texts.ts'
import { DONE } from '../../contract/ground/done.ts'
import { Refusal } from '../../contract/ground/errors.ts'
import type { z } from 'zod'
import { VALIDATOR_BYTES, checkEditBody, checkUpdateBody } from '../../contract/sending/number-checks.ts'
import { createValidator } from '../../domain/sending/number-checks/create-validator.ts'
import { shownCheck } from '../../domain/sending/number-checks/live-checks.ts'
import { sourceKey } from '../../domain/sending/number-checks/rules.ts'
import { Accepted, type WriteContext } from './context.ts'
import { invalid } from './errors.ts'
import { isForm, readForm } from './form.ts'
import { liveCheckPorts } from '../ports.ts'
import { readUpload } from './upload.ts'

const FIELDS = ['whatsapp_id', 'b_insert', 'interval_min', 'interval_max'] as const
const checked = <T extends z.ZodType>(schema: T, fields: unknown): z.output<T> => {
  const parsed = schema.safeParse(fields)
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}
type Form = { text: (name: string) => string | undefined }
const fieldsOf = <T extends z.ZodType>(schema: T, { text }: Form, names: readonly string[]): z.output<T> =>
  checked(schema, Object.fromEntries(names.map((name) => [name, text(name)])))

/** An edit: the same form without its file, or JSON. @throws Refusal. */
export const readFields = async (c: WriteContext['c']): Promise<z.output<typeof checkEditBody>> => {
  if (isForm(c)) return fieldsOf(checkEditBody, await readForm(c), [...FIELDS, 'version'])
  const text = await c.req.text()
  let body: unknown
  try {
    body = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json')
  }
  return checked(checkEditBody, body)
}

type ValidatorContext = Pick<WriteContext, 'c' | 'env' | 'db' | 'now' | 'audit'> & { who: { id: string } }

/** @throws Refusal; nothing is stored then. */
export const answerValidator = async (context: ValidatorContext, senderFor: (handle: string) => Promise<string>) => {
  const { c, env, who } = context
  const id = crypto.randomUUID()
  const upload = await readUpload(c, sourceKey(id), VALIDATOR_BYTES)
  const enqueue = (checkId: string) => env.IMPORTS.send({ jobId: checkId, of: 'check' })
  const { row, isReady } = await createValidator(
    { ...context, bucket: env.MEDIA, senderFor, enqueue },
    { ...upload, id, userId: who.id, readSettings: () => fieldsOf(checkUpdateBody, upload, FIELDS) },
  )
  const shown = await shownCheck(liveCheckPorts(context), 'validator', row)
  if (isReady) return { ...DONE, ...shown }
  return new Accepted({ ...DONE, jobId: id, ...shown, msg: answerTexts.fileAccepted })
}
