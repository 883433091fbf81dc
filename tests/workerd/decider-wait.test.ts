// Where everybody who may decide is tied to a member: the wait, and its member's *Bukan saya*.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import type { Mail } from '../../domain/people/notices/mail.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, bound, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { approve, decide, type Fail, office, order, request, sendBack, setting } from './support/payouts.ts'
import { makePerson, type Person } from './support/people.ts'
import { hoursAfterWaits, makeNamedOffice, makePeople, onOneDevice, people, signedIn } from './support/ties.ts'

beforeAll(makeNamedOffice)
beforeEach(makePeople)

type Item = {
  wait: { by: string; tie: string; until: string; objectedAt: string | null } | null
  held: boolean
  stage: string
}
type Waits = { count: number; total: number; rows: { withdrawId: string; decidedBy: string; tie: string }[] }
const wait = (id: string, who = people.decider) =>
  ask<Fail & { withdraw: Item }>('POST', '/admin/withdraw/wait', { token: who.token, body: { id } })
const object = (id: string, who = people.member) =>
  ask<Fail & { withdraw: Item }>('POST', '/admin/withdraw/object', { token: who.token, body: { id } })
const accept = async (id: string, who = people.decider) => {
  const { status, json } = await decide(id, 'accepted', who)
  return status === 200 ? 'accepted' : (json.reason ?? String(status))
}
const waited = async () =>
  (await ask<{ waits: Waits }>('GET', '/admin/ledger/reconcile', { token: office.admin.token })).json.waits
/** Long ago, so that they do not count any more. */
const leaves = ({ id }: Person) => run(`update users set status = 'closed', status_at = 1 where id = ?`, id)
/** A request about which everybody is tied, with the decider's wait. */
const opened = async () => {
  await onOneDevice(people.member)
  const id = await request(people.member)
  expect((await wait(id)).status).toBe(200)
  return id
}

