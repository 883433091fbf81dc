// A queue and its consumer: each message is delivered at least once, in no reliable order. Batches fill up to a size or a time;
// what is not acknowledged comes again, and after its retries goes to the dead letter queue or is dropped.
// Precedence of ack and retry after Cloudflare's documentation (queues, batching and retries): the first call for a message
// wins, and wins over calls for the batch; an explicit ack also stands when the handler throws. Miniflare differs there: its
// retryAll and its thrown handlers bring back acknowledged messages as well.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { ask } from './ask.ts'
import { type Event, NETWORK } from './clock.ts'
import type { Core } from './core.ts'
import { platformError } from './faults.ts'
import { Invocation } from './owners.ts'
import type { Outcome } from './instance.ts'

export type ConsumerOptions = {
  maxBatchSize?: number
  /** Seconds. */
  maxBatchTimeout?: number
  maxRetries?: number
  /** Seconds before a retry that names no delay. */
  retryDelay?: number
  deadLetterQueue?: string
}
type Kept = { id: string; at: number; body: unknown; failures: number }
type Verdict = 'ack' | { delayS: number | null }
type Delay = { delaySeconds?: number }
export type Consumer = (batch: MessageBatch<unknown>) => unknown

/** So much later than the message itself a copy of it may come: in the same batch, or while that one is being worked on. */
const COPY_LATE_MS = 4_000

/** As `contentType: json`, the default: what JSON cannot carry is lost. */
const jsonClone = (body: unknown): unknown => JSON.parse(JSON.stringify(body)) as unknown

export class QueueBroker {
  readonly name: string
  readonly #core: Core
  readonly #options: Required<Omit<ConsumerOptions, 'deadLetterQueue'>>
  readonly #deadLetters: QueueBroker | null
  #consumer: Consumer | null = null
  #messages: Kept[] = []
  #flush: { event: Event; full: boolean } | null = null

