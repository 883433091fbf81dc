// Whose message of a campaign was delivered, read and answered: in their rows, the list, the file, and in segments. Real Worker, D1 and R2.
import { expect, test } from 'vitest'
import { CAMPAIGN_ROWS_DAYS } from '../../contract/ground/campaign-days.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { type Condition, RULE_GONE, type SegmentCount } from '../../contract/recipients/segments.ts'
import type { CampaignPerson } from '../../contract/sending/campaigns.ts'
import { settleBatches } from '../../domain/money/settlement/settle-batches.ts'
import { fileEnded } from '../../domain/sending/campaigns/report-store.ts'
import { call } from './support/api.ts'
import { stageCampaigns } from './support/campaigns.ts'
import { all, bound, db, run } from './support/database.ts'
import { watchedDb } from './support/plans.ts'
import { deliver, numbers, portsOf } from './support/stage.ts'

const { as, launched, move, admin } = stageCampaigns('campaign-came')
const bucket = bound.MEDIA
let sequence = 0
const batch = (came: SettlementBatch['came'], accountId = 'came'): SettlementBatch => ({
  accountId,
  sequence: ++sequence,
  userId: admin().id,
  results: [],
  reversals: [],
  came,
})
/** A campaign whose first people got it, in the order of the list; the others wait. */
const stage = async (from: number, { got, wait = 1 }: { got: number; wait?: number }) => {
  await run(`update phone_numbers set status = 'nonactive'`)
  const list = await numbers(from, got + wait)
  const id = await launched()
  const ids = (
    await all<{ id: number }>('select number_id as id from campaign_people where campaign_id = ? order by 1', id)
  ).map((row) => row.id)
  await run(
    `update campaign_people set state = 2 where campaign_id = ? and number_id < ?`,
    id,
    ids[got] ?? Number.MAX_SAFE_INTEGER,
  )
  return { id, list, ids }
}
const bitsIn = async (id: number): Promise<number[]> =>
  (await all<{ came: number }>('select came from campaign_people where campaign_id = ? order by number_id', id)).map(
    ({ came }) => came,
  )
const file = async (id: number, more = ''): Promise<string> =>
  (await call('GET', `/admin/campaign/export?id=${id}&format=csv${more}`, { token: admin().token })).text()

test('rule campaign-came: what batches tell of a person is added up, once, in whatever order they come', async () => {
  const { id, ids } = await stage(0, { got: 3, wait: 0 })
  const [a = 0, b = 0, c = 0] = ids
  const first = batch({ [id]: { [a]: 1, [b]: 3, [c]: 1 } })
  // of another account, settled in the same transaction
  await deliver([first, batch({ [id]: { [a]: 6 } }, 'came-too')])
  expect(await bitsIn(id)).toEqual([7, 3, 1])
  await deliver([batch({ [id]: { [b]: 1, [c]: 4, 999_999_999: 7 }, 999: { [a]: 1 } }), first])
  expect(await bitsIn(id)).toEqual([7, 3, 5])
})

test('rule campaign-came: who waits has got nothing, whatever is told of the number that their row had before', async () => {
  const { id, ids } = await stage(500_000, { got: 1 })
  await deliver([batch({ [id]: { [ids[0] ?? 0]: 3, [ids[1] ?? 0]: 3 } })])
  expect(await bitsIn(id)).toEqual([3, 0])
})

test('one statement finds everybody by their key, and writes only where something is new', async () => {
  const { id, ids } = await stage(1_000_000, { got: 3, wait: 0 })
  const [a = 0, b = 0, c = 0] = ids
  await run('create table came_writes (id integer)')
  await run(
    `create trigger came_written after update on campaign_people begin insert into came_writes values (new.number_id); end`,
  )
  const { db: watched, plans } = watchedDb()
  try {
    await deliver([batch({ [id]: { [a]: 1, [b]: 3 } })])
    await plans()
    await settleBatches({ ...portsOf(db), db: watched }, [batch({ [id]: { [a]: 1, [b]: 1, [c]: 3 } })], Date.now())
    const written = await all<{ id: number }>('select id from came_writes')
    expect(written.map((row) => row.id)).toEqual([a, b, c])
    const seen = (await plans()).filter((plan) => plan.includes('campaign_people'))
    expect(seen).toEqual(['SEARCH campaign_people USING PRIMARY KEY (campaign_id=? AND number_id=?)'])
  } finally {
    await run('drop trigger came_written')
    await run('drop table came_writes')
  }
})

