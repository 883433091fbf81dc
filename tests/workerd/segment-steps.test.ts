// What two admins do to a tag and a segment at the same moment, and how much of all recipients one statement looks at (rules tags, segments).
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { CAMPAIGN_KNOWN_DAYS } from '../../contract/ground/campaign-days.ts'
import { FIELDS_MAX } from '../../contract/recipients/fields.ts'
import {
  CAME_ASKED,
  type Condition,
  COUNT_STEP,
  FIELD_HOWS,
  type Rule,
  WAS,
} from '../../contract/recipients/segments.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { refusalOf } from '../../domain/ground/db/refusals.ts'
import { countStep, peopleAfter, refuseGone } from '../../domain/recipients/segments/store.ts'
import { stepOf } from '../../domain/sending/campaigns/launch-store.ts'
import { overlapStep } from '../../domain/sending/campaigns/overlap-store.ts'
import { removeTag } from '../../domain/recipients/tags/store.ts'
import { ask } from './support/api.ts'
import { all, db, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'
import { stage } from './support/stage.ts'

let admin: Person
beforeAll(async () => {
  await stage()
  admin = await makePerson('admin')
})
const asAdmin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: admin.token, body })
const tag = async (name: string): Promise<number> =>
  (await asAdmin<{ tag: { id: number } }>('POST', '/admin/tag/create', { name })).json.tag.id
const of = (...conditions: Rule['of']): Rule => ({ join: 'and', not: false, of: conditions })

test('rule segments: the end of a tag and a segment that asks for it come at the same moment: one of them is refused, whoever is first', async () => {
  const whyNot = (statements: Parameters<typeof runBatch>[1]) =>
    runBatch(db, statements).then(
      () => null,
      (error: unknown) => refusalOf(error),
    )
  const [first, second] = [await tag('Solo'), await tag('Kediri')]
  const rule = of({ join: 'or', not: true, of: [{ is: 'tag', tag: first }] })
  await asAdmin('POST', '/admin/segment/create', { name: 'Bukan Solo', rule })
  expect(await whyNot(removeTag(db, first, 1))).toBe('status_moved')
  expect(await whyNot(removeTag(db, second, 1))).toBeNull()
  expect(await whyNot([refuseGone(db, of({ is: 'tag', tag: second }), Date.now())])).toBe('status_moved')
  expect(await whyNot([refuseGone(db, rule, Date.now())])).toBeNull()
})

test('rule segments: a step that gives a tag is on record as of who took it, also where another person’s act says the same', async () => {
  const id = await tag('Berdua')
  const second = await makePerson('admin')
  const give = async ({ token }: Person, after: number) =>
    (await ask('POST', '/admin/segment/tag', { token, body: { rule: of({ is: 'active' }), tag: id, on: true, after } }))
      .status
  expect([await give(admin, 0), await give(admin, 9), await give(second, 9)]).toEqual([200, 200, 200])
  const entries = await all<{ actor_id: string }>(
    `select actor_id from audit_log where action = 'segment.tag' and target = ? order by id`,
    String(id),
  )
  expect(entries.map(({ actor_id }) => actor_id)).toEqual([admin.id, second.id])
})

test('rule segments: who is paused, held or agreed too weakly has not stopped', async () => {
  await run(
    `with recursive n (i) as (select 0 union all select i + 1 from n where i < 4)
     insert into phone_numbers (number, name, status, suppressed, created_at) select '62815999' || i, 'x', 'active', i, 1 from n`,
  )
  const { people } = await peopleAfter(db, of({ is: 'stopped' }), { after: 0, limit: 10, now: 1 })
  expect(people.map(({ number }) => number)).toEqual(['628159991'])
  await run('delete from phone_numbers')
})

test('rule segments: none keeps the whole number of somebody who may be erased', async () => {
  const asks = async (prefix: string) =>
    (await asAdmin('POST', '/admin/segment/create', { name: prefix, rule: of({ is: 'number', prefix }) })).status
  // the shortest number that is one
  expect(await asks('62 812-34567')).toBe(422)
  expect(await asks('0812345678')).toBe(422)
  expect(await asks('812345678')).toBe(422)
  expect(await asks('08123456')).toBe(200)
  // as the list of recipients takes it
  expect(await asks('812')).toBe(200)
  // a list that is narrowed to one number may be counted and acted on, which keeps no segment
  const rule = encodeURIComponent(JSON.stringify(of({ is: 'number', prefix: '081234567890' })))
  expect((await asAdmin('GET', `/admin/segment/count?rule=${rule}`)).status).toBe(200)
})

