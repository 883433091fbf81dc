// A Worker that speaks contract/operation/runner.ts, for the runner's own tests: one fleet, any number of account objects with
// a vault, acknowledging and answering as the real ones do, and able to be silent, to fence, and to lose sockets.
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import {
  ACCOUNT_PATH,
  CLOSE,
  CONTROL_PATH,
  type Command,
  credentialText,
  controlUp,
  type ControlUp,
  type Fact,
  type KeyRow,
  MEDIA_PATH,
  PING,
  PONG,
  RUNNER_HEADERS,
  signedText,
  upFrame,
} from '../../../contract/operation/runner.ts'
import type { SealedRow } from '../../../contract/people/vault-keys.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { until } from '../../../scripts/drive/until.ts'

const KEY = 'a1'.repeat(32)
const KID = 'k1'
/** The ring that runners' credentials are made from here. */
export const RUNNER_RING: KeyRing = new Map([[KID, KEY]])
const credentialOf = (runnerId: string): Buffer =>
  createHmac('sha256', Buffer.from(KEY, 'hex')).update(credentialText(runnerId)).digest()
/** What a runner of this name is started with. */
export const credential = (runnerId: string): string => `${KID}:${credentialOf(runnerId).toString('hex')}`

type Kind = Fact['kind']
type Of<K extends Kind> = Extract<Fact, { kind: K }>

/** The account's object, as far as the runner can see it. */
export class FakeObject {
  readonly accountId: string
  readonly vault = new Map<string, KeyRow>()
  /** Facts in the order of their first arrival. */
  readonly facts: Fact[] = []
  /** Kinds of each frame, repeats included. */
  readonly frames: { seq: number; kind: Kind }[][] = []
  sockets: WebSocket[] = []
  epoch = 1
  acks = true
  pongs = true
  answersNeeds = true
  /** Dials end without an answer, as when the Worker cannot be reached. */
  unreachable = false
  dials = 0
  #last = 0
  #boot = ''

  constructor(accountId: string) {
    this.accountId = accountId
  }
  get socket(): WebSocket | undefined {
    return this.sockets.findLast((ws) => ws.readyState === WebSocket.OPEN)
  }

  /** What a runner that no longer holds the account handed in. */
  readonly leftovers: Fact[] = []

