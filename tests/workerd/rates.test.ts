// What became of messages, and what pauses and is held by it (rule rates): real Worker, real D1, real objects; the runner's side is the test's.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConsentSourceRow } from '../../contract/recipients/consent-sources.ts'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { judgeRates } from '../../domain/sending/rates/judge-store.ts'
import { weekOf } from '../../domain/sending/rates/rules.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { blastSends, stageBlasts } from './support/blasting.ts'
import { all, db, one, run } from './support/database.ts'
import { fire } from './support/document.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { acked, deliver, inside, linkedAccount, numbers } from './support/stage.ts'

const { blasting, runner, someone } = stageBlasts('rates')
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
beforeEach(async () => {
  for (const table of ['send_rates', 'rate_days', 'consent_sources', 'suppressions']) await run(`delete from ${table}`)
  await run(`delete from milestones where name = 'rates'`)
  await run(`update templates set status = 'active', paused_at = null, paused_stops = null, paused_of = null`)
})
const asAdmin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: admin.token, body })

const DAY = jakartaDay(Date.now() - 4 * DAY_MS)
const WEEK = weekOf(Date.parse(`${DAY}T00:00:00+07:00`))
let sequence = 0
type Met = NonNullable<NonNullable<SettlementBatch['deliveries']>[number]['met']>
const told = (accountId: string, userId: string, met: Met): SettlementBatch => ({
  accountId,
  sequence: ++sequence,
  userId,
  results: [],
  reversals: [],
  deliveries: [{ day: DAY, success: 0, delivered: 0, met }],
})
const idsOf = async (list: string[]): Promise<number[]> =>
  (
    await all<{ id: number }>(
      'select id from phone_numbers where number in (select value from json_each(?)) order by id',
      JSON.stringify(list),
    )
  ).map(({ id }) => id)
const rates = () => all('select * from send_rates order by kind, subject')