  constructor(core: Core, name: string, options: ConsumerOptions = {}, deadLetters: QueueBroker | null = null) {
    this.#core = core
    this.name = name
    this.#deadLetters = deadLetters
    this.#options = {
      maxBatchSize: options.maxBatchSize ?? 10,
      maxBatchTimeout: options.maxBatchTimeout ?? 5,
      maxRetries: options.maxRetries ?? 3,
      retryDelay: options.retryDelay ?? 0,
    }
  }

  /** How many messages wait here now, without those that are delayed or being delivered. */
  get waiting(): number {
    return this.#messages.length
  }
  consume(consumer: Consumer): void {
    this.#consumer = consumer
    if (this.#messages.length > 0) this.#plan()
  }

  // ---- the producer's binding
  send(body: unknown, options: Delay = {}): Promise<object> {
    return this.#accept([{ body: jsonClone(body), delayS: options.delaySeconds ?? 0 }])
  }
  sendBatch(messages: Iterable<{ body: unknown } & Delay>, options: Delay = {}): Promise<object> {
    return this.#accept(
      Array.from(messages, (m) => ({
        body: jsonClone(m.body),
        delayS: m.delaySeconds ?? options.delaySeconds ?? 0,
      })),
    )
  }
  /** What waits here, without what is delayed or being delivered. */
  metrics(): Promise<QueueMetrics> {
    return ask(this.#core, 'queue', `queue ${this.name} metrics`, (reply) => {
      const [oldest] = this.#messages
      const backlogBytes = this.#messages.reduce((sum, m) => sum + Buffer.byteLength(JSON.stringify(m.body)), 0)
      const value = { backlogCount: this.#messages.length, backlogBytes }
      reply({ value: oldest ? { ...value, oldestMessageTimestamp: new Date(oldest.at) } : value })
    })
  }
  #accept(messages: readonly { body: unknown; delayS: number }[]): Promise<object> {
    return ask(this.#core, 'queue', `queue ${this.name} send`, (reply) => {
      const { faults, random, clock } = this.#core
      this.#core.billed('queue-written', messages.length)
      const fate = faults.queueSend(this.name)
      if (fate === 'refused') return reply({ error: platformError('Queue send failed: Internal Server Error') })
      for (const { body, delayS } of messages)
        this.#add({ id: random.uuid().replaceAll('-', ''), at: clock.now, body, failures: 0 }, delayS)
      reply(fate === 'answer-lost' ? { error: platformError('Network connection lost.') } : { value: {} })
    })
  }

  /** Each message travels alone, so two that were sent together may change places. */
  #add(message: Kept, delayS: number): void {
    const { clock, faults, random } = this.#core
    for (let copies = faults.queueCopies(this.name); copies >= 0; copies--) {
      const lateMs = copies > 0 ? random.between(0, COPY_LATE_MS) : 0
      clock.after(delayS * 1_000 + faults.latencyMs('queue') + lateMs, NETWORK, `queue ${this.name}`, () => {
        this.#messages.push(copies > 0 ? { ...message, body: jsonClone(message.body) } : message)
        this.#plan()
      })
    }
  }
  #plan(): void {
    const { clock } = this.#core
    const { maxBatchSize, maxBatchTimeout } = this.#options
    const full = this.#messages.length >= maxBatchSize
    if (!this.#consumer || (this.#flush && (this.#flush.full || !full))) return
    if (this.#flush) clock.cancel(this.#flush.event)
    const event = clock.after(full ? 0 : maxBatchTimeout * 1_000, NETWORK, `queue ${this.name} batch`, () =>
      this.#deliver(),
    )
    this.#flush = { event, full }
  }
  #deliver(): void {
    this.#flush = null
    const batch = this.#messages.splice(0, this.#options.maxBatchSize)
    if (this.#messages.length > 0) this.#plan()
    sometimes('the queue delivers one message twice at once', new Set(batch.map((m) => m.id)).size < batch.length)
    const consumer = this.#consumer
    if (batch.length === 0 || !consumer) return
    const verdicts = new Map<string, Verdict>()
    let forAll: Verdict | null = null
    const messages = batch.map((m) => messageOf(m, verdicts))
    this.#core.billed('queue-read', batch.length)
    const queue = {
      queue: this.name,
      messages,
      ackAll: () => void (forAll ??= 'ack'),
      retryAll: (options?: Delay) => void (forAll ??= { delayS: options?.delaySeconds ?? null }),
    } as unknown as MessageBatch<unknown>
    Invocation.run(
      this.#core,
      `queue ${this.name}`,
      () => consumer(queue),
      (outcome) => this.#settle(batch, verdicts, forAll, outcome),
    )
  }
  #settle(batch: Kept[], verdicts: Map<string, Verdict>, forAll: Verdict | null, outcome: Outcome): void {
    if ('threw' in outcome) this.#core.uncaught(`queue ${this.name}`, outcome.threw)
    // acknowledgements travel with the end of the call, so a call that died acknowledges nothing
    sometimes('a call of the queue dies before its answer', 'died' in outcome)
    const died = 'died' in outcome
    const otherwise: Verdict = 'value' in outcome ? (forAll ?? 'ack') : { delayS: null }
    for (const message of batch) {
      const verdict = died ? otherwise : (verdicts.get(message.id) ?? otherwise)
      if (verdict !== 'ack') this.#failed(message, verdict.delayS)
    }
  }
  #failed(message: Kept, delayS: number | null): void {
    message.failures += 1
    if (message.failures <= this.#options.maxRetries) this.#add(message, delayS ?? this.#options.retryDelay)
    else this.#deadLetters?.take(message)
  }
  /** Takes a message from a queue that has given it up. */
  take(message: Kept): void {
    this.#add({ ...message, failures: 0 }, 0)
  }
}

const messageOf = (kept: Kept, verdicts: Map<string, Verdict>) => {
  const decide = (verdict: Verdict): void => {
    if (!verdicts.has(kept.id)) verdicts.set(kept.id, verdict)
  }
  return {
    id: kept.id,
    timestamp: new Date(kept.at),
    body: kept.body,
    attempts: kept.failures + 1,
    ack: () => decide('ack'),
    retry: (options?: Delay) => decide({ delayS: options?.delaySeconds ?? null }),
  }
}
