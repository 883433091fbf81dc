// Segments of who read or answered campaigns lately, and of who agreed to a topic (rule segments): real Worker, real D1.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CAMPAIGN_KNOWN_DAYS } from '../../contract/ground/campaign-days.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import type { ConsentSourceRow } from '../../contract/recipients/consent-sources.ts'
import type { Condition, Rule } from '../../contract/recipients/segments.ts'
import { countStep, peopleAfter } from '../../domain/recipients/segments/store.ts'
import { ask } from './support/api.ts'
import { all, db, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'
import { watchedDb } from './support/plans.ts'
import { stage } from './support/stage.ts'

let admin: Person
beforeAll(async () => {
  await stage()
  admin = await makePerson('admin')
})
beforeEach(async () => {
  for (const table of ['phone_numbers', 'campaigns', 'campaign_people', 'consent_sources', 'programmes'])
    await run(`delete from ${table}`)
})
const asAdmin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: admin.token, body })
const now = Date.now()
const rule = (not: boolean, ...of: Condition[]): Rule => ({ join: 'and', not, of })
const recipients = (first: number, count: number, source: string | null = 'Pameran Bogor') =>
  run(
    `with recursive n (i) as (select ? union all select i + 1 from n where i < ?)
     insert into phone_numbers (id, number, name, status, consent_source, consent_at, created_at)
     select i, '62815' || (10000000 + i), 'Ani', 'active', ?, iif(? is null, null, 1), 1 from n`,
    first,
    first + count - 1,
    source,
    source,
  )
const idsOf = async (asked: Rule): Promise<number[]> =>
  (await peopleAfter(db, asked, { after: 0, limit: 100, now })).people.map(({ id }) => id)

describe('rule campaign-came: who read or answered a campaign lately', () => {
  const campaign = (id: number, endedDaysAgo: number | null) =>
    run(
      `insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, created_by, created_at, launched_at, ended_at, came_known)
       values (?, ?, ?, '', 127, 0, 1440, 1, 'x', 1, 1, ?, 1)`,
      id,
      `k${id}`,
      endedDaysAgo === null ? 'running' : 'finished',
      endedDaysAgo === null ? null : now - endedDaysAgo * DAY_MS,
    )
  const got = (of: number, person: number, came: number, daysAgo: number) =>
    run(
      'insert into campaign_people (campaign_id, number_id, state, at, came) values (?, ?, 2, ?, ?)',
      of,
      person,
      now - daysAgo * DAY_MS,
      came,
    )
  const came = (what: 'read' | 'answered', days: number): Condition => ({ is: 'came', came: what, days })

  test('any campaign counts, by when its message was sent; who got none has read none', async () => {
    await recipients(1, 6)
    await campaign(10, null)
    await campaign(11, 20)
    await got(10, 1, 3, 2)
    await got(11, 1, 1, 21)
    await got(11, 2, 3, 25)
    // of one that ended, read long before its end
    await got(11, 3, 7, 28)
    await got(10, 4, 1, 2)
    // not certain that it was sent, and read all the same
    await run('insert into campaign_people (campaign_id, number_id, state, at, came) values (10, 5, 4, ?, 3)', now)
    expect(await idsOf(rule(false, came('read', 7)))).toEqual([1, 5])
    expect(await idsOf(rule(false, came('read', 26)))).toEqual([1, 2, 5])
    expect(await idsOf(rule(false, came('read', CAMPAIGN_KNOWN_DAYS)))).toEqual([1, 2, 3, 5])
    expect(await idsOf(rule(false, came('answered', CAMPAIGN_KNOWN_DAYS)))).toEqual([3])
    expect(await idsOf(rule(true, came('read', 26)))).toEqual([3, 4, 6])
    const longer = encodeURIComponent(JSON.stringify(rule(false, came('read', CAMPAIGN_KNOWN_DAYS + 1))))
    expect((await asAdmin('GET', `/admin/segment/count?rule=${longer}`)).status).toBe(422)
  })
  test('a step reads the rows of its own people alone, and every step together finds each once', async () => {
    await recipients(1, 30)
    await campaign(10, null)
    for (let person = 1; person <= 30; person += 3) await got(10, person, 3, 1)
    const { db: watched, plans } = watchedDb()
    const found: number[] = []
    for (let after: number | null = 0; after !== null; ) {
      const step: Awaited<ReturnType<typeof countStep>> = await countStep(
        watched,
        { rule: rule(false, came('read', 7)), after, fields: [], rows: 7 },
        now,
      )
      found.push(...(step?.sample ?? []).map(({ id }) => id))
      after = step?.next ?? null
    }
    expect(found).toEqual([1, 4, 7, 10, 13, 16, 19, 22, 25, 28])
    const ofPeople = (await plans()).filter((plan) => / w /.test(`${plan} `))
    expect(new Set(ofPeople)).toEqual(
      new Set(['SEARCH w USING PRIMARY KEY (campaign_id=? AND number_id>? AND number_id<?)']),
    )
  })
})

