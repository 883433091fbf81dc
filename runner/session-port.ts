// The interface through which an account's session uses WhatsApp. runner/whatsapp/ implements it with Baileys.
import type { Fact, FailReason, KeyRow } from '../contract/operation/runner.ts'
import type { RowSource } from './fact-outbox.ts'
import type { Log } from './log.ts'
import type { Send } from './sender.ts'
import type { Item } from './whatsapp/row-owner.ts'
import type { VaultCipher } from './whatsapp/vault-cipher.ts'

export type Closed = { code: number; detail: string; reachedWhatsapp: boolean; proxyFailed: boolean }
export type Dial = { proxy: string | null; waVersion: string | null }
export type Me = { phone: string; lid: string | null; pushname: string | null }
export type VaultPorts = {
  accountId: string
  cipher: VaultCipher
  pushRow: (row: RowSource, stored?: () => void) => void
  /** Rows from the object's vault; rejects when it does not answer. */
  ask: (items: Item[]) => Promise<KeyRow[]>
  logError: (what: string, error: unknown) => void
}
export type ConnectionOptions = {
  dial: Dial
  link: { mode: 'qr' | 'code'; phone: string | null } | null
  push: (fact: Fact, stored?: () => void) => void
  takeRows: (number: string) => KeyRow[]
  holdRows: () => () => void
  /** Reason why this message must not leave now; null: it may. */
  mayNotLeave: (send: Send) => FailReason | null
  /** Content sent under this message id; null: unknown, or it must not be sent again. */
  contentOf: (messageId: string) => Promise<Send['content'] | null>
  closed: (closed: Closed) => void
  /** By the Worker's clock. */
  now: () => number
  log: Log
}
export type LiveConnection = {
  readonly isOpen: boolean
  readonly underWay: number
  send: (command: Send) => void
  /** Whether each number is on WhatsApp; numbers without an explicit answer are missing. @throws Refused */
  lookUp: (numbers: readonly string[]) => Promise<ReadonlyMap<string, boolean>>
  logout: () => Promise<void>
  end: () => void
  tick: () => void
}
/** One account at WhatsApp: its keys while this process holds them, and one connection at a time. */
export type WhatsappAccount = {
  /** The account's number and name; null: no keys are in memory, or no phone has accepted them yet. */
  readonly me: Me | null
  readonly hasKeys: boolean
  /** New keys, for a pairing. */
  makeKeys: () => void
  /** @throws Error when the rows hold no readable session */
  restoreKeys: (rows: readonly KeyRow[]) => void
  forgetKeys: () => void
  /** With the keys that are held. @throws Error when the proxy's address is unusable */
  open: (options: ConnectionOptions) => LiveConnection
}
export type Whatsapp = (vault: VaultPorts) => WhatsappAccount
