// What was sent to a number when, by which account, with what outcome; and what the answer says that it does not know.
import { beforeAll, expect, test } from 'vitest'
import { CAMPAIGN_ROWS_DAYS } from '../../contract/ground/campaign-days.ts'
import { EVERYBODY, type Timeline } from '../../contract/privacy/timeline.ts'
import { PERSON_STATES } from '../../contract/sending/reports.ts'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { readTimeline } from '../../domain/privacy/timeline/read-timeline.ts'
import { hashesOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { fileEnded } from '../../domain/sending/campaigns/report-store.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { acked, deliver, inside, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-timeline')
let admin: Person
let id: number
let number: string
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
  await makeLender('timeline')
  await run(
    `insert into settings (key, value) values ('recipient_cooldown_hours', '0') on conflict do update set value = '0'`,
  )
  number = (await numbers(70, 1))[0] ?? ''
  id = (await one<{ id: number }>('select id from phone_numbers where number = ?', number)).id
})
const timeline = async (): Promise<Timeline> =>
  (await ask<Timeline>('GET', `/admin/phonenumber/${id}/timeline`, { token: admin.token })).json
const ports = {
  db,
  bucket: () => Promise.resolve(bound.MEDIA),
  ask: () => Promise.resolve(null),
  hashesOf: (one: string) => hashesOfNumber(hashRing(bound), one),
  clock: () => Date.now(),
  until: Number.POSITIVE_INFINITY,
}
const settled = () => all('select 1 from phone_numbers where id = ? and in_use = 0', id)

test('rule timeline: nobody wrote to it, and nobody is asked', async () => {
  const answer = await timeline()
  expect(answer).toMatchObject({ events: [], accounts: [], lastAttemptAt: null })
  expect(Date.now() - Date.parse(answer.since)).toBeGreaterThanOrEqual(90 * DAY_MS)
  expect((await ask('GET', '/admin/phonenumber/999999/timeline', { token: admin.token })).status).toBe(404)
})

test('rule timeline: the account that wrote last tells of its messages and of who stopped, without a text', async () => {
  const { object, socket, accountId, phone } = await linkedAccount(runner, 'timeline')
  await object.start()
  const sent = await until('send', () => socket.sends()[0])
  // who holds the number says it before anything is settled
  expect((await timeline()).accounts).toMatchObject([{ id: accountId, why: 'holds', answered: true }])
  socket.say({ ...acked(socket, 0), lid: 'LT0' })
  await until('settled', async () => (await settled()).length === 1)
  socket.say({ kind: 'receipts', items: [{ messageId: sent.messageId, type: 'delivered', at: Date.now() }] })
  await until('delivered', async () => (await timeline()).events[0]?.deliveredAt)
  const answer = await timeline()
  expect(answer.accounts).toMatchObject([
    { id: accountId, phonenumber: phone, why: 'last', answered: true, cut: false },
  ])
  expect(answer.events).toMatchObject([{ kind: 'message', accountId, outcome: 'success', readAt: null, oneOff: false }])
  expect(JSON.stringify(answer)).not.toContain(sent.content.text)
  expect(answer.lastAttemptAt).not.toBeNull()
  const kept = () => one<{ key: string }>('select last_account as key from phone_numbers where id = ?', id)
  expect(await kept()).toEqual({ key: accountId.slice(0, 4) })
  // as versions before have written it
  for (const key of [accountId, accountId.slice(0, 8)]) {
    await run('update phone_numbers set last_account = ? where id = ?', key, id)
    expect((await timeline()).accounts.map((one) => one.id)).toEqual([accountId])
  }
  await object.stop()
})

test('rule timeline: a message is said with the consent that it was sent under, not with what came later', async () => {
  const sentAt = Date.parse((await timeline()).events[0]?.at ?? '')
  const consents = [
    ['granted', 'Formulir lama', sentAt - 2 * DAY_MS],
    ['withdrawn', 'Formulir lama', sentAt - DAY_MS],
    ['opt_in', 'id-of-a-message', sentAt - 1],
    ['granted', 'Formulir baru', sentAt],
    ['granted', 'Formulir kemudian', sentAt + 1],
  ] as const
  expect((await timeline()).events).toMatchObject([{ consent: null }])
  const [hash] = ports.hashesOf(number)
  for (const [event, source, at] of consents) {
    await run(
      `insert into consent_history (hash, number, event, source, by, at) values (?, ?, ?, ?, 'admin', ?)`,
      hash,
      number,
      event,
      source,
      at,
    )
    if (at === sentAt - DAY_MS)
      expect((await timeline()).events).toMatchObject([{ consent: { source: 'Formulir lama' } }])
    // who asked for messages again has agreed, too, and the id of their message is no source
    if (event === 'opt_in')
      expect((await timeline()).events).toMatchObject([{ consent: { source: null, at: new Date(at).toISOString() } }])
  }
  expect((await timeline()).events).toMatchObject([
    { consent: { source: 'Formulir baru', at: new Date(sentAt).toISOString() } },
  ])
})

