// This process' state for the monitor: versions, memory, sockets. No keys and no texts.
import type { RunnerReport } from '../contract/operation/monitor.ts'
import { baileysVersion } from './whatsapp/version.ts'

const MB = 1_048_576

export const reportOf = (now: {
  version: string
  capacity: number
  draining: boolean
  accounts: number
  sockets: { all: number; open: number }
  lagMs: number
}): RunnerReport => {
  const { rss, heapUsed } = process.memoryUsage()
  return {
    version: now.version,
    node: process.versions.node,
    baileys: baileysVersion,
    pid: process.pid,
    uptime: Math.round(process.uptime()),
    rssMb: Math.round(rss / MB),
    heapMb: Math.round(heapUsed / MB),
    lagMs: now.lagMs,
    capacity: now.capacity,
    draining: now.draining,
    accounts: now.accounts,
    socketsOpen: now.sockets.open,
    sockets: now.sockets.all,
  }
}
