// Segments by what an import kept of recipients (rules segments, recipient-fields): real Worker, real D1.
import { expect, test } from 'vitest'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { refusalOf } from '../../domain/ground/db/refusals.ts'
import { deleteField } from '../../domain/recipients/fields/store.ts'
import { refuseGone } from '../../domain/recipients/segments/store.ts'
import { FIELD_TEXTS, fieldUsedBy } from '../../contract/recipients/field-texts.ts'
import { type Condition, type Rule, RULE_GONE, type SegmentCount } from '../../contract/recipients/segments.ts'
import { beginLaunch } from '../../domain/sending/campaigns/store.ts'
import { stageCampaigns } from './support/campaigns.ts'
import { all, db, run } from './support/database.ts'
import { numbers } from './support/stage.ts'

const { as, create, launched } = stageCampaigns('segment-fields')
type Answer = { fields?: Record<string, string>; segment: { id: string } }
type How = Extract<Condition, { is: 'field' }>['how']
const kota = (how: How, value = ''): Condition => ({ is: 'field', field: 'kota', how, value })
const of = (...conditions: Rule['of']): Rule => ({ join: 'and', not: false, of: conditions })
const count = (rule: Rule) =>
  as<SegmentCount & Answer>('GET', `/admin/segment/count?rule=${encodeURIComponent(JSON.stringify(rule))}`)
const save = (rule: Rule, name: string) => as<Answer>('POST', '/admin/segment/create', { name, rule })
const remove = () => as<Answer>('POST', '/admin/recipient-field/delete', { key: 'kota' })
/** One in each of these cities, and one of whom none is known. */
const stage = async (...cities: string[]): Promise<Map<string, string>> => {
  for (const table of ['segments', 'recipient_fields', 'phone_fields', 'phone_numbers', 'campaigns'])
    await run(`delete from ${table}`)
  await run(
    `insert into recipient_fields (key, name, fallback, created_by, created_at) values ('kota', 'Kota', '', 'x', 1)`,
  )
  const list = await numbers(0, cities.length + 1)
  for (const [i, city] of cities.entries())
    await run(
      'insert into phone_fields select id, ? from phone_numbers where number = ?',
      JSON.stringify({ lain: 'Solo', kota: city }),
      list[i],
    )
  return new Map(list.map((number, i) => [number, cities[i] ?? '-']))
}

test('rule segments: a field is asked for as it is, as it is not, by how it begins, and for who has none', async () => {
  const cities = await stage('Solo', 'SOLO', 'Sleman', 'Surabaya', '%')
  await run(`update phone_fields set fields = '{"lain":"Solo"}' where fields ->> 'kota' = '%'`)
  const found = async (...conditions: Rule['of']) => {
    const { json } = await count(of(...conditions))
    expect(json.people).toBe(json.sample.length)
    return json.sample.map(({ number }) => cities.get(number)).toSorted()
  }
  expect(await found(kota('is', ' solo '))).toEqual(['SOLO', 'Solo'])
  expect(await found(kota('not', 'Solo'))).toEqual(['%', '-', 'Sleman', 'Surabaya'])
  expect(await found(kota('begins', 's'), { join: 'and', not: true, of: [kota('begins', 'so')] })).toEqual([
    'Sleman',
    'Surabaya',
  ])
  expect(await found(kota('begins', '%'))).toEqual([])
  expect(await found(kota('none'))).toEqual(['%', '-'])
  expect((await count(of(kota('is', ' ')))).status).toBe(422)
})

test.each(['6281234567890', '0812-3456-7890', '812 3456 7890'])(
  'rule segments: the whole number %s in a field is in no segment that is kept',
  async (number) => {
    await stage('Solo')
    expect((await save(of(kota('is', number)), 'Utuh')).status).toBe(422)
    expect((await count(of(kota('is', number)))).status).toBe(200)
  },
)

test('a campaign for them has them alone', async () => {
  const cities = await stage('Solo', 'Sleman', 'Solo')
  const made = await save(of(kota('is', 'Solo')), 'Orang Solo')
  const id = await launched({ segment_id: made.json.segment.id })
  const people = await all<{ number: string }>(
    'select p.number from campaign_people q join phone_numbers p on p.id = q.number_id where q.campaign_id = ?',
    id,
  )
  expect(people.map(({ number }) => cities.get(number))).toEqual(['Solo', 'Solo'])
})

test('rule segments: a field stays while a segment asks for it, or a launch', async () => {
  await stage('Solo')
  const rule = of({ join: 'or', not: true, of: [kota('none')] })
  const made = await save(rule, 'Tahu kotanya')
  expect((await remove()).json.fields).toEqual({ key: fieldUsedBy(['Tahu kotanya']) })
  const id = await create({ segment_id: made.json.segment.id })
  await runBatch(db, beginLaunch(db, id, { segmentName: 'x', rule: JSON.stringify(rule), by: 'x', now: Date.now() }))
  expect((await as('DELETE', `/admin/segment/${made.json.segment.id}`)).status).toBe(200)
  expect((await remove()).json.fields).toEqual({ key: FIELD_TEXTS.ofCampaign })
  await run(`update campaigns set state = 'running' where id = ?`, id)
  expect((await remove()).status).toBe(200)
})

test('what asks for a field that is gone is refused, also where it goes at the same moment', async () => {
  await stage('Solo')
  const rule = of(kota('is', 'Solo'))
  const made = await save(rule, 'Lama')
  const draft = await create({ segment_id: made.json.segment.id })
  // as a release that knew no such segments deletes it
  await run(`update recipient_fields set deleted_at = 1 where key = 'kota'`)
  expect((await count(rule)).json.fields).toEqual({ rule: RULE_GONE })
  expect((await save(rule, 'Baru')).json.fields).toEqual({ rule: RULE_GONE })
  const launch = await as<Answer>('POST', '/admin/campaign/launch', { id: draft })
  expect([launch.status, launch.json.fields]).toEqual([422, { segment_id: RULE_GONE }])
  const whyNot = (statements: Parameters<typeof runBatch>[1]) =>
    runBatch(db, statements).then(
      () => null,
      (error: unknown) => refusalOf(error),
    )
  expect(await whyNot([refuseGone(db, rule, Date.now())])).toBe('status_moved')
  await run('update recipient_fields set deleted_at = null')
  expect(await whyNot(deleteField(db, 'kota', 1))).toBe('field_asked')
})

test('rule segments: none keeps the whole number of somebody in a field’s value', async () => {
  await stage('Solo')
  expect((await save(of(kota('is', '0812-3456-7890')), 'Nomor')).status).toBe(422)
  expect((await save(of(kota('begins', '0812')), 'Kode')).status).toBe(200)
  expect((await count(of(kota('is', '0812-3456-7890')))).status).toBe(200)
})
