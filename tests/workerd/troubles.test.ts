// Each trouble begins, is told once to each address, and ends (rules troubles, alerts): found by the looks in a real database, fleet and queue.
import { beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import type { TroubleKind, TroubleWebhook } from '../../contract/troubles.ts'
import { TROUBLE_KINDS } from '../../contract/troubles.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import { connect } from '../../domain/db/connection.ts'
import { takeOverdue } from '../../domain/wakes/store.ts'
import { noteVaultKeys, readOften } from '../../domain/watch/figures-store.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import type { Env } from '../../worker/env.ts'
import { onQueue } from '../../worker/queue.ts'
import { lookHourly, lookOften, tellAlerts } from '../../worker/watch.ts'
import { ask } from './support/api.ts'
import { bound, db, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makePerson, type Person } from './support/people.ts'
import { watchedDb } from './support/plans.ts'
import { tripsOf, watchTrips } from './support/trips.ts'

const HOOK = 'https://siaga.uji.test/masuk'
const MAIL = 'penjaga@uji.test'
let now = Date.now()
let got: TroubleWebhook[] = []
let mails: { to: string; subject: string; text: string }[] = []
/** Cloudflare's mail. */
const EMAIL = { send: async (mail: (typeof mails)[number]) => void mails.push(mail) } as unknown as SendEmail
const env = (vars: Partial<Env> = {}): Env => ({ ...bound, EMAIL, ...vars })
const runner = new FakeRunner('of-troubles')
let admin: Person
beforeAll(async () => {
  watchTrips()
  admin = await makePerson('admin')
  for (const [key, value] of Object.entries({ alert_email: MAIL, alert_webhook_url: HOOK }))
    await run('insert or replace into settings (key, value) values (?, ?)', key, value)
})
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    expect(url).toBe(HOOK)
    got.push(JSON.parse(String(init?.body)) as TroubleWebhook)
    return new Response(null, { status: 204 })
  })
})
afterEach(() => void vi.restoreAllMocks())

const account = (id: string, more: Record<string, string | number | null> = {}) => {
  const row = { state: 'connected', status: 'idle', due_at: null, unsettled_since: null, opt_outs_since: null, ...more }
  return run(
    `insert or replace into whatsapp (id, clientid, user_id, purpose, phonenumber, created_at, ${Object.keys(row).join()})
     values (?1, ?1, 'u', 'blast', ?1, 1, ${Object.keys(row)
       .map((_, i) => `?${i + 2}`)
       .join()})`,
    id,
    ...Object.values(row),
  )
}
const noAccounts = () => run('delete from whatsapp')
const proxy = (id: string, status: string, failed = 0, by: string | null = null) =>
  run(
    'insert into proxies (id, value, status, failed_probes, leased_by, created_at) values (?1, ?1, ?2, ?3, ?4, 1)',
    id,
    status,
    failed,
    by,
  )
const noProxies = () => run('delete from proxies')
const ended = (round: string, at: number) => run('insert or replace into cron_ends values (?, ?)', round, at)
const queueSince = (at: number) =>
  ({
    metrics: async () => ({ backlogCount: 7, backlogBytes: 9, oldestMessageTimestamp: new Date(at) }),
  }) as unknown as Env['SETTLEMENTS']
const beat = (more: object) =>
  runner.send(JSON.stringify({ kind: 'heartbeat', accounts: 0, rssMb: 1, lagMs: 1, ...more }))
const sizedAs = (bytes: number): D1Database => {
  const through = <T extends object>(target: T, own: Record<string, unknown>): T =>
    new Proxy(target, {
      get: (of, key) => {
        const value: unknown = own[String(key)] ?? Reflect.get(of, key)
        return typeof value === 'function' && !(String(key) in own) ? (value as () => unknown).bind(of) : value
      },
    })
  const sized = (statement: D1PreparedStatement): D1PreparedStatement =>
    through(statement, {
      bind: (...values: unknown[]) => sized(statement.bind(...values)),
      run: async () => {
        const answer = await statement.run()
        return { ...answer, meta: { ...answer.meta, size_after: bytes } }
      },
    })
  return through(bound.DB, { prepare: (text: string) => sized(bound.DB.prepare(text)) })
}
const template = (success: number, fail: number) =>
  run(
    `insert or replace into templates (id, text, text_wa, button, status, count_success, count_fail, created_at)
     values ('t9', 'Halo', 'Halo', '[]', 'active', ?, ?, 1)`,
    success,
    fail,
  )

