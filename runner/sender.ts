// Sends messages one after another: look-up, content, relay, WhatsApp's ack. A message that may have left is never reported as
// failed, and none leaves after its deadline or without a lease.
import type { Command, Fact, FailReason, KeyRow } from '../contract/operation/runner.ts'
import type { Semaphore } from './semaphore.ts'
import type { Span } from '../contract/record/traces.ts'
import { sometimes } from '../contract/ground/sometimes.ts'
import type { Log } from './log.ts'

export type Send = Extract<Command, { kind: 'send' }>
type Result = Extract<Fact, { kind: 'result' }>

/** WhatsApp answered with an error, incompletely, or not at all, so nothing is known about the recipient. */
export class Refused extends Error {
  /** WhatsApp's own code; null: it has none. */
  readonly code: number | null
  readonly backoffS: number | null
  constructor(message: string, code: number | null, backoffS: number | null = null) {
    super(message)
    this.code = code
    this.backoffS = backoffS
  }
}
/** The message was stopped before it left. */
class Stopped extends Error {
  readonly reason: FailReason
  constructor(reason: FailReason) {
    super(`not sent: ${reason}`)
    this.reason = reason
  }
}

/**
 * An open connection as the sender needs it.
 * @typeParam C a message's content as WhatsApp's library makes it
 */
export type Wire<C extends object> = {
  readonly isOpen: boolean
  readonly closed: Promise<void>
  addContact: (number: string, rows: readonly KeyRow[]) => void
  lidOf: (number: string) => string | null
  /** Whether the number is on WhatsApp; not asked for one that was written to before. @throws Refused without a clear answer */
  isRegistered: (number: string) => Promise<boolean>
  /** @throws Refused when WhatsApp does not take the file; any other error: the content cannot be made */
  compose: (content: Send['content']) => Promise<C>
  /** Finds the recipient's devices: without them WhatsApp acknowledges a message that nobody gets. @throws Refused */
  findDevices: (number: string) => Promise<void>
  /** @param check asked again right before anything is encrypted; it throws when the message must not leave */
  relay: (number: string, content: C, messageId: string, check: () => void) => Promise<void>
  /** Counts messages encrypted for this number: a send that failed before this grew has certainly not left. */
  encryptedFor: (number: string) => number
}
export type SendPorts = {
  sendLimit: Semaphore
  push: (fact: Fact) => void
  /** Key rows written for this number since the last frame. */
  takeRows: (number: string) => KeyRow[]
  /** Holds key rows back until the returned function is called, so that they share the result's frame. */
  holdRows: () => () => void
  /** Why this message must not leave now; null: it may. */
  mayNotLeave: (send: Send) => FailReason | null
  /** Says what became of a message, by the Worker's clock. */
  traced: (spans: Span[]) => void
  now: () => number
  log: Log
}

/** The next message waits this long for the ack of this one. The ack itself is accepted as long as the socket lives. */
const ACK_HOLD_MS = 15_000

export class Sender<C extends object> {
  readonly #wire: Wire<C>
  readonly #ports: SendPorts
  readonly #answers = new Map<string, (error: number | null) => void>()
  /** One message of an account at a time, or messages that were delayed would leave together, without the interval. */
  #turn: Promise<void> = Promise.resolve()
  #underWay = 0

  constructor(wire: Wire<C>, ports: SendPorts) {
    this.#wire = wire
    this.#ports = ports
  }

  /** Messages without an ack yet. */
  get underWay(): number {
    return this.#underWay
  }
  /** Takes WhatsApp's ack, with its error if it refused. false: this sender has no such message without an ack. */
  acked(messageId: string, error: number | null): boolean {
    const answer = this.#answers.get(messageId)
    sometimes('an ack of a message that left over another connection', answer === undefined && error === null)
    this.#answers.delete(messageId)
    answer?.(error)
    return answer !== undefined
  }

