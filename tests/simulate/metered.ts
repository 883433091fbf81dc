// What the simulated service writes down of what Cloudflare would bill, for what reads it (tests/bench).

/**
 * What Cloudflare bills besides rows. rpc: calls and fetches of objects; frame: one that reaches an object, also where the runtime answers it;
 * active-ms: an object has an event under way; bucket-a: R2's writes and lists, bucket-b: its reads.
 */
export type Billed =
  | 'rpc'
  | 'alarm'
  | 'frame'
  | 'alarm-set'
  | 'active-ms'
  | 'queue-written'
  | 'queue-read'
  | 'invocation'
  | 'bucket-a'
  | 'bucket-b'

/** One line of the log: a transaction of one database, and the phase of the day that it belongs to. */
export type Logged = { of: string; phase: string; statements: [sql: string, values: unknown[]][] }
export type Metered = Partial<Record<Billed | 'points' | 'lines' | 'messages' | 'd1-statements' | 'minutes', number>>
export const D1_LOG = 'd1'
/** Before anything is counted. */
export const BEFORE = 'before'
