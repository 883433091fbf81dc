// The control socket to RunnerFleet: reports this runner and its load, and receives the accounts to dial.
import { totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { WebSocket } from 'ws'
import { backOffMs } from '../contract/ground/back-off.ts'
import type { RunnerReport, RunnerSession } from '../contract/operation/monitor.ts'
import {
  CLOSE,
  CONTROL_PATH,
  controlDown,
  type ControlDown,
  type ControlUp,
  frameJson,
  PING,
  PONG,
} from '../contract/operation/runner.ts'
import { type Mode, type ObjectsOfRelease, PROTOCOL } from '../contract/operation/runner-hello.ts'
import type { Load } from '../contract/operation/runner-metrics.ts'
import { sometimes } from '../contract/ground/sometimes.ts'
import { alertOnce, type Log } from './log.ts'
import type { VaultCipher } from './whatsapp/vault-cipher.ts'
import { signs } from './signs.ts'

const BACKOFF = { baseMs: 250, capMs: 10_000 }
const HEARTBEAT_MS = 10_000
const SILENT_MS = 35_000
const MB = 1_048_576
/** Of its container, or of the machine where nothing limits it (the limit is then 0 or beyond all memory). */
const MEMORY_MB = Math.round(Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) / MB)
/** It may become right without this process: the machine's clock is set, or the Worker gets the key. So it dials on. */
const NOT_TAKEN =
  'the Worker does not take this credential: it must be made for this RUNNER_ID with a key that the Worker has, and the clock be right'

type Held = { accountId: string; epoch: number }
export type AccountCommand = Extract<ControlDown, { accountId: string; epoch: number }>
export type ControlPorts = {
  dial: (path: string) => WebSocket
  capacity: number
  version: string
  mode: Mode
  held: () => Held[]
  /** What this runner's ring is, and rows resealed with its first key. */
  vault: Pick<VaultCipher, 'names' | 'reseal' | 'use'>
  /** Open sockets to WhatsApp, and messages without an ack yet. */
  busy: () => { sessions: number; sends: number }
  /** Of the objects whose accounts it holds. */
  objectReleases: () => ObjectsOfRelease[]
  command: (command: AccountCommand) => void
  /** The Worker will never let this process in: it must end. Says why, in a line for the person who started it. */
  refused: (line: string) => void
  /** The report for the monitor. */
  report: (accountId: string | null, lagMs: number) => { report: RunnerReport; session: RunnerSession | null }
  /** This machine's clock, epoch ms. */
  clock: () => number
  log: Log
}

export class ControlLink {
  readonly #ports: ControlPorts
  readonly #lag = monitorEventLoopDelay({ resolution: 20 })
  #ws: WebSocket | null = null
  #tries = 0
  #ended = false
  #draining = false
  #timer: NodeJS.Timeout | undefined
  #redialTimer: NodeJS.Timeout | undefined
  /** When this socket was opened, or last answered. */
  #heardAt = 0

  constructor(ports: ControlPorts) {
    this.#ports = ports
  }

  start(): void {
    this.#lag.enable()
    this.#timer = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.#open()
  }
  end(): void {
    this.#ended = true
    clearInterval(this.#timer)
    clearTimeout(this.#redialTimer)
    this.#lag.disable()
    if (this.#ws?.readyState === WebSocket.CONNECTING) this.#ws.terminate()
    else this.#ws?.close(1000)
    this.#ws = null
  }
  /** Asks the fleet to place no more accounts here. */
  drain(): void {
    this.#draining = true
    this.send({ kind: 'draining' })
  }
  send(message: ControlUp): void {
    if (this.#ws?.readyState === WebSocket.OPEN) this.#ws.send(JSON.stringify(message))
  }

  #open(): void {
    if (this.#ended) return
    const ws = this.#ports.dial(CONTROL_PATH)
    this.#ws = ws
    ws.on('open', () => {
      this.#heardAt = performance.now()
      const { version, mode } = this.#ports
      const capacity = this.#draining ? 0 : this.#ports.capacity
      this.send({
        kind: 'hello',
        capacity,
        version,
        protocol: PROTOCOL,
        mode,
        accounts: this.#ports.held(),
        vaultKeys: this.#ports.vault.names(),
        at: this.#ports.clock(),
      })
      if (this.#draining) this.send({ kind: 'draining' })
      ws.send(PING)
      this.#ports.log.info('control socket is open')
    })
    ws.on('message', (data) => {
      this.#heardAt = performance.now()
      // reset only after an answer: a socket that is closed right after it opened is no success
      this.#tries = 0
      this.#heard(String(data))
    })
    ws.on('error', (error) => {
      this.#ports.log.debug({ err: error }, 'control socket failed')
      if (error.message.endsWith(' 401')) alertOnce(this.#ports.log, 'credential', {}, NOT_TAKEN)
    })
    ws.on('close', (code, reason) => {
      if (this.#ws !== ws || this.#ended) return
      this.#ws = null
      if (code === CLOSE.wrongMode || code === CLOSE.tooOld) {
        this.end()
        return this.#ports.refused(`the Worker refuses this runner: ${String(reason)}`)
      }
      if (code === CLOSE.nameTaken)
        alertOnce(this.#ports.log, 'name', {}, 'another runner has this name: give each its own RUNNER_ID')
      else if (this.#tries === 0) this.#ports.log.warn({ closeCode: code }, 'control socket is closed, dialling again')
      // never without a pause: a deploy closes the sockets of all runners together
      this.#tries += 1
      this.#redialTimer = setTimeout(() => this.#open(), backOffMs(this.#tries, BACKOFF, Math.random()))
    })
  }

  #heard(text: string): void {
    if (text === PONG) return
    const parsed = controlDown.safeParse(frameJson(text))
    if (!parsed.success) return this.#ports.log.warn('unreadable or unknown command on the control socket')
    const command = parsed.data
    if (command.kind === 'hello') {
      const { version, mode } = command
      return this.#ports.log.info({ workerVersion: version, workerMode: mode }, 'the Worker let this runner in')
    }
    if (command.kind === 'reseal') {
      const rows = this.#ports.vault.reseal(command.accountId, command.rows)
      return this.send({ kind: 'resealed', requestId: command.requestId, rows })
    }
    if (command.kind !== 'report') return this.#ports.command(command)
    const { requestId, accountId } = command
    this.send({ kind: 'report', requestId, ...this.#ports.report(accountId, this.#lagMs()) })
  }

  #beat(): void {
    const ws = this.#ws
    if (ws?.readyState !== WebSocket.OPEN) return
    sometimes('a control socket falls silent', performance.now() - this.#heardAt > SILENT_MS)
    if (performance.now() - this.#heardAt > SILENT_MS) return ws.terminate()
    // the runtime answers it without waking the fleet
    ws.send(PING)
    const at = this.#ports.clock()
    const objects = this.#ports.objectReleases()
    const said = { ...this.load(), ...signs(), ...this.#ports.vault.use(), objects }
    this.send({ kind: 'heartbeat', accounts: this.#ports.held().length, ...said, at })
    this.#lag.reset()
  }
  load(): Load {
    const { rss, heapUsed } = process.memoryUsage()
    return {
      rssMb: Math.round(rss / MB),
      memoryMb: MEMORY_MB,
      heapMb: Math.round(heapUsed / MB),
      lagMs: this.#lagMs(),
      ...this.#ports.busy(),
    }
  }
  #lagMs(): number {
    return Math.max(0, Math.round(this.#lag.percentile(99) / 1e6 - 20))
  }
}
