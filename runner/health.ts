// GET /health for container hosts and supervisors, and GET /metrics for the bearer of this runner's metrics key (rule health-key).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { RingKey } from '../contract/ground/key-rings.ts'
import { metricsText } from '../contract/operation/open-metrics.ts'
import { type Load, RUNNER_METRICS_KEY_TEXT, runnerSamples } from '../contract/operation/runner-metrics.ts'

type Health = { accounts: number; version: string; draining: boolean }
type Ports = {
  look: () => Health
  runnerId: string
  credential: RingKey
  capacity: number
  load: () => Load
}

const metricsKey = ({ kid, hex }: RingKey): string =>
  `${kid}:${createHmac('sha256', Buffer.from(hex, 'hex')).update(RUNNER_METRICS_KEY_TEXT).digest('hex')}`
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
/** In constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const tellHealth = (answer: ServerResponse, { draining, ...rest }: Health): void => {
  const rssMb = Math.round(process.memoryUsage.rss() / 1_048_576)
  answer.writeHead(draining ? 503 : 200, { 'content-type': 'application/json' })
  answer.end(JSON.stringify({ ok: !draining, ...rest, rssMb }))
}
const tellMetrics = (answer: ServerResponse, ports: Ports, accept: string): void => {
  const { accounts, draining, version } = ports.look()
  const { type, text } = metricsText(
    [
      { name: 'wa_build_info', labels: { version }, value: 1 },
      ...runnerSamples({ runner: ports.runnerId, accounts, capacity: ports.capacity, draining, load: ports.load() }),
    ],
    accept,
  )
  answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
  answer.end(text)
}
const refuse = (answer: ServerResponse, status: 401 | 404): void => {
  answer.writeHead(status, { 'content-type': 'application/json' })
  answer.end(JSON.stringify({ ok: false }))
}

/** @param host undefined: every interface, as a container's host asks from outside */
export const serveHealth = (port: number, host: string | undefined, ports: Ports): Server => {
  const bearer = `Bearer ${metricsKey(ports.credential)}`
  return createServer((request, answer) => {
    const path = request.method === 'GET' ? request.url?.split('?', 1)[0] : null
    if (path === '/health') return tellHealth(answer, ports.look())
    if (path !== '/metrics') return refuse(answer, 404)
    if (!isSame(request.headers.authorization ?? '', bearer)) return refuse(answer, 401)
    tellMetrics(answer, ports, request.headers.accept ?? '')
  }).listen(port, host)
}