  /** A fenced runner hands in what it alone knows. */
  acceptLeftover(ws: WebSocket): void {
    ws.on('message', (data) => {
      if (String(data) === PING) return ws.send(PONG)
      const { facts } = upFrame.parse(JSON.parse(String(data)))
      this.leftovers.push(...facts.map(({ fact }) => fact))
      ws.send(JSON.stringify({ ack: facts.at(-1)?.seq, commands: [] }))
    })
  }
  accept(ws: WebSocket, epoch: number, boot: string): void {
    this.dials += 1
    if (epoch !== this.epoch) return ws.close(CLOSE.fenced, 'fenced')
    if (`${boot}|${epoch}` !== this.#boot) this.#last = 0
    this.#boot = `${boot}|${epoch}`
    for (const older of this.sockets) older.close(CLOSE.replaced, 'replaced')
    this.sockets.push(ws)
    ws.on('message', (data) => this.#heard(ws, String(data)))
    ws.on('close', () => {
      this.sockets = this.sockets.filter((one) => one !== ws)
    })
  }
  command(...commands: Command[]): void {
    if (!this.socket) throw new Error('no runner is connected')
    this.socket.send(JSON.stringify({ commands }))
  }
  ackAll(): void {
    this.socket?.send(JSON.stringify({ ack: this.#last, commands: [] }))
  }
  rowsOf(owner: string | null): KeyRow[] {
    return [...this.vault.values()].filter((row) => row.owner === owner)
  }
  of<K extends Kind>(kind: K): Of<K>[] {
    return this.facts.filter((fact): fact is Of<K> => fact.kind === kind)
  }
  /** The fact after `from` facts were known, once it is there. */
  next<K extends Kind>(
    kind: K,
    from = 0,
    match: (fact: Of<K>) => boolean = () => true,
    patience: { forMs?: number } = {},
  ): Promise<Of<K>> {
    return until(
      `${kind} of ${this.accountId}; known: ${this.facts.map((fact) => fact.kind).join(' ')}`,
      () => this.facts.slice(from).find((fact): fact is Of<K> => fact.kind === kind && match(fact as Of<K>)),
      patience,
    )
  }

  #heard(ws: WebSocket, text: string): void {
    if (text === PING) {
      if (this.pongs) ws.send(PONG)
      return
    }
    const { facts } = upFrame.parse(JSON.parse(text))
    this.frames.push(facts.map(({ seq, fact }) => ({ seq, kind: fact.kind })))
    for (const { seq, fact } of facts) {
      if (seq <= this.#last) continue
      this.#last = seq
      this.facts.push(fact)
      this.#apply(ws, fact)
    }
    if (this.acks) ws.send(JSON.stringify({ ack: this.#last, commands: [] }))
  }
  #apply(ws: WebSocket, fact: Fact): void {
    if (fact.kind === 'rows' || fact.kind === 'result') {
      for (const row of fact.rows) {
        const key = `${row.type}|${row.id}`
        if (row.data === null) this.vault.delete(key)
        else this.vault.set(key, row)
      }
    }
    if (fact.kind !== 'need' || !this.answersNeeds) return
    const rows = fact.items.flatMap(({ type, id }) => this.vault.get(`${type}|${id}`) ?? [])
    ws.send(JSON.stringify({ commands: [{ kind: 'rows', requestId: fact.requestId, rows }] }))
  }
}

export interface FakeWorker {
  url: string
  /** what the control sockets said; accounts are placed on the newest runner */
  control: ControlUp[]
  refused: string[]
  /** Every hello is answered with this close, as by a Worker of another mode; null: it is let in. */
  refusal: { code: number; reason: string } | null
  media: Map<string, Buffer>
  object: (accountId: string) => FakeObject
  open: (accountId: string, epoch?: number) => FakeObject
  dismiss: (accountId: string, epoch: number) => void
  /** Has rows resealed by the newest runner. */
  reseal: (accountId: string, rows: SealedRow[]) => Promise<SealedRow[]>
  /** Asks for the monitor's report. */
  askReport: (accountId: string | null) => Promise<Extract<ControlUp, { kind: 'report' }>>
  dropControl: () => void
  close: () => Promise<void>
}

const authentic = (request: IncomingMessage, nonces: Set<string>): boolean => {
  const header = (name: string): string => String(request.headers[name] ?? '')
  const [runnerId, bootId, time, nonce] = [
    header(RUNNER_HEADERS.id),
    header(RUNNER_HEADERS.boot),
    header(RUNNER_HEADERS.time),
    header(RUNNER_HEADERS.nonce),
  ]
  const text = signedText({ path: request.url ?? '', runnerId, bootId, time, nonce })
  const signature = createHmac('sha256', credentialOf(runnerId)).update(text).digest('hex')
  if (header(RUNNER_HEADERS.key) !== KID || signature !== header(RUNNER_HEADERS.signature) || nonces.has(nonce))
    return false
  nonces.add(nonce)
  return Math.abs(Date.now() - Number(time)) < 60_000
}

export async function startFakeWorker(port = 0): Promise<FakeWorker> {
  const objects = new Map<string, FakeObject>()
  const nonces = new Set<string>()
  const control: ControlUp[] = []
  const refused: string[] = []
  const media = new Map<string, Buffer>()
  let fleet: WebSocket[] = []
  const object = (accountId: string): FakeObject => {
    const found = objects.get(accountId) ?? new FakeObject(accountId)
    objects.set(accountId, found)
    return found
  }
  const http = createServer((request, answer) => {
    const bytes = media.get((request.url ?? '').slice(MEDIA_PATH.length + 1))
    const allowed = authentic(request, nonces)
    answer.writeHead(allowed && bytes ? 200 : allowed ? 404 : 401)
    answer.end(allowed ? bytes : undefined)
  })
  const sockets = new WebSocketServer({ noServer: true })
  const open = new Set<Duplex>()
  http.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  http.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '', 'http://worker')
    if (!authentic(request, nonces)) {
      refused.push(url.pathname)
      return void socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    }
    const accountId = decodeURIComponent(url.pathname.slice(ACCOUNT_PATH.length + 1))
    if (url.pathname.startsWith(`${ACCOUNT_PATH}/`) && object(accountId).unreachable) return void socket.destroy()
    sockets.handleUpgrade(request, socket, head, (ws) => {
      if (url.pathname.startsWith(`${ACCOUNT_PATH}/`)) {
        if (url.searchParams.has('leftover')) return object(accountId).acceptLeftover(ws)
        const epoch = Number(url.searchParams.get('epoch'))
        return object(accountId).accept(ws, epoch, String(request.headers[RUNNER_HEADERS.boot]))
      }
      if (url.pathname !== CONTROL_PATH) return ws.close(CLOSE.unauthorized)
      fleet.push(ws)
      ws.on('message', (data) => {
        if (String(data) === PING) return ws.send(PONG)
        control.push(controlUp.parse(JSON.parse(String(data))))
        if (worker.refusal) ws.close(worker.refusal.code, worker.refusal.reason)
      })
      ws.on('close', () => {
        fleet = fleet.filter((one) => one !== ws)
      })
    })
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const bound = http.address()
  const down = (message: object): void => {
    fleet.at(-1)?.send(JSON.stringify(message))
  }
  const worker: FakeWorker = {
    refusal: null,
    url: `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`,
    control,
    refused,
    media,
    object,
    open: (accountId, epoch = 1) => {
      const found = object(accountId)
      found.epoch = epoch
      down({ kind: 'open', accountId, epoch, afterMs: 0 })
      return found
    },
    dismiss: (accountId, epoch) => down({ kind: 'close', accountId, epoch }),
    reseal: async (accountId, rows) => {
      const requestId = randomUUID()
      down({ kind: 'reseal', requestId, accountId, rows })
      const answer = await until('the sealed rows', () =>
        control.find((one) => one.kind === 'resealed' && one.requestId === requestId),
      )
      return answer.kind === 'resealed' ? answer.rows : []
    },
    askReport: (accountId) => {
      const requestId = randomUUID()
      down({ kind: 'report', requestId, accountId })
      return until('the report', () =>
        control.find(
          (one): one is Extract<ControlUp, { kind: 'report' }> => one.kind === 'report' && one.requestId === requestId,
        ),
      )
    },
    dropControl: () => {
      for (const ws of fleet) ws.terminate()
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => http.close(() => resolve()))
    },
  }
  return worker
}
