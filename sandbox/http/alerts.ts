// A receiver of the product's alerts, with its controls: read what came, refuse on command. What came is shown as it was, with the headers
// of standardwebhooks.com.
import { Hono } from 'hono'
import { z } from 'zod'
import { parseBody } from './errors.ts'

const KEPT = 200
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
type Received = { path: string; headers: Record<string, string>; body: string }
const faultBody = z.object({ status: z.number().int().min(200).max(599), times: z.number().int().min(0).default(1) })

export function alertRoutes(): Hono {
  const received: Received[] = []
  let fault = { status: 200, times: 0 }
  return new Hono()
    .get('/', (c) => c.json({ ok: true, data: received }))
    .post('/fault', async (c) => {
      fault = await parseBody(c, faultBody)
      return c.json({ ok: true })
    })
    .post('/:path', async (c) => {
      if (fault.times > 0) {
        fault = { ...fault, times: fault.times - 1 }
        return c.body(null, fault.status as 500)
      }
      const headers = Object.fromEntries(HEADERS.map((name) => [name, c.req.header(name) ?? '']))
      received.push({ path: c.req.param('path'), headers, body: await c.req.text() })
      received.splice(0, received.length - KEPT)
      return c.body(null, 204)
    })
}