  send(command: Send): void {
    this.#underWay += 1
    this.#turn = this.#turn.then(async () => {
      const release = this.#ports.holdRows()
      try {
        this.#wire.addContact(command.number, command.rows)
        await this.#ports.sendLimit.run(() => this.#deliver(command, release))
      } catch (error) {
        this.#ports.log.error({ err: error, attemptId: command.attemptId }, 'a send ended unexpectedly')
      } finally {
        release()
        this.#underWay -= 1
      }
    })
  }

  async #deliver(command: Send, release: () => void): Promise<void> {
    const start = this.#ports.now()
    const { number, messageId } = command
    const check = (): void => {
      const reason = this.#wire.isOpen ? this.#ports.mayNotLeave(command) : 'offline'
      if (reason !== null) throw new Stopped(reason)
    }
    let content: C
    try {
      check()
      if (!(await this.#wire.isRegistered(number)))
        return this.#report(command, release, { start, outcome: 'not_registered' })
      content = await this.#compose(command)
      await this.#wire.findDevices(number)
      check()
    } catch (error) {
      return this.#unsent(command, release, error, start)
    }
    const answer = new Promise<number | null>((resolve) => this.#answers.set(messageId, resolve))
    const before = this.#wire.encryptedFor(number)
    const relayedAt = this.#ports.now()
    try {
      await this.#wire.relay(number, content, messageId, check)
    } catch (error) {
      if (this.#wire.encryptedFor(number) === before) {
        this.#answers.delete(messageId)
        return this.#unsent(command, release, error, start)
      }
      // the message may have left: without an ack the object counts it as unknown, never as failed
      this.#ports.log.warn({ err: error, attemptId: command.attemptId }, 'relay failed')
    }
    const writtenAt = this.#ports.now()
    this.#trace(command, 'write', relayedAt, writtenAt)
    const reported = answer.then((error) => {
      this.#trace(command, 'ack', writtenAt, this.#ports.now(), error !== null)
      this.#report(command, release, { start, outcome: error === null ? 'acked' : 'rejected', error })
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ACK_HOLD_MS)
    })
    await Promise.race([reported, this.#wire.closed, late])
    clearTimeout(timer)
  }

  async #compose(command: Send): Promise<C> {
    try {
      return await this.#wire.compose(command.content)
    } catch (error) {
      if (error instanceof Refused) throw error
      this.#ports.log.warn({ err: error, attemptId: command.attemptId }, 'the content could not be made')
      throw new Stopped('content')
    }
  }
  #unsent(command: Send, release: () => void, error: unknown, start: number): void {
    if (!(error instanceof Stopped))
      this.#ports.log.warn({ err: error, attemptId: command.attemptId }, 'nothing was sent')
    // after a lost socket every look-up fails: that is no refusal by WhatsApp, unless the error has its code
    const said = this.#wire.isOpen || (error instanceof Refused && error.code !== null)
    sometimes('the connection is lost between look-up and send', !this.#wire.isOpen)
    const reason = error instanceof Stopped ? error.reason : said ? 'refused' : 'offline'
    const backoffS = error instanceof Refused ? error.backoffS : null
    this.#report(command, release, { start, outcome: 'failed', reason, backoffS })
  }
  #trace({ attemptId }: Send, name: 'send' | 'write' | 'ack', start: number, end: number, failed = false): void {
    this.#ports.traced([{ attemptId, name, start, end, failed }])
  }

  #report(
    command: Send,
    release: () => void,
    {
      start,
      ...end
    }: Pick<Result, 'outcome'> & Partial<Pick<Result, 'error' | 'reason' | 'backoffS'>> & { start: number },
  ): void {
    // the other rows of this send share the result's frame
    release()
    const { attemptId, messageId, number } = command
    const wasCancelled = (): boolean => this.#ports.mayNotLeave(command) === 'cancelled'
    sometimes('a cancel that comes too late', () => end.outcome === 'acked' && wasCancelled())
    const lid = this.#wire.lidOf(number)
    const rows = this.#ports.takeRows(number)
    const result: Result = {
      kind: 'result',
      attemptId,
      messageId,
      error: null,
      reason: null,
      backoffS: null,
      ...end,
      lid,
      rows,
    }
    this.#ports.push(result)
    this.#trace(command, 'send', start, this.#ports.now(), end.outcome !== 'acked')
  }
}

/** The answer to a send that never got as far as a connection. */
export const unsentResult = ({ attemptId, messageId }: Send, reason: FailReason): Result => ({
  kind: 'result',
  attemptId,
  messageId,
  outcome: 'failed',
  error: null,
  reason,
  backoffS: null,
  lid: null,
  rows: [],
})