describe('rule rates: a day that an account tells', () => {
  test('counts once by source, template, account and in all; who stopped is asked here, however they said it', async () => {
    const { id: userId } = await makeLender('rates-told')
    const list = await numbers(0, 4)
    const [first, second, third, fourth] = await idsOf(list)
    await run('update phone_numbers set consent_source = ? where id = ?', 'Toko Sari', third)
    const stop = (number: string | undefined, via: string, at: number) =>
      run(
        'insert into suppressions (hash, number, via, created_at) values (?1, ?2, ?3, ?4)',
        `h-${number}`,
        number,
        via,
        at,
      )
    await stop(list[0], 'page', Date.now())
    await stop(list[1], 'dispute', Date.now())
    // long before this message: it is no answer to it
    await stop(list[2], 'reply', 1)
    // no answer of the person’s at all
    await stop(list[3], 'import', Date.now())
    const batch = told('acc-told', userId, [
      { templateId: 't1', delivered: true, answered: true, numberIds: [first ?? 0, third ?? 0, fourth ?? 0] },
      // the second has a row, the other one's is gone
      { templateId: null, delivered: false, answered: false, numberIds: [second ?? 0, 999_999] },
    ])
    await deliver([batch])
    await deliver([batch])
    const row = (kind: string, subject: string, counts: number[]) => ({
      kind,
      subject,
      week: WEEK,
      ...Object.fromEntries(
        ['sent', 'delivered', 'answered', 'stopped', 'disputed'].map((name, i) => [name, counts[i]]),
      ),
    })
    expect(await rates()).toEqual([
      row('account', 'acc-told', [5, 3, 3, 2, 1]),
      row('all', '', [5, 3, 3, 2, 1]),
      row('source', 'Toko Sari', [1, 1, 1, 0, 0]),
      row('source', 'test', [3, 2, 2, 2, 1]),
      row('template', 't1', [3, 3, 3, 1, 0]),
    ])
  })
  test('is told by its object with what each reader did, those of one-off blasts too, and no test', async () => {
    const { object, socket, accountId } = await blasting(2)
    socket.say({ ...acked(socket, 0), lid: '7001' })
    await until('two', () => blastSends(socket)[1])
    socket.say({ ...acked(socket, 1), lid: '7002' })
    await until('idle', async () => (await object.snapshot())?.status === 'idle')
    const numberOf = (i: number) => blastSends(socket)[i]?.number ?? ''
    const inbound = (number: string | null, lid: string, text: string) =>
      socket.say({ kind: 'inbound', items: [{ id: `in-${lid}`, number, lid, text, means: null, at: Date.now() }] })
    inbound(numberOf(0), '7001', 'Terima kasih')
    inbound(null, '7002', 'BERHENTI')
    await until('both are marked', () =>
      inside(object, ({ sql }) => {
        const marks = sql
          .exec(
            'select answered_at is not null as a, stopped_at is not null as s from attempts order by number <> ?',
            numberOf(0),
          )
          .toArray()
        return JSON.stringify(marks.map(({ a, s }) => [a, s])) === '[[1,0],[0,1]]'
      }),
    )
    // of today at once, each by the template that it answers
    const today = () =>
      all(`select sent, stopped from rate_days where kind = 'template' and day = ?`, jakartaDay(Date.now()))
    await until('counted', async () => (await today()).some(({ sent, stopped }) => sent === 2 && stopped === 1))
    await inside(object, ({ sql }) => {
      sql.exec('update attempts set created_at = created_at - ?', 4 * DAY_MS)
      sql.exec('update attempts set delivered_at = created_at, job_id = ? where number = ?', 'j1', numberOf(0))
      sql.exec(
        `insert into attempts (attempt_id, message_id, number_id, number, name, price_sen, epoch, created_at, outcome)
         select 'test', 'test', 0, '62', 'N', 0, 1, created_at, 'success' from attempts limit 1`,
      )
    })
    await fire(object, 'tidy')
    await until('told', async () => (await rates()).some(({ subject }) => subject === accountId))
    expect((await rates()).find(({ subject }) => subject === accountId)).toMatchObject({
      sent: 2,
      delivered: 1,
      answered: 1,
      stopped: 1,
    })
  })
  test('of more messages than a batch can carry is told by the first thousand, so that it is settled', async () => {
    const { object, accountId } = await linkedAccount(runner, await someone())
    await inside(object, ({ sql }) =>
      sql.exec(
        `with recursive n (i) as (select 0 union all select i + 1 from n where i < 4000)
         insert into attempts (attempt_id, message_id, number_id, number, name, price_sen, epoch, created_at, outcome)
         select 'many-' || i, 'many-' || i, 100000 + i, '628', 'N', 0, 1, ?, 'success' from n`,
        Date.now() - 4 * DAY_MS,
      ),
    )
    await fire(object, 'tidy')
    const told = () => all('select success from account_deliveries where account_id = ?', accountId)
    await until('told', async () => (await told()).length > 0)
    expect(await told()).toEqual([{ success: 4001 }])
    expect((await rates()).find(({ subject }) => subject === accountId)).toMatchObject({ sent: 1_000 })
  })
  test('is listed by week for the office, the most stops first, and beside everybody’s for a member', async () => {
    const mine = await makeLender('rates-mine')
    const { accountId } = await linkedAccount(runner, mine.id)
    const row = (kind: string, subject: string, sent: number, stopped: number, week = weekOf(Date.now())) =>
      run('insert into send_rates values (?, ?, ?, ?, ?, 0, ?, 0)', kind, subject, week, sent, sent, stopped)
    await row('source', 'Sedikit', 100, 1)
    await row('source', 'Banyak', 10, 5)
    await row('source', 'Lama', 10, 5, '2026-01-05')
    await row('all', '', 500, 20)
    await row('all', '', 9, 9, '2026-01-05')
    await row('account', accountId, 50, 1)
    await row('account', accountId, 50, 50, '2026-01-05')
    type Page = {
      data: { subject: string; name: string | null }[]
      week: string
      weeks: string[]
      meta: { total: number }
    }
    const { json } = await asAdmin<Page>('GET', '/admin/rates')
    expect(json.data.map(({ subject }) => subject)).toEqual(['Banyak', 'Sedikit'])
    expect(json).toMatchObject({
      week: weekOf(Date.now()),
      weeks: [weekOf(Date.now()), '2026-01-05'],
      meta: { total: 2 },
    })
    const old = await asAdmin<Page>('GET', '/admin/rates?week=2026-01-05')
    expect(old.json.data.map(({ subject }) => subject)).toEqual(['Lama'])
    const found = await asAdmin<Page>('GET', '/admin/rates?search=sedi')
    expect(found.json.data.map(({ subject }) => subject)).toEqual(['Sedikit'])
    const accounts = await asAdmin<Page>('GET', '/admin/rates?kind=account')
    expect(accounts.json.data[0]?.name).toContain('Uji')
    const own = await ask('GET', '/user/rates', { token: mine.token })
    expect(own.json).toMatchObject({
      own: { sent: 50, stopped: 1 },
      place: { sent: 500, stopped: 20 },
    })
    expect((await ask('GET', '/admin/rates', { token: mine.token })).status).toBe(403)
  })
})

