// Whom a claim brings for a campaign, and that nobody gets one twice (rules campaign-claim, campaign-once): real D1.
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { claimNumbers, giveBackNumbers } from '../../domain/sending/blast/store.ts'
import { restClaimed } from '../../domain/operation/backup/restore-store.ts'
import { recount } from '../../domain/operation/backup/table-store.ts'
import { arrived, claimedBy, claimRequest, places, stageCampaigns } from './support/campaigns.ts'
import { all, db, one, run } from './support/database.ts'
import { deliver, numbers } from './support/stage.ts'

const { as, create, move, launched, campaign, someone } = stageCampaigns('campaign-claims')

describe('rule campaign-claim: a claim', () => {
  test('of many accounts takes no more than the budget has', async () => {
    await numbers(0, 12)
    const id = await launched({ budget: 7 })
    const who = await someone()
    const brought = await Promise.all(Array.from({ length: 6 }, (_, i) => claimedBy(`acc-b${i}`, who, 1, 2)))
    const ofIt = brought.flat().filter((n) => n.campaign === id)
    expect(ofIt).toHaveLength(7)
    expect(await places(id)).toMatchObject({ claimed: 7 })
    const ids = ofIt.map((n) => n.id)
    await giveBackNumbers(db, { accountId: 'acc-b0', upTo: 1, keep: [] })
    expect((await places(id))['claimed']).toBeLessThan(7)
    expect(new Set(ids).size).toBe(7)
  })

  test('takes the higher priority first, and among equals the one that had less', async () => {
    await numbers(0, 30)
    const low = await launched({ priority: 2 })
    const first = await launched()
    const second = await launched()
    const who = await someone()
    const turns: (number | undefined)[] = []
    for (let claim = 1; claim <= 6; claim++) turns.push((await claimedBy('acc-turns', who, claim, 2))[0]?.campaign)
    expect(turns.filter((of) => of === first)).toHaveLength(3)
    expect(turns.filter((of) => of === second)).toHaveLength(3)
    await run(`update campaigns set state = 'paused' where id in (?, ?)`, first, second)
    expect((await claimedBy('acc-turns', who, 9, 2))[0]?.campaign).toBe(low)
  })

  test('brings nobody of the pool to whom the standing blast has no template for', async () => {
    await numbers(0, 4)
    const id = await launched({ budget: 1 })
    const who = await someone()
    await run('update templates set only_campaigns = 1')
    try {
      expect((await claimedBy('acc-none', who, 1)).map((n) => n.campaign)).toEqual([id])
      expect(await claimedBy('acc-none', who, 2)).toEqual([])
    } finally {
      await run('update templates set only_campaigns = 0')
    }
    expect(await claimedBy('acc-none', who, 3)).toHaveLength(3)
  })

  test('rule end-of-blast: that brings nobody is made again while people wait in a campaign, and not when nobody does', async () => {
    const list = await numbers(0, 1)
    const who = await someone()
    const now = Date.now()
    const id = await launched()
    await run('update campaigns set start_at = ? where id = ?', now + HOUR_MS, id)
    const again = async () => {
      const { numbers: brought, rules } = await claimNumbers(db, claimRequest('acc-again', who, now, 5, now))
      return [brought.length, rules.nextClaimableAt === null ? null : rules.nextClaimableAt - now]
    }
    // the list's own person rests for a week
    await run('update phone_numbers set last_attempt_at = ? where number = ?', now, list[0] ?? '')
    expect(await again()).toEqual([0, 5 * MINUTE_MS])
    await run('update campaigns set start_at = ? where id = ?', now + 2 * DAY_MS, id)
    expect(await again()).toEqual([0, 7 * DAY_MS])
    await run('update campaigns set start_at = null, dropped = people where id = ?', id)
    expect(await again()).toEqual([0, 7 * DAY_MS])
    await run('update campaigns set rolling = 1 where id = ?', id)
    expect(await again()).toEqual([0, 5 * MINUTE_MS])
    // sooner where campaigns alone have people
    await run('update templates set only_campaigns = 1')
    try {
      expect(await again()).toEqual([0, MINUTE_MS])
    } finally {
      await run(`update templates set only_campaigns = 0 where id not in ('promo', 'other')`)
    }
  })

  test('puts off who cannot be sent to, and drops who stopped: the next one looks at others', async () => {
    const list = await numbers(0, 80)
    const id = await launched()
    const now = Date.now()
    // written to by the standing blast since: they rest, all but the last
    await run(`update phone_numbers set last_attempt_at = ? where number <> ?`, now, list.at(-1))
    await run(`update phone_numbers set suppressed = 1 where number = ?`, list[0])
    await run(`update campaign_people set at = 0`)
    await run(
      `update campaign_people set at = 1 where number_id = (select id from phone_numbers where number = ?)`,
      list.at(-1),
    )
    const who = await someone()
    await claimedBy('acc-off', who, 1)
    await giveBackNumbers(db, { accountId: 'acc-off', upTo: 1, keep: [] })
    expect(await places(id)).toMatchObject({ dropped: 1, claimed: 0 })
    const put = await all<{ number: string; at: number }>(
      'select p.number, q.at from campaign_people q join phone_numbers p on p.id = q.number_id where q.state = 0 order by q.at',
    )
    // the last was held by the standing blast in this moment, so it is looked at again soon
    expect(put[0]).toMatchObject({ number: list.at(-1) })
    expect(put).toHaveLength(79)
    expect(put[1]?.at).toBeGreaterThan(now + 100 * HOUR_MS)
    const soon = now + HOUR_MS
    expect((await claimedBy('acc-off', who, 2, 5, soon)).map((n) => n.number)).toEqual([list.at(-1)])
  })

  test('outside its hours and its days, before its start and after its end brings nobody of it', async () => {
    await numbers(0, 3)
    const id = await launched()
    const who = await someone()
    const monday = Date.parse('2026-11-30T02:30:00Z')
    const tries = async (change: string, at: number) => {
      await run(`update campaigns set ${change}, claimed = 0 where id = ?`, id)
      const got = await claimedBy('acc-hours', who, 1, 1, at)
      await giveBackNumbers(db, { accountId: 'acc-hours', upTo: 1, keep: [] })
      await run(`update campaign_people set state = 0`)
      return got.some((n) => n.campaign === id)
    }
    await run(`update campaign_people set at = 0`)
    expect(await tries('days = 2, from_min = 570, until_min = 571', monday)).toBe(true)
    expect(await tries('days = 2, from_min = 571, until_min = 600', monday)).toBe(false)
    expect(await tries('days = 2, from_min = 500, until_min = 570', monday)).toBe(false)
    expect(await tries('days = 252, from_min = 0, until_min = 1440', monday)).toBe(false)
    expect(await tries(`days = 254, start_at = ${monday + 1}`, monday)).toBe(false)
    expect(await tries(`start_at = ${monday}, end_at = ${monday}`, monday)).toBe(false)
    expect(await tries(`end_at = ${monday + 1}`, monday)).toBe(true)
  })

  test('asks a person’s refused topics by the campaign’s templates, and a member’s too', async () => {
    const [refuses, takes] = await numbers(0, 2)
    await run(`update templates set topic = 'Promo' where id = 'promo'`)
    await run(`insert into topic_refusals (number, topic, at) values (?, 'Promo', 1)`, refuses)
    const id = await launched()
    const who = await someone()
    expect((await claimedBy('acc-t', who, 1)).filter((n) => n.campaign === id).map((n) => n.number)).toEqual([takes])
    await giveBackNumbers(db, { accountId: 'acc-t', upTo: 1, keep: [] })
    await run(`update users set refused_topics = '["Promo"]' where id = ?`, who)
    expect((await claimedBy('acc-t', who, 2)).filter((n) => n.campaign === id)).toEqual([])
    await giveBackNumbers(db, { accountId: 'acc-t', upTo: 2, keep: [] })
    await run(`insert into campaign_templates values (?, 'other', 1, 1)`, id)
    const { rules } = await claimNumbers(db, claimRequest('acc-t', who, 3))
    expect(rules.campaign?.variants.map((one) => one.id)).toEqual(['other'])
    await run(`update templates set topic = null`)
    await run('delete from topic_refusals')
  })
})