test('rule segments: a step of a file looks at so many in one statement, and the file goes on where nobody was found', async () => {
  await run(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
     insert into phone_numbers (id, number, name, status, created_at) select i, 'x' || i, 'x', 'nonactive', 1 from n`,
    COUNT_STEP,
  )
  const last = 10 ** 12
  await run(
    `insert into phone_numbers (id, number, name, status, created_at) values (?, '6281500000001', 'Ani', 'active', 1)`,
    last,
  )
  const rule = of({ is: 'active' })
  const asked = { limit: 10, now: Date.now() }
  expect(await peopleAfter(db, rule, { ...asked, after: 0 })).toEqual({ people: [], next: COUNT_STEP })
  expect(await peopleAfter(db, rule, { ...asked, after: COUNT_STEP })).toMatchObject({
    people: [{ id: last }],
    next: null,
  })
  expect(await peopleAfter(db, of(), { ...asked, after: 5 })).toMatchObject({ next: 15 })
  const made = await asAdmin<{ segment: { id: string } }>('POST', '/admin/segment/create', { name: 'Aktif', rule })
  const file = await asAdmin<unknown[]>('GET', `/admin/segment/export?id=${made.json.segment.id}&format=json`)
  expect(file.json).toHaveLength(1)
})

/** Thirty conditions of each kind: what each binds adds up, and D1 takes a hundred values a statement. */
const WIDEST = {
  tag: (i: number) => ({ is: 'tag', tag: i + 1 }),
  ...Object.fromEntries(
    FIELD_HOWS.map((how) => [
      `field ${how}`,
      (i: number) => ({ is: 'field', field: `kolom_${i}`, how, value: `x${i}` }),
    ]),
  ),
  source: (i: number) => ({ is: 'source', source: `Formulir ${i}` }),
  grade: () => ({ is: 'grade', grade: 'typed' }),
  agreed: (i: number) => ({ is: 'agreed', when: 'before', days: i + 1 }),
  number: (i: number) => ({ is: 'number', prefix: `62${i}` }),
  name: (i: number) => ({ is: 'name', words: `budi ${i}` }),
  written: (i: number) => ({ is: 'written', when: 'within', days: i + 1 }),
  never: () => ({ is: 'never_written' }),
  sent: (i: number) => ({ is: 'sent', at: 'least', times: i }),
  ...Object.fromEntries(
    WAS.map((was) => [`campaign ${was}`, (i: number) => ({ is: 'campaign', campaign: i + 1, was })]),
  ),
  ...Object.fromEntries(
    CAME_ASKED.map((came) => [`came ${came}`, () => ({ is: 'came', came, days: CAMPAIGN_KNOWN_DAYS })]),
  ),
  'agreed to': (i: number) => ({ is: 'agreed_topic', topic: `topik ${i}` }),
  refuses: (i: number) => ({ is: 'refuses', topic: `topik ${i}` }),
  sendable: () => ({ is: 'sendable' }),
} as Record<string, (i: number) => Condition>

test.each(Object.entries(WIDEST))(
  'rule segments: thirty conditions of one kind are one statement: %s',
  async (_, make) => {
    const of = Array.from({ length: 30 }, (_unused, i) => make(i))
    const deep: Rule = { join: 'and', not: true, of: [{ join: 'or', not: true, of: [{ join: 'or', not: false, of }] }] }
    for (const rule of [deep, { join: 'and', not: false, of } as Rule]) {
      await peopleAfter(db, rule, { after: 0, limit: 10, now: 1 })
      const fields = Array.from({ length: FIELDS_MAX }, (_unused, i) => `kolom_${i}`)
      await countStep(db, { rule, after: 0, fields, rows: 10 }, 1)
      await overlapStep(db, { rule, after: 0, rows: 10, zone: 'kolom_0' }, 1)
      const walk = { id: 1, rule: JSON.stringify(rule), zone_field: 'kolom_0', launched_to: 0, through_id: 9 }
      const { written, fitting, rows } = stepOf(db, walk, 1, 1)
      await runBatch(db, [written])
      await db.all(
        sql`select 1 from campaign_people q where ${rows} and q.state = 0 and q.number_id not in (${fitting})`,
      )
    }
  },
)
