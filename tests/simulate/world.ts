// The product on the simulated platform: members and their accounts, recipients, settings, the cron, and runners that are
// started again when they die.
import { join } from 'node:path'
import { accountObject } from '../../durable-objects/stubs.ts'
import type { AccountDocument } from '../../durable-objects/account-blast/document.ts'
import { onCron } from '../../worker/cron.ts'
import type { Env } from '../../worker/env.ts'
import { onQueue } from '../../worker/queue.ts'
import { WORLD } from './platform/clock.ts'
import { Database } from './platform/d1.ts'
import type { Faults } from './platform/faults.ts'
import { Platform } from './platform/platform.ts'
import type { Random } from './platform/random.ts'
import { namedRow, type SqlValue } from './platform/sql.ts'
import { OBJECTS, SHELVES } from './objects.ts'
import { LEASE_MS, RUNNER_KEYS, SimRunner } from './runner.ts'
import { IN_DATABASE } from './replay/watched.ts'
import { Story } from './story.ts'
import { Whatsapp } from './whatsapp.ts'

const SETTLEMENTS = 'wa-blaster-settlements'
/** A Monday, in Jakarta's time. */
const TEN_OCLOCK = Date.UTC(2026, 9, 5, 3)
const BEFORE_MIDNIGHT = Date.UTC(2026, 9, 5, 16, 54)
export const MINUTE_MS = 60_000

/** Migrated once; every history begins with it empty. */
export const migratedDatabase = (): Database =>
  new Database().migrate(join(import.meta.dirname, '../../migrations')).watch(IN_DATABASE)

export type Plan = {
  accounts: number
  runners: number
  recipients: number
  /** Seconds. */
  interval: { min: number; max: number }
  unknownToFailMs: number
  dailyCap: number
  settleAfterS: number
  /** The sending window closes this many minutes after the start; null: it is open all day. */
  closesAfter: number | null
  /** true: a Jakarta day ends in the middle of the history. */
  overMidnight: boolean
}
export type SimAccountOf = { id: string; userId: string; phone: string; purpose: 'blast' | 'generator' }
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
  readonly accounts: SimAccountOf[]
  readonly numbers: string[]
  readonly runners = new Map<string, SimRunner>()
  /** false: what dies stays dead. */
  restarts = true
  /** Accounts whose member wants them to blast. */
  readonly wanted = new Set<string>()
  /** Number checks that staff started, all by the generator's account. */
  readonly checks = new Set<string>()
  settingIsBroken = false
  /** Called with everything that the product logs. */
  onSaid: (text: string) => void = () => {}
  over = false
  /** A visitor who asks for pairing codes and never gets one. */
  readonly visitor: SimAccountOf = { id: 'acc-visitor', userId: 'member-1', phone: '6285799999999', purpose: 'blast' }
  codeRefusal: { code: number; backoffS: number } = { code: 404, backoffS: 0 }
  #boots = 0

  constructor(seed: number, database: Database, plan: Plan, faults: (random: Random) => Partial<Faults>) {
    this.seed = seed
    this.database = database
    this.plan = plan
    this.platform = new Platform({
      seed,
      startsAt: plan.overMidnight ? BEFORE_MIDNIGHT : TEN_OCLOCK,
      objects: OBJECTS,
      shelves: SHELVES,
      databases: { DB: database },
      queues: {
        [`${SETTLEMENTS}-dead`]: { maxBatchSize: 50, maxBatchTimeout: 5 },
        [SETTLEMENTS]: { maxBatchSize: 50, maxBatchTimeout: 1, maxRetries: 3, deadLetterQueue: `${SETTLEMENTS}-dead` },
        'wa-blaster-imports': { maxBatchSize: 1, maxBatchTimeout: 0 },
      },
      producers: { SETTLEMENTS, IMPORTS: 'wa-blaster-imports' },
      buckets: ['MEDIA'],
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
      faults,
    }).install()
    this.story = new Story(() => this.platform.clock.now)
    this.whatsapp = new Whatsapp(this.platform, this.platform.random.fork(), this.story)
    for (const queue of this.platform.queues.values()) queue.consume((batch) => onQueue(batch, this.env))
    this.accounts = Array.from({ length: plan.accounts }, (_, i) => ({
      id: `acc-${i + 1}`,
      userId: `member-${(i % 2) + 1}`,
      phone: String(6285700000000 + i),
      purpose: i === plan.accounts - 1 ? 'generator' : 'blast',
    }))
    this.numbers = Array.from({ length: plan.recipients }, (_, i) => String(6281200000000 + i))
    stage(database, this)
    for (let i = 1; i <= plan.runners; i++) this.startRunner(`runner-${i}`)
    this.#cron()
  }

  get env(): Env {
    return this.platform.env as unknown as Env
  }
  get now(): number {
    return this.platform.clock.now
  }
  /** Epoch ms at which the sending window closes. */
  get closesAt(): number {
    return this.plan.closesAfter === null ? Number.POSITIVE_INFINITY : TEN_OCLOCK + this.plan.closesAfter * MINUTE_MS
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
      const event = { scheduledTime: this.now, cron: '* * * * *', noRetry: () => {} }
      this.later('cron', () => onCron(event, this.env))
      this.#cron()
    })
  }

  // ---------------------------------------------------------------- what is stored
  /** Account → its epoch now. */
  epochs(): Map<string, number> {
    return new Map(this.accounts.map(({ id }) => [id, this.document(id)?.epoch ?? 0]))
  }
  document(accountId: string): AccountDocument | null {
    const [row] = this.rows(accountId, 'select value from document')
    return row ? (JSON.parse(String(row.value)) as AccountDocument) : null
  }
  /** The document of an account's object as it is now. */
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

