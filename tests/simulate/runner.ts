// A runner's process: the real control and account links, sessions and senders, connected to the simulated WhatsApp.
import { createHmac } from 'node:crypto'
import type { WebSocket as DialledSocket } from 'ws'
import { CONTROL_PATH, credentialText } from '../../contract/operation/runner.ts'
import { Accounts } from '../../runner/accounts.ts'
import { ControlLink } from '../../runner/control-link.ts'
import { Semaphore } from '../../runner/semaphore.ts'
import type { Log } from '../../runner/log.ts'
import { type Identity, signedHeaders } from '../../runner/signing.ts'
import { VaultCipher } from '../../runner/whatsapp/vault-cipher.ts'
import { app } from '../../worker/app.ts'
import type { Env } from '../../worker/env.ts'
import type { Platform } from './platform/platform.ts'
import type { Process } from './platform/owners.ts'
import { type CodeRefusal, type Scan, SimAccount } from './account.ts'
import type { SimConnection } from './session.ts'
import type { Whatsapp } from './whatsapp.ts'

const RUNNER_KEY = 'ab'.repeat(32)
export const RUNNER_KEYS = `sim:${RUNNER_KEY}`
export const LEASE_MS = 30_000
const ORIGIN = 'http://127.0.0.1:8787'
const CAPACITY = 1_000
const NOT_TAKEN = 401
/** The vault's key, one for all runners: any of them must be able to read a session. */
export const VAULT_KEYS = new Map([['sim', Buffer.alloc(32, 7)]])
/** Another key, under another name or under the same. */
const WRONG_KEYS = ['other', 'sim'].map((name) => new Map([[name, Buffer.alloc(32, 8)]]))

const credentialOf = (name: string): Identity['credential'] => ({
  kid: 'sim',
  hex: createHmac('sha256', Buffer.from(RUNNER_KEY, 'hex')).update(credentialText(name)).digest('hex'),
})

/** hasKey false: it was started with another key than the vault's. */
export type Boot = { id: string; boot: number; hasKey: boolean }

const nothing = (): void => {}
const quietLog = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: () => quietLog,
} as unknown as Log

const withoutNames = (cipher: VaultCipher): Pick<VaultCipher, 'names' | 'reseal' | 'use'> => ({
  names: () => null as unknown as [],
  reseal: () => [],
  use: () => cipher.use(),
})

export class SimRunner {
  readonly id: string
  readonly process: Process
  readonly sessions: SimAccount[] = []
  /** How often the fleet told it to open an account. */
  opens = 0
  /** Its dial for an account was refused, as if its clock were wrong or its key. */
  onNotTaken: () => void = () => {}
  #accounts: Accounts | null = null
  #control: ControlLink | null = null
  readonly #platform: Platform
  readonly #keys: Map<string, Buffer>
  /** false: it is of a version that does not, and is found out when it cannot read a session. */
  readonly #saysKeys: boolean
  readonly bootId: string
  readonly #identity: Identity

  constructor(
    platform: Platform,
    whatsapp: Whatsapp,
    { id, boot, hasKey }: Boot,
    people: { scan: Scan; code: CodeRefusal },
  ) {
    this.id = id
    this.#keys = hasKey ? VAULT_KEYS : (WRONG_KEYS[boot % 2] ?? VAULT_KEYS)
    this.#saysKeys = hasKey || boot % 3 > 0
    this.#platform = platform
    this.bootId = `${id}-boot-${boot}`
    this.#identity = { credential: credentialOf(id), runnerId: id, bootId: this.bootId }
    this.process = platform.process(`${id}/${boot}`)
    this.process.run('start', () => this.#start(whatsapp, people))
  }
  /** SIGTERM. Resolves in the runner's own time. */
  drain(done: () => void): void {
    this.process.run('drain', async () => {
      this.#control?.drain()
      await this.#accounts?.drain()
      this.#control?.end()
      done()
    })
  }
  connections(): SimConnection[] {
    return this.sessions.flatMap((session) => [...session.connections]).filter((connection) => connection.isHeld())
  }

  #start(whatsapp: Whatsapp, people: { scan: Scan; code: CodeRefusal }): void {
    const sendLimit = new Semaphore(64)
    const cipher = new VaultCipher(this.#keys)
    const accounts = new Accounts({
      dial: (path) => this.#dial(path),
      leaseMs: LEASE_MS,
      cipher,
      whatsapp: (vault) => {
        const account = new SimAccount({ whatsapp, process: this.process, sendLimit }, vault, people.scan, people.code)
        this.sessions.push(account)
        return account
      },
      sendToFleet: (message) => this.#control?.send(message),
      log: quietLog,
    })
    this.#accounts = accounts
    this.#control = new ControlLink({
      dial: (path) => this.#dial(path),
      capacity: CAPACITY,
      version: 'simulated',
      mode: 'live',
      held: () => accounts.held(),
      vault: this.#saysKeys ? cipher : withoutNames(cipher),
      busy: () => accounts.busy(),
      objectReleases: () => accounts.objectReleases(),
      command: (command) => {
        if (command.kind === 'open') this.opens += 1
        accounts.handle(command)
      },
      refused: (line) => {
        throw new Error(line)
      },
      report: () => {
        throw new Error('nobody asks here')
      },
      clock: () => Date.now(),
      log: quietLog,
    })
    accounts.start()
    this.#control.start()
  }
  #dial(path: string): DialledSocket {
    const env = this.#platform.env as unknown as Env
    const socket = this.#platform.dial({
      url: ORIGIN + path,
      headers: signedHeaders(this.#identity, path),
      handshakeTimeout: 10_000,
      answer: async (request) => {
        const context = { waitUntil: nothing, passThroughOnException: nothing } as unknown as ExecutionContext
        const response = await app.fetch(request, env, context)
        if (response.status === NOT_TAKEN && path !== CONTROL_PATH) this.onNotTaken()
        return response
      },
    })
    return socket as unknown as DialledSocket
  }
}