test('rule timeline: what became of it in each campaign stands there, newest first, whichever account sent it', async () => {
  expect((await timeline()).campaigns).toEqual([])
  const put = (campaign: number, name: string, state: number, variant: number | null, came = 0) =>
    Promise.all([
      run(
        `insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, created_by, created_at)
         values (?, ?, 'finished', '', 254, 0, 1440, 5, 'admin', ?)`,
        campaign,
        name,
        campaign,
      ),
      run(`insert into campaign_templates values (?, 'fresh', 0, 1)`, campaign),
      run(`insert into campaign_people values (?, ?, ?, 1760000000000, ?, ?)`, campaign, id, state, variant, came),
      // of somebody else
      run(`insert into campaign_people values (?, ?, 3, 5, null, 7)`, campaign, id + 1_000_000),
    ])
  await put(71, 'Lebaran', PERSON_STATES.indexOf('success'), 0, 5)
  await put(72, 'Natal', PERSON_STATES.indexOf('waiting'), null)
  await run(
    `insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, created_by, created_at)
     values (73, 'Rancangan', 'draft', '', 254, 0, 1440, 5, 'admin', 73)`,
  )
  await run('update campaigns set ended_at = ? where id = 72', Date.now())
  const at = new Date(1_760_000_000_000).toISOString()
  expect((await timeline()).campaigns).toEqual([
    { id: 72, name: 'Natal', state: 'unsent', at: null, template_name: null, came: [] },
    { id: 71, name: 'Lebaran', state: 'success', at, template_name: 'fresh', came: ['delivered', 'answered'] },
  ])
})

test('rule timeline: an account that hangs or fails is named as one that did not answer', async () => {
  for (const ask of [() => new Promise<null>(() => undefined), () => Promise.reject(new Error('overloaded'))])
    expect(await readTimeline({ ...ports, ask }, id, undefined)).toMatchObject({
      events: [],
      accounts: [{ why: 'last', answered: false }],
    })
})

test('rule timeline: an account that has fewer messages than others says from when on it has them', async () => {
  const gone = jakartaDay(Date.now() - 30 * DAY_MS)
  const { id: account } = await one<{ id: string }>('select id from whatsapp order by id limit 1')
  // as a release before left it, which kept them for thirty days, and as a lost one comes back
  await inside(accountObject(bound, account), ({ sql }) => {
    sql.exec('insert into daily values (?, 1, 0, 0, 0, 0), (?, 1, 0, 0, 0, 0)', '2026-01-01', gone)
  })
  const since = new Date(Date.parse(`${gone}T00:00:00+07:00`) + DAY_MS).toISOString()
  expect((await timeline()).since).toBe(since)
  // also one that has nothing of the number any more
  const [other] = await numbers(90, 1)
  const { id: unknown } = await one<{ id: number }>('select id from phone_numbers where number = ?', other)
  const everybody = `/admin/phonenumber/${unknown}/timeline?after=${EVERYBODY}`
  expect((await ask<Timeline>('GET', everybody, { token: admin.token })).json).toMatchObject({ accounts: [], since })
})

test('rule timeline: a result that arrives late does not make its account the last one', async () => {
  const before = await one<{ last_account: string; at: number }>(
    'select last_account, last_attempt_at as at from phone_numbers where id = ?',
    id,
  )
  const at = before.at - 1_000
  const result = {
    attemptId: 'late',
    numberId: id,
    templateId: null,
    priceSen: 100,
    from: 'none',
    to: 'success',
  } as const
  await deliver([
    {
      accountId: 'acc-late',
      sequence: 1,
      userId: 'timeline',
      results: [{ ...result, notRegistered: false, at, attemptedAt: at }],
      reversals: [],
    },
  ])
  expect(
    await one('select last_account, last_attempt_at as at, count_success from phone_numbers where id = ?', id),
  ).toEqual({
    ...before,
    count_success: 2,
  })
})

test('rule timeline: of a number written to before accounts were noted it says that it does not know by whom', async () => {
  await run('update phone_numbers set last_account = null where id = ?', id)
  expect(await timeline()).toMatchObject({ events: [], accounts: [], lastAttemptAt: expect.any(String) })
})

