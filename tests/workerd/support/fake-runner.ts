// A runner made of nothing but its sockets: says facts, hears commands. What WhatsApp would do is the test's to say.
import type { z } from 'zod'
import { type Command, type ControlDown, type ControlUp, type fact, PONG } from '../../../contract/operation/runner.ts'
import { readDownFrame } from '../../../contract/operation/runner-frames.ts'
import type { SealedRow, VaultKeyName } from '../../../contract/people/vault-keys.ts'
import type { Mode } from '../../../contract/operation/runner-hello.ts'
import { accountObject, runnerFleet } from '../../../durable-objects/stubs.ts'
import { until } from '../../../scripts/drive/until.ts'
import { bound } from './database.ts'

/** As it stands on the wire: what has a default may be missing, as from an older runner. */
export type Said = z.input<typeof fact>

/** Of a runner's dial. */
export const headers = (runnerId: string, bootId: string) => ({
  upgrade: 'websocket',
  'x-runner-id': runnerId,
  'x-runner-boot': bootId,
  'x-runner-nonce': crypto.randomUUID(),
})

export class FakeAccountSocket {
  readonly ws: WebSocket
  readonly commands: Command[] = []
  acked = 0
  /** Acknowledged, but to be repeated. */
  unread: readonly number[] = []
  closed: number | null = null
  readonly #seqs: { last: number }
  constructor(ws: WebSocket, seqs: { last: number }) {
    this.#seqs = seqs
    this.ws = ws
    ws.accept()
    ws.addEventListener('message', (event) => {
      if (event.data === 'pong') return
      const frame = readDownFrame(String(event.data))
      if (!frame || frame.unreadable.length > 0) throw new Error(`no frame: ${String(event.data)}`)
      if (frame.ack) {
        this.acked = frame.ack
        this.unread = frame.unread ?? []
      }
      this.commands.push(...frame.commands)
    })
    ws.addEventListener('close', (event) => {
      this.closed = event.code
    })
  }
  say(...facts: Said[]): void {
    this.ws.send(JSON.stringify({ facts: facts.map((fact) => ({ seq: ++this.#seqs.last, fact })) }))
  }
  /** Repeats a frame as a runner does after a redial. */
  sayAgain(seq: number, fact: Said): void {
    this.ws.send(JSON.stringify({ facts: [{ seq, fact }] }))
  }
  sends(): Extract<Command, { kind: 'send' }>[] {
    return this.commands.filter((c) => c.kind === 'send')
  }
  lookups(): Extract<Command, { kind: 'lookup' }>[] {
    return this.commands.filter((c) => c.kind === 'lookup')
  }
}

const HEARTBEAT_MS = 5_000

export class FakeRunner {
  readonly id: string
  readonly boot = crypto.randomUUID()
  readonly opens: Exclude<ControlDown, { kind: 'report' | 'hello' | 'reseal' }>[] = []
  /** How it reseals rows; null: it does not answer. */
  reseal: ((rows: readonly SealedRow[]) => SealedRow[]) | null = null
  /** What it answers to the monitor; null: nothing. */
  report: Omit<Extract<ControlUp, { kind: 'report' }>, 'kind' | 'requestId'> | null = null
  /** The code and the reason its control socket was closed with. */
  closed: number | null = null
  reason = ''
  /** The Worker's answer to its hello. */
  welcome: Extract<ControlDown, { kind: 'hello' }> | null = null
  #ws: WebSocket | null = null
  readonly #seqs = new Map<string, { last: number }>()
  constructor(id: string) {
    this.id = id
  }
  /**
   * @param held what it says it has, as after a redial
   * @param says nothing: a runner of the version before
   */
  async join(
    capacity = 100,
    held: { accountId: string; epoch: number }[] = [],
    says: { protocol?: number; mode?: Mode; vaultKeys?: VaultKeyName[] } = {},
  ): Promise<void> {
    const response = await runnerFleet(bound).fetch('http://fleet/', { headers: headers(this.id, this.boot) })
    const ws = response.webSocket
    if (!ws) throw new Error(`the fleet refused: ${response.status}`)
    ws.accept()
    ws.addEventListener('message', (event) => {
      if (event.data === PONG) return
      const command = JSON.parse(String(event.data)) as ControlDown
      if (command.kind === 'report') this.#report(ws, command)
      else if (command.kind === 'hello') this.welcome = command
      else if (command.kind === 'reseal') {
        const rows = this.reseal?.(command.rows)
        if (rows) ws.send(JSON.stringify({ kind: 'resealed', requestId: command.requestId, rows } satisfies ControlUp))
      } else this.opens.push(command)
    })
    ws.send(JSON.stringify({ kind: 'hello', capacity, version: 'test', accounts: held, ...says }))
    const beat = { kind: 'heartbeat', accounts: held.length, rssMb: 0, lagMs: 0 } satisfies ControlUp
    const timer = setInterval(() => ws.send(JSON.stringify(beat)), HEARTBEAT_MS)
    ws.addEventListener('close', (event) => {
      clearInterval(timer)
      this.closed = event.code
      this.reason = event.reason
    })
    this.#ws = ws
  }
  #report(ws: WebSocket, { requestId }: Extract<ControlDown, { kind: 'report' }>): void {
    if (this.report) ws.send(JSON.stringify({ kind: 'report', requestId, ...this.report } satisfies ControlUp))
  }
  send(text: string): void {
    this.#ws?.send(text)
  }
  leave(): void {
    this.#ws?.close(1000)
  }
  async dial(accountId: string, epoch: number, { leftover = false } = {}): Promise<FakeAccountSocket> {
    const query = `epoch=${epoch}${leftover ? '&leftover=1' : ''}`
    const response = await accountObject(bound, accountId).fetch(`http://account/?${query}`, {
      headers: headers(this.id, this.boot),
    })
    const ws = response.webSocket
    if (!ws) throw new Error(`the account refused: ${response.status}`)
    // numbers go on over a redial, as a runner's do
    const key = `${accountId}:${epoch}`
    const seqs = this.#seqs.get(key) ?? { last: 0 }
    this.#seqs.set(key, seqs)
    return new FakeAccountSocket(ws, seqs)
  }
  /** Waits until it is told to open the account, and dials. */
  async take(accountId: string, after = 0): Promise<{ socket: FakeAccountSocket; epoch: number }> {
    const open = await until('open command', () =>
      this.opens.find((o) => o.kind === 'open' && o.accountId === accountId && o.epoch > after),
    )
    return { socket: await this.dial(accountId, open.epoch), epoch: open.epoch }
  }
}
