// Alerts on their way (rules alerts, alert-signature): before anything is sent they are on record, each address gets each once, and an address that gets
// them can tell that they are ours.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { firstKey, ringOf } from '../../contract/ground/key-rings.ts'
import { MINUTE_MS } from '../../contract/ground/time.ts'
import { troubleWebhook } from '../../contract/operation/troubles.ts'
import { alertKey } from '../../domain/people/auth/alert-key.ts'
import { type Finding, changeOf } from '../../domain/operation/troubles/rules.ts'
import { applyChange, purgeTroubles } from '../../domain/operation/troubles/store.ts'
import { targetsOf } from '../../domain/operation/troubles/targets.ts'
import { onCron } from '../../worker/cron.ts'
import type { Env } from '../../worker/env.ts'
import { tellAlerts } from '../../worker/troubles.ts'
import { ask } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

const HOOK = 'https://siaga.uji.test/masuk'
const MAIL = 'penjaga@uji.test'
const RING = ringOf('RUNNER_KEYS', bound.RUNNER_KEYS)
type Got = { headers: Headers; body: string; init: RequestInit | undefined }
let got: Got[] = []
/** What the receiver answers, in order; then 204. */
let answers: (Response | Error)[] = []
let mails: string[] = []
let mailWorks = true
/** An address whose mail is never taken. */
const DEAD = 'mati@uji.test'
let now = Date.now()
const cronAt = (minute: number, of: Env): Promise<void> => onCron({ scheduledTime: minute * MINUTE_MS }, of)
const env = (vars: Partial<Env> = {}): Env => ({
  ...bound,
  EMAIL: {
    send: async (mail: { to: string; subject: string }) => {
      if (!mailWorks || mail.to === DEAD) throw new Error('the mailer is down')
      mails.push(`${mail.to} ${mail.subject}`)
    },
  } as unknown as SendEmail,
  ...vars,
})
const save = async (alert_email: string, alert_webhook_url: string): Promise<void> => {
  for (const [key, value] of Object.entries({ alert_email, alert_webhook_url }))
    await run('insert or replace into settings (key, value) values (?, ?)', key, value)
}
let [admin, member]: Person[] = []
beforeAll(async () => {
  ;[admin, member] = [await makePerson('admin'), await makePerson('member')]
})
beforeEach(async () => {
  ;[got, answers, mails, mailWorks] = [[], [], [], true]
  now = Date.now()
  for (const table of ['troubles', 'alerts', 'cron_ends']) await run(`delete from ${table}`)
  await save(MAIL, HOOK)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const answer = answers.shift() ?? new Response(null, { status: 204 })
    if (answer instanceof Error) throw answer
    if (answer.ok) got.push({ headers: new Headers(init?.headers), body: String(init?.body), init })
    return answer
  })
})
afterEach(() => void vi.restoreAllMocks())

const TARGETS = targetsOf({ alert_email: MAIL, alert_webhook_url: HOOK })
const refused: Finding = { kind: 'version_refused', subject: '2.3.1', level: 'bad', figures: { minutes: 3 } }
const open = () =>
  all<{ id: number; kind: 'version_refused'; subject: string; since: number; seenAt: number; toldAt: number | null }>(
    `select id, kind, subject, since, seen_at as "seenAt", told_at as "toldAt" from troubles where ended_at is null`,
  )
const look = async (findings: Finding[], targets = TARGETS) =>
  applyChange(db, changeOf(await open(), { judged: ['version_refused'], findings }, now), {
    targets,
    round: 'watch',
    now,
  })
const types = () => got.map(({ body }) => troubleWebhook.strict().parse(JSON.parse(body)).type)
const tell = (minutes = 0): Promise<number> => {
  now += minutes * MINUTE_MS
  return tellAlerts(env(), db, now)
}

