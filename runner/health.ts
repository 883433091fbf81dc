// GET /health for container hosts and supervisors.
import { createServer, type Server } from 'node:http'

export type Health = { accounts: number; version: string; draining: boolean }

/** @param host undefined: every interface, as a container's host asks from outside */
export const serveHealth = (port: number, host: string | undefined, look: () => Health): Server =>
  createServer((request, answer) => {
    const found = request.method === 'GET' && request.url?.split('?', 1)[0] === '/health'
    const { draining, ...rest } = look()
    const rssMb = Math.round(process.memoryUsage.rss() / 1_048_576)
    answer.writeHead(found ? (draining ? 503 : 200) : 404, { 'content-type': 'application/json' })
    answer.end(JSON.stringify(found ? { ok: !draining, ...rest, rssMb } : { ok: false }))
  }).listen(port, host)
