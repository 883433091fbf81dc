// Why an account sends or does not, as admins ask it: by name, number or id, of its object and of what stops it from outside.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AccountStanding, FoundAccount } from '../../contract/sending/account-check.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makePerson, type Person } from './support/people.ts'
import { acked, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-check')
let admin: Person
let owner: Person
beforeAll(async () => {
  await stage()
  admin = await makePerson('admin')
  owner = await makePerson('member')
  await run('update users set blast_interval_min = 0, blast_interval_max = 0')
  await runner.join()
})
beforeEach(() => run('delete from phone_numbers'))

type Answer = { found: FoundAccount[]; total: number; standing: AccountStanding | null }
const check = async (find: string): Promise<Answer> =>
  (await ask<Answer>('GET', `/admin/account-check?find=${encodeURIComponent(find)}`, { token: admin.token })).json
const standing = async (id: string): Promise<AccountStanding> => {
  const answer = await check(id)
  if (!answer.standing) throw new Error(`no standing of ${id}: ${JSON.stringify(answer)}`)
  return answer.standing
}
const says = async (id: string): Promise<string> => (await standing(id)).standing

test('rule account-check: an account is found by id, client id, number as people write it, and name; several are shown to choose', async () => {
  const one = await linkedAccount(runner, owner.id)
  const other = await linkedAccount(runner, owner.id)
  await run(`update whatsapp set pushname = 'Toko Melati' where id = ?`, one.accountId)
  await run(`update whatsapp set pushname = 'Toko Kenanga' where id = ?`, other.accountId)
  const national = `0${one.phone.slice(2)}`
  for (const find of [one.accountId, one.phone, national, 'Melati'])
    expect([find, (await check(find)).found.map(({ id }) => id)]).toEqual([find, [one.accountId]])
  expect((await check('Melati')).found[0]).toMatchObject({ name: 'Toko Melati', ownerId: owner.id, state: 'connected' })
  const both = await check('Toko')
  expect([both.total, both.standing, both.found.map(({ id }) => id).toSorted()]).toEqual([
    2,
    null,
    [one.accountId, other.accountId].toSorted(),
  ])
  expect(await check('tidak ada')).toMatchObject({ found: [], total: 0, standing: null })
  expect(await check('')).toMatchObject({ found: [], standing: null })
})

test('rule account-check: one that was connected says since when, that it sends, what it waits for, and how it ended', async () => {
  const { accountId, object, socket } = await linkedAccount(runner, owner.id)
  const idle = await standing(accountId)
  expect(idle).toMatchObject({ standing: 'not_started', until: null })
  expect(Math.abs(Date.now() - Date.parse(idle.since ?? ''))).toBeLessThan(600_000)
  await numbers(0, 3)
  await run(`insert into settings (key, value) values ('daily_cap', '1') on conflict do update set value = '1'`)
  await object.start()
  await until('send', () => socket.sends()[0])
  expect(await says(accountId)).toBe('sends')
  socket.say(acked(socket, 0))
  await until('its day is full', async () => (await says(accountId)) === 'waits')
  const waits = await standing(accountId)
  expect(waits.wait).toBe('daily_cap')
  // since a moment ago, until another day begins
  expect(Date.parse(waits.until ?? '') - Date.parse(waits.since ?? '')).toBeGreaterThan(0)
  expect(Date.parse(waits.since ?? '')).toBeGreaterThanOrEqual(Date.parse(idle.since ?? ''))
  await object.stop()
  expect(await says(accountId)).toBe('stopped')
  await run(`delete from settings where key = 'daily_cap'`)
})

test('rule account-check: a ban names its cause and WhatsApp’s code, and comes before everything that would also stop it', async () => {
  const { accountId, socket } = await linkedAccount(runner, owner.id)
  socket.say({ kind: 'closed', code: 403, detail: 'banned', reachedWhatsapp: true, proxyFailed: false })
  await until('banned', async () => (await says(accountId)) === 'banned')
  await run(
    `update users set status = 'paused', status_reason = 'Diperiksa', status_by = 'Adi', status_at = 5 where id = ?`,
    owner.id,
  )
  expect(await standing(accountId)).toMatchObject({ standing: 'banned', code: 403, strikes: 1 })
  await run(
    `update users set status = 'active', status_reason = null, status_by = null, status_at = null where id = ?`,
    owner.id,
  )
})

test('rule account-check: who paused the account, its owner or the place is named, with the reason and since when', async () => {
  const { accountId } = await linkedAccount(runner, owner.id)
  const since = new Date(5_000).toISOString()
  await run(
    `insert into sending_pause (id, version, reason, by_id, by_name, at) values (1, 1, 'Banjir', 'x', 'Sari', 5000)`,
  )
  expect(await standing(accountId)).toMatchObject({ standing: 'held_place', by: 'Sari', reason: 'Banjir', since })
  await run(
    `update users set status = 'paused', status_reason = 'Diperiksa', status_by = 'Adi', status_at = 5000 where id = ?`,
    owner.id,
  )
  expect(await standing(accountId)).toMatchObject({ standing: 'held_person', by: 'Adi', reason: 'Diperiksa', since })
  await run(`update users set status = 'closed' where id = ?`, owner.id)
  expect(await says(accountId)).toBe('closed_person')
  const hold = await ask('POST', '/admin/whatsapp/hold', {
    token: admin.token,
    body: { id: accountId, reason: 'Rusak' },
  })
  expect(hold.status).toBe(200)
  expect(await standing(accountId)).toMatchObject({ standing: 'held_account', reason: 'Rusak' })
  await run(
    `update users set status = 'active', status_reason = null, status_by = null, status_at = null where id = ?`,
    owner.id,
  )
  await run('delete from sending_pause')
})

test('members and staff do not ask it', async () => {
  for (const role of ['member', 'staff'] as const) {
    const who = await makePerson(role)
    expect((await ask('GET', '/admin/account-check?find=x', { token: who.token })).status).toBe(403)
  }
})
