// What keeps a payout batch from its file: a second person who has not approved it, and a member whose withdraws are held.
import { beforeAll, describe, expect, test } from 'vitest'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { approvePayout } from '../../domain/money/payouts/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, call } from './support/api.ts'
import { all, db, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { listenAsMember } from './support/member-screen.ts'
import {
  act,
  difference,
  file,
  makeOffice,
  member,
  open,
  read,
  request,
  result,
  setting,
  type Fail,
} from './support/payouts.ts'
import { type Person } from './support/people.ts'

let admin: Person
let other: Person
let staff: Person
beforeAll(async () => {
  ;({ admin, other, staff } = await makeOffice())
})

describe('rule second-person:', () => {
  test('a batch with a request above the setting is paid only after somebody else approved it', async () => {
    const person = await member(100_000)
    await setting('second_person_above', '50000')
    const [small, large] = [await request(person, 50_000), await request(person, 50_000)]
    expect((await open([small])).second).toBe('none')
    await run('update withdraws set nominal = 50001 where id = ?', large)
    const { id, second } = await open([large])
    expect(second).toBe('waiting')
    const [line] = (await read(id)).lines
    const sheet = `Referensi,Status\n${line?.reference},Diterima`
    expect([(await file(id, 'format=csv')).status, (await result(id, sheet)).json.reason]).toEqual([
      409,
      'payout_second',
    ])
    expect((await act('approve', id)).json.reason).toBe('payout_approver')
    const both = await Promise.all([act('approve', id, other), act('approve', id, staff)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await file(id, 'format=csv')).status).toBe(200)
    expect((await result(id, sheet)).json).toMatchObject({ accepted: 1 })
    await run('update withdraws set nominal = 50000 where id = ?', large)
    await setting('second_person_above', '0')
  })
})

describe('rule withdraw-hold:', () => {
  test('a batch with a held member is neither approved nor downloaded; what the bank has paid stays a fact', async () => {
    const [held, free] = [await member(100_000, 'BCA', 'Rani Uji'), await member(100_000)]
    await run(`update users set firstname = 'Rani', lastname = 'Uji' where id = ?`, held.id)
    const hold = (verb: 'hold' | 'lift') =>
      ask<Fail>('POST', `/admin/fraud/${verb}`, { token: admin.token, body: { user_id: held.id, reason: 'Uji' } })
    await setting('second_person_above', '10000')
    const { id } = await open([await request(held, 20_000), await request(free, 20_000)])
    await setting('second_person_above', '0')
    await hold('hold')
    const refused = await act('approve', id, other)
    expect([refused.status, refused.json]).toMatchObject([
      409,
      {
        reason: 'payout_held',
        msg: 'Withdraw Rani Uji ditahan untuk diperiksa. Lepas penahanannya, atau lepas batch ini lalu buat batch baru.',
      },
    ])
    expect(await all('select approved_by from payout_batches where id = ?', id)).toEqual([{ approved_by: null }])
    // the statement asks by itself: a hold may come after the look
    await expect(runBatch(db, approvePayout(db, id, other.id, 1))).rejects.toThrow('refusal:payout_moved')
    const listed = await (
      await call('GET', '/admin/withdraw/export?format=csv&status=requested', { token: admin.token })
    ).text()
    expect(listed.split('\n').filter((line) => line.includes('Rani Uji'))).toEqual([
      expect.stringContaining('Menunggu (ditahan)'),
    ])
    await hold('lift')
    expect((await act('approve', id, other)).status).toBe(200)
    expect((await file(id, 'format=csv')).status).toBe(200)
    await hold('hold')
    const file409 = await file(id, 'format=bca')
    expect([file409.status, (await file409.json<Fail>()).reason]).toEqual([409, 'payout_held'])
    const refs = (await read(id)).lines.map(({ reference }) => `${reference},Diterima`)
    expect((await result(id, ['Referensi,Status', ...refs].join('\n'))).json).toMatchObject({ accepted: 2 })
    expect((await file(id, 'format=csv')).status).toBe(200)
    expect(await difference()).toBe(0)
  })
})

describe('rule payout-batch:', () => {
  test('its members’ open screens hear that they are frozen, let go, ordered and paid', async () => {
    const person = await member(20_000)
    const screen = await listenAsMember(person.id)
    const ids = [await request(person, 20_000)]
    const heard = (n: number) => until(`step ${n}`, () => screen.withdraws() === n)
    await heard(1)
    await act('release', (await open(ids)).id)
    await heard(3)
    const { id } = await open(ids)
    await heard(4)
    await file(id, 'format=csv')
    await heard(5)
    const [line] = (await read(id)).lines
    await result(id, `Referensi,Status\n${line?.reference},Diterima`)
    await heard(6)
    screen.close()
  })
  test('a member who is paused while the file is made is not ordered: the statement asks by itself', async () => {
    const person = await member(20_000)
    const { id } = await open([await request(person, 20_000)])
    const late = await slowCall(
      ['GET', `/admin/payout/${id}/file?format=csv`],
      { token: admin.token },
      'update payout_batches set fetched_at',
      () => run(`update users set status = 'paused', status_reason = 'x' where id = ?`, person.id),
    )
    expect([late.status, late.json.reason]).toEqual([409, 'payout_stopped'])
    expect((await read(id)).lines).toMatchObject([{ stage: 'requested' }])
  })
})
