// One account's session keys while this process holds the account. The object's vault is the truth: every write goes there as
// an encrypted row. Contacts' rows are in a bounded cache here, and are loaded when a message needs them.
import {
  type AuthenticationCreds,
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import type { LRUCache } from 'lru-cache'
import { boundedCache } from '../bounded-cache.ts'
import { userOf } from '../../contract/ground/key-user.ts'
import { CREDS_TYPE, type KeyRow } from '../../contract/operation/runner.ts'
import type { RowSource } from '../fact-outbox.ts'
import type { Me, VaultPorts } from '../session-port.ts'
import { LidMap } from './lid-map.ts'
import { ABSENT, fromJson, keyOf, toJson } from './row-json.ts'
import { isTransient, type Item, siblings } from './row-owner.ts'

/** About 6 rows a contact. */
const CONTACT_ROWS = 300
const PRE_KEYS = 64
const KNOWN_PEOPLE = 2_000
const STORE_WAIT_MS = 5_000
export class AccountKeys {
  readonly creds: AuthenticationCreds
  readonly #ports: VaultPorts
  /** Own devices' sessions and app state, complete: a row that is not here does not exist. */
  readonly #own = new Map<string, unknown>()
  /** JSON of contacts' rows; `null` means: known not to exist. */
  readonly #contacts: LRUCache<string, string>
  readonly #preKeys: LRUCache<string, string>
  /** Numbers all of whose rows are here or do not exist. */
  readonly #complete = boundedCache<true>(KNOWN_PEOPLE)
  readonly #people = new LidMap()
  /** true: linked in this process and nothing evicted yet, so a row that is not here does not exist. */
  #wholeContacts: boolean
  #wholePreKeys: boolean
  #savedCreds = ''
  /** Rows written while linking. They are sent only when the phone has accepted, so that a failed attempt stores nothing. */
  #held: { row: RowSource; stored: (() => void) | undefined }[] | null

  private constructor(ports: VaultPorts, creds: AuthenticationCreds, fresh: boolean) {
    this.#ports = ports
    this.creds = creds
    this.#wholeContacts = fresh
    this.#wholePreKeys = fresh
    this.#held = fresh ? [] : null
    this.#contacts = boundedCache(CONTACT_ROWS, {
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') this.#wholeContacts = false
      },
    })
    this.#preKeys = boundedCache(PRE_KEYS, {
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') this.#wholePreKeys = false
      },
    })
  }

  static fresh(ports: VaultPorts): AccountKeys {
    return new AccountKeys(ports, initAuthCreds(), true)
  }
  /** @throws Error when the rows hold no readable creds */
  static restore(ports: VaultPorts, rows: readonly KeyRow[]): AccountKeys {
    const { accountId, cipher } = ports
    const creds = rows.find((row) => row.type === CREDS_TYPE)
    if (!creds?.data) throw new Error('no creds among the rows')
    const keys = new AccountKeys(
      ports,
      JSON.parse(cipher.open(accountId, CREDS_TYPE, creds.id, creds.data), BufferJSON.reviver) as AuthenticationCreds,
      false,
    )
    keys.#savedCreds = toJson(keys.creds)
    const newest = String(keys.creds.nextPreKeyId - 1)
    for (const row of rows) {
      // pre-keys are rarely used: the newest shows that the set exists, and others are loaded when needed
      if (row.type === CREDS_TYPE || (row.type === 'pre-key' && row.id !== newest)) continue
      keys.#take(row)
    }
    return keys
  }

  get me(): Me | null {
    const { me } = this.creds
    // WhatsApp may report success before the pairing is over: then there is no number yet
    const phone = me?.id?.split(/[:@]/, 1)[0]
    if (!me || !phone) return null
    const name = me.name === '~' ? undefined : me.name
    return { phone, lid: me.lid?.split(/[:@]/, 1)[0] ?? null, pushname: name ?? null }
  }
  get auth(): AuthenticationState {
    return {
      creds: this.creds,
      keys: { get: (type, ids) => this.#get(type, ids), set: (data) => this.#set(data) },
    }
  }
  /** The phone accepted the pairing: held rows are sent, and later ones at once. */
  keep(): void {
    const held = this.#held ?? []
    this.#held = null
    this.#savedCreds = ''
    this.saveCreds()
    for (const { row, stored } of held) this.#ports.pushRow(row, stored)
  }
  saveCreds(): void {
    // Baileys also announces updates that change nothing: those are not written
    const json = toJson(this.creds)
    if (json === this.#savedCreds) return
    this.#savedCreds = json
    const plain = () => toJson(this.creds)
    this.#push(CREDS_TYPE, CREDS_TYPE, () => null, plain)
  }

  /** Adds all rows that the vault has of a number; a row that is here already is newer and stays. */
  addContact(number: string, rows: readonly KeyRow[]): void {
    for (const row of rows) if (row.type === 'lid-mapping') this.#take(row)
    for (const row of rows) if (row.type !== 'lid-mapping') this.#take(row)
    this.#complete.set(number, true)
  }
  /** true: this account wrote to the number before, so it needs no look-up. */
  knows(number: string): boolean {
    const lid = this.lidOf(number)
    return lid !== null || this.#has(keyOf('session', `${number}.0`))
  }
  lidOf(number: string): string | null {
    return this.#people.lidOf(number)
  }
  numberOf(lid: string): string | null {
    return this.#people.numberOf(lid)
  }
  ownerOf(type: string, id: string): string | null {
    const user = userOf(type, id)
    const me = this.me
    if (user === null || user === me?.phone || user === me?.lid) return null
    return this.numberOf(user) ?? user
  }

  #has(key: string): boolean {
    const json = this.#contacts.get(key)
    return json !== undefined && json !== ABSENT
  }
  #take({ type, id, data }: KeyRow): void {
    if (data === null) return
    const { accountId, cipher, logError } = this.#ports
    let json: string
    try {
      json = cipher.open(accountId, type, id, data)
    } catch (error) {
      // treated as missing: Signal makes a new session
      return logError('a vault row is unreadable', error)
    }
    if (type === 'pre-key') this.#preKeys.set(id, json)
    else if (this.#isOwn(type, id)) this.#own.set(keyOf(type, id), fromJson(type, json))
    else {
      const key = keyOf(type, id)
      const here = this.#contacts.get(key)
      if (here === undefined) this.#contacts.set(key, json)
      this.#people.learn(type, id, here === undefined || here === ABSENT ? json : here)
    }
  }
  #isOwn(type: string, id: string): boolean {
    return !isTransient(type, id) && this.ownerOf(type, id) === null
  }
  async #get<T extends keyof SignalDataTypeMap>(
    type: T,
    ids: string[],
  ): Promise<{ [id: string]: SignalDataTypeMap[T] }> {
    const found: { [id: string]: SignalDataTypeMap[T] } = {}
    const missing: string[] = []
    const look = (id: string): boolean => {
      if (type === 'tctoken' && id === '__index') return true
      const key = keyOf(type, id)
      const json = type === 'pre-key' ? this.#preKeys.get(id) : this.#contacts.get(key)
      const value = json === undefined ? this.#own.get(key) : fromJson(type, json)
      if (value !== undefined && value !== null) found[id] = value as SignalDataTypeMap[T]
      return value !== undefined
    }
    for (const id of ids) if (!look(id) && !this.#isAbsent(type, id)) missing.push(id)
    if (missing.length > 0) {
      await this.#fetch(missing.flatMap((id) => siblings({ type, id })))
      for (const id of missing) look(id)
    }
    return found
  }
  #isAbsent(type: string, id: string): boolean {
    if (type === 'pre-key') return this.#wholePreKeys
    if (this.#wholeContacts || isTransient(type, id)) return true
    const owner = this.ownerOf(type, id)
    return owner === null || this.#complete.has(owner)
  }
  async #fetch(items: Item[]): Promise<void> {
    const wanted = items.filter(({ type, id }) => type === 'pre-key' || !this.#contacts.has(keyOf(type, id)))
    try {
      const rows = await this.#ports.ask(wanted)
      for (const row of rows) if (row.type === 'lid-mapping') this.#take(row)
      for (const row of rows) if (row.type !== 'lid-mapping') this.#take(row)
      // rows that the answer leaves out are not in the vault
      for (const { type, id } of wanted) {
        const key = keyOf(type, id)
        if (type !== 'pre-key' && !this.#contacts.has(key) && !this.#isOwn(type, id)) this.#contacts.set(key, ABSENT)
      }
    } catch (error) {
      this.#ports.logError('the vault did not answer', error)
    }
  }

  async #set(data: SignalDataSet): Promise<void> {
    const durable: Promise<void>[] = []
    const mappings = data['lid-mapping'] ?? {}
    for (const [id, other] of Object.entries(mappings)) {
      if (!other) continue
      this.#people.learn('lid-mapping', id, toJson(other))
      if (id.endsWith('_reverse')) this.#reassign(id)
    }
    for (const [type, rows] of Object.entries(data)) {
      for (const [id, value] of Object.entries(rows ?? {}) as [string, unknown][]) {
        if (type === 'tctoken' && id === '__index') continue
        const wait = this.#write(type, id, value ?? null)
        if (wait) durable.push(wait)
      }
    }
    // pre-keys are uploaded to WhatsApp next, so they must be in the vault first
    if (durable.length > 0) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STORE_WAIT_MS)
      })
      await Promise.race([Promise.all(durable), late])
      clearTimeout(timer)
    }
  }
  /** The number of a LID became known: rows owned by the LID are written again with the number as owner. */
  #reassign(reverseId: string): void {
    for (const { type, id } of siblings({ type: 'lid-mapping', id: reverseId })) {
      const json = this.#contacts.get(keyOf(type, id))
      if (type !== 'lid-mapping' && json !== undefined && json !== ABSENT)
        this.#push(
          type,
          id,
          () => this.ownerOf(type, id),
          () => json,
        )
    }
  }
  #write(type: string, id: string, value: unknown): Promise<void> | undefined {
    const key = keyOf(type, id)
    if (type !== 'pre-key' && this.#isOwn(type, id)) {
      if (value === null) this.#own.delete(key)
      else this.#own.set(key, value)
      this.#push(
        type,
        id,
        () => null,
        () => (value === null ? null : toJson(value)),
      )
      return undefined
    }
    const json = value === null ? ABSENT : toJson(value)
    const plain = () => (value === null ? null : json)
    if (type === 'pre-key') {
      this.#preKeys.set(id, json)
      const stored = Promise.withResolvers<void>()
      this.#push(type, id, () => null, plain, value === null ? undefined : stored.resolve)
      return value === null || this.#held ? undefined : stored.promise
    }
    this.#contacts.set(key, json)
    if (!isTransient(type, id)) this.#push(type, id, () => this.ownerOf(type, id), plain)
    return undefined
  }
  #push(type: string, id: string, owner: () => string | null, plain: () => string | null, stored?: () => void): void {
    const { accountId, cipher, pushRow } = this.#ports
    const seal = () => {
      const text = plain()
      return text === null ? null : cipher.seal(accountId, type, id, text)
    }
    const row = { type, id, owner, seal }
    if (this.#held) this.#held.push({ row, stored })
    else pushRow(row, stored)
  }
}
