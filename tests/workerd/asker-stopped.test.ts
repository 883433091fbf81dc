// What a thief asked for ends with the thief's account (rule asker-stopped). Real Worker and D1.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { approvePayout } from '../../domain/money/payouts/store.ts'
import { approveStatements } from '../../domain/people/approvals/store.ts'
import { ask } from './support/api.ts'
import { all, db, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import {
  act,
  approve,
  history,
  makeOffice,
  member,
  office,
  open,
  order,
  request,
  sendBack,
  setting,
} from './support/payouts.ts'
import { makePerson, type Person } from './support/people.ts'

type Answer = { reason?: string; msg?: string; approval: { id: string; status: string } }
let thief: Person
let second: Person
beforeAll(async () => {
  await makeOffice()
  thief = await makePerson('admin')
  second = await makePerson('admin')
})
beforeEach(async () => {
  await setting('second_person_above', '0')
  await setting('staff_can_process', 'true')
})
const send = (who: Person, method: string, path: string, body: unknown) =>
  ask<Answer>(method, path, { token: who.token, body })
const decide = (id: string, approve: boolean) =>
  send(second, 'PUT', '/admin/approval/decide', { id, approve, ...(approve ? {} : { reason: 'bukan dari dia' }) })
const becomes = (who: Person, values: { status?: string; role?: string }) =>
  run('update users set status = ?, role = ? where id = ?', values.status ?? 'active', values.role ?? 'admin', who.id)
const STOPPED = [
  ['paused', { status: 'paused' }],
  ['closed', { status: 'closed' }],
  ['of the team no more', { role: 'member' }],
] as const

describe('rule asker-stopped: nobody approves what somebody asked for who is', () => {
  test.each(STOPPED)('%s', async (_, stopped) => {
    await setting('second_person_above', '50000')
    const person = await member(0)
    const asked = await send(thief, 'POST', '/admin/bonus/create', {
      userId: person.id,
      nominal: 60_000,
      reason: 'rajin',
    })
    const { id } = asked.json.approval
    await becomes(thief, stopped)
    const refused = await decide(id, true)
    expect([refused.status, refused.json.reason, refused.json.msg]).toEqual([
      409,
      'asker_stopped',
      expect.stringContaining('Tolak atau lepas'),
    ])
    // the statement asks by itself: the thief may be stopped after the look
    await expect(runBatch(db, approveStatements(db, id, second.id, 1))).rejects.toThrow('refusal:approval_moved')
    expect(await all('select 1 from bonuses where user_id = ?', person.id)).toEqual([])
    expect((await decide(id, false)).json.approval.status).toBe('refused')
    await becomes(thief, {})
  })

  test('in the list of withdraws neither, until its question is refused', async () => {
    const person = await member(100_000)
    await setting('second_person_above', '50000')
    const id = await request(person, 60_000)
    const accept = () => send(second, 'PUT', '/admin/withdraw/update', { id, status: 'accepted' })
    expect((await send(thief, 'PUT', '/admin/withdraw/update', { id, status: 'accepted' })).status).toBe(202)
    await becomes(thief, { status: 'paused' })
    expect((await accept()).json.reason).toBe('asker_stopped')
    const question = await one<{ id: string }>(`select id from approvals where subject = ? and status = 'waiting'`, id)
    await decide(question.id, false)
    expect((await accept()).status).toBe(202)
    await becomes(thief, {})
  })

  test.each([
    ['return', { reason: 'bank', proof: 0 }],
    ['lift', { reason: 'salah' }],
    ['price', { blast_fee: 500 }],
    ['price', { campaign: { name: 'Promo', before: null } }],
    ['level', { values: null }],
    ['setting', { price: 900 }],
    ['withdraw', {}],
  ])('of the kind %s, %j', async (kind, payload) => {
    const id = crypto.randomUUID()
    await run(
      `insert into approvals (id, kind, subject, amount, payload, asked_by, asked_at, status) values (?, ?, ?, 1, ?, ?, 1, 'waiting')`,
      id,
      kind,
      id,
      JSON.stringify(payload),
      thief.id,
    )
    await becomes(thief, { status: 'paused' })
    expect((await decide(id, true)).json.reason).toBe('asker_stopped')
    await becomes(thief, {})
    await run('delete from approvals where id = ?', id)
  })

  test('by whoever is staff by now, who could not ask for it; of withdraws staff may', async () => {
    const person = await member(100_000)
    await setting('second_person_above', '50000')
    const body = { userId: person.id, nominal: 60_000, reason: 'rajin' }
    const { id } = (await send(thief, 'POST', '/admin/bonus/create', body)).json.approval
    const withdraw = await request(person, 60_000)
    const accept = (who: Person) => send(who, 'PUT', '/admin/withdraw/update', { id: withdraw, status: 'accepted' })
    expect((await accept(thief)).status).toBe(202)
    await becomes(thief, { role: 'staff' })
    expect((await decide(id, true)).json.reason).toBe('asker_stopped')
    await expect(runBatch(db, approveStatements(db, id, second.id, 1))).rejects.toThrow('refusal:approval_moved')
    expect((await accept(second)).status).toBe(200)
    await becomes(thief, {})
    expect((await decide(id, true)).status).toBe(200)
  })

  describe('staff, who may not process withdraws any more:', () => {
    /** In the list of approvals, as the second person reads it. */
    const shown = async (id: string) => {
      const { json } = await ask<{ data: { id: string; askerStopped: boolean }[] }>(
        'GET',
        '/admin/approval/list-per-page',
        { token: second.token },
      )
      return json.data.find((one) => one.id === id)?.askerStopped
    }
    const questionOf = (withdraw: string) =>
      one<{ id: string }>(`select id from approvals where subject = ? and status = 'waiting'`, withdraw)

    test('their withdraw, by whichever list it is approved, until they may again', async () => {
      const person = await member(100_000)
      await setting('second_person_above', '50000')
      const withdraw = await request(person, 60_000)
      const accept = (who: Person) => send(who, 'PUT', '/admin/withdraw/update', { id: withdraw, status: 'accepted' })
      expect((await accept(office.staff)).status).toBe(202)
      const { id } = await questionOf(withdraw)
      expect(await shown(id)).toBe(false)
      await setting('staff_can_process', 'false')
      expect((await decide(id, true)).json.reason).toBe('asker_stopped')
      expect((await accept(second)).json.reason).toBe('asker_stopped')
      await expect(runBatch(db, approveStatements(db, id, second.id, 1))).rejects.toThrow('refusal:approval_moved')
      expect(await shown(id)).toBe(true)
      await setting('staff_can_process', 'true')
      expect((await decide(id, true)).status).toBe(200)
    })

    test('their return by the bank', async () => {
      const person = await member(100_000)
      const withdraw = await request(person, 20_000)
      await send(office.admin, 'PUT', '/admin/withdraw/update', { id: withdraw, status: 'accepted' })
      await order(withdraw)
      expect((await sendBack(withdraw, office.staff)).status).toBe(202)
      const { id } = await questionOf(withdraw)
      await setting('staff_can_process', 'false')
      expect((await approve(id)).json.reason).toBe('asker_stopped')
      expect((await history(withdraw)).steps.at(-1)?.stage).toBe('ordered')
      expect((await decide(id, false)).json.approval.status).toBe('refused')
    })

    test('turned off in the moment of the approval, nothing is paid', async () => {
      const person = await member(100_000)
      await setting('second_person_above', '50000')
      const withdraw = await request(person, 60_000)
      await send(office.staff, 'PUT', '/admin/withdraw/update', { id: withdraw, status: 'accepted' })
      const { id } = await questionOf(withdraw)
      const sent = { token: second.token, body: { id, approve: true } }
      const late = await slowCall(['PUT', '/admin/approval/decide'], sent, 'update approvals', () =>
        setting('staff_can_process', 'false'),
      )
      expect([late.status, late.json.reason]).toEqual([409, 'asker_stopped'])
      expect((await history(withdraw)).steps).toEqual([])
    })

    test('nor their batch', async () => {
      const person = await member(100_000)
      await setting('second_person_above', '50000')
      const { id } = await open([await request(person, 60_000)], office.staff)
      const stopped = async () =>
        (await ask<{ payout: { askerStopped: boolean } }>('GET', `/admin/payout/${id}`, { token: second.token })).json
          .payout.askerStopped
      expect(await stopped()).toBe(false)
      await setting('staff_can_process', 'false')
      expect((await act('approve', id, second)).json.reason).toBe('asker_stopped')
      await expect(runBatch(db, approvePayout(db, id, second.id, 1))).rejects.toThrow('refusal:payout_moved')
      expect(await stopped()).toBe(true)
      await setting('staff_can_process', 'true')
      const late = await slowCall(
        ['POST', '/admin/payout/approve'],
        { token: second.token, body: { id } },
        'update payout_batches',
        () => setting('staff_can_process', 'false'),
      )
      expect([late.status, late.json.reason]).toEqual([409, 'asker_stopped'])
      await setting('staff_can_process', 'true')
      expect((await act('approve', id, second)).status).toBe(200)
      expect(await stopped()).toBe(false)
    })
  })

  test('gone', async () => {
    await run(
      `insert into approvals (id, kind, subject, amount, payload, asked_by, asked_at, status) values ('gone', 'setting', 'settings', 1, '{"price":999}', 'nobody', 1, 'waiting')`,
    )
    expect((await decide('gone', true)).json.reason).toBe('asker_stopped')
    await run(`delete from approvals where id = 'gone'`)
  })

  test('stopped in the moment of the approval, it is said why', async () => {
    await setting('second_person_above', '50000')
    const person = await member(0)
    const body = { userId: person.id, nominal: 60_000, reason: 'rajin' }
    const { id } = (await send(thief, 'POST', '/admin/bonus/create', body)).json.approval
    const sent = { token: second.token, body: { id, approve: true } }
    const late = await slowCall(['PUT', '/admin/approval/decide'], sent, 'update approvals', () =>
      becomes(thief, { status: 'closed' }),
    )
    expect([late.status, late.json.reason]).toEqual([409, 'asker_stopped'])
    expect(await all('select 1 from bonuses where user_id = ?', person.id)).toEqual([])
    await becomes(thief, {})
  })

  test('nor a batch that they made, which can be released', async () => {
    const person = await member(100_000)
    await setting('second_person_above', '50000')
    const { id } = await open([await request(person, 60_000)])
    await run('update payout_batches set created_by = ? where id = ?', thief.id, id)
    await becomes(thief, { status: 'closed' })
    expect((await act('approve', id, second)).json.reason).toBe('asker_stopped')
    await expect(runBatch(db, approvePayout(db, id, second.id, 1))).rejects.toThrow('refusal:payout_moved')
    await becomes(thief, {})
    expect((await act('approve', id, second)).status).toBe(200)
  })
})

test('rule second-person: what a later release asked for, which nobody here knows, writes nothing', async () => {
  await run(
    `insert into approvals (id, kind, subject, amount, payload, asked_by, asked_at, status) values ('later', 'later', 'x', 1, '{"price":999}', ?, 1, 'waiting')`,
    thief.id,
  )
  expect((await decide('later', true)).status).toBe(500)
  expect(await all(`select 1 from settings where key = 'price'`)).toEqual([])
  expect(await one(`select status from approvals where id = 'later'`)).toEqual({ status: 'waiting' })
  await run(`delete from approvals where id = 'later'`)
})
