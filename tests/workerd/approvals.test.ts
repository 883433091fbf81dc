// Who may not be the second person because they may be the first one, and who is told of what waits (rule second-person).
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notice } from '../../contract/people/notices.ts'
import { openSession } from '../../domain/people/auth/store.ts'
import { hashToken, newSignInToken } from '../../domain/ground/crypto/token.ts'
import { approvalById } from '../../domain/people/approvals/store.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { noticesOfAsking } from '../../domain/people/notices/approval-notices.ts'
import { approvePayout } from '../../domain/money/payouts/store.ts'
import { ask } from './support/api.ts'
import { all, db, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { bonusesOfYesterday } from './support/payouts.ts'
import { makeLevel, makePerson, PASSWORD, type Person } from './support/people.ts'
import { faultsOf, watchedDb } from './support/plans.ts'

type Fail = { reason?: string; msg?: string }
type Approval = { id: string; tiedUntil: string | null; mine: boolean }
const DAY_MS = 86_400_000
let [a, b, c, person] = [] as unknown as [Person, Person, Person, Person]
const limit = (key: string, value: string) =>
  run(
    'insert into settings (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
    key,
    value,
  )
beforeAll(() => makeLevel('l1', 300, 0))
beforeEach(async () => {
  await limit('second_person_above', '50000')
  ;[a, b, c] = [await makePerson('admin'), await makePerson('admin'), await makePerson('admin')]
  person = await makePerson('member')
})
const send = <T = Fail>(method: string, path: string, body: unknown, who: Person) =>
  ask<T>(method, path, { token: who.token, body })
const bonusBy = async (who: Person, nominal = 60_000): Promise<string> =>
  (
    await send<{ approval: { id: string } }>(
      'POST',
      '/admin/bonus/create',
      { userId: person.id, nominal, reason: 'rajin' },
      who,
    )
  ).json.approval.id
const decide = (id: string, who: Person, approve = true) =>
  send('PUT', '/admin/approval/decide', { id, approve, reason: approve ? undefined : 'keliru' }, who)
const answerOf = async (...args: Parameters<typeof decide>) => (await decide(...args)).json.reason ?? 'done'
const listOf = async (who: Person) =>
  (await ask<{ data: Approval[] }>('GET', '/admin/approval/list-per-page', { token: who.token })).json.data
/** What ended their sign-ins, and a role that was taken, is over. */
const again = async (who: Person): Promise<Person> => {
  const token = newSignInToken(who)
  await run('update users set role = ? where id = ?', who.role, who.id)
  await runBatch(db, [openSession(db, { tokenHash: await hashToken(token), userId: who.id, now: Date.now() })])
  return { ...who, token }
}

describe('rule two-sign-ins: for seven days after one gave another what they sign in with,', () => {
  /** As the calls write it, which the first test tries. */
  const gave = (by: Person, to: Person, after: object = { password: 'changed' }, daysAgo = 0) =>
    run(
      `insert into audit_log (at, actor_id, actor_role, action, target, after) values (?, ?, 'admin', 'user.update', ?, ?)`,
      Date.now() - daysAgo * DAY_MS,
      by.id,
      to.id,
      JSON.stringify(after),
    )
  const edit = (body: object) => (by: Person, to: Person) => send('PUT', `/admin/users/${to.id}`, body, by)

  test.each([
    ['a password', edit({ password: 'baru-sekali-9', current_password: PASSWORD })],
    ['a role', edit({ role: 'staff' })],
    ['a link to a new password', (by: Person, to: Person) => send('POST', `/admin/users/${to.id}/reset-link`, {}, by)],
    ['the loss of their factors', (by: Person, to: Person) => send('DELETE', `/admin/users/${to.id}/factors`, {}, by)],
  ])('of %s: neither decides what the other asked for', async (_, give) => {
    const earlier = await bonusBy(a)
    expect((await give(a, b)).status).toBe(200)
    b = await again(b)
    for (const approve of [true, false]) expect(await answerOf(earlier, b, approve)).toBe('approval_tied')
    expect(await answerOf(await bonusBy(b), a)).toBe('approval_tied')
    const { status, json } = await decide(earlier, b)
    expect([status, json.msg]).toEqual([
      409,
      expect.stringMatching(
        /^Satu admin dapat bertindak sebagai Anda .* atau putuskan setelah \d+ \w+ 20\d\d \d\d\.\d\d WIB\.$/,
      ),
    ])
    const shown = (await listOf(b)).find(({ id }) => id === earlier)
    expect(shown?.tiedUntil?.slice(0, 10)).toBe(new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10))
    expect((await listOf(c)).find(({ id }) => id === earlier)?.tiedUntil).toBeNull()
    // the person who asked takes it back, and a third person decides
    expect(await answerOf(earlier, a, false)).toBe('done')
    expect(await answerOf(await bonusBy(b), c)).toBe('done')
    expect((await all<{ n: number }>('select count(*) as n from bonuses where user_id = ?', person.id))[0]?.n).toBe(1)
  })
  test('an email counts from the wish on; names, fees and what one changes of oneself tie nobody', async () => {
    await gave(a, b, { email_pending: 'x@tests.example' })
    expect(await answerOf(await bonusBy(a), b)).toBe('approval_tied')
    await gave(a, c, { firstname: 'Baru', blast_fee: 200, account_bank: 'BCA' })
    await gave(c, c)
    expect(await answerOf(await bonusBy(a), c)).toBe('done')
  })
  test('nobody who could act as both stands between them, by whatever ways', async () => {
    // one who gave both of them
    await gave(c, a)
    await gave(c, b, { role: 'admin' })
    expect(await answerOf(await bonusBy(a), b)).toBe('approval_tied')
    // by way of a third
    const [d, e] = [await makePerson('admin'), await makePerson('admin')]
    await gave(d, e)
    expect(await answerOf(await bonusBy(d), b)).toBe('done')
    await gave(e, b)
    expect(await answerOf(await bonusBy(d), b)).toBe('approval_tied')
  })
  test('after seven days they decide; the youngest link of the way that holds longest counts', async () => {
    await gave(a, b, { password: 'changed' }, 7.01)
    expect(await answerOf(await bonusBy(a), b)).toBe('done')
    await gave(c, a, { password: 'changed' }, 6)
    await gave(c, b, { password: 'changed' }, 2)
    const row = await approvalById(db, await bonusBy(a), { id: b.id, now: Date.now() })
    expect(Math.round(((row?.tied_until ?? 0) - Date.now()) / DAY_MS)).toBe(1)
  })
  test('a change at the same moment is seen by the statement that decides', async () => {
    const id = await bonusBy(a)
    const body = { id, approve: true }
    const late = await slowCall(['PUT', '/admin/approval/decide'], { token: b.token, body }, 'update approvals', () =>
      gave(a, b),
    )
    expect([late.status, late.json.reason]).toEqual([409, 'approval_tied'])
    expect(await all('select 1 from bonuses where id = ?', id)).toEqual([])
  })
  test('the same holds for a withdraw in its own list and for a payout batch', async () => {
    await run(
      `update users set account_bank = 'BCA', account_name = 'A', account_number = '1234567' where id = ?`,
      person.id,
    )
    for (const _ of [1, 2, 3]) {
      await send('POST', '/admin/bonus/create', { userId: person.id, nominal: 50_000, reason: 'rajin' }, a)
      await bonusesOfYesterday()
    }
    const request = async () =>
      (
        await send<{ data: { id: string } }>(
          'POST',
          '/admin/withdraw/request',
          { nominal: 60_000, userId: person.id },
          person,
        )
      ).json.data.id
    const [alone, batched] = [await request(), await request()]
    const accept = (who: Person) => send('PUT', '/admin/withdraw/update', { id: alone, status: 'accepted' }, who)
    expect((await accept(a)).status).toBe(202)
    type Payout = { payout: { id: string; tiedUntil: string | null } }
    const { payout } = (await send<Payout>('POST', '/admin/payout/create', { ids: [batched] }, a)).json
    await gave(a, b)
    expect((await accept(b)).json.reason).toBe('approval_tied')
    const approve = (who: Person) => send('POST', '/admin/payout/approve', { id: payout.id }, who)
    expect((await approve(b)).json.reason).toBe('approval_tied')
    // the statement asks by itself: a change may come after the look
    await expect(runBatch(db, approvePayout(db, payout.id, b.id, Date.now()))).rejects.toThrow('refusal:payout_moved')
    const shown = async (who: Person) =>
      (await ask<Payout>('GET', `/admin/payout/${payout.id}`, { token: who.token })).json.payout.tiedUntil
    expect([typeof (await shown(b)), await shown(c)]).toEqual(['string', null])
    expect([(await approve(c)).status, (await accept(c)).status]).toEqual([200, 200])
  })
  test('the ties are found by the entries of one person at a time', async () => {
    const { db: watched, plans } = watchedDb()
    await approvalById(watched, 'none', { id: b.id, now: Date.now() })
    const seen = await plans()
    expect(faultsOf(seen, true).filter((plan) => !/^SCAN (h|x|of_a|of_b)\b/.test(plan))).toEqual([])
    expect(seen.filter((plan) => /^SEARCH e\b/.test(plan))).toEqual(
      [1, 2].map(() => 'SEARCH e USING INDEX audit_target (target=?)'),
    )
  })
})

