// The envelope of Cloudflare's API.
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

export const ok = (c: Context, result: unknown, more: object = {}): Response =>
  c.json({ success: true, errors: [], messages: [], result, ...more })
/** Everything is on the first page; later ones are empty, which is how a client knows the end. */
export const list = (c: Context, items: readonly unknown[]): Response => {
  const page = Number(c.req.query('page') ?? 1)
  const shown = page === 1 ? items : []
  const info = { page, per_page: 1000, count: shown.length, total_count: items.length, total_pages: 1 }
  return ok(c, shown, { result_info: info })
}
export const refuse = (c: Context, status: ContentfulStatusCode, code: number, message: string): Response =>
  c.json({ success: false, errors: [{ code, message }], messages: [], result: null }, status)
