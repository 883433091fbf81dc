// Who wished it is told once that there are recipients again (rule recipients-again).
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../contract/ground/time.ts'
import type { Notice } from '../../contract/people/notices.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { fulfil, waitingWishes } from '../../domain/people/notices/wish-store.ts'
import { READY_LOOK, READY_MAX } from '../../domain/sending/blast/ready-store.ts'
import { tellRecipients } from '../../domain/sending/blast/tell-recipients.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, listen } from './support/api.ts'
import { cron } from './support/cron.ts'
import { all, db, one, run } from './support/database.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { numbers, stage } from './support/stage.ts'

let admin: Person
let serial = 0
beforeAll(async () => {
  await stage({ recipient_cooldown_hours: '24' })
  admin = await makePerson('admin')
})
beforeEach(async () => {
  for (const table of ['phone_numbers', 'notices', 'notice_settings']) await run(`delete from ${table}`)
})
const lender = (): Promise<Person> => makeLender(`wishes-${++serial}`)
const wish = (who: Person, wanted = true) =>
  ask<{ wanted: boolean }>('POST', '/admin/notice/recipients', { token: who.token, body: { wanted } })
const wished = async (who: Person): Promise<boolean> =>
  (await ask<{ wanted: boolean }>('GET', '/admin/notice/recipients', { token: who.token })).json.wanted
const told = async (who: Person): Promise<Notice[]> =>
  (await ask<{ list: Notice[] }>('GET', '/admin/notice', { token: who.token })).json.list
const tell = (): Promise<string[]> => tellRecipients(db, Date.now(), 100)
const RECIPIENTS = 60_000
const pause = async (reason: string | null): Promise<void> => {
  const { json } = await ask<{ version: number }>('GET', '/admin/sending-pause', { token: admin.token })
  const body = { paused: reason !== null, reason: reason ?? '', version: json.version }
  expect((await ask('PUT', '/admin/sending-pause', { token: admin.token, body })).status).toBe(200)
}

describe('rule recipients-again: a wish', () => {
  test('has one notice by the cron, in the bell at once, and is spent', async () => {
    const person = await lender()
    const silent = await lender()
    expect(await wished(person)).toBe(false)
    expect((await wish(person)).json.wanted).toBe(true)
    expect(await wished(person)).toBe(true)
    await cron(5)
    expect([await told(person), await wished(person)]).toEqual([[], true])
    await numbers(RECIPIENTS, 3)
    const heard = await listen(`token=${person.token}`)
    await cron(5)
    expect(await told(person)).toMatchObject([
      { kind: 'recipients_again', text: 'Ada penerima lagi. Mulai blast untuk mengirim.', link: '/whatsapp' },
    ])
    await until('the bell hears it', () => heard.events.some(({ event }) => event === 'notice'))
    expect(await wished(person)).toBe(false)
    await cron(5)
    expect([(await told(person)).length, (await told(silent)).length]).toEqual([1, 0])
  })

  test('that two tabs press keeps its time, and can be taken back', async () => {
    const person = await lender()
    await wish(person)
    const since = () => one<{ at: number }>('select wants_recipients as at from notice_settings')
    const first = await since()
    await wish(person)
    expect(await since()).toEqual(first)
    await wish(person, false)
    await numbers(RECIPIENTS, 1)
    expect([await tell(), await wished(person)]).toEqual([[], false])
  })

  test('of two rounds side by side, or of one again after a crash, is told once', async () => {
    const person = await lender()
    await wish(person)
    await numbers(RECIPIENTS, 1)
    const waiting = await waitingWishes(db, 10)
    await Promise.all([tell(), tell()])
    await runBatch(db, fulfil(db, waiting, Date.now()))
    expect(await told(person)).toHaveLength(1)
    // a new one is a new wish
    await run('update notice_settings set wants_recipients = 7')
    await runBatch(db, fulfil(db, waiting, Date.now()))
    expect(await wished(person)).toBe(true)
    await tell()
    expect(await told(person)).toHaveLength(2)
  })

  test('leaves what the person chose about notices, and a form that is open', async () => {
    const person = await lender()
    type Settings = { version: string; choices: object }
    const settings = async () => (await ask<Settings>('GET', '/admin/notice/settings', { token: person.token })).json
    const { version } = await settings()
    await wish(person)
    const choices = { recipients_again: { in_app: false, push: false, digest: false } }
    const body = { choices, details: false, version }
    expect((await ask('PUT', '/admin/notice/settings', { token: person.token, body })).status).toBe(200)
    expect((await settings()).choices).toEqual(choices)
    expect(await wished(person)).toBe(true)
    await numbers(RECIPIENTS, 1)
    await tell()
    expect(await told(person)).toEqual([])
    expect(await wished(person)).toBe(false)
  })
})

