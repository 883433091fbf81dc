// Of which campaign and which template each message to a number was, as far as its account keeps it (rule timeline).
import { beforeAll, expect, test } from 'vitest'
import { EVERYBODY, type Timeline, type TimelineEvent } from '../../contract/privacy/timeline.ts'
import { readTimeline } from '../../domain/privacy/timeline/read-timeline.ts'
import { hashesOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-timeline-names')
let admin: Person
let id: number
let number: string
let account: string
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
  await makeLender('timeline-names')
  await run(`update templates set name = 'Ajakan' where id = 't1'`)
  number = (await numbers(170, 1))[0] ?? ''
  id = (await one<{ id: number }>('select id from phone_numbers where number = ?', number)).id
  const { object, socket, accountId } = await linkedAccount(runner, 'timeline-names')
  account = accountId
  await object.start()
  await until('send', () => socket.sends()[0])
  socket.say(acked(socket, 0))
  await until('settled', async () => (await all('select 1 from phone_numbers where id = ? and in_use = 0', id)).length)
  await object.stop()
})
const PATH = () => `/admin/phonenumber/${id}/timeline`
const events = async (after = ''): Promise<TimelineEvent[]> =>
  (await ask<Timeline>('GET', `${PATH()}${after}`, { token: admin.token })).json.events
const kept = (edit: string, ...values: unknown[]) =>
  inside(accountObject(bound, account), ({ sql }) => void sql.exec(edit, ...values))

test('rule timeline: a message of the standing blast is of no campaign, and says its template', async () => {
  const { id: template } = await one<{ id: string }>(`select id from templates where name = 'Ajakan'`)
  expect(await events()).toMatchObject([{ campaign: null, template: { id: template, name: 'Ajakan' } }])
})

test('rule timeline: a message of a campaign says which, also to who asks everybody', async () => {
  await run(
    `insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, created_by, created_at)
     values (81, 'Lebaran', 'finished', '', 254, 0, 1440, 5, 'admin', 1)`,
  )
  await kept('update attempts set campaign = 81')
  for (const after of ['', `?after=${EVERYBODY}`])
    expect(await events(after)).toMatchObject([
      { campaign: { id: 81, name: 'Lebaran' }, template: { id: 't1', name: 'Ajakan' } },
    ])
})

test('rule timeline: what is deleted since is said as that, and words of its own are of no template', async () => {
  await kept(`update attempts set campaign = 82, template_id = 'gone'`)
  expect(await events()).toMatchObject([{ campaign: { id: 82, name: null }, template: { id: 'gone', name: null } }])
  await kept('update attempts set campaign = null, template_id = null')
  expect(await events()).toMatchObject([{ campaign: null, template: null }])
})

test('rule timeline: of an account of the release before nobody says of which campaign its messages were', async () => {
  const message = { outcome: 'success', delivered_at: null, read_at: null, revoked_at: null, text: null } as const
  const timeline = await readTimeline(
    {
      db,
      bucket: () => Promise.resolve(bound.MEDIA),
      ask: () =>
        Promise.resolve({
          name: null,
          messages: [{ ...message, date: new Date().toISOString(), one_off: false }],
          cut: false,
          waiting: false,
          stops: [],
          asked: [],
          lid: null,
          keys: 0,
          checks: [],
          since: null,
        }),
      hashesOf: (of: string) => hashesOfNumber(hashRing(bound), of),
      clock: () => Date.now(),
      until: Number.POSITIVE_INFINITY,
    },
    id,
    undefined,
  )
  const [event] = timeline?.events ?? []
  expect([event?.outcome, event?.campaign, event?.template]).toEqual(['success', undefined, undefined])
})
