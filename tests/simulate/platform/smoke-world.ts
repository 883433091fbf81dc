// The product on the platform, as small as it goes: the real objects, queue and routes, and a runner of the real links with
// a WhatsApp that says yes to everything. Shows how a scenario is put together.
import { join } from 'node:path'
import type { WebSocket as DialledSocket } from 'ws'
import { ACCOUNT_PATH, type Command, type ControlDown, type Fact } from '../../../contract/runner.ts'
import { AccountBlast } from '../../../durable-objects/account-blast/object.ts'
import { RunnerFleet } from '../../../durable-objects/runner-fleet/object.ts'
import { UserChannel } from '../../../durable-objects/user-channel/object.ts'
import { AccountLink } from '../../../runner/account-link.ts'
import { ControlLink } from '../../../runner/control-link.ts'
import { FactOutbox } from '../../../runner/fact-outbox.ts'
import { signedHeaders } from '../../../runner/signing.ts'
import { WorkerClock } from '../../../runner/worker-clock.ts'
import { app } from '../../../worker/app.ts'
import type { Env } from '../../../worker/env.ts'
import { onQueue } from '../../../worker/queue.ts'
import { Database } from './d1.ts'
import type { Faults } from './faults.ts'
import { Platform } from './platform.ts'
import type { Random } from './random.ts'

const SECRET = 'runner-secret-of-the-simulator-0123456789'
const SETTLEMENTS = 'wa-blaster-settlements'
const ORIGIN = 'http://127.0.0.1:8787'
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} } as never

/** Migrated once; every history begins in it afresh. */
export const productDatabase = (): Database => new Database().migrate(join(import.meta.dirname, '../../../migrations'))

export const productPlatform = (
  seed: number,
  database: Database,
  faults?: (random: Random) => Partial<Faults>,
  said: string[] = [],
): Platform => {
  const platform = new Platform({
    seed,
    startsAt: Date.UTC(2026, 9, 5, 3),
    objects: { ACCOUNT_BLAST: AccountBlast, RUNNER_FLEET: RunnerFleet, USER_CHANNEL: UserChannel },
    databases: { DB: database },
    queues: {
      [`${SETTLEMENTS}-dead`]: { maxBatchSize: 50, maxBatchTimeout: 5 },
      [SETTLEMENTS]: { maxBatchSize: 50, maxBatchTimeout: 1, maxRetries: 5, deadLetterQueue: `${SETTLEMENTS}-dead` },
    },
    producers: { SETTLEMENTS },
    buckets: ['MEDIA'],
    vars: { APP_ENV: 'sandbox', LINK_SECRET: 'link-secret', RUNNER_SECRET: SECRET, APP_ORIGIN: ORIGIN },
    said: (who, text) => said.push(`${who}: ${text}`),
    ...(faults ? { faults } : {}),
  })
  const env = platform.env as unknown as Env
  for (const queue of platform.queues.values()) queue.consume((batch) => onQueue(batch, env))
  return platform
}

/** A runner's process: the real control and account links; its WhatsApp answers each command a little later. */
export class SmokeRunner {
  readonly #platform: Platform
  readonly #identity: { secret: string; runnerId: string; bootId: string }
  readonly #links = new Map<string, AccountLink>()
  readonly sent: string[] = []

  constructor(platform: Platform, runnerId: string) {
    this.#platform = platform
    this.#identity = { secret: SECRET, runnerId, bootId: `${runnerId}-boot` }
    platform.process(runnerId).run('start', () => this.#start())
  }
  #start(): void {
    setInterval(() => {
      for (const link of this.#links.values()) link.tick()
    }, 1_000)
    new ControlLink({
      dial: (path) => this.#dial(path),
      capacity: 100,
      version: 'smoke',
      held: () => [],
      command: (command) => this.#obey(command),
      report: () => {
        throw new Error('nobody asks here')
      },
      log: silent,
    }).start()
  }
  #dial(path: string): DialledSocket {
    const env = this.#platform.env as unknown as Env
    const socket = this.#platform.dial({
      url: ORIGIN + path,
      headers: signedHeaders(this.#identity, path),
      handshakeTimeout: 10_000,
      answer: (request) => app.fetch(request, env, { waitUntil: () => {}, passThroughOnException: () => {} } as never),
    })
    return socket as unknown as DialledSocket
  }
  #obey(command: Exclude<ControlDown, { kind: 'report' }>): void {
    if (command.kind === 'close') return
    const { accountId, epoch } = command
    const outbox = new FactOutbox()
    const link = new AccountLink({
      dial: () => this.#dial(`${ACCOUNT_PATH}/${accountId}?epoch=${epoch}`),
      leaseMs: 30_000,
      outbox,
      clock: new WorkerClock(),
      events: {
        hello: () => ({ kind: 'hello', connection: 'none', me: null }),
        command: (c) => this.#whatsapp(accountId, c, (fact) => this.#tell(link, outbox, fact)),
        leaseLost: () => {},
        fenced: () => {},
        gaveUp: () => {},
      },
      log: silent,
    })
    this.#links.set(accountId, link)
    link.start()
  }
  #tell(link: AccountLink, outbox: FactOutbox, fact: Fact): void {
    outbox.push(fact)
    link.flush()
  }
  #whatsapp(accountId: string, command: Command, say: (fact: Fact) => void): void {
    const me = { phone: `62857${accountId.replace(/\D/g, '').padStart(8, '0')}`, lid: null, pushname: 'Uji' }
    const later = (fact: Fact) => setTimeout(() => say(fact), 200 + Math.random() * 800)
    if (command.kind === 'link') {
      say({ kind: 'qr', qr: 'https://wa.me/x', ttlMs: 60_000 })
      say({ kind: 'rows', rows: [{ type: 'creds', id: 'creds', owner: null, data: 'e30=' }] })
      say({ kind: 'paired', me })
      later({ kind: 'closed', code: 515, detail: 'restart', reachedWhatsapp: true, proxyFailed: false })
    } else if (command.kind === 'connect') later({ kind: 'open', me })
    else if (command.kind === 'send') {
      this.sent.push(command.number)
      const { attemptId, messageId } = command
      const none = { error: null, reason: null, backoffS: null, lid: null }
      later({ kind: 'result', attemptId, messageId, outcome: 'acked', ...none, rows: [] })
    }
  }
}

/** A member, a template and recipients, straight into the database. */
export const stageProduct = (database: Database, member: string, recipients: number): void => {
  database.sql(
    `insert or replace into settings (key, value) select value ->> 0, value ->> 1 from json_each(?)`,
    JSON.stringify([
      ['interval_floor', '0'],
      ['send_window_start', '00:00'],
      ['send_window_end', '24:00'],
      ['price', '100'],
    ]),
  )
  database.sql(`insert into levels (id, name, blast_fee, requirement_blast, created_at) values ('l', 'L', 100, 0, 0)`)
  database.sql(
    `insert into templates (id, text, text_wa, button, status, created_at) values ('t', 'Halo', 'Halo', '[]', 'active', 0)`,
  )
  database.sql(
    `insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min, blast_interval_max, referral_code, created_at)
     values (?1, 'A', 'B', ?1 || '@t.test', 'x', 'member', 'l', 5, 15, upper(?1), 0)`,
    member,
  )
  database.sql(
    `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
     select value, 'N', 'active', 'test', 1, 'admin', 0 from json_each(?)`,
    JSON.stringify(Array.from({ length: recipients }, (_, i) => String(6281200000000 + i))),
  )
}
