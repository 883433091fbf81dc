// Every fault that can be asked for: its name, and what it takes besides a phone and a number of times.
import type { QueryKind, UsyncProtocol } from './query-kinds.ts'

/** These end or break a connection. */
export const KICKS = [
  'conflict',
  'logged-out',
  'banned',
  'restart',
  'unavailable',
  'mismatch',
  'drop',
  'half-open',
] as const
/** These take nothing more, but for the length of a limit. */
export const PLAIN_KINDS = [
  ...KICKS,
  'ack-lost',
  'ack-error-463',
  'ack-error-479',
  'lookup-error-463',
  'slow-lookup',
  'chat-cap',
  'slow',
  'device-limit',
  'passkey',
  'code-expired',
  'success-early',
  'success-again',
  'bare-server',
  'release-acks',
  'clear',
] as const
type PlainKind = (typeof PLAIN_KINDS)[number]

export const HOLD_ORDERS = ['as-sent', 'reversed', 'receipts-first'] as const
type HoldOrder = (typeof HOLD_ORDERS)[number]
export const ACK_CLASSES = ['message', 'receipt'] as const
type AckClass = (typeof ACK_CLASSES)[number]
/** A JID without a user, `@s.whatsapp.net`, or the bare word `s.whatsapp.net`. */
export const SERVER_FORMS = ['jid', 'bare'] as const
type ServerForm = (typeof SERVER_FORMS)[number]

export type Fault =
  /** seconds: how long a limit (463, chat-cap) is said to last */
  | { kind: PlainKind; seconds?: number | undefined }
  /** The next query of this kind is answered with an iq error, or with nothing at all. */
  | { kind: 'query-error'; query: QueryKind; code: number | 'silence'; backoff?: number | undefined }
  /** The next usync query is answered with a result that holds an error in place of the entries. */
  | { kind: 'usync-error'; protocol: UsyncProtocol; code: number; backoff: number }
  /** Leaves these numbers out of the answer; without numbers the first `missing` of those asked. */
  | { kind: 'usync-gap'; protocol: UsyncProtocol; missing: number; numbers: string[] }
  /** Acks and receipts wait, then come all at once: after so many seconds, or when told to. */
  | { kind: 'hold-acks'; order: HoldOrder; ackClass: AckClass; seconds?: number | undefined }
  /** The next message cannot be read by its recipient, who asks again at once or not yet. */
  | { kind: 'unreadable'; asks: boolean }
  /** The recipient lost a message it has read, and asks again; without an id the phone's newest message. */
  | { kind: 'ask-again'; messageId?: string | undefined }
  /** WhatsApp says that few one-time keys are left. */
  | { kind: 'prekeys-low'; count: number; form: ServerForm }
export type FaultKind = Fault['kind']
/** A plain fault's own type is one of many names in one member of the union, which Extract does not find. */
export type FaultOf<K extends FaultKind> = K extends PlainKind ? { kind: K } : Extract<Fault, { kind: K }>

export const FAULT_KINDS: readonly FaultKind[] = [
  ...PLAIN_KINDS,
  'query-error',
  'usync-error',
  'usync-gap',
  'hold-acks',
  'unreadable',
  'ask-again',
  'prekeys-low',
]
