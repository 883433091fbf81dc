// A collector of OTLP/HTTP with JSON, which keeps what it is sent.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const nanos = z.string().regex(/^\d{19}$/)
const attribute = z.strictObject({ key: z.string(), value: z.strictObject({ stringValue: z.string() }) })
const span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string(),
  kind: z.literal(1),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes: z.array(attribute),
  status: z.strictObject({ code: z.union([z.literal(0), z.literal(2)]) }),
})
const request = z.strictObject({
  resourceSpans: z.tuple([
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.tuple([
        z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(span).min(1) }),
      ]),
    }),
  ]),
})
type Collected = z.infer<typeof span> & { service: string }

export const startCollector = async () => {
  const spans: Collected[] = []
  const refused: string[] = []
  const server = createServer(async (asked, answer) => {
    // a process that is killed while it sends leaves half a request
    const body = await text(asked).catch(() => null)
    if (body === null) return
    const parsed = request.safeParse(JSON.parse(body))
    if (!parsed.success) refused.push(parsed.error.message)
    for (const { resource, scopeSpans } of parsed.data?.resourceSpans ?? []) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
      spans.push(...scopeSpans[0].spans.map((one) => ({ ...one, service })))
    }
    answer.writeHead(parsed.success ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1/traces`, spans, refused, close: () => server.close() }
}