describe('rule segments: who agreed to a topic', () => {
  const TOLD = { told: 'Promo toko, sebulan sekali', told_by: 'Toko Melati', proof: 'Lemari kantor Bogor' }
  const shown = async (name: string): Promise<ConsentSourceRow | undefined> =>
    (await asAdmin<{ data: ConsentSourceRow[] }>('GET', `/admin/consent/sources?search=${encodeURIComponent(name)}`))
      .json.data[0]
  const keep = async (name: string, topic?: string): Promise<number> => {
    const version = (await shown(name))?.version ?? ''
    const body = { name, ...TOLD, version, ...(topic === undefined ? {} : { topic }) }
    return (await asAdmin('POST', '/admin/consent/sources', body)).status
  }
  const agreed = (topic: string): Condition => ({ is: 'agreed_topic', topic })

  test('is who has consent from a source with that topic', async () => {
    await recipients(1, 2)
    await recipients(3, 1, 'Gerai Tebet, Mei 2026')
    await recipients(4, 1, null)
    await run(`insert into phone_numbers (id, number, name, status, consent_source, created_at)
      values (5, '6281500000005', 'Ani', 'active', 'Pameran Bogor', 1)`)
    expect(await keep('Pameran Bogor', ' Promo ')).toBe(200)
    expect(await keep('Gerai Tebet, Mei 2026', '')).toBe(200)
    expect(await shown('Pameran Bogor')).toMatchObject({ topic: 'Promo' })
    expect(await idsOf(rule(false, agreed('Promo')))).toEqual([1, 2])
    expect(await idsOf(rule(true, agreed('Promo')))).toEqual([3, 4, 5])
    expect(await idsOf(rule(false, agreed('Jadwal')))).toEqual([])
    const { json } = await asAdmin<{ topics: string[] }>('GET', '/admin/phonenumber/sources')
    expect(json.topics).toContain('Promo')
    // the other source has none, which is nothing to choose
    expect(json.topics).not.toContain('')
    const entry = await all<{ after: string }>(
      `select after from audit_log where action = 'consent.keep' and target = 'Pameran Bogor' order by id desc limit 1`,
    )
    expect(JSON.parse(entry[0]?.after ?? '{}')).toMatchObject({ topic: 'Promo' })
  })
  test('stays where a page of the release before does not know of topics, and through a hold', async () => {
    await recipients(1, 1)
    expect(await keep('Pameran Bogor', 'Promo')).toBe(200)
    expect(await keep('Pameran Bogor')).toBe(200)
    const name = 'Pameran Bogor'
    const heldAndReleased = async (more: object): Promise<void> => {
      const why = 'Buktinya tidak ditemukan'
      expect((await asAdmin('POST', '/admin/consent/sources/hold', { name, why })).status).toBe(200)
      const held_at = (await shown(name))?.held_at
      const release = { name, held_at, ...TOLD, ...more }
      expect((await asAdmin('POST', '/admin/consent/sources/release', release)).status).toBe(200)
    }
    await heldAndReleased({})
    expect(await idsOf(rule(false, agreed('Promo')))).toEqual([1])
    // whoever releases it may say another one
    await heldAndReleased({ topic: 'Jadwal' })
    expect(await idsOf(rule(false, agreed('Jadwal')))).toEqual([1])
    expect(await idsOf(rule(false, agreed('Promo')))).toEqual([])
  })
  test('of a programme it is the topic that the programme says', async () => {
    const programme = { title: 'Klub Melati', word: 'MELATI', what: 'Promo', frequency: 'Sebulan sekali' }
    const more = { id: 'klub', by_whom: 'Toko Melati', privacy: 'Kami menyimpan nomor Anda.', privacy_version: '1' }
    const made = await asAdmin<{ keyword: string }>('POST', '/admin/programme/create', {
      ...programme,
      ...more,
      topic: 'Promo',
    })
    expect(made.status).toBe(200)
    await recipients(1, 1, `Klub Melati: ${made.json.keyword}`)
    expect(await idsOf(rule(false, agreed('Promo')))).toEqual([1])
  })
})
