// The product on the simulated platform: members and their accounts, recipients, settings, the cron, and runners that are
// started again when they die.
import { join } from 'node:path'
import { HOUR_MS, jakartaMidnight } from '../../contract/ground/time.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import type { AccountDocument } from '../../durable-objects/account-blast/document/document.ts'
import { onCron } from '../../worker/cron.ts'
import type { Env } from '../../worker/env.ts'
import { onQueue } from '../../worker/queue.ts'
import { WORLD } from './platform/clock.ts'
import { Database } from './platform/d1.ts'
import type { Faults } from './platform/faults.ts'
import { Platform } from './platform/platform.ts'
import type { Random } from './platform/random.ts'
import { namedRow, type SqlValue } from './platform/sql.ts'
import { Documents } from './documents.ts'
import { OBJECTS, SHELVES } from './objects.ts'
import type { Plan } from './plan.ts'
import { Machines } from './machines.ts'
import { LEASE_MS, RUNNER_KEYS, SimRunner } from './runner.ts'
import { IN_DATABASE } from './replay/watched.ts'
import { stage } from './stage.ts'
import { Story } from './story.ts'
import { Whatsapp } from './whatsapp.ts'

const SETTLEMENTS = 'wa-blaster-settlements'
export const MINUTE_MS = 60_000

/** Migrated once; every history begins with it empty. */
export const migratedDatabase = (): Database =>
  new Database().migrate(join(import.meta.dirname, '../../migrations')).watch(IN_DATABASE)

export type SimAccountOf = { id: string; userId: string; phone: string; purpose: 'blast' | 'generator' }
/** One in so many histories has the backups' bucket, and with it a journal. */
const JOURNALED = 3
/** One in so many has proxies. */
const PROXIED = 5
/** How often a member checks an account, and starts it if it stands still. */
const MEMBER_LOOKS_MS = 12_000
const ENDED = ['loggedOut', 'conflict', 'disconnected']

export class World {
  readonly seed: number
  readonly platform: Platform
  readonly database: Database
  readonly story: Story
  readonly whatsapp: Whatsapp
  readonly plan: Plan
  readonly machines: Machines
  readonly accounts: SimAccountOf[]
  readonly numbers: string[]
  /** Empty: accounts dial directly. */
  readonly proxies: readonly string[]
  readonly runners = new Map<string, SimRunner>()
  /** false: what dies stays dead. */
  restarts = true
  /** Accounts whose member wants them to blast. */
  readonly wanted = new Set<string>()
  /** Number checks that staff started, all by the generator's account. */
  readonly checks = new Set<string>()
  settingIsBroken = false
  /** Until then D1 answers nearly nobody. */
  overloadedUntil = 0
  /** Called with everything that the product logs. */
  onSaid: (text: string) => void = () => {}
  onNotTaken: (runner: SimRunner) => void = () => {}
  over = false
  /** Faults happen. */
  isTroubled = false
  /** A visitor who asks for pairing codes and never gets one. */
  readonly visitor: SimAccountOf = { id: 'acc-visitor', userId: 'member-1', phone: '6285799999999', purpose: 'blast' }
  codeRefusal: { code: number; backoffS: number } = { code: 404, backoffS: 0 }
  readonly #documents = new Documents()
  readonly #archive = new Map<string, Map<unknown, Record<string, unknown>>>()
  #boots = 0

