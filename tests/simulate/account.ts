// The keys of one account in a simulated runner: they come from the vault and are handed back to it.
import type { KeyRow } from '../../contract/operation/runner.ts'
import type { Semaphore } from '../../runner/semaphore.ts'
import type { ConnectionOptions, LiveConnection, Me, VaultPorts, WhatsappAccount } from '../../runner/session-port.ts'
import type { Process } from './platform/owners.ts'
import { SimConnection } from './session.ts'
import { lidOf } from './whatsapp-parts.ts'
import type { Whatsapp } from './whatsapp.ts'

/** A chain of message keys with one recipient: using a key twice makes a message unreadable. */
type Chain = { chain: string; count: number }
export type SimPorts = { whatsapp: Whatsapp; process: Process; sendLimit: Semaphore }
/** What the member's phone does with a pairing; null: nobody scans. */
export type Scan = (accountId: string) => { phone: string; afterMs: number } | null
/** WhatsApp's answer to the request for a pairing code; null: it gives one. */
export type CodeRefusal = (accountId: string) => { code: number; backoffS: number } | null

export class SimAccount implements WhatsappAccount {
  readonly ports: SimPorts
  readonly vault: VaultPorts
  readonly scan: Scan
  readonly codeRefusal: CodeRefusal
  deviceId: string | null = null
  /** How often it was told to log in and had no keys. */
  emptyHanded = 0
  #me: Me | null = null
  #has = false
  /** LID → the keys for anyone who has it. */
  readonly chains = new Map<string, Chain>()
  /** Number → its LID, as this account learned it. */
  readonly known = new Map<string, string>()
  readonly connections = new Set<SimConnection>()

  constructor(ports: SimPorts, vault: VaultPorts, scan: Scan, codeRefusal: CodeRefusal) {
    this.ports = ports
    this.vault = vault
    this.scan = scan
    this.codeRefusal = codeRefusal
  }
  get me(): Me | null {
    return this.#me
  }
  /** Called at each login. */
  get hasKeys(): boolean {
    if (!this.#has) this.emptyHanded += 1
    return this.#has
  }
  makeKeys(): void {
    this.forgetKeys()
    this.#has = true
  }
  restoreKeys(rows: readonly KeyRow[]): void {
    const creds = rows.find((row) => row.type === 'creds')
    if (!creds?.data) throw new Error('no creds among the rows')
    const { deviceId, me } = JSON.parse(this.#open(creds)) as { deviceId: string; me: Me }
    this.forgetKeys()
    this.#has = true
    this.deviceId = deviceId
    this.#me = me
  }
  forgetKeys(): void {
    this.#has = false
    this.deviceId = null
    this.#me = null
    this.chains.clear()
    this.known.clear()
  }
  paired(phone: string): void {
    this.deviceId = this.ports.whatsapp.pair(phone, this.vault.accountId)
    this.#me = { phone, lid: lidOf(phone), pushname: 'Uji' }
    const plain = JSON.stringify({ deviceId: this.deviceId, me: this.#me })
    this.#push('creds', 'creds', null, plain)
  }
  addContact(number: string, rows: readonly KeyRow[]): void {
    for (const row of rows) {
      if (row.type !== 'session' || row.data === null) continue
      const [lid = ''] = row.id.split('_')
      if (this.chains.has(lid)) continue
      this.chains.set(lid, JSON.parse(this.#open(row)) as Chain)
      if (!this.known.has(number)) this.known.set(number, lid)
    }
  }
  /** The next message key. Its row goes to the vault after the message, under the LID's name, as in Baileys. */
  nextKey(number: string): Chain & { fresh: boolean; lid: string } {
    const lid = this.ports.whatsapp.lids.of(number)
    const known = this.chains.get(lid)
    const next = known
      ? { chain: known.chain, count: known.count + 1 }
      : { chain: this.ports.whatsapp.random.uuid(), count: 1 }
    this.chains.set(lid, next)
    this.known.set(number, lid)
    this.#push('session', `${lid}_1.0`, number, JSON.stringify(next))
    return { ...next, fresh: !known, lid }
  }
  #push(type: string, id: string, owner: string | null, plain: string): void {
    const { cipher, accountId, pushRow } = this.vault
    pushRow({ type, id, owner: () => owner, seal: () => cipher.seal(accountId, type, id, plain) })
  }
  #open({ type, id, data }: KeyRow): string {
    return this.vault.cipher.open(this.vault.accountId, type, id, data ?? '')
  }

  open(options: ConnectionOptions): LiveConnection {
    return new SimConnection(this, options)
  }
}