type Case = {
  subject?: string
  hourly?: true
  /** Of the environment while it lasts. */
  vars?: () => Partial<Env>
  begin: () => unknown
  end: () => unknown
}
/** In the order in which they are tried: without a runner first. */
const CASES: Record<TroubleKind, Case> = {
  no_runner: {
    begin: () => undefined,
    end: async () => {
      await runner.join(100, [], { vaultKids: ['k1'] })
      await until('room', async () => (await runnerFleet(bound).runners()).find((r) => r.hasRoom))
    },
  },
  accounts_without_runner: {
    begin: async () => {
      for (const id of ['a', 'b', 'c']) await account(id)
    },
    end: noAccounts,
  },
  sending_stalled: {
    begin: async () => {
      await account('stalled', { status: 'sending', due_at: now - HOUR_MS })
      for (const later of [0, 30]) await takeOverdue(db, { now: now + later * MINUTE_MS, limit: 9 })
    },
    // as its object writes it
    end: () => run('update whatsapp set due_at = due_at + 1'),
  },
  settlement_waits: {
    begin: () => account('owing', { due_at: now + HOUR_MS, unsettled_since: now - 45 * MINUTE_MS }),
    end: noAccounts,
  },
  opt_outs_wait: {
    begin: () => account('stopping', { due_at: now + HOUR_MS, opt_outs_since: now - 5 * MINUTE_MS }),
    end: noAccounts,
  },
  queue_waits: {
    subject: 'imports',
    vars: () => ({ IMPORTS: queueSince(now - 16 * MINUTE_MS) as unknown as Env['IMPORTS'] }),
    begin: () => undefined,
    end: () => undefined,
  },
  dead_letters: {
    subject: 'settlements',
    begin: async () => {
      const message = { id: 'm', body: {}, ack: () => undefined }
      const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
      await onQueue({ queue: 'wa-blaster-settlements-dead', messages: [message] } as never, env())
      clock.mockRestore()
    },
    end: () => void (now += HOUR_MS),
  },
  work_waits: {
    subject: 'imports',
    begin: () =>
      run(
        `insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes,
          created_at, updated_at) values ('i1', 'phonenumber', 'running', 'k', 'a.csv', 'csv', 1, '', 'x', 1, 1, ?)`,
        now - HOUR_MS,
      ),
    end: () => run(`update import_jobs set status = 'done'`),
  },
  backup_old: {
    vars: () => ({ BACKUP_EVERY_S: '60' }),
    begin: () => ended('backup', now - 27 * HOUR_MS),
    end: () => ended('backup', now),
  },
  cron_fails: {
    subject: 'minute',
    begin: () => ended('minute', now - 11 * MINUTE_MS),
    end: () => ended('minute', now + DAY_MS),
  },
  misconfigured: {
    vars: () => ({ APP_ENV: 'production', RUNNER_KEYS: bound.RUNNER_KEYS, TURNSTILE_SECRET: '' }),
    begin: () => undefined,
    end: () => undefined,
  },
  version_refused: {
    subject: '2.3000.1',
    begin: async () => {
      beat({ versionRefused: { version: '2.3000.1', agoMs: Date.now() - now } })
      await until('told', async () => (await runnerFleet(bound).runners())[0]?.versionRefused)
    },
    end: () => void (now += HOUR_MS),
  },
  sessions_unreadable: {
    begin: async () => {
      beat({ unreadableAgoMs: Date.now() - now })
      await until('told', async () => (await runnerFleet(bound).runners())[0]?.unreadableAt)
    },
    end: () => void (now += HOUR_MS),
  },
  proxies_none_free: { begin: () => proxy('p1', 'nonactive', 3), end: () => proxy('p2', 'active') },
  ledger_differs: {
    hourly: true,
    begin: () => run('insert into balances (user_id, balance_sen) values (?, 500)', admin.id),
    end: () => run('delete from balances'),
  },
  leases_without_owner: {
    subject: 'numbers',
    hourly: true,
    begin: () =>
      run(
        `insert into phone_numbers (number, name, status, in_use, in_use_by, created_at)
         values ('6281299990001', 'N', 'active', 1, 'gone', 1)`,
      ),
    end: () => run('delete from phone_numbers'),
  },
  templates_fail: {
    hourly: true,
    subject: 't9',
    begin: async () => {
      await template(1_000, 0)
      await lookHourly(env(), db, now)
      await template(1_020, 40)
    },
    end: () => template(1_080, 40),
  },
  proxies_fail: {
    hourly: true,
    begin: async () => {
      for (const id of ['f1', 'f2', 'f3']) await proxy(id, 'nonactive', 3)
    },
    end: noProxies,
  },
  vault_key_missing: {
    hourly: true,
    subject: 'k0',
    begin: () => noteVaultKeys(db, { k0: 12, k1: 900 }, now),
    end: () => noteVaultKeys(db, { k1: 912 }, now),
  },
  database_large: {
    hourly: true,
    vars: () => ({ DB: sizedAs(7_200_000_000) }),
    begin: () => undefined,
    end: () => undefined,
  },
}