const stage = (database: Database, { plan, numbers, accounts }: World): void => {
  const settings = {
    interval_floor: '0',
    send_window_start: '00:00',
    send_window_end: plan.closesAfter === null ? '24:00' : `10:${String(plan.closesAfter).padStart(2, '0')}`,
    daily_cap: String(plan.dailyCap),
    lookup_daily_cap: '100000',
    recipient_cooldown_hours: '168',
    referral_percent: '10',
    price: '100',
    settle_after_s: String(plan.settleAfterS),
  }
  database.sql(
    'insert or replace into settings (key, value) select key, value from json_each(?)',
    JSON.stringify(settings),
  )
  database.sql(
    `insert into levels (id, name, blast_fee, requirement_blast, created_at) values ('l', 'L', 100, 0, 0), ('m', 'M', 150, 20, 0)`,
  )
  database.sql(
    `insert into templates (id, text, text_wa, button, status, created_at) values ('t1', 'Halo', 'Halo {name}', '[]', 'active', 0), ('t2', 'Hai', 'Hai', '[]', 'active', 0)`,
  )
  for (const [i, id] of [...new Set(accounts.map((a) => a.userId))].entries())
    database.sql(
      `insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min, blast_interval_max, referral_code, referrer_id, created_at)
       values (?1, 'A', 'B', ?1 || '@t.test', 'x', 'member', 'l', ?2, ?3, upper(?1), ?4, 0)`,
      id,
      plan.interval.min,
      plan.interval.max,
      i === 0 ? null : 'member-1',
    )
  // every tenth has not consented and every thirteenth is not active: these must get nothing
  database.sql(
    `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
     select value, 'N', iif(key % 13 = 12, 'nonactive', 'active'), iif(key % 10 = 9, null, 'test'), iif(key % 10 = 9, null, 1), 'admin', 0
     from json_each(?)`,
    JSON.stringify(numbers),
  )
}
/** The numbers that `stage` has put into the list. */
export const mayBeWrittenTo = (index: number): boolean => index % 13 !== 12 && index % 10 !== 9