describe('rule campaign-once: nobody gets a campaign twice', () => {
  test('who is deleted and added again is in it no more', async () => {
    const [number] = await numbers(0, 2)
    const id = await launched()
    const { id: row } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
    expect((await as('DELETE', `/admin/phonenumber/${row}`)).status).toBe(200)
    await run(
      `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at) values (?, 'N', 'active', 'test', 1, 'admin', 0)`,
      number,
    )
    expect(await places(id)).toMatchObject({ people: 2, gone: 1 })
    expect((await claimedBy('acc-del', await someone(), 1)).filter((n) => n.campaign === id)).toHaveLength(1)
  })

  test('whose message has an outcome is not released, and a later outcome is counted instead of the first', async () => {
    const [number] = await numbers(0, 1)
    const id = await launched()
    const who = await someone()
    await claimedBy('acc-once', who, 1)
    const { id: numberId } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
    const result = {
      attemptId: 'a',
      numberId,
      templateId: 'promo',
      priceSen: 10_000,
      notRegistered: false,
      attemptedAt: Date.now(),
      campaign: id,
    }
    const tell = (sequence: number, from: 'none' | 'unknown', to: 'unknown' | 'success') =>
      deliver([
        {
          accountId: 'acc-once',
          sequence,
          userId: who,
          results: [{ ...result, from, to, at: Date.now() }],
          reversals: [],
        },
      ])
    await tell(1, 'none', 'unknown')
    expect(await places(id)).toMatchObject({ claimed: 1, settled: 1 })
    expect(await campaign(id)).toMatchObject({ unknown: 1, success: 0, waiting: 0 })
    await tell(2, 'unknown', 'success')
    await tell(2, 'unknown', 'success')
    expect(await campaign(id)).toMatchObject({ unknown: 0, success: 1, cost: 100 })
    expect(await places(id)).toMatchObject({ claimed: 1, settled: 1 })
    await run(`update phone_numbers set last_attempt_at = 0`)
    expect((await claimedBy('acc-once', who, 2)).filter((n) => n.campaign === id)).toEqual([])
  })

  test('a draft that has results, in a database from before its launch, is not launched again', async () => {
    const [number] = await numbers(0, 1)
    const id = await create()
    const who = await someone()
    const { id: numberId } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
    await deliver([
      { accountId: 'acc-restored', sequence: 1, userId: who, results: [arrived(id, numberId)], reversals: [] },
    ])
    expect(await campaign(id)).toMatchObject({ state: 'cancelled', why: 'restored' })
    expect((await move('launch', id)).status).toBe(422)
  })
})

