// Segments by what came of a campaign, for another wave of it (rule campaign-waves): real Worker, real D1.
import { expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { CAMPAIGN_KNOWN_DAYS } from '../../contract/ground/campaign-days.ts'
import { type Condition, RULE_GONE, type SegmentCount } from '../../contract/recipients/segments.ts'
import { PERSON_STATES } from '../../contract/sending/reports.ts'
import { stageCampaigns } from './support/campaigns.ts'
import { all, run } from './support/database.ts'
import { numbers } from './support/stage.ts'

const { as, launched, move, create } = stageCampaigns('campaign-waves')
const rule = (campaign: number, was: 'sent' | 'missed', not = false) => ({
  join: 'and' as const,
  not,
  of: [{ is: 'campaign', campaign, was } satisfies Condition],
})
type Counted = SegmentCount & { fields?: Record<string, string> }
const count = async (of: object) =>
  (await as<Counted>('GET', `/admin/segment/count?rule=${encodeURIComponent(JSON.stringify(of))}`)).json
const found = async (of: object): Promise<string[]> => (await count(of)).sample.map(({ number }) => number)
/** One person in each place, in the order of PERSON_STATES, and one more who is in no campaign. */
const stage = async () => {
  const list = await numbers(0, PERSON_STATES.length)
  const id = await launched()
  for (const [state, number] of list.entries())
    await run(
      `update campaign_people set state = ?
       where campaign_id = ? and number_id = (select id from phone_numbers where number = ?)`,
      state,
      id,
      number,
    )
  const [stranger = ''] = await numbers(300_000_000, 1)
  const at = (...names: (typeof PERSON_STATES)[number][]): string[] =>
    names.map((name) => list[PERSON_STATES.indexOf(name)] ?? '').toSorted()
  return { id, stranger, at, list }
}

test('rule campaign-waves: who got it or may have, and who never did once it has ended', async () => {
  const { id, at, stranger, list } = await stage()
  const mayHave = at('held', 'success', 'unknown')
  expect((await found(rule(id, 'sent'))).toSorted()).toEqual(mayHave)
  expect(await found(rule(id, 'missed'))).toEqual(at('fail'))
  await move('cancel', id)
  expect((await found(rule(id, 'missed'))).toSorted()).toEqual(at('waiting', 'fail'))
  // everybody else: nobody gets it twice
  const others = list.filter((number) => !mayHave.includes(number))
  expect((await found(rule(id, 'sent', true))).toSorted()).toEqual([...others, stranger].toSorted())
})

test('a wave for them has them alone', async () => {
  const { id, at } = await stage()
  await move('cancel', id)
  const made = await as<{ segment: { id: string } }>('POST', '/admin/segment/create', {
    name: 'Gelombang kedua',
    rule: rule(id, 'missed'),
  })
  const wave = await launched({ segment_id: made.json.segment.id })
  const people = await all<{ number: string }>(
    `select p.number from campaign_people w join phone_numbers p on p.id = w.number_id where w.campaign_id = ?`,
    wave,
  )
  expect(people.map(({ number }) => number).toSorted()).toEqual(at('waiting', 'fail'))
})

test('what is not known any more is refused, also of a segment that was saved before, and nothing is launched', async () => {
  const { id } = await stage()
  await move('cancel', id)
  const made = await as<{ segment: { id: string } }>('POST', '/admin/segment/create', {
    name: 'Lama',
    rule: rule(id, 'sent', true),
  })
  const wave = await create({ segment_id: made.json.segment.id })
  await run('update campaigns set ended_at = ? where id = ?', Date.now() - CAMPAIGN_KNOWN_DAYS * DAY_MS - 1, id)
  const refused = await as<{ fields: Record<string, string> }>('POST', '/admin/campaign/launch', { id: wave })
  expect([refused.status, refused.json.fields]).toEqual([422, { segment_id: RULE_GONE }])
  expect(await all('select state from campaigns where id = ?', wave)).toEqual([{ state: 'draft' }])
  expect((await count(rule(id, 'missed'))).fields).toEqual({ rule: RULE_GONE })
  await run(`update campaigns set ended_at = ?, why = 'restored' where id = ?`, Date.now(), id)
  expect((await count(rule(id, 'missed'))).fields).toEqual({ rule: RULE_GONE })
  expect((await count(rule(await create(), 'missed'))).fields).toEqual({ rule: RULE_GONE })
})
