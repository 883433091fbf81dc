// The sandbox's push service over HTTP, with its controls: make a browser's subscription, read what came, fail on command.
import { Hono } from 'hono'
import { z } from 'zod'
import { PushService } from '../push/service.ts'
import { parseBody } from './errors.ts'

const subscribeBody = z.object({ applicationServerKey: z.string().max(200).nullish() })
const faultBody = z.object({
  status: z.number().int().min(200).max(599),
  times: z.number().int().min(0).default(1),
  retryAfter: z.string().max(100).nullish(),
})

export function pushRoutes(): Hono {
  const service = new PushService()
  return new Hono()
    .get('/', (c) => c.json({ ok: true, data: service.received }))
    .post('/subscribe', async (c) => {
      const { applicationServerKey } = await parseBody(c, subscribeBody)
      return c.json({ ok: true, subscription: await service.subscribe(applicationServerKey ?? null) })
    })
    .post('/fault', async (c) => {
      const { status, times, retryAfter } = await parseBody(c, faultBody)
      service.fail({ status, times, retryAfter: retryAfter ?? null })
      return c.json({ ok: true })
    })
    .delete('/:id', (c) => {
      service.unsubscribe(c.req.param('id'))
      return c.json({ ok: true })
    })
    .post('/:id', async (c) => {
      const body = new Uint8Array(await c.req.arrayBuffer())
      const answer = await service.receive(c.req.param('id'), (name) => c.req.header(name) ?? '', body, Date.now())
      const headers = answer.retryAfter ? { 'retry-after': answer.retryAfter } : undefined
      return new Response(answer.reason, { status: answer.status, ...(headers ? { headers } : {}) })
    })
}