test('rule campaign-once: a restored database has nobody in a campaign who is in no list, and holds nobody for an account that does not', async () => {
  const list = await numbers(0, 4)
  const id = await launched()
  const who = await someone()
  const [first] = await claimedBy('acc-restored', who, 1, 1)
  // tables were read at different moments
  await run('update phone_numbers set in_use = 0, in_use_campaign = null where id = ?', first?.id)
  await run('update campaign_people set state = 1 where number_id = ?', first?.id)
  await run(`insert into campaign_people (campaign_id, number_id, state, at) values (?, 999999999, 0, 1)`, id)
  await run('update campaigns set people = 5, claimed = 9 where id = ?', id)
  await recount(db)
  expect(await places(id)).toEqual({ people: 5, claimed: 0, settled: 0, dropped: 0, gone: 1 })
  expect((await claimedBy('acc-restored', who, 2, 5)).map((n) => n.number).toSorted()).toEqual(list)
})

test('rule campaign-once: whom a release of before settles is not claimed again, and their message counts against the budget', async () => {
  const [number] = await numbers(0, 1)
  const id = await launched({ budget: 1 })
  const who = await someone()
  await claimedBy('acc-old', who, 1)
  // it knows no campaign: the row is released, and keeps the name of the campaign
  await run(
    'update phone_numbers set in_use = 0, in_use_by = null, last_attempt_at = ? where number = ?',
    Date.now(),
    number,
  )
  expect(await places(id)).toMatchObject({ claimed: 1, settled: 1 })
  expect(await one('select in_use_campaign as c from phone_numbers where number = ?', number)).toEqual({ c: null })
  await run('update phone_numbers set last_attempt_at = 0')
  expect((await claimedBy('acc-old', who, 2)).filter((n) => n.campaign === id)).toEqual([])
})

test('rule campaign-claim: who goes while their message is under way gives nothing back to the budget', async () => {
  await numbers(0, 3)
  const id = await launched({ budget: 2 })
  const who = await someone()
  const held = await claimedBy('acc-gone', who, 1, 2)
  await run('delete from phone_numbers where id = ?', held[0]?.id)
  const counts = await one('select claimed, settled, gone from campaigns where id = ?', id)
  expect(counts).toEqual({ claimed: 2, settled: 1, gone: 0 })
  expect((await claimedBy('acc-gone', who, 2)).filter((n) => n.campaign === id)).toEqual([])
})

test('rule campaign-once: whom a lost account had claimed counts as written to, also of a campaign that the backup has not launched', async () => {
  const [number] = await numbers(0, 2)
  const [draft, open] = [await create(), await launched()]
  const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
  const claims = [draft, open].map((of) => ({ accountId: 'acc-lost', ids: [id], at: 1, campaign: of }))
  await restClaimed(db, 'acc-lost', claims, Date.now())
  expect(await campaign(draft)).toMatchObject({ state: 'cancelled', why: 'restored' })
  expect(await places(open)).toMatchObject({ claimed: 1, settled: 1 })
  await run('update phone_numbers set last_attempt_at = 0')
  const again = await claimedBy('acc-other', await someone(), 1)
  expect(again.filter((n) => n.campaign === open).map((n) => n.number)).not.toContain(number)
})
