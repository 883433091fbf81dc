// What waits for one person of the office: each kind comes and goes, to whom it comes, and in which order.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { INBOX_KINDS, INBOX_MAX, inbox, type InboxItem } from '../../contract/operation/inbox.ts'
import { readInbox } from '../../domain/operation/inbox/read-inbox.ts'
import { ask } from './support/api.ts'
import { run } from './support/database.ts'
import { act, decide, file, member, office, open, order, request, setting } from './support/payouts.ts'
import { makePerson, type Person } from './support/people.ts'
import { faultsOf, watchedDb } from './support/plans.ts'
import { link, makeNamedOffice, onOneDevice } from './support/ties.ts'

const HOUR_MS = 3_600_000
const TABLES =
  'withdraws approvals payout_lines payout_batches troubles whatsapp withdraw_holds fraud_scores erasures cron_rounds consent_sources campaigns'
beforeAll(makeNamedOffice)
beforeEach(async () => {
  for (const table of TABLES.split(' ')) await run(`delete from ${table}`)
  await setting('second_person_above', '0')
  await setting('staff_can_process', 'true')
})

const inboxOf = async (who: Person) => inbox.parse((await ask('GET', '/admin/inbox', { token: who.token })).json)
/** `sort id` of each row, in order. */
const rowsOf = async (who = office.admin) => (await inboxOf(who)).list.map(({ sort, id }) => `${sort} ${id}`)
const rowOf = async (who: Person, id: string): Promise<InboxItem | undefined> =>
  (await inboxOf(who)).list.find((row) => row.id === id)
const account = (id: string, owner: Person, state: string, strikes = 1) =>
  run(
    `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, pushname, state, status, suspended_count, restricted_until,
       last_run, created_at) values (?1, ?1, ?2, 'blast', '62' || ?1, 'Toko', ?3, 'idle', ?4, 1795900000000,
       '{"endedAt":"2026-11-27T01:00:00.000Z"}', 1)`,
    id,
    owner.id,
    state,
    strikes,
  )
const trouble = (kind: string, { told = true, since = 1 } = {}) =>
  run(
    `insert into troubles (kind, subject, since, seen_at, told_at, figures) values (?, 'BCA', ?, 1, ?, '{"rupiah":70000}')`,
    kind,
    since,
    told ? 1 : null,
  )
const age = (table: string, column: string, hours: number, id: string) =>
  run(`update ${table} set ${column} = ? where id = ?`, Date.now() - hours * HOUR_MS, id)