const look = async ({ hourly }: Case, vars: Partial<Env>): Promise<void> => {
  const here = env(vars)
  await (hourly ? lookHourly : lookOften)(here, connect(here.DB), now)
  await tellAlerts(env(), db, now)
  now += hourly ? HOUR_MS : 5 * MINUTE_MS
}
const about = (kind: TroubleKind, { subject = '' }: Case) =>
  got.filter(({ data }) => data?.kind === kind && data.subject === subject).map(({ type }) => type)

describe('rule troubles: every one begins and ends, and is told once to each address', () => {
  test('each kind has its case', () => expect(Object.keys(CASES)).toEqual([...TROUBLE_KINDS]))
  test.each(Object.entries(CASES) as [TroubleKind, Case][])('%s', async (kind, one) => {
    got = []
    mails = []
    await one.begin()
    for (let looks = 0; looks < 5; looks++) await look(one, one.vars?.() ?? {})
    expect(about(kind, one)).toEqual(['trouble.started'])
    const listed = async () =>
      (
        await ask<{ open: { kind: string }[]; ended: { kind: string; alerts: object[] }[] }>(
          'GET',
          '/admin/troubles',
          admin,
        )
      ).json
    expect((await listed()).open).toContainEqual(
      expect.objectContaining({ kind, subject: one.subject ?? '', told: true }),
    )
    await one.end()
    for (let looks = 0; looks < 3; looks++) await look(one, {})
    expect(about(kind, one)).toEqual(['trouble.started', 'trouble.ended'])
    const { open, ended } = await listed()
    expect(open.map((trouble) => trouble.kind)).not.toContain(kind)
    expect(ended.find((trouble) => trouble.kind === kind)?.alerts).toHaveLength(4)
    const title = got.find(({ data }) => data?.kind === kind)?.data?.title ?? '?'
    const subjects = mails.filter((mail) => mail.subject.includes(title)).map((mail) => mail.subject.split(':')[0])
    expect(subjects).toEqual(['Gangguan', 'Selesai'])
    expect(mails[0]?.text).toContain('docs/runbooks/')
  })
})

test('the look of every five minutes asks D1 once, and reads no table from end to end', async () => {
  const { db: watched, plans } = watchedDb()
  await readOften(watched, now)
  // of users the first row alone
  const big = /^SCAN (p|phone_numbers|whatsapp|w|ledger|templates|daily_stats)\b/
  expect((await plans()).filter((plan) => big.test(plan) && !/USING (COVERING )?INDEX/.test(plan))).toEqual([])
  expect(await tripsOf(() => readOften(db, now))).toHaveLength(1)
})