test('the list says it, and shows those whose message came to something', async () => {
  const { id, ids, list } = await stage(2_000_000, { got: 3 })
  await deliver([batch({ [id]: { [ids[0] ?? 0]: 7, [ids[1] ?? 0]: 1 } })])
  type People = { data: CampaignPerson[]; meta: { total: number } }
  const people = async (more = '') => (await as<People>('GET', `/admin/campaign/people?id=${id}&page=1${more}`)).json
  expect((await people()).data.map(({ came }) => came)).toEqual([
    ['delivered', 'read', 'answered'],
    ['delivered'],
    [],
    [],
  ])
  const delivered = await people('&came=delivered')
  expect([delivered.meta.total, delivered.data.map(({ number }) => number)]).toEqual([2, list.slice(0, 2)])
  expect((await people('&came=answered&state=success')).data.map(({ number }) => number)).toEqual(list.slice(0, 1))
  expect((await people('&came=read&state=fail')).meta.total).toBe(0)
})

test('rule campaign-came: a segment asks who read or answered it, and who got it and did not', async () => {
  const { id, ids, list } = await stage(3_000_000, { got: 4 })
  const [read = 0, answered = 0, delivered = 0] = ids
  await deliver([batch({ [id]: { [read]: 3, [answered]: 5, [delivered]: 1 } })])
  type Was = Extract<Condition, { is: 'campaign' }>['was']
  const count = async (was: Was, not = false) => {
    const rule = { join: 'and', not, of: [{ is: 'campaign', campaign: id, was } satisfies Condition] }
    const path = `/admin/segment/count?rule=${encodeURIComponent(JSON.stringify(rule))}`
    return (await as<SegmentCount & { fields?: Record<string, string> }>('GET', path)).json
  }
  const found = async (was: Was, not = false): Promise<string[]> =>
    (await count(was, not)).sample.map(({ number }) => number).filter((number) => list.includes(number))
  const at = (...places: number[]): string[] => places.map((place) => list[place] ?? '')
  expect(await found('read')).toEqual(at(0))
  // WhatsApp has not said that it was delivered to the fourth, who got it all the same
  expect(await found('unread')).toEqual(at(1, 2, 3))
  expect(await found('answered')).toEqual(at(1))
  expect(await found('unanswered')).toEqual(at(0, 2, 3))
  // not read: also who waits for it
  expect(await found('read', true)).toEqual(at(1, 2, 3, 4))
  // whoever has read what a release before launched is not known, and would be written to again
  await run('update campaigns set came_known = 0 where id = ?', id)
  expect((await count('unread')).fields).toEqual({ rule: RULE_GONE })
  expect(await found('sent')).toEqual(at(0, 1, 2, 3))
})

test('rule campaign-came: the file says it, also from the files in the bucket, and those of before are read on', async () => {
  const { id, ids, list } = await stage(4_000_000, { got: 2 })
  await deliver([batch({ [id]: { [ids[0] ?? 0]: 7 } })])
  // who waits in it gets nothing any more, which the file says at once
  await move('cancel', id)
  const before = await file(id)
  expect(before).toMatch(/delivered read answered/)
  const ofRead = await file(id, '&came=read')
  expect(
    ofRead
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual([list[0]])
  await run('update campaigns set ended_at = ? where id = ?', Date.now() - (CAMPAIGN_ROWS_DAYS + 1) * DAY_MS, id)
  await fileEnded(db, { bucket, now: Date.now(), hasTime: () => true })
  expect(await bitsIn(id)).toEqual([])
  expect(await file(id)).toBe(before)
  expect(await file(id, '&came=read')).toBe(ofRead)
  const [key = ''] = (await bucket.list({ prefix: `campaigns/${id}/` })).objects.map((object) => object.key)
  const stored = (await bucket.get(key))?.body.pipeThrough(new DecompressionStream('gzip'))
  // as many words as a release before takes
  expect((await new Response(stored).json<unknown[][]>()).map((line) => line.length)).toEqual(ids.map(() => 4))
  const old = new Blob([JSON.stringify(ids.map((person) => [person, 2, 5, null]))])
  await bucket.put(key, await new Response(old.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
  expect((await file(id)).trim().split('\n')).toHaveLength(ids.length + 1)
  expect((await file(id, '&came=delivered')).trim().split('\n')).toHaveLength(1)
})

test('rule campaign-came: it goes with the person', async () => {
  const { id, ids, list } = await stage(5_000_000, { got: 2, wait: 0 })
  await deliver([batch({ [id]: { [ids[0] ?? 0]: 7, [ids[1] ?? 0]: 1 } })])
  await run('delete from phone_numbers where number = ?', list[0])
  await deliver([batch({ [id]: { [ids[0] ?? 0]: 3 } })])
  expect(await bitsIn(id)).toEqual([1])
})