describe('rule inbox: each kind is there while it waits, and leads to where it is done:', () => {
  test('a withdraw until it is decided, and then until its transfer is ordered', async () => {
    const who = await member(100_000)
    const id = await request(who, 50_000)
    expect(await rowOf(office.admin, id)).toMatchObject({
      kind: 'withdraw',
      sort: 'withdraw_decide',
      name: expect.stringContaining('Orang') as string,
      worth: 50_000,
      link: `/withdraw/requested?user_id=${who.id}`,
    })
    await decide(id, 'accepted')
    expect(await rowOf(office.admin, id)).toMatchObject({
      sort: 'withdraw_transfer',
      link: `/withdraw/requested?user_id=${who.id}&status=accepted`,
    })
    expect((await order(id)).status).toBe(200)
    expect(await rowsOf()).toEqual([])
    const other = await request(who)
    await decide(other, 'rejected')
    expect(await rowsOf()).toEqual([])
  })

  test('a batch instead of its requests: its second person, its file, its result', async () => {
    const asked = await request(await member(100_000), 40_000)
    await setting('second_person_above', '30000')
    const payout = await open([asked])
    expect(await rowsOf(office.admin)).toEqual([])
    expect(await rowsOf(office.other)).toEqual([`payout_approve ${payout.id}`])
    expect((await act('approve', payout.id, office.other)).status).toBe(200)
    expect(await rowsOf(office.admin)).toEqual([`payout_fetch ${payout.id}`])
    expect((await file(payout.id, 'format=csv')).status).toBe(200)
    expect(await rowOf(office.admin, payout.id)).toMatchObject({
      sort: 'payout_result',
      note: String(payout.number),
      worth: 40_000,
      link: `/withdraw/requested/payouts?id=${payout.id}`,
    })
    await run(`update payout_batches set status = 'done' where id = ?`, payout.id)
    expect(await rowsOf()).toEqual([])
  })

  test('an acceptance for its second person alone, and of the request no second row', async () => {
    const id = await request(await member(100_000), 40_000)
    await setting('second_person_above', '30000')
    expect((await decide(id, 'accepted')).status).toBe(202)
    expect(await rowsOf(office.admin)).toEqual([])
    const [row] = (await inboxOf(office.other)).list
    expect(row).toMatchObject({ sort: 'approval_withdraw', worth: 40_000, link: '/withdraw/requested/approvals' })
    expect((await inboxOf(office.other)).count).toBe(1)
    await ask('PUT', '/admin/approval/decide', { token: office.other.token, body: { id: row?.id, approve: false } })
    expect(await rowsOf(office.other)).toEqual([`withdraw_decide ${id}`])
  })

  test('a member with a hold in place of their withdraw, and one of a high score until somebody has looked', async () => {
    const [held, listed] = [await member(100_000), await member(100_000)]
    await request(held, 20_000)
    const body = { user_id: held.id, reason: 'Perlu ditanyakan dahulu' }
    await ask('POST', '/admin/fraud/hold', { token: office.admin.token, body })
    expect(await rowOf(office.admin, held.id)).toMatchObject({
      sort: 'check_held',
      worth: 20_000,
      link: '/member?view=check',
    })
    expect(await rowsOf()).toHaveLength(1)
    await ask('POST', '/admin/fraud/lift', { token: office.admin.token, body })
    expect((await inboxOf(office.admin)).list.map(({ kind }) => kind)).toEqual(['withdraw'])
    await run(`insert into cron_rounds (name, after) values ('fraud-shown', '2026-11-26')`)
    await run(`insert into fraud_scores (user_id, day, score) values (?, '2026-11-26', 100)`, listed.id)
    expect(await rowOf(office.admin, listed.id)).toMatchObject({
      sort: 'check_listed',
      since: '2026-11-25T17:00:00.000Z',
    })
    const look = { user_id: listed.id, reason: 'Sudah ditanyakan orangnya' }
    await ask('POST', '/admin/fraud/hold', { token: office.admin.token, body: look })
    expect(await rowOf(office.admin, listed.id)).toMatchObject({ sort: 'check_held' })
    await ask('POST', '/admin/fraud/lift', { token: office.admin.token, body: look })
    expect(await rowOf(office.admin, listed.id)).toBeUndefined()
    await run(`update fraud_scores set score = 120 where user_id = ?`, listed.id)
    expect(await rowOf(office.admin, listed.id), 'a higher score is worth another look').toMatchObject({
      sort: 'check_listed',
    })
  })

  test('accounts that are stopped, but none that nobody may lift', async () => {
    const owner = await makePerson('member')
    await account('s1', owner, 'suspended')
    await account('s3', owner, 'suspended', 3)
    await account('r1', owner, 'restricted')
    await account('c1', owner, 'connected')
    expect(await rowsOf()).toEqual(['suspended s1', 'restricted r1'])
    expect(await rowOf(office.admin, 'r1')).toMatchObject({
      name: expect.stringMatching(/^Toko · /) as string,
      note: new Date(1_795_900_000_000).toISOString(),
      since: '2026-11-27T01:00:00.000Z',
      link: '/whatsapp?id=r1',
    })
    await run(`update whatsapp set state = 'connected' where id = 's1'`)
    await run(`update whatsapp set removed_at = 1 where id = 'r1'`)
    expect(await rowsOf()).toEqual([])
  })

  test('troubles that were told, until they end, and erasures that take longer than a day', async () => {
    await trouble('pay_high')
    await trouble('no_runner', { told: false })
    const [row] = (await inboxOf(office.admin)).list
    expect(row).toMatchObject({
      sort: 'trouble',
      name: 'Pendapatan per jam lebih dari 3 kali yang biasa',
      note: 'BCA',
      worth: 70_000,
      link: '/withdraw/requested',
    })
    await run('update troubles set ended_at = 2, told_at = 1')
    expect(await rowsOf()).toEqual([])
    await run(
      `insert into erasures (hash, created_at, done_at) values ('h1', 1, null), ('h2', 1, 2), ('h3', ?, null)`,
      Date.now(),
    )
    expect((await inboxOf(office.admin)).list.map(({ sort }) => sort)).toEqual(['data_request'])
  })

  test('a source of consent that is held, until it is released', async () => {
    await run(`insert into consent_sources (name, created_at) values ('Gerai Bogor, Mei', 1)`)
    expect(await rowsOf()).toEqual([])
    await run('update consent_sources set held_at = 5')
    expect((await inboxOf(office.admin)).list).toMatchObject([
      { sort: 'source_held', name: 'Gerai Bogor, Mei', link: '/consent-source?search=Gerai%20Bogor%2C%20Mei' },
    ])
  })
})

describe('rule campaign-stops: a campaign', () => {
  test('that paused itself over its figures waits, until somebody lets it go on', async () => {
    await run(
      `insert into campaigns (id, name, state, why, why_at, segment_id, days, from_min, until_min, priority, created_by, created_at)
       values (7, 'Promo', 'paused', 'stops', 5, '', 254, 0, 1440, 5, 'x', 1), (8, 'Dijeda', 'paused', null, null, '', 254, 0, 1440, 5, 'x', 1)`,
    )
    expect((await inboxOf(office.admin)).list).toMatchObject([
      { sort: 'campaign_stopped', name: 'Promo', link: '/campaign/show?id=7', since: new Date(5).toISOString() },
    ])
    await run(`update campaigns set state = 'running', why = null`)
    expect(await rowsOf()).toEqual([])
  })
})

