// Somebody of the office who is paused sees everything, and does what a member may do of their own, nothing else (rule paused-office).
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, call } from './support/api.ts'
import { all } from './support/database.ts'
import { act, decide, makeOffice, member, office, open, request, setting } from './support/payouts.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'

type Answer = { reason?: string; msg?: string; approval?: { id: string } }
let person: Person
let waiting: string
beforeAll(async () => {
  await makeOffice()
  person = await member(500_000)
  waiting = await request(person)
})
const turn = (who: Person, status: 'paused' | 'active') =>
  ask('PUT', `/admin/users/${who.id}/status`, {
    token: office.other.token,
    body: status === 'paused' ? { status, reason: 'Ponselnya hilang' } : { status },
  })
const paused = async (role: 'admin' | 'staff' | 'dev'): Promise<Person> => {
  const who = await makePerson(role)
  const by = role === 'dev' ? await makePerson('dev') : office.other
  const body = { status: 'paused', reason: 'Ponselnya hilang' }
  expect((await ask('PUT', `/admin/users/${who.id}/status`, { token: by.token, body })).status).toBe(200)
  return who
}
const send = (who: Person, method: string, path: string, body?: unknown) =>
  ask<Answer>(method, path, { token: who.token, ...(body === undefined ? {} : { body }) })
const REFUSED = [409, 'person_paused', expect.stringContaining('Alasan: Ponselnya hilang')]
const refusal = ({ status, json }: { status: number; json: Answer }) => [status, json.reason, json.msg]

describe('rule paused-office: whoever of the office is paused', () => {
  test.each(['admin', 'dev', 'staff'] as const)('decides about no money, as %s', async (role) => {
    const who = await paused(role)
    expect(refusal(await send(who, 'PUT', '/admin/withdraw/update', { id: waiting, status: 'accepted' }))).toEqual(
      REFUSED,
    )
    expect(refusal(await send(who, 'POST', '/admin/payout/create', { ids: [waiting] }))).toEqual(REFUSED)
    expect(await all('select 1 from withdraw_steps where withdraw_id = ?', waiting)).toEqual([])
    // what is refused of money is on record
    expect(
      await all(`select kind from security_events where user_id = ? and kind = 'act_refused' limit 1`, who.id),
    ).toHaveLength(1)
  })

  test('is nobody’s second person, and orders no batch by its file', async () => {
    const who = await paused('admin')
    await setting('second_person_above', '50000')
    const body = { userId: person.id, nominal: 60_000, reason: 'rajin' }
    const asked = await send(office.admin, 'POST', '/admin/bonus/create', body)
    const approval = { id: asked.json.approval?.id, approve: true }
    expect(refusal(await send(who, 'PUT', '/admin/approval/decide', approval))).toEqual(REFUSED)
    await setting('second_person_above', '0')
    const batch = await open([await request(person)])
    expect(refusal(await send(who, 'GET', `/admin/payout/${batch.id}/file?format=csv`))).toEqual(REFUSED)
    await act('release', batch.id)
    expect(await all('select 1 from bonuses where user_id = ? and nominal = 60000', person.id)).toEqual([])
  })

  const ACTS: readonly [string, () => string, object | undefined][] = [
    ['PUT', () => '/admin/setting/update', { daily_cap: 900 }],
    ['PUT', () => '/admin/sending-pause', { paused: false }],
    ['POST', () => '/admin/level/create', { name: 'Emas', blast_fee: 100, requirement_blast: 9_000 }],
    ['POST', () => '/admin/phonenumber/save', { number: '081234500001', name: 'Budi', consent_source: 'Toko Bogor' }],
    ['PUT', () => `/admin/users/${office.other.id}/status`, { status: 'paused', reason: 'balas' }],
    ['POST', () => `/admin/users/${office.other.id}/reset-link`, undefined],
    ['GET', () => '/admin/phonenumber/export?format=csv', undefined],
  ]
  test('changes nothing of the place or of others, and exports nothing', async () => {
    const who = await paused('admin')
    for (const [method, path, body] of ACTS)
      expect([path(), ...refusal(await send(who, method, path(), body))]).toEqual([path(), ...REFUSED])
  })

  test('changes nothing of others where members change what is their own', async () => {
    const who = await paused('admin')
    expect((await send(who, 'PUT', `/admin/users/${person.id}`, { role: 'admin' })).status).toBe(403)
    expect(await all('select role from users where id = ?', person.id)).toEqual([{ role: 'member' }])
  })

  test('reads all the same, changes their password, and goes on once they are opened', async () => {
    const who = await paused('admin')
    for (const path of ['/admin/withdraw/histories', '/admin/users/members-per-page', '/admin/inbox', '/admin/audit'])
      expect([path, (await call('GET', path, { token: who.token })).status]).toEqual([path, 200])
    const own = { password: 'sandi-lain-9431', current_password: PASSWORD }
    expect((await send(who, 'PUT', `/admin/users/${who.id}`, own)).status).toBe(200)
    expect((await send(who, 'POST', '/auth/ws-ticket')).status).toBe(200)
    await turn(who, 'active')
    expect((await decide(waiting, 'accepted', who)).status).toBe(200)
  })
})