describe('rule alerts:', () => {
  test('what is not taken is tried again under the same id, and never once it was taken', async () => {
    await look([refused])
    answers = [new Response(null, { status: 500 }), new Error('no way there'), new Response(null, { status: 302 })]
    mailWorks = false
    expect(await tell()).toBe(0)
    expect(await tell(1)).toBe(0)
    expect(await tell(5)).toBe(0)
    const [before] = await all<{ id: string }>(`select id from alerts where channel = 'webhook'`)
    mailWorks = true
    for (let tries = 0; tries < 20; tries++) await tell(60)
    expect(types()).toEqual(['trouble.started'])
    expect(got[0]?.headers.get('webhook-id')).toBe(before?.id)
    expect(mails).toEqual([`${MAIL} Gangguan: WhatsApp menolak versi klien (2.3.1)`])
    const rows = await all('select delivered_at > 0 as delivered, due_at from alerts')
    expect(rows).toEqual([1, 2].map(() => ({ delivered: 1, due_at: null })))
  })
  test('two crons at the same moment begin a trouble once, and tell it once', async () => {
    await Promise.all([look([refused]), look([refused])])
    await Promise.all([tell(), tell(), tell()])
    expect([types(), mails.length]).toEqual([['trouble.started'], 1])
    await Promise.all([look([]), look([])])
    await Promise.all([tell(), tell()])
    expect([types(), mails.length]).toEqual([['trouble.started', 'trouble.ended'], 2])
  })
  test('one that died after it sent sends again under the same id, once its lease is over', async () => {
    await save('', HOOK)
    await look([refused], targetsOf({ alert_email: '', alert_webhook_url: HOOK }))
    const update = vi.spyOn(db, 'run').mockRejectedValue(new Error('the Worker died'))
    await expect(tell()).rejects.toThrow('the Worker died')
    update.mockRestore()
    expect(await tell(1)).toBe(0)
    await tell(2)
    const ids = got.map(({ headers }) => headers.get('webhook-id'))
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })
  test('an end waits until its start was taken, and is told to nobody who was not told of the start', async () => {
    await look([refused])
    answers = [new Response(null, { status: 500 })]
    await tell()
    await look([])
    await save(`${MAIL}, baru@uji.test`, HOOK)
    await tell()
    expect([types(), mails.length]).toEqual([[], 2])
    for (let tries = 0; tries < 5; tries++) await tell(60)
    expect(types()).toEqual(['trouble.started', 'trouble.ended'])
    expect(mails.map((mail) => mail.split(' ').slice(0, 2).join(' '))).toEqual([
      `${MAIL} Gangguan:`,
      `${MAIL} Selesai:`,
    ])
  })
  test('an address that is saved later is told of what is open, and one that was taken out of nothing more', async () => {
    await look([refused], [])
    expect(await tell()).toBe(0)
    await look([refused])
    await save(MAIL, '')
    await tell()
    expect([got.length, mails.length]).toEqual([0, 1])
    expect(await all(`select 1 from alerts where channel = 'webhook'`)).toEqual([])
  })
  test('an address that was taken out and is back hears of the start, however late, and one that did not of no end', async () => {
    await look([refused])
    await save(MAIL, '')
    await tell()
    const mailOnly = targetsOf({ alert_email: MAIL, alert_webhook_url: '' })
    await look([refused], mailOnly)
    await tell(4 * 24 * 60)
    await save(MAIL, HOOK)
    await look([refused])
    await tell()
    expect(types()).toEqual(['trouble.started'])
    // the other one goes for good while a second trouble begins
    const second: Finding = { ...refused, subject: '2.3.2' }
    await look([refused, second])
    await save(MAIL, '')
    await tell()
    await look([refused], mailOnly)
    await save(MAIL, HOOK)
    await tell()
    expect(types()).toEqual(['trouble.started'])
  })
  test('an end whose start is given up is given up with it', async () => {
    await look([refused])
    answers = Array.from({ length: 200 }, () => new Response(null, { status: 500 }))
    const givenUp = () => all(`select phase from alerts where channel = 'webhook' and due_at is null order by phase`)
    for (let tries = 0; tries < 60; tries++) await tell(60)
    await look([])
    expect(await givenUp()).toEqual([])
    for (let tries = 0; tries < 20; tries++) await tell(60)
    expect(await givenUp()).toEqual([{ phase: 'end' }, { phase: 'start' }])
    answers = []
    await tell(60)
    expect([types(), mails.length]).toEqual([[], 2])
  })
  test('an end whose start was delivered is told, though that of another address of its channel is given up', async () => {
    await save(`${MAIL}, ${DEAD}`, '')
    await look([refused], targetsOf({ alert_email: `${MAIL}, ${DEAD}`, alert_webhook_url: '' }))
    await tell()
    await look([])
    // the mailer is down for a moment, in which the other one's three days are over
    mailWorks = false
    await tell()
    await run(`update alerts set created_at = 0, due_at = ? where target = ? and phase = 'start'`, now, DEAD)
    await tell()
    mailWorks = true
    const waits = 'select target, phase from alerts where due_at is not null'
    expect(await all(waits)).toEqual([{ target: MAIL, phase: 'end' }])
    await tell(60)
    expect(mails.map((mail) => mail.split(' ').slice(0, 2).join(' '))).toEqual([
      `${MAIL} Gangguan:`,
      `${MAIL} Selesai:`,
    ])
  })
  test('after three days it is given up, and after thirty more it is forgotten', async () => {
    await look([refused])
    mailWorks = false
    answers = Array.from({ length: 200 }, () => new Response(null, { status: 500 }))
    for (let tries = 0; tries < 90; tries++) await tell(60)
    expect(await all('select 1 from alerts where due_at is not null')).toEqual([])
    const { json } = await ask<{ open: { alerts: { state: string }[] }[] }>('GET', '/admin/troubles', admin)
    expect(json.open[0]?.alerts.map(({ state }) => state)).toEqual(['given_up', 'given_up'])
    await look([])
    await purgeTroubles(db, now + MINUTE_MS)
    expect(await all('select 1 from troubles union all select 1 from alerts')).toEqual([])
  })
  test('no address of our own network is dialled, whatever stands in the settings', async () => {
    for (const url of ['https://127.0.0.1/a', 'https://[fd00::1]/a', 'http://siaga.uji.test/a', 'siaga']) {
      await save('', url)
      await run('delete from alerts')
      await look([refused], targetsOf({ alert_email: '', alert_webhook_url: url }))
      expect(await tell()).toBe(0)
    }
    expect(globalThis.fetch).not.toHaveBeenCalled()
  })
  test('the cron looks every five minutes, tells at once, and says when it looked', async () => {
    const cron = (minute: number) => cronAt(minute, env({ APP_ENV: 'production' }))
    await cron(4)
    expect(await all(`select 1 from cron_ends where round = 'watch'`)).toEqual([])
    await cron(35)
    expect(await all(`select round from cron_ends where round like 'watch%' order by round`)).toEqual([
      { round: 'watch' },
      { round: 'watch_hour' },
    ])
    expect(types()).toContain('trouble.started')
    expect(mails.some((mail) => mail.includes('Pengaturan lingkungan'))).toBe(true)
  })
  test('a missed hourly look is made up for, though the other one fails, but not while the hour’s tidying goes on', async () => {
    const cron = (minute: number) => cronAt(minute, env())
    await run(`insert into cron_ends values ('watch_hour', ?)`, now - 58 * MINUTE_MS)
    const looked = async () =>
      (await all<{ ago: number }>(`select ? - ended_at as ago from cron_ends where round = 'watch_hour'`, now))[0]?.ago
    await run('alter table unanswered_wakes rename to unanswered_wakes_away')
    try {
      await cron(60)
      expect(await looked()).toBe(58 * MINUTE_MS)
      await cron(70)
    } finally {
      await run('alter table unanswered_wakes_away rename to unanswered_wakes')
    }
    expect(await all(`select 1 from cron_ends where round = 'watch'`)).toEqual([])
    const at = await looked()
    expect(at).toBeLessThanOrEqual(0)
    await cron(75)
    expect(await looked()).toBe(at)
  })
})