  constructor(seed: number, database: Database, plan: Plan, faults: (random: Random) => Partial<Faults>) {
    this.seed = seed
    this.database = database
    this.plan = plan
    this.machines = new Machines(seed, plan)
    this.platform = new Platform({
      seed,
      startsAt: plan.startsAt,
      objects: OBJECTS,
      shelves: SHELVES,
      databases: { DB: database },
      queues: {
        [`${SETTLEMENTS}-dead`]: { maxBatchSize: 50, maxBatchTimeout: 5 },
        [SETTLEMENTS]: { maxBatchSize: 50, maxBatchTimeout: 1, maxRetries: 3, deadLetterQueue: `${SETTLEMENTS}-dead` },
        'wa-blaster-imports': { maxBatchSize: 1, maxBatchTimeout: 0 },
      },
      producers: { SETTLEMENTS, IMPORTS: 'wa-blaster-imports' },
      buckets: seed % JOURNALED === 0 ? ['MEDIA', 'BACKUPS'] : ['MEDIA'],
      vars: {
        APP_ENV: 'live',
        APP_ORIGIN: 'http://127.0.0.1:8787',
        LINK_KEYS: `1:${'c3'.repeat(32)}`,
        SUPPRESSION_KEYS: `2:${'e5'.repeat(32)},1:${'d4'.repeat(32)}`,
        RUNNER_KEYS,
        LEASE_MS: String(LEASE_MS),
        SPREAD_MS: '20000',
        // an isolate's memory outlives a history here: what it counts must not change the next one
        GATHER_MS: '0',
        UNKNOWN_TO_FAIL_MS: String(plan.unknownToFailMs),
      },
      said: (who, text) => {
        this.story.say(`${who} says ${text}`)
        this.onSaid(text)
      },
      faults: (random) => ({ machine: (who) => this.machines.of(who), ...faults(random) }),
    }).install()
    this.story = new Story(() => this.platform.clock.now)
    this.whatsapp = new Whatsapp(this.platform, this.platform.random.fork(), this.story)
    // what never left is taken off the record again, and nobody answers it
    this.whatsapp.hasWritten = (id, number) =>
      this.whatsapp.received.some((message) => message.accountId === id && message.number === number) &&
      this.rows(id, 'select 1 from attempts where number = ?', number).length > 0
    for (const queue of this.platform.queues.values()) queue.consume((batch) => onQueue(batch, this.env))
    this.accounts = Array.from({ length: plan.accounts }, (_, i) => ({
      id: `acc-${i + 1}`,
      userId: `member-${(i % plan.members) + 1}`,
      phone: String(6285700000000 + i),
      purpose: i === plan.accounts - 1 ? 'generator' : 'blast',
    }))
    const proxies = seed % PROXIED === 2 ? plan.accounts + 2 + (seed % 3) : 0
    this.proxies = Array.from({ length: proxies }, (_, i) => `http://u:p@p${i}.test:1`)
    this.numbers = Array.from({ length: plan.recipients }, (_, i) => String(6281200000000 + i))
    stage(database, this)
    for (const value of this.proxies)
      database.sql(`insert into proxies (id, value, status, created_at) values (?1, ?1, 'active', 0)`, value)
    for (let i = 1; i <= plan.runners; i++) this.startRunner(`runner-${i}`)
    this.#cron()
  }

  get env(): Env {
    return this.platform.env as unknown as Env
  }
  get now(): number {
    return this.platform.clock.now
  }
  /** Epoch ms at which the sending window of that day closes. */
  closesAt(at = this.now): number {
    if (this.plan.closesAfter === null) return Number.POSITIVE_INFINITY
    return jakartaMidnight(at) + 10 * HOUR_MS + this.plan.closesAfter * MINUTE_MS
  }
  get blasters(): SimAccountOf[] {
    return this.accounts.filter((a) => a.purpose === 'blast')
  }