describe('rule notices: what waits for a second person', () => {
  let s: Person
  beforeEach(async () => {
    await run('delete from notices')
    // nobody of the tests before is in the office
    await run(`update users set role = 'member' where id not in (?, ?, ?, ?)`, a.id, b.id, c.id, person.id)
    s = await makePerson('staff')
  })
  /** Whom it reached, each with what it says. */
  const told = async (): Promise<string[][]> => {
    const names = { [a.id]: 'a', [b.id]: 'b', [c.id]: 'c', [s.id]: 's', [person.id]: 'person' }
    const rows = await all<{ user_id: string; data: string; ref: string }>(
      `select user_id, data, ref from notices where kind in ('office_approval', 'office_decided') order by id`,
    )
    const refs = [...new Set(rows.map(({ ref }) => ref))]
    const nameOf = ({ user_id: id }: { user_id: string }): string => names[id] ?? id
    // one notice goes to its people in whatever order
    const sorted = rows.toSorted(
      (x, y) => refs.indexOf(x.ref) - refs.indexOf(y.ref) || (nameOf(x) < nameOf(y) ? -1 : 1),
    )
    return sorted.map((row) => {
      const { of, outcome } = JSON.parse(row.data) as { of: string; outcome?: string }
      return [nameOf(row), of, outcome ?? 'asked']
    })
  }
  const askedTo = (of: string, ...names: string[]) => names.map((name) => [name, of, 'asked'])

  test('is told to everybody who could decide, once; who asked is told of the end, nobody of their own act', async () => {
    await run(`update users set status = 'closed' where id = ?`, c.id)
    const id = await bonusBy(a)
    expect(await told()).toEqual(askedTo('bonus', 'b'))
    const { list } = (await ask<{ list: Notice[] }>('GET', '/admin/notice', { token: b.token })).json
    const { firstname, lastname } = await one<{ firstname: string; lastname: string }>(
      'select firstname, lastname from users where id = ?',
      a.id,
    )
    expect(list[0]).toMatchObject({
      text: `${firstname} ${lastname} meminta persetujuan orang kedua: bonus Rp 60.000.`,
      link: '/withdraw/requested/approvals',
    })
    // the batch that asks fails when it is repeated, and its notices would be the same
    await runBatch(db, noticesOfAsking(db, { id, of: 'bonus', amount: 60_000 }, { by: a.id, now: 1, roles: ['admin'] }))
    expect(await told()).toHaveLength(1)
    await Promise.all([decide(id, b), decide(id, b)])
    await decide(await bonusBy(b), b, false)
    expect(await told()).toEqual([...askedTo('bonus', 'b'), ['a', 'bonus', 'approved'], ...askedTo('bonus', 'a')])
  })
  test('a refusal says why; a price, a level and the limits go to admins, and not to whose price it is', async () => {
    await limit('second_person_fee_above', '500')
    await decide(await bonusBy(a), b, false)
    const [refused] = await all<{ data: string }>(`select data from notices where kind = 'office_decided'`)
    expect(JSON.parse(refused?.data ?? '{}')).toMatchObject({ outcome: 'refused', reason: 'keliru', amount: 60_000 })
    await run('delete from notices')
    await send('PUT', `/admin/users/${b.id}`, { blast_fee: 501 }, a)
    await send('PUT', '/admin/setting/update', { second_person_above: 0 }, a)
    await send('POST', '/admin/level/create', { name: 'Emas', blast_fee: 900, requirement_blast: 9 }, a)
    expect(await told()).toEqual([
      ...askedTo('price', 'c'),
      ...askedTo('setting', 'b', 'c'),
      ...askedTo('level', 'b', 'c'),
    ])
  })
  test('a withdraw goes to staff, too, and ends for its asker also when it is rejected or cancelled', async () => {
    await run(
      `update users set account_bank = 'BCA', account_name = 'A', account_number = '1234567' where id = ?`,
      person.id,
    )
    for (const _ of [1, 2, 3, 4]) {
      await send('POST', '/admin/bonus/create', { userId: person.id, nominal: 50_000, reason: 'rajin' }, a)
      await bonusesOfYesterday()
    }
    type Row = { data: { id: string } }
    const body = { nominal: 60_000, userId: person.id }
    const request = async () => (await send<Row>('POST', '/admin/withdraw/request', body, person)).json.data.id
    const put = (id: string, who: Person, status: string) => send('PUT', '/admin/withdraw/update', { id, status }, who)
    const ids = [await request(), await request(), await request()]
    const [first = '', two = '', three = ''] = ids
    for (const id of ids) await put(id, a, 'accepted')
    expect((await told()).map(([who]) => who).toSorted()).toEqual([...'bbbcccsss'])
    await run('delete from notices')
    await put(first, s, 'accepted')
    await put(two, b, 'rejected')
    await send('POST', '/admin/withdraw/cancel', { id: three }, person)
    expect(await told()).toEqual([
      ['a', 'withdraw', 'approved'],
      ['a', 'withdraw', 'dropped'],
      ['a', 'withdraw', 'dropped'],
    ])
    // who asked and then rejects it is told nothing
    await run('delete from notices')
    const last = await request()
    await put(last, a, 'accepted')
    await put(last, a, 'rejected')
    expect((await told()).filter(([who]) => who === 'a')).toEqual([])
  })
  test('a payout batch is told like it, with its own address, and one that needs nobody is not', async () => {
    await run(
      `update users set account_bank = 'BCA', account_name = 'A', account_number = '1234567' where id = ?`,
      person.id,
    )
    for (const _ of [1, 2, 3]) {
      await send('POST', '/admin/bonus/create', { userId: person.id, nominal: 50_000, reason: 'rajin' }, a)
      await bonusesOfYesterday()
    }
    const batchOf = async (nominal: number): Promise<string> => {
      const body = { nominal, userId: person.id }
      const { data } = (await send<{ data: { id: string } }>('POST', '/admin/withdraw/request', body, person)).json
      return (await send<{ payout: { id: string } }>('POST', '/admin/payout/create', { ids: [data.id] }, a)).json.payout
        .id
    }
    await batchOf(20_000)
    expect(await told()).toEqual([])
    const id = await batchOf(60_000)
    expect(await told()).toEqual(askedTo('payout', 'b', 'c', 's'))
    const { list } = (await ask<{ list: Notice[] }>('GET', '/admin/notice', { token: s.token })).json
    expect(list[0]).toMatchObject({ kind: 'office_approval', link: `/withdraw/requested/payouts?id=${id}` })
    await send('POST', '/admin/payout/approve', { id }, s)
    await send('POST', '/admin/payout/release', { id }, b)
    expect((await told()).slice(3)).toEqual([['a', 'payout', 'approved']])
  })
})
