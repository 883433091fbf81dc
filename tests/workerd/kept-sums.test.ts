// What triggers keep beside the rows equals what counting them again gives, after anything that can happen to a row.
import { beforeAll, expect, test } from 'vitest'
import { adminHome, memberHome } from '../../contract/operation/home.ts'
import { ask } from './support/api.ts'
import { all, db, run } from './support/database.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'
import { activeMembers } from '../../domain/people/users/store.ts'
import { accountCounts } from '../../domain/sending/whatsapp/store.ts'
import { paidByDay, paidInAll, paidOnDay } from '../../domain/money/withdraw/paid-store.ts'

let admin: Person
let member: Person
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  admin = await makePerson('admin')
  member = await makePerson('member')
})

/** Deterministic: a fault shows again. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}
const one = async <T>(query: string): Promise<T> => (await all<{ value: T }>(query))[0]?.value as T
const CONNECTED = `w.removed_at is null and w.phonenumber is not null and w.state = 'connected'`

test('rule blasted: accounts and members at work are counted as they come, go, fall off and change hands', async () => {
  const roll = dice(7)
  const people = await Promise.all(Array.from({ length: 4 }, () => makePerson('member')))
  for (let n = 0; n < 300; n++) {
    const id = `k${roll(8)}`
    const owner = people[Number(id.slice(1)) % people.length] as Person
    const state = ['connected', 'disconnected', 'reconnecting'][roll(3)]
    const act = roll(6)
    if (act < 3)
      await run(
        `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
          values (?1, ?1, ?2, 'blast', ?3, ?4, 'idle', 1)
          on conflict (id) do update set state = excluded.state, phonenumber = excluded.phonenumber, removed_at = null`,
        id,
        owner.id,
        roll(5) === 0 ? null : `62877${id}`,
        state,
      )
    else if (act === 3) await run('update whatsapp set removed_at = 5 where id = ?', id)
    else if (act === 4) await run('delete from whatsapp where id = ?', id)
    else await run(`update users set role = ? where id = ?`, ['member', 'staff'][roll(2)], owner.id)
    if (n % 10 > 0) continue
    const counted = await accountCounts(db, null)
    expect([
      counted.connectedCount,
      counted.connectedCount + counted.disconnectedCount,
      await activeMembers(db),
    ]).toEqual([
      await one(`select count(*) as value from whatsapp w where ${CONNECTED}`),
      await one(`select count(*) as value from whatsapp w where w.removed_at is null and w.phonenumber is not null`),
      await one(`select count(distinct w.user_id) as value from whatsapp w join users u on u.id = w.user_id
        where u.role = 'member' and ${CONNECTED}`),
    ])
  }
  await run('delete from users where id = ?', people[0]?.id)
  expect(await activeMembers(db)).toBe(
    await one(`select count(distinct w.user_id) as value from whatsapp w join users u on u.id = w.user_id
      where u.role = 'member' and ${CONNECTED}`),
  )
})

test('what is paid is the sum of accepted requests, in all and by the day of the decision', async () => {
  const roll = dice(11)
  const day = 86_400_000
  const began = Date.parse('2026-03-01T16:30:00Z')
  for (let n = 0; n < 200; n++) {
    const id = `p${roll(12)}`
    const status = ['requested', 'accepted', 'rejected'][roll(3)]
    const decidedAt = status === 'requested' ? null : began + roll(4) * day + roll(2) * 3_600_000
    if (roll(10) === 0) await run('delete from withdraws where id = ?', id)
    else
      await run(
        `insert into withdraws (id, user_id, nominal, status, account_name, account_bank, account_number, created_at, decided_at)
          values (?, ?, ?, ?, '', '', '', 1, ?)
          on conflict (id) do update set status = excluded.status, decided_at = excluded.decided_at`,
        id,
        `u${roll(3)}`,
        10_000 + roll(100),
        status,
        decidedAt,
      )
  }
  const counted = await all<{ day: string; total: number }>(`select
    strftime('%Y-%m-%d', decided_at / 1000 + 25200, 'unixepoch') as day, sum(nominal) as total
    from withdraws where status = 'accepted' group by 1 order by 1`)
  const kept = (await paidByDay(db, null, '2026-01-01')).filter(({ total }) => total !== 0)
  expect(kept).toEqual(counted)
  expect(counted.length).toBeGreaterThan(2)
  expect(await paidInAll(db)).toBe(counted.reduce((sum, { total }) => sum + total, 0))
  expect(await paidOnDay(db, counted[0]?.day ?? '')).toBe(counted[0]?.total)
  expect(await paidByDay(db, null, counted[1]?.day ?? '')).toHaveLength((await paidByDay(db, null, '')).length - 1)
  const mine = await paidByDay(db, 'u1', '2026-01-01')
  expect(mine.reduce((sum, { total }) => sum + total, 0)).toBe(
    await one(`select sum(nominal) as value from withdraws where user_id = 'u1' and status = 'accepted'`),
  )
})

test('a payment counts from the decision on, and no longer once it is taken back', async () => {
  const before = await paidInAll(db)
  await run(`update users set account_bank = 'BCA', account_name = 'A', account_number = '1' where id = ?`, member.id)
  const bonus = { userId: member.id, nominal: 80_000, reason: 'Uji' }
  await ask('POST', '/admin/bonus/create', { token: admin.token, body: bonus })
  const wanted = { token: member.token, body: { nominal: 50_000, userId: member.id } }
  const { json } = await ask<{ data: { id: string } }>('POST', '/admin/withdraw/request', wanted)
  const decide = async (status: string, who = admin) =>
    (await ask('PUT', '/admin/withdraw/update', { token: who.token, body: { id: json.data.id, status } })).status
  const paid = async (status: string) => {
    expect(await decide(status)).toBe(200)
    return (await paidInAll(db)) - before
  }
  expect(await paid('accepted')).toBe(50_000)
  expect(await paid('requested')).toBe(0)
  // accepted again, it counts once a second person accepted it, too
  expect(await decide('accepted')).toBe(202)
  expect((await paidInAll(db)) - before).toBe(0)
  expect(await decide('accepted', await makePerson('admin'))).toBe(200)
  expect((await paidInAll(db)) - before).toBe(50_000)
})

test('a dashboard says in one call what its single calls say', async () => {
  const get = async (path: string, who: Person) =>
    (await ask<Record<string, number>>('GET', path, { token: who.token })).json
  const home = adminHome.parse((await ask('GET', '/admin/home', { token: admin.token })).json)
  expect(home.whatsapp).toEqual(await get('/admin/whatsapp/count', admin))
  expect(home.activeMembers).toBe((await get('/admin/users/active', admin))['count'])
  expect(home.paidInAll).toBe((await get('/admin/withdraw/total-all', admin))['total'])
  expect(home.paidToday).toBe((await get('/admin/withdraw/total-today', admin))['total'])
  expect(home.paidToday).toBeGreaterThan(0)
  expect(home.proxies).toEqual(await get('/admin/proxy/count-use', admin))
  expect(home.phones).toMatchObject(await get('/admin/phonenumber/count-blast', admin))
  expect({ list: home.days }).toMatchObject({ list: (await get('/admin/stats/daily?days=7', admin))['list'] })
  const own = memberHome.parse((await ask('GET', `/admin/home/${member.id}`, { token: member.token })).json)
  expect(own.balance).toBe((await get(`/admin/withdraw/balance/${member.id}`, member))['balance'])
  expect(own.bonus).toBe((await get(`/admin/bonus/total/${member.id}`, member))['total'])
  expect(own.withdraws).toBe(1)
  expect(own.days).toHaveLength(7)
  expect(own.days.at(-1)?.withdrawals).toBe(50_000)
})