describe('rule decider-wait:', () => {
  const mails: Mail[] = []
  beforeEach(() => {
    mails.length = 0
    bound.SANDBOX_URL = 'http://mail.test'
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      mails.push(JSON.parse(String(init?.body)) as Mail)
      return new Response()
    })
  })
  afterEach(() => {
    delete bound.SANDBOX_URL
    vi.restoreAllMocks()
  })

  test('where everybody is tied, one of them opens 72 hours, and its member is told at once', async () => {
    await onOneDevice(people.member)
    const id = await request(people.member)
    const refused = await decide(id, 'accepted', people.decider)
    expect([refused.status, refused.json.reason]).toEqual([403, 'decider_wait'])
    expect(refused.json.msg).toMatch(/perangkat yang sama .*Anda dapat membuka masa tunggu 72 jam/)
    const before = Date.now()
    const { json } = await wait(id)
    expect(json.withdraw.wait).toMatchObject({ tie: 'device', objectedAt: null })
    const ends = Date.parse(json.withdraw.wait?.until ?? '')
    expect(ends).toBeGreaterThanOrEqual(before + 72 * 3_600_000)
    expect(ends).toBeLessThanOrEqual(Date.now() + 72 * 3_600_000)
    // the same press twice is one wait
    expect((await wait(id)).json.withdraw.wait).toEqual(json.withdraw.wait)
    expect(await all('select by, step from withdraw_waits where withdraw_id = ?', id)).toEqual([
      { by: people.decider.id, step: 0 },
    ])
    const told = await all<{ kind: string }>(
      `select kind from notices where user_id = ? and kind = 'withdraw_wait'`,
      people.member.id,
    )
    expect(told).toHaveLength(1)
    await until('the mail', () => mails.some(({ to }) => to === people.member.email))
    const [mail] = mails.filter(({ to }) => to === people.member.email)
    expect(mail?.text).toMatch(/tekan Bukan saya .*\/withdraw$/)
    expect(
      await all(`select kind, by from security_events where user_id = ? and kind = 'wait_opened'`, people.member.id),
    ).toEqual([{ kind: 'wait_opened', by: people.decider.id }])
  })
  test('it lets who opened it accept and order when it is over, not before, and nobody else', async () => {
    const id = await opened()
    expect(await accept(id)).toBe('decider_waits')
    await hoursAfterWaits(71.9)
    expect(await accept(id)).toBe('decider_waits')
    await hoursAfterWaits(0.2)
    expect(await accept(id, office.admin)).toBe('decider_wait')
    const { count, total } = await waited()
    expect(await accept(id)).toBe('accepted')
    // a batch and a return ask for somebody who is not tied all the same
    expect((await order(id, 'TRX 1', office.admin)).json.reason).toBe('decider_tied')
    expect((await order(id, 'TRX 1', people.decider)).json.data.stage).toBe('ordered')
    expect((await sendBack(id, people.decider)).json.reason).toBe('decider_tied')
    const after = await waited()
    expect([after.count - count, after.total - total]).toEqual([1, 10_000])
    expect(after.rows[0]).toMatchObject({ withdrawId: id, tie: 'device', decidedBy: expect.any(String) as string })
  })
  test('it is no way where somebody is not tied: at the opening, at the end, or who was there lately', async () => {
    const third = await makePerson('admin')
    await onOneDevice(people.member, third)
    const id = await request(people.member)
    expect(await accept(id)).toBe('decider_tied')
    expect((await wait(id)).json.reason).toBe('decider_tied')
    // who takes the others' roles away is not alone by that
    await run(`update users set status = 'paused', status_at = ? where id = ?`, Date.now() - 6 * DAY_MS, third.id)
    expect((await wait(id)).json.reason).toBe('decider_tied')
    await run('update users set status_at = ? where id = ?', Date.now() - 8 * DAY_MS, third.id)
    expect((await wait(id)).status).toBe(200)
    await hoursAfterWaits(73)
    const former = await makePerson('member')
    await run(
      `insert into audit_log (at, actor_id, actor_role, action, target, before, request_id) values (?, 'x', 'dev', 'user.update', ?, ?, 'r')`,
      Date.now() - 6 * DAY_MS,
      former.id,
      JSON.stringify({ role: 'admin' }),
    )
    expect(await accept(id)).toBe('decider_tied')
    await signedIn(former, { device: people.member.id.slice(0, 16) })
    const staff = await makePerson('staff')
    expect(await accept(id)).toBe('decider_tied')
    // as an older version stored it
    await setting('staff_can_process', '1')
    expect(await accept(id)).toBe('decider_tied')
    await setting('staff_can_process', 'false')
    const answer = await accept(id)
    await setting('staff_can_process', 'true')
    await Promise.all([staff, former].map(leaves))
    expect(answer).toBe('accepted')
  })
  test('the statement sees who is untied, and the objection, that came since it was read', async () => {
    for (const meanwhile of ['untied', 'objected'] as const) {
      await makePeople()
      const id = await opened()
      await hoursAfterWaits(73)
      let other: Person | null = null
      const answer = await slowCall(
        ['PUT', '/admin/withdraw/update'],
        { token: people.decider.token, body: { id, status: 'accepted' } },
        'insert into withdraw_steps',
        async () => {
          if (meanwhile === 'untied') other = await makePerson('admin')
          else await object(id)
        },
      )
      expect(answer.json.reason).toBe(meanwhile === 'untied' ? 'decider_tied' : 'withdraw_held')
      expect(await all('select 1 from withdraw_steps where withdraw_id = ?', id)).toEqual([])
      if (other) await leaves(other)
    }
  })
  test('rule wait-objection: Bukan saya holds it for good: no wait, old or new, lets anybody accept it', async () => {
    const id = await opened()
    await hoursAfterWaits(73)
    expect((await object(id, people.decider)).status).toBe(403)
    const { json } = await object(id)
    expect([json.withdraw.held, json.withdraw.wait?.objectedAt]).toEqual([true, expect.any(String)])
    expect((await object(id)).status).toBe(200)
    const holds = () => all('select by from withdraw_holds where user_id = ? and lifted_at is null', people.member.id)
    expect(await holds()).toEqual([{ by: people.member.id }])
    expect(
      await all(`select kind from security_events where user_id = ? and kind = 'wait_stopped'`, people.member.id),
    ).toHaveLength(1)
    expect(await accept(id)).toBe('withdraw_objected')
    expect((await wait(id, office.admin)).json.reason).toBe('withdraw_objected')
    const lift = (who: Person) =>
      ask<Fail>('POST', '/admin/fraud/lift', { token: who.token, body: { user_id: people.member.id, reason: 'Uji' } })
    expect((await lift(people.decider)).json.reason).toBe('decider_tied')
    // only somebody who is not tied lifts it, and decides
    const other = await makePerson('admin')
    expect((await lift(other)).status).toBe(200)
    expect(await accept(id)).toBe('withdraw_objected')
    expect(await accept(id, other)).toBe('accepted')
    await leaves(other)
  })
  test('rule wait-objection: Bukan saya outlasts a hold of everybody’s withdraws that stood when it was pressed', async () => {
    const id = await opened()
    await run(
      `insert into troubles (kind, subject, since, seen_at, told_at, figures) values ('pay_high', '', 1, 1, 1, '{}')`,
    )
    try {
      expect((await object(id)).status).toBe(200)
    } finally {
      await run(`update troubles set ended_at = 2 where kind = 'pay_high'`)
    }
    expect(
      await all('select by from withdraw_holds where user_id = ? and lifted_at is null', people.member.id),
    ).toEqual([{ by: people.member.id }])
  })
  test('rule wait-objection: Bukan saya stops an accepted request until the bank has it, no matter who orders; after that it is too late', async () => {
    const [first, second, third] = [await opened(), await request(people.member), await request(people.member)]
    await wait(second)
    await wait(third)
    await hoursAfterWaits(73)
    for (const id of [first, second, third]) expect(await accept(id)).toBe('accepted')
    await order(second, 'TRX 2', people.decider)
    expect((await object(second)).json.reason).toBe('withdraw_ordered')
    const other = await makePerson('admin')
    const late = await slowCall(
      ['POST', '/admin/withdraw/ordered'],
      { token: other.token, body: { id: first, reference: 'TRX 3' } },
      'insert into withdraw_steps',
      () => object(first),
    )
    expect(late.json.reason).toBe('withdraw_held')
    expect((await order(first, 'TRX 3', other)).json.reason).toBe('withdraw_held')
    expect((await order(third, 'TRX 4', other)).json.reason).toBe('withdraw_held')
    await ask('POST', '/admin/fraud/lift', {
      token: other.token,
      body: { user_id: people.member.id, reason: 'Uji' },
    })
    expect((await order(first, 'TRX 3', other)).json.data.stage).toBe('ordered')
    await leaves(other)
  })
  test('a wait is of where the request stands, of who is tied, and never of one’s own', async () => {
    const id = await opened()
    await hoursAfterWaits(73)
    await decide(id, 'rejected', people.decider)
    expect((await wait(id)).json.reason).toBe('withdraw_moved')
    expect((await object(id)).json.reason).toBe('wait_none')
    await decide(id, 'requested', people.decider)
    expect(await accept(id)).toBe('decider_wait')
    expect((await wait(id, people.member)).status).toBe(403)
    await makePeople()
    expect((await wait(await request(people.member))).json.reason).toBe('wait_needless')
    const owner = await makePerson('dev')
    await run(`update users set account_bank = 'BCA', account_name = 'x', account_number = '1' where id = ?`, owner.id)
    await ask('POST', '/admin/bonus/create', {
      token: office.admin.token,
      body: { userId: owner.id, nominal: 10_000, reason: 'rajin' },
    })
    expect((await wait(await request(owner), owner)).json.reason).toBe('withdraw_own')
    await leaves(owner)
  })
  test('where it needs two, both have waited', async () => {
    const id = await opened()
    await hoursAfterWaits(73)
    await setting('second_person_above', '9999')
    expect(await accept(id)).toBe('202')
    const asked = await one<{ id: string }>('select id from approvals where subject = ?', id)
    expect((await approve(asked.id, office.admin)).json.reason).toBe('decider_wait')
    await wait(id, office.admin)
    await hoursAfterWaits(73)
    expect((await approve(asked.id, office.admin)).status).toBe(200)
  })
})