describe('rule rates: the hourly look', () => {
  const counted = (kind: string, subject: string, sent: number, stopped: number, week = weekOf(Date.now())) =>
    run('insert or replace into send_rates values (?, ?, ?, ?, 0, 0, ?, 0)', kind, subject, week, sent, stopped)
  const template = () => one<{ status: string }>(`select * from templates where id = 't1'`)

  test('pauses a template that too many stopped after; who activates it again has it judged by later weeks', async () => {
    await counted('template', 't1', 60, 5)
    expect(await judgeRates(db, Date.now())).toEqual({ templates: 0, sources: 0 })
    await counted('template', 't1', 60, 6)
    expect(await judgeRates(db, Date.now())).toEqual({ templates: 1, sources: 0 })
    expect(await template()).toMatchObject({ status: 'nonactive', paused_stops: 6, paused_of: 60 })
    type Listed = { id: string; paused: object | null; version: number }
    const listed = async () =>
      (await asAdmin<{ data: Listed[] }>('GET', '/admin/message/list-per-page')).json.data.find(({ id }) => id === 't1')
    expect((await listed())?.paused).toMatchObject({ stops: 6, of: 60 })
    await run(`update templates set status = 'active' where id = 't1'`)
    expect((await listed())?.paused).toBeNull()
    expect(await judgeRates(db, Date.now())).toMatchObject({ templates: 0 })
    expect(await template()).toMatchObject({ status: 'active' })
    const inWeek = Date.now() + 7 * DAY_MS
    await counted('template', 't1', 50, 4, weekOf(inWeek))
    expect(await judgeRates(db, inWeek)).toMatchObject({ templates: 0 })
    await counted('template', 't1', 50, 5, weekOf(inWeek))
    expect(await judgeRates(db, inWeek)).toMatchObject({ templates: 1 })
  })
  test('looks at two weeks together and at none before, and passes by what is nonactive or held', async () => {
    const lastWeek = weekOf(Date.now() - 7 * DAY_MS)
    await counted('template', 't1', 500, 500, weekOf(Date.now() - 14 * DAY_MS))
    await counted('source', 'Lama', 500, 500, weekOf(Date.now() - 14 * DAY_MS))
    expect(await judgeRates(db, Date.now())).toEqual({ templates: 0, sources: 0 })
    for (const week of [lastWeek, weekOf(Date.now())]) {
      await counted('template', 't1', 30, 3, week)
      await counted('source', 'Dua Pekan', 30, 3, week)
    }
    await run(`update templates set status = 'nonactive' where id = 't1'`)
    expect(await judgeRates(db, Date.now())).toEqual({ templates: 0, sources: 1 })
    expect(await template()).toMatchObject({ paused_stops: null })
    await run(`update templates set status = 'active' where id = 't1'`)
    expect(await judgeRates(db, Date.now())).toEqual({ templates: 1, sources: 0 })
  })
  test('holds a source whose people stop, says by which figures, and not again for the weeks that somebody looked at', async () => {
    await counted('source', 'Pameran Melati', 60, 6)
    expect(await judgeRates(db, Date.now())).toEqual({ templates: 0, sources: 1 })
    const shown = async () =>
      (await asAdmin<{ data: ConsentSourceRow[] }>('GET', '/admin/consent/sources?search=Pameran Melati')).json.data[0]
    const held = await shown()
    expect(held).toMatchObject({ held_by: 'rates', held_why: null, held_rates: { count: 6, of: 60 } })
    const release = { told: 'Promo toko tiap bulan', told_by: 'Sari', proof: 'Lembar di lemari kantor' }
    const body = { name: 'Pameran Melati', held_at: held?.held_at, ...release }
    expect((await asAdmin('POST', '/admin/consent/sources/release', body)).status).toBe(200)
    expect(await judgeRates(db, Date.now())).toEqual({ templates: 0, sources: 0 })
    expect((await shown())?.held_by).toBeNull()
  })
})