test('rule timeline: a press asks everybody, also the accounts that nobody noted and campaigns whose people are in files', async () => {
  // a campaign of 31 days and more ago is no list any more
  await run(
    `update campaigns set launched_at = 1760000000000, ended_at = ? where id = 71`,
    Date.now() - (CAMPAIGN_ROWS_DAYS + 1) * DAY_MS,
  )
  await fileEnded(db, { bucket: bound.MEDIA, now: Date.now(), hasTime: () => true })
  const first = await timeline()
  expect(first).toMatchObject({ events: [], campaigns: [{ id: 72 }], asked: 0, after: EVERYBODY })
  const steps = []
  for (let after = first.after; after !== null; after = steps.at(-1)?.after ?? null) {
    const { json } = await ask<Timeline>('GET', `/admin/phonenumber/${id}/timeline?after=${after}`, {
      token: admin.token,
    })
    steps.push(json)
  }
  const { n: accounts } = await one<{ n: number }>('select count(*) as n from whatsapp')
  expect(steps).toMatchObject([
    {
      asked: accounts,
      accounts: [{ why: 'asked', answered: true }],
      events: [{ kind: 'message', outcome: 'success', consent: { source: 'Formulir baru' } }],
      campaigns: [],
      silent: [],
    },
    { asked: 0, campaigns: [{ id: 71, state: 'success', came: ['delivered', 'answered'] }, { id: 72 }], silent: [] },
  ])
})

test('rule timeline: of everybody those that hang or fail are named, and the others are told', async () => {
  const { id: known } = await one<{ id: string }>('select id from whatsapp order by id limit 1')
  const message = {
    date: new Date().toISOString(),
    outcome: 'success' as const,
    delivered_at: null,
    read_at: null,
    revoked_at: null,
    text: 'rahasia',
    one_off: false,
  }
  const kept = {
    name: null,
    messages: [message],
    cut: true,
    waiting: false,
    stops: [],
    asked: [],
    lid: null,
    keys: 0,
    checks: [],
    since: null,
  }
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, nickname, state, status, created_at)
     values ('zz-silent', 'zz-silent', 'timeline', 'blast', '628990', 'Diam', 'disconnected', 'idle', 0)`,
  )
  for (const more of [{ waiting: true }, { lid: '9@lid' }]) {
    const ask = (account: string) => Promise.resolve(account === known ? { ...kept, messages: [], ...more } : null)
    expect((await readTimeline({ ...ports, ask }, id, EVERYBODY))?.accounts).toMatchObject([{ id: known }])
  }
  for (const failing of [() => new Promise<null>(() => undefined), () => Promise.reject(new Error('overloaded'))]) {
    const asks = { ...ports, ask: (account: string) => (account === known ? Promise.resolve(kept) : failing()) }
    const answer = await readTimeline(asks, id, EVERYBODY)
    expect(answer).toMatchObject({
      accounts: [{ id: known, cut: true }],
      events: [{ accountId: known }],
      after: 'campaigns:',
    })
    expect(answer?.silent).toContain('Diam')
    expect(answer?.silent).toHaveLength((answer?.asked ?? 0) - 1)
    expect(JSON.stringify(answer)).not.toContain('rahasia')
  }
})

test('rule timeline: of everybody a campaign whose file cannot be read is named, and the next step goes on behind those that were asked', async () => {
  const unread = { get: () => Promise.reject(new Error('the bucket of a test does not answer')) } as unknown as R2Bucket
  const ask = (more: Partial<typeof ports>, place: string) => readTimeline({ ...ports, ...more }, id, place)
  expect(await ask({ bucket: () => Promise.resolve(unread) }, 'campaigns:')).toMatchObject({
    campaigns: [{ id: 72 }],
    silent: [expect.any(String)],
    after: null,
  })
  await run(
    `insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, created_by, created_at)
     with recursive n (i) as (select 101 union all select i + 1 from n where i < 200)
     select i, 'Lain ' || i, 'finished', '', 254, 0, 1440, 5, 'admin', i from n`,
  )
  await run('update campaign_people set campaign_id = 200 where campaign_id = 72 and number_id = ?', id)
  const first = await ask({}, 'campaigns:')
  expect(first).toMatchObject({ campaigns: [{ id: 71 }], after: expect.stringMatching(/^campaigns:\d+$/) })
  expect(await ask({}, first?.after ?? '')).toMatchObject({ campaigns: [{ id: 200 }], after: null })
})