describe('rule recipients-again: recipients are whom a claim would take', () => {
  const cases: [string, () => Promise<unknown>][] = [
    ['who was written to within the cooldown', () => run('update phone_numbers set last_attempt_at = ?', Date.now())],
    ['who stopped', () => run('update phone_numbers set suppressed = 1')],
    ['without consent', () => run('update phone_numbers set consent_at = null')],
    ['whom another account holds', () => run(`update phone_numbers set in_use = 1, in_use_by = 'another'`)],
    ['who is switched off', () => run(`update phone_numbers set status = 'nonactive'`)],
  ]
  test.each(cases)('not one %s', async (_, make) => {
    const person = await lender()
    await wish(person)
    await numbers(RECIPIENTS, 2)
    await make()
    expect(await tell()).toEqual([])
    expect(await wished(person)).toBe(true)
  })

  test('one whose cooldown is over', async () => {
    await wish(await lender())
    await numbers(RECIPIENTS, 1)
    await run('update phone_numbers set last_attempt_at = ?', Date.now() - 24 * HOUR_MS + 60_000)
    expect(await tell()).toHaveLength(0)
    await run('update phone_numbers set last_attempt_at = ?', Date.now() - 24 * HOUR_MS)
    expect(await tell()).toHaveLength(1)
  })

  test('as many people are told as there are numbers, who waits longest first', async () => {
    const people = [await lender(), await lender(), await lender()]
    for (const [i, person] of people.entries()) {
      await wish(person)
      await run('update notice_settings set wants_recipients = ? where user_id = ?', 100 - i, person.id)
    }
    await numbers(RECIPIENTS, 2)
    await tell()
    const counts = await Promise.all(people.map(async (person) => (await told(person)).length))
    expect(counts).toEqual([0, 1, 1])
  })

  test('nobody is told while the place or the person is paused, and then they are', async () => {
    const person = await lender()
    await wish(person)
    await numbers(RECIPIENTS, 5)
    await pause('Perbaikan')
    expect(await tell()).toEqual([])
    await pause(null)
    await run(`update users set status = 'paused' where id = ?`, person.id)
    expect(await tell()).toEqual([])
    await run(`update users set status = 'active' where id = ?`, person.id)
    expect(await tell()).toHaveLength(1)
  })
})

test('rule recipients-again: where nobody waits, a round reads no number', async () => {
  await numbers(RECIPIENTS, 5)
  const plan = await all<{ detail: string }>(`
    explain query plan select s.user_id from notice_settings s join users u on u.id = s.user_id
    where s.wants_recipients is not null and u.status = 'active' order by s.wants_recipients limit 100
  `)
  expect(plan.map(({ detail }) => detail).join()).toContain('notice_settings_recipients')
})

describe('rule recipients-ready: who is ready', () => {
  const ready = async (who: Person) => {
    const { json } = await ask<{ ready: number; exact: boolean }>('GET', '/admin/notice/recipients', {
      token: who.token,
    })
    return [json.ready, json.exact]
  }
  test('is counted as a claim would find them, for one who wishes nothing, too', async () => {
    const person = await lender()
    expect(await ready(person)).toEqual([0, true])
    await numbers(RECIPIENTS, 39)
    expect(await ready(person)).toEqual([39, true])
    await run(
      `update phone_numbers set in_use = 1, in_use_by = 'another' where id in (select id from phone_numbers limit 9)`,
    )
    await run(
      'update phone_numbers set last_attempt_at = ? where id in (select max(id) from phone_numbers)',
      Date.now(),
    )
    expect(await ready(person)).toEqual([29, true])
  })
  test('is said to be at least so many, where there are more than are counted', async () => {
    const person = await lender()
    await numbers(RECIPIENTS, READY_MAX - 1)
    expect(await ready(person)).toEqual([READY_MAX - 1, true])
    await numbers(RECIPIENTS + READY_MAX, 2)
    expect(await ready(person)).toEqual([READY_MAX, false])
  })
  test('is not known where nobody is among the first whom a claim may take', async () => {
    const person = await lender()
    await numbers(RECIPIENTS, READY_LOOK + 1)
    // a source that is held: the marks of its numbers follow within minutes
    await run(`insert into consent_sources (name, held_at, marked, created_at) values ('test', 1, 0, 1)`)
    expect(await ready(person)).toEqual([0, false])
    await run('delete from phone_numbers where id in (select id from phone_numbers limit 2)')
    expect(await ready(person)).toEqual([0, true])
    await run(`delete from consent_sources where name = 'test'`)
    expect(await ready(person)).toEqual([READY_MAX, false])
  })
})