describe('rule inbox-yours: to whom:', () => {
  test('staff get withdraws, batches and their approvals, and nothing while they may not pay out', async () => {
    const owner = await member(100_000)
    const id = await request(owner)
    await account('s1', owner, 'suspended')
    await trouble('no_runner')
    await run(
      `insert into approvals (id, kind, subject, amount, payload, asked_by, asked_at, status)
        values ('a1', 'setting', 'settings', 1, '{}', 'x', 1, 'waiting')`,
    )
    expect((await inboxOf(office.admin)).kinds.map(({ kind }) => kind)).toEqual([
      'trouble',
      'approval',
      'withdraw',
      'suspended',
    ])
    expect(await rowsOf(office.staff)).toEqual([`withdraw_decide ${id}`])
    await setting('staff_can_process', 'false')
    expect(await inboxOf(office.staff)).toEqual({ count: 0, more: false, kinds: [], list: [] })
    expect((await ask('GET', '/admin/inbox', { token: owner.token })).status).toBe(403)
  })

  test('nobody finds their own withdraw, and who is tied to its member finds it only where everybody is', async () => {
    const tied = await makePerson('admin')
    const who = await member(100_000)
    const id = await request(who)
    await link(tied, who)
    expect(await rowsOf(tied)).toEqual([])
    expect(await rowsOf(office.admin)).toEqual([`withdraw_decide ${id}`])
    await onOneDevice(who)
    expect(await rowsOf(tied)).toEqual([`withdraw_decide ${id}`])
    expect(await rowsOf(office.admin)).toEqual([`withdraw_decide ${id}`])
    await run('update withdraws set user_id = ? where id = ?', office.admin.id, id)
    expect(await rowsOf(office.admin)).toEqual([])
  })

  test('nobody finds what they asked for, what is for them, or what an asker asked whom they could act as', async () => {
    const [asker, tied] = [await makePerson('admin'), await makePerson('admin')]
    const question = (id: string, by: Person, to: Person) =>
      run(
        `insert into approvals (id, kind, subject, beneficiary_id, amount, payload, asked_by, asked_at, status)
          values (?1, 'bonus', ?1, ?2, 90000, '{}', ?3, 1, 'waiting')`,
        id,
        to.id,
        by.id,
      )
    const somebody = await makePerson('member')
    await question('q1', asker, somebody)
    await question('q2', asker, office.other)
    await link(tied, asker)
    expect(await rowsOf(asker)).toEqual([])
    expect(await rowsOf(tied)).toEqual([])
    expect(await rowsOf(office.other)).toEqual(['approval_bonus q1'])
    expect(await rowsOf(office.admin)).toEqual(['approval_bonus q1', 'approval_bonus q2'])
  })
})

describe('rule inbox-order: one answer:', () => {
  test('what is old and worth much stands first, and the count is that of all', async () => {
    const who = await member(30_000_000)
    const [small, large, old] = [await request(who), await request(who, 20_000_000), await request(who, 20_000)]
    await age('withdraws', 'created_at', 30, old)
    await age('withdraws', 'created_at', 5, small)
    await age('withdraws', 'created_at', 5, large)
    await account('s1', who, 'suspended')
    await run(`update whatsapp set last_run = null, created_at = 1`)
    await trouble('no_runner', { since: Date.now() - 10 * HOUR_MS })
    const { list, count, kinds } = await inboxOf(office.admin)
    expect(list.map(({ sort, id }) => (sort === 'withdraw_decide' ? id : sort))).toEqual([
      'trouble',
      old,
      large,
      'suspended',
      small,
    ])
    expect(count).toBe(5)
    expect(kinds).toContainEqual({ kind: 'withdraw', count: 3, more: false, link: '/withdraw/requested' })
  })

  test('it says that there are more than it counts', async () => {
    const who = await member(10_000)
    await run(
      `insert into withdraws (id, user_id, nominal, status, account_name, account_bank, account_number, created_at)
        select 'many' || value, ?, 10000, 'requested', 'A', 'BCA', '1', value from json_each(?)`,
      who.id,
      JSON.stringify(Array.from({ length: INBOX_MAX + 20 }, (_, at) => at)),
    )
    const { list, count, more, kinds } = await inboxOf(office.admin)
    expect([list.length, count, more]).toEqual([INBOX_MAX, INBOX_MAX, true])
    expect(kinds).toEqual([{ kind: 'withdraw', count: INBOX_MAX, more: true, link: '/withdraw/requested' }])
  })

  test('no statement reads a table that grows from its beginning', async () => {
    const { db, plans } = watchedDb()
    await readInbox(db, { id: office.admin.id, role: 'admin', now: Date.now() })
    const seen = await plans()
    expect(seen.length).toBeGreaterThan(INBOX_KINDS.length)
    // h: who could act as somebody, a step at a time (domain/people/ties/tied-store.ts)
    expect(faultsOf(seen, true).filter((plan) => plan !== 'SCAN h')).toEqual([])
  })
})