test('rule alert-signature: a receiver checks it as standardwebhooks.com says, also while the ring is turned', async () => {
  await look([refused])
  await tell()
  const [{ headers, body, init } = { headers: new Headers(), body: '', init: undefined }] = got
  expect(init?.redirect).toBe('manual')
  expect(Math.abs(Number(headers.get('webhook-timestamp')) - Date.now() / 1_000)).toBeLessThan(60)
  const signed = headers.get('webhook-signature')?.split(' ') ?? []
  const checks = async (secret: string, text: string): Promise<boolean[]> => {
    const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (c) => c.charCodeAt(0))
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const content = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${text}`
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content)))
    return signed.map((one) => one === `v1,${btoa(String.fromCharCode(...mac))}`)
  }
  expect(await checks(await alertKey(RING), body)).toEqual([true, false])
  const old = new Map([['old', RING.get('old') ?? '']])
  expect(await checks(await alertKey(old), body)).toEqual([false, true])
  expect(await checks(await alertKey(RING), `${body} `)).toEqual([false, false])
  // the ring's own key signs nothing here
  expect(await alertKey(RING)).not.toContain(firstKey(RING).hex)
})

describe('where alerts go', () => {
  const update = (body: object) => ask<{ reason: string }>('PUT', '/admin/setting/update', { ...admin, body })
  test.each([
    [{ alert_webhook_url: 'http://siaga.uji.test/a' }],
    [{ alert_webhook_url: 'https://10.0.0.1/a' }],
    [{ alert_webhook_url: 'https://u:p@siaga.uji.test/a' }],
    [{ alert_email: 'bukan email' }],
    [{ alert_email: 'a@b.id,b@b.id,c@b.id,d@b.id' }],
  ])('%j is refused', async (body) => {
    const { status, json } = await update(body)
    expect([status, json.reason]).toEqual([422, 'invalid_input'])
  })
  test('is for admins to read, and a test goes there at once', async () => {
    const settingsOf = async (who: Person | undefined) =>
      (await ask<{ setting: Record<string, string> }>('GET', '/admin/setting/get', { ...who })).json.setting
    const [ours, theirs] = [await settingsOf(admin), await settingsOf(member)]
    expect([ours['alert_email'], ours['alert_webhook_url']]).toEqual([MAIL, HOOK])
    expect([theirs['alert_email'], theirs['alert_webhook_url']]).toEqual(['', ''])
    const tried = await ask('POST', '/admin/troubles/test', { ...admin })
    expect(tried.json).toMatchObject({ success: true, sent: 2, delivered: 2 })
    expect(types()).toEqual(['trouble.test'])
    await save('', '')
    expect((await ask('POST', '/admin/troubles/test', { ...admin })).status).toBe(409)
  })
})
