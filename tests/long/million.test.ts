// A million recipients in the office's lists and counts, against SQL's own answers (rules list-search, paging, segments): the whole Worker by its API.
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Condition, type SegmentCount } from '../../contract/recipients/segments.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { type Person, signIn } from '../../scripts/drive/api.ts'
import { databaseFile } from '../../scripts/stack/database.ts'
import { fillDatabase } from '../bench/fill.ts'
import { type Alone, startAlone } from '../bench/worker-alone.ts'

const ROWS = 1_000_000
const LIMIT = 100
const NOW = Date.now()
let alone: Alone
let admin: Person
let file: DatabaseSync
beforeAll(async () => {
  alone = await startAlone((db) => {
    fillDatabase(db, ROWS, NOW)
    db.exec(`insert or replace into settings (key, value) values ('recipient_cooldown_hours', '168')`)
    db.exec(`update phone_numbers set status = 'nonactive' where id % 8 = 0`)
    db.exec(`update phone_numbers set suppressed = 1 where id % 9 = 0`)
    db.exec(`update phone_numbers set consent_source = 'Pameran' where id % 25 = 0`)
  })
  admin = await signIn(alone.origin, 'admin@demo.test', DEMO_PASSWORD)
  file = new DatabaseSync(databaseFile(alone.home), { readOnly: true })
}, 600_000)
afterAll(async () => {
  file.close()
  await alone.stop()
})
const numberOf = (sql: string): number => Number(Object.values(file.prepare(sql).get() ?? {})[0])

type Page = { data: { id: number }[]; meta: { total: number } }
/** Page by page as *Next* goes, each from the last row of the one before. */
const walk = async (query: string): Promise<number[]> => {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const after = ids.length > 0 ? `&after=${ids.at(-1)}` : ''
    const path = `/admin/phonenumber/list-per-page?${query}&limit=${LIMIT}&page=${page}${after}`
    const { data } = await admin.get<Page>(path)
    ids.push(...data.map(({ id }) => id))
    if (data.length < LIMIT) return ids
  }
}
/** Step by step as the builder counts. */
const counted = async (of: readonly Condition[]): Promise<Pick<SegmentCount, 'people' | 'sendable' | 'resting'>> => {
  const rule = encodeURIComponent(JSON.stringify({ join: 'and', not: false, of }))
  const sum = { people: 0, sendable: 0, resting: 0 }
  for (let after: number | null = 0; after !== null; ) {
    const step: SegmentCount = await admin.get(`/admin/segment/count?rule=${rule}&after=${after}`)
    for (const name of ['people', 'sendable', 'resting'] as const) sum[name] += step[name]
    after = step.next
  }
  return sum
}

test('the list and the tiles count all of them', async () => {
  const { meta } = await admin.get<Page>('/admin/phonenumber/list-per-page?page=1')
  expect(meta.total).toBe(numberOf('select count(*) from phone_numbers'))
  expect(await admin.get('/admin/phonenumber/count-blast')).toMatchObject({
    blasted: numberOf('select count(*) from phone_numbers where count_success > 0'),
  })
})

const MAY = `status = 'active' and suppressed = 0 and consent_at is not null`
/** fillDatabase wrote to every other one a day ago, which is within the cooldown. */
const RESTS = `last_attempt_at > 0`
test.each<[string, Condition[], string]>([
  ['everybody', [], 'true'],
  ['by their status', [{ is: 'active' }], `status = 'active'`],
  ['who stopped', [{ is: 'stopped' }], 'suppressed = 1'],
  ['by their source', [{ is: 'source', source: 'Pameran' }], `consent_source = 'Pameran'`],
  [
    'by two conditions',
    [{ is: 'source', source: 'Pameran' }, { is: 'never_written' }],
    `consent_source = 'Pameran' and last_attempt_at = 0`,
  ],
  ['by their number', [{ is: 'number', prefix: '62812' }], `number glob '62812*'`],
])('a count is what SQL counts: %s', async (_name, of, where) => {
  expect(await counted(of)).toEqual({
    people: numberOf(`select count(*) from phone_numbers where ${where}`),
    sendable: numberOf(`select count(*) from phone_numbers where ${where} and ${MAY}`),
    resting: numberOf(`select count(*) from phone_numbers where ${where} and ${MAY} and ${RESTS}`),
  })
})

test.each([
  ['a filter, newest first', 'state=nonactive&sort=-createdAt', `status = 'nonactive'`, 'created_at desc, id desc'],
  ['a filter, by the number', 'state=nonactive&sort=number', `status = 'nonactive'`, 'number, id'],
  ['a source, oldest first', 'source=Pameran&sort=createdAt', `consent_source = 'Pameran'`, 'created_at, id'],
  ['who stopped, by the number backwards', 'stopped=yes&sort=-number', 'suppressed = 1', 'number desc, id desc'],
])(
  'every row of a list is reached, once and in order: %s',
  async (_name, query, where, order) => {
    const whole = file.prepare(`select id from phone_numbers where ${where} order by ${order}`).all() as {
      id: number
    }[]
    expect(await walk(query)).toEqual(whole.map(({ id }) => id))
  },
  900_000,
)
