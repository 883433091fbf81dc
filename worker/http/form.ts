// Multipart bodies: one file and some text fields.
import type { Context } from 'hono'
import { Refusal } from '../../contract/ground/errors.ts'
import type { AppEnv } from './door.ts'

export type Form = { file: File | null; text: (name: string) => string | undefined }

/** @throws Refusal unsupported_media_type or invalid_input. */
export const readForm = async (c: Context<AppEnv>): Promise<Form> => {
  if (!/^multipart\/form-data;/i.test(c.req.header('content-type') ?? '')) throw new Refusal('unsupported_media_type')
  let form: FormData
  try {
    form = await c.req.raw.formData()
  } catch {
    throw new Refusal('invalid_input')
  }
  const file: unknown = form.get('file')
  return {
    file: file instanceof File && file.size > 0 ? file : null,
    text: (name) => {
      const value: unknown = form.get(name)
      return typeof value === 'string' ? value : undefined
    },
  }
}
export const isForm = (c: Context<AppEnv>): boolean => /^multipart\/form-data/i.test(c.req.header('content-type') ?? '')