  // ---------------------------------------------------------------- runners
  /** @param hasKey false: it was started without the vault's key */
  startRunner(id: string, hasKey = true): void {
    this.#boots += 1
    const scan = (accountId: string) => {
      const account = this.accounts.find((a) => a.id === accountId)
      return account ? { phone: account.phone, afterMs: this.whatsapp.random.between(500, 4_000) } : null
    }
    const code = (accountId: string) => (accountId === this.visitor.id ? this.codeRefusal : null)
    const runner = new SimRunner(this.platform, this.whatsapp, { id, boot: this.#boots, hasKey }, { scan, code })
    runner.onNotTaken = () => this.onNotTaken(runner)
    runner.process.killed = () => this.comesBack(id, 3_000)
    this.runners.set(id, runner)
  }
  comesBack(id: string, afterMs: number, hasKey = true): void {
    this.platform.clock.after(afterMs, WORLD, `${id} starts`, () => {
      if (!this.restarts || this.runners.get(id)?.process.alive) return
      this.story.say(`${id} starts again${hasKey ? '' : ', without the key of the vault'}`)
      this.startRunner(id, hasKey)
    })
  }

  // ---------------------------------------------------------------- members
  link(account: SimAccountOf & { mode?: 'qr' | 'code' }): void {
    const { id: accountId, userId, purpose, phone, mode = 'qr' } = account
    const clientid = `client-${accountId}`
    this.call('link', accountId, (object) =>
      object.beginLink({ accountId, clientid, userId, purpose, mode, phone: mode === 'code' ? phone : null }),
    )
  }
  /** Links accounts that rest again; those at work are left alone. */
  relink(account: SimAccountOf): void {
    const doc = this.document(account.id)
    if (doc?.link || (doc?.linked && !ENDED.includes(doc.base))) return
    this.story.say(`${account.userId} links ${account.id}`)
    this.link(account)
  }
  stopFor(accountId: string, ms: number): void {
    this.wanted.delete(accountId)
    this.call('stop', accountId, (object) => object.stop())
    this.after(ms, 'wants again', () => {
      if (!this.over) this.wanted.add(accountId)
    })
  }
  /** The members want to blast. */
  begin(): void {
    this.over = false
    for (const { id } of this.blasters) this.wanted.add(id)
  }
  /** The faults are over: no member wants to blast any more. */
  end(): void {
    this.over = true
    this.wanted.clear()
    for (const { id } of this.blasters) this.call('stop', id, (object) => object.stop())
  }
  /** From now on every member checks their accounts regularly. */
  membersLook(): void {
    for (const account of this.blasters) this.#memberLooks(account)
  }
  #memberLooks(account: SimAccountOf): void {
    this.after(MEMBER_LOOKS_MS * this.whatsapp.random.between(0.5, 1.5), 'member looks', () => {
      const doc = this.document(account.id)
      if (this.wanted.has(account.id) && !doc?.run) {
        if (!doc?.linked || ENDED.includes(doc.base)) this.relink(account)
        else if (!doc.suspended) this.call('start', account.id, (object) => object.start())
      }
      this.#memberLooks(account)
    })
  }

  // ---------------------------------------------------------------- calls
  after(ms: number, what: string, run: () => void): void {
    this.platform.clock.after(ms, WORLD, what, run)
  }
  say(text: string): void {
    this.story.say(text)
  }
  /** A call of the Worker to an account's object. A failure is written to the story. */
  call(what: string, accountId: string, ask: (object: ReturnType<typeof accountObject>) => PromiseLike<unknown>): void {
    this.later(what, async () => {
      const answer: unknown = await ask(accountObject(this.env, accountId))
      if (answer && typeof answer === 'object' && 'ok' in answer && !answer.ok)
        this.story.say(`${what} ${accountId}: refused (${String((answer as { refusal?: string }).refusal)})`)
    })
  }
  /** A call of the Worker that starts now. */
  later(what: string, work: () => Promise<unknown>): void {
    this.platform.invoke(what, work).catch((error: unknown) => this.story.say(`${what} failed: ${String(error)}`))
  }
  #cron(): void {
    this.platform.clock.after(MINUTE_MS, WORLD, 'cron', () => {
      this.runCron()
      this.#cron()
    })
  }
  runCron(): void {
    const event = { scheduledTime: this.now, cron: '* * * * *', noRetry: () => {} }
    this.later('cron', () => onCron(event, this.env))
  }

  // ---------------------------------------------------------------- what is stored
  /** Account → its epoch now. */
  epochs(): Map<string, number> {
    return new Map(this.accounts.map(({ id }) => [id, this.document(id)?.epoch ?? 0]))
  }
  /** All messages that an account has sent, those too that it has on record no more. */
  attempts(accountId: string): Record<string, unknown>[] {
    const kept = this.#archive.get(accountId)
    const now = this.rows(accountId, 'select * from attempts order by created_at')
    if (!kept) return now
    const rows = new Map([...kept, ...now.map((row) => [row.attempt_id, row] as const)])
    return [...rows.values()].toSorted((a, b) => Number(a.created_at) - Number(b.created_at))
  }
  /** Before time passes in which objects forget what is old. */
  keepAttempts(): void {
    for (const { id } of this.accounts)
      this.#archive.set(id, new Map(this.attempts(id).map((row) => [row.attempt_id, row])))
  }
  /** The document of an account's object as it is now. */
  document(accountId: string): Readonly<AccountDocument> | null {
    const [row] = this.rows(accountId, 'select value from document')
    return row ? this.#documents.of(accountId, String(row.value)) : null
  }
  rows(accountId: string, sql: string, ...values: SqlValue[]): Record<string, unknown>[] {
    const { disk } = this.platform.object('ACCOUNT_BLAST', accountId)
    try {
      const { columns, rows } = disk.engine.run(sql, values)
      return rows.map((row) => namedRow(columns, row))
    } catch {
      // an object that never woke has no tables
      return []
    }
  }
}
