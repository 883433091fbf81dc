// Error answers: a status and one Indonesian text under three keys.
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import { Refusal } from '../protocol/refusal.ts'

export function refuse(c: Context, status: ContentfulStatusCode, reason: string, text: string, fields?: object) {
  return c.json({ ok: false, msg: text, message: text, error: text, reason, ...(fields ? { fields } : {}) }, status)
}

class BadBody extends Error {
  readonly fields: Record<string, string>

  constructor(text: string, fields: Record<string, string> = {}) {
    super(text)
    this.fields = fields
  }
}

export async function parseBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  let body: unknown
  try {
    body = await c.req.json()
  } catch {
    throw new BadBody('Isi permintaan harus JSON.')
  }
  return parse(schema, body)
}

export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[path.join('.')] ??= message
  throw new BadBody(Object.values(fields)[0] ?? 'Isi permintaan tidak benar.', fields)
}

export function onError(error: Error, c: Context, log: (line: string) => void) {
  if (error instanceof BadBody) return refuse(c, 422, 'bad_input', error.message, error.fields)
  if (error instanceof Refusal) return refuse(c, error.status, error.reason, error.message)
  log(`http ${c.req.path}: ${error.stack ?? error.message}`)
  return refuse(c, 500, 'internal', 'Sandbox mengalami kesalahan.')
}
