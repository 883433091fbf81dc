// What can go wrong and how long things take. The scenario decides all of it; by default the platform is calm and quick.
import type { MachineClock } from './machine-clock.ts'
import type { Random } from './random.ts'

/** commit: from a slice's end until its writes are confirmed. alarm: how late one fires. */
export type Route = 'rpc' | 'd1' | 'queue' | 'bucket' | 'commit' | 'socket' | 'alarm'
/**
 * before-event: an event reaches an object that is awake, a timer is due, a frame reaches a process.
 * before-output: its slice is committed and nothing of it has been sent.
 * before-confirm: the commit is about to be confirmed. before-answer: what an object, a call of the Worker or a process
 * waits for (RPC, D1, queue, bucket) is about to reach it.
 */
export type CrashPoint = 'before-event' | 'before-output' | 'before-confirm' | 'before-answer'
/** keep: how many of the unconfirmed commits the storage service had received after all, oldest first. */
export type Crash = { keep: number }
/** answer-lost: the request was done, and the caller gets an error. */
export type Fate = 'ok' | 'refused' | 'answer-lost'
/**
 * late: the caller gets an error now, and the request runs so many milliseconds afterwards. slow: it runs now, and its answer is so many
 * milliseconds on its way.
 */
export type D1Fate = Fate | { late: number } | { slow: number }

export type Faults = {
  /** Milliseconds, fractions too. 0 for `commit`: confirmed as the slice ends, without an event of its own. */
  latencyMs: (route: Route) => number
  /** By how much more an alarm that is due rings late, ms. @param who whose, as below */
  alarmLateMs: (who: string) => number
  /** null: it lives on. @param who its `Owner.name`: `ACCOUNT_BLAST/name`, `queue wa-blaster-settlements`, … */
  crash: (point: CrashPoint, who: string) => Crash | null
  /** For one request to D1. @param sql the first statement's text, which tells requests apart */
  d1: (sql: string) => D1Fate
  /** For one send or sendBatch. */
  queueSend: (queue: string) => Fate
  /** How often a message of the queue is delivered beyond the delivery that is acknowledged. */
  queueCopies: (queue: string) => number
  bucket: (key: string) => Fate
  /** The clock of the machine on which it begins; null: it is right. @param who as above; an object that died may begin elsewhere */
  machine: (who: string) => MachineClock | null
  /** silent: no answer to the handshake at all. */
  dial: (from: string) => 'ok' | 'refused' | 'silent'
}

export const calm = (random: Random): Faults => ({
  latencyMs: (route) => (route === 'alarm' ? random.between(0, 5) : random.between(0.2, 4)),
  alarmLateMs: () => 0,
  crash: () => null,
  d1: () => 'ok',
  queueSend: () => 'ok',
  queueCopies: () => 0,
  bucket: () => 'ok',
  machine: () => null,
  dial: () => 'ok',
})

type Flags = { retryable?: boolean; overloaded?: boolean; durableObjectReset?: boolean; remote?: boolean }
/** The runtime's own errors as a caller gets them. */
export const platformError = (message: string, flags: Flags = {}): Error => Object.assign(new Error(message), flags)
/** The connection to an object broke; the caller cannot know whether the object got the call. */
export const connectionLost = (): Error =>
  platformError('Network connection lost.', { retryable: true, durableObjectReset: true })
export const codeUpdated = (): Error =>
  platformError('Durable Object reset because its code was updated.', { retryable: true, durableObjectReset: true })
