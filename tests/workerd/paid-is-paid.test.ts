// What the bank has is paid or returned, and nothing else: who may undo what, and what the statements refuse by themselves.
import { beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, one, run } from './support/database.ts'
import { listenAsMember } from './support/member-screen.ts'
import {
  act,
  approve,
  balanceOf,
  cancel,
  create,
  decide,
  difference,
  file,
  history,
  makeOffice,
  member,
  open,
  order,
  prove,
  read,
  request,
  result,
  returnsOf,
  sendBack,
} from './support/payouts.ts'
import { type Person } from './support/people.ts'

let admin: Person
let other: Person
let staff: Person
beforeAll(async () => {
  ;({ admin, other, staff } = await makeOffice())
})
const shown = async (who: Person) =>
  (await ask<{ list: object[] }>('GET', `/admin/withdraw/history/${who.id}`, { token: who.token })).json.list
const tell = async (who: Person) =>
  (await ask<{ list: { text: string }[] }>('GET', '/admin/notice', { token: who.token })).json.list.map(
    ({ text }) => text,
  )

type Orders = {
  orders: Record<'ordered' | 'paid' | 'returned', { count: number; total: number }> & {
    tooOften: number
    rows: { withdrawId: string; stage: string; orders: number; returns: number; name: string }[]
  }
}
const ordersNow = async () => (await ask<Orders>('GET', '/admin/ledger/reconcile', { token: admin.token })).json.orders
describe('rule ordered-once: reconciliation', () => {
  test('counts orders, payments and returns, and finds nothing where each was owed', async () => {
    const before = await ordersNow()
    const ids = [await request(await member(10_000)), await request(await member(20_000), 20_000)]
    for (const id of ids) {
      await decide(id, 'accepted')
      await order(id)
    }
    const [first = '', second = ''] = ids
    await prove(first)
    await sendBack(second)
    const [question] = await returnsOf(second)
    await approve(question?.id ?? '')
    // ordered again after the return
    await decide(second, 'requested')
    await decide(second, 'accepted')
    await decide(second, 'accepted', other)
    await order(second)
    const after = await ordersNow()
    const grown = (of: 'ordered' | 'paid' | 'returned') => [
      after[of].count - before[of].count,
      after[of].total - before[of].total,
    ]
    expect([grown('ordered'), grown('paid'), grown('returned')]).toEqual([
      [3, 50_000],
      [1, 10_000],
      [1, 20_000],
    ])
    expect(after.rows.filter(({ withdrawId }) => ids.includes(withdrawId))).toEqual([])
  })
  test('shows what was ordered twice without a return, and what is ordered and not owed', async () => {
    const before = (await ordersNow()).tooOften
    const [twice, back, undone] = [
      await request(await member(10_000)),
      await request(await member(10_000)),
      await request(await member(10_000)),
    ]
    // as the version before wrote them: accepted, taken back, accepted; and the last one rejected at last
    const step = (id: string, at: number, payment: string | null) =>
      run(
        `insert into withdraw_steps (withdraw_id, step, from_status, to_status, by, at, payment)
          values (?, ?, 'requested', 'accepted', 'x', 1, ?)`,
        id,
        at,
        payment,
      )
    for (const at of [1, 3]) await step(twice, at, 'ordered')
    await step(twice, 2, 'none')
    await run(`update withdraws set status = 'accepted', payment = 'ordered', step = 3 where id = ?`, twice)
    await step(undone, 1, 'ordered')
    await run(`update withdraws set status = 'rejected', step = 2 where id = ?`, undone)
    // twice before its return is too often, whatever came later
    for (const [at, payment] of ['ordered', 'ordered', 'returned', 'returned'].entries())
      await step(back, at + 1, payment)
    await run(`update withdraws set step = 4 where id = ?`, back)
    const { rows, tooOften } = await ordersNow()
    expect(tooOften).toBe(before + 3)
    const found = (id: string) => rows.find(({ withdrawId }) => withdrawId === id)
    expect(found(twice)).toMatchObject({ stage: 'ordered', orders: 2, returns: 0, name: expect.any(String) })
    expect(found(undone)).toMatchObject({ stage: 'rejected', orders: 1, returns: 0 })
    expect(found(back)).toMatchObject({ stage: 'requested', orders: 2, returns: 2 })
    // the other tests of this run count nothing of it
    await run(`update withdraw_steps set payment = 'none' where withdraw_id in (?, ?, ?)`, twice, back, undone)
  })
})

describe('rule paid-is-paid:', () => {
  test('its member’s open screen hears of each step that the office takes', async () => {
    const person = await member(20_000)
    const screen = await listenAsMember(person.id)
    const id = await request(person)
    const acts = [() => decide(id, 'accepted'), () => order(id), () => prove(id), () => sendBack(id)]
    for (const [n, step] of acts.entries()) {
      await until(`step ${n}`, () => screen.withdraws() === n + 1)
      expect((await step()).status).toBeLessThan(300)
    }
    await until('the last step', () => screen.withdraws() === acts.length + 1)
    screen.close()
  })
  test('an accepted request is ordered once, with the bank’s reference, and paid by an image', async () => {
    const person = await member(50_000)
    const id = await request(person, 20_000)
    expect((await order(id)).json.reason).toBe('withdraw_not_accepted')
    await decide(id, 'accepted')
    expect(await shown(person)).toMatchObject([{ status: 'accepted', stage: 'accepted', reference: null }])
    for (const reference of ['', '  ', 'ab', '-- --', 'x\n y', 'a'.repeat(65)])
      expect((await order(id, reference)).status, reference).toBe(422)
    expect((await order(id, 'TRX1', person)).status).toBe(403)
    const both = await Promise.all([order(id, 'TRX1'), order(id, 'TRX2', other), order(id, 'TRX3', staff)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await shown(person)).toMatchObject([
      { status: 'accepted', stage: 'ordered', reference: expect.stringMatching(/^TRX\d$/), acceptedBefore: true },
    ])
    for (const status of ['requested', 'accepted', 'rejected'])
      expect((await decide(id, status)).json.reason).toBe('withdraw_ordered')
    expect((await order(id)).json.reason).toBe('withdraw_ordered')
    expect((await cancel(person, id)).json.reason).toBe('withdraw_decided')
    const decision = () => one('select decided_at, decided_by from withdraws where id = ?', id)
    await run('update withdraws set decided_at = 7 where id = ?', id)
    const decided = await decision()
    expect((await prove(id, undefined, other)).status).toBe(200)
    // who decided, and when, stays
    expect(await decision()).toEqual(decided)
    expect(await shown(person)).toMatchObject([{ stage: 'paid', paidAt: expect.any(String), hasProof: true }])
    expect((await decide(id, 'requested')).json.reason).toBe('withdraw_ordered')
    expect((await history(id)).steps.map(({ stage }) => stage)).toEqual(['accepted', 'ordered', 'paid'])
    expect([await balanceOf(person), await difference()]).toEqual([30_000, 0])
    expect(await tell(person)).toEqual([
      expect.stringContaining('sudah ditransfer'),
      expect.stringContaining('disetujui. Transfernya menyusul.'),
    ])
  })

  test('rule bank-return: it is undone as returned by the bank alone: reason, proof, and a second person at any amount', async () => {
    const person = await member(10_000)
    const id = await request(person)
    await decide(id, 'accepted')
    expect((await sendBack(id)).json.reason).toBe('withdraw_not_ordered')
    await order(id)
    expect((await sendBack(id, admin, ' ')).status).toBe(422)
    const bare = new FormData()
    bare.set('id', id)
    bare.set('reason', 'Rekening tutup')
    const proofless = await ask<{ reason: string }>('POST', '/admin/withdraw/returned', {
      token: admin.token,
      form: bare,
    })
    expect(proofless.json.reason).toBe('file_required')
    expect((await sendBack(id, staff)).status).toBe(202)
    expect((await sendBack(id)).json.reason).toBe('approval_waits')
    expect([await balanceOf(person), (await history(id)).steps.length]).toEqual([0, 2])
    const [question] = await returnsOf(id)
    expect(question).toMatchObject({
      kind: 'return',
      amount: 10_000,
      detail: 'Rekening tutup',
      proof: { n: 1 },
      account: { bank: 'BCA', number: expect.stringMatching(/^••••\d{4}$/), name: 'Sari Uji' },
    })
    expect((await approve(question?.id ?? '', staff)).json.reason).toBe('approval_own')
    expect((await approve(question?.id ?? '', person)).status).toBe(403)
    const both = await Promise.all([approve(question?.id ?? '', admin), approve(question?.id ?? '', other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await shown(person)).toMatchObject([
      { status: 'rejected', stage: 'returned', reason: 'Rekening tutup', cancelled: false },
    ])
    expect([await balanceOf(person), await difference()]).toEqual([10_000, 0])
    expect((await tell(person))[0]).toContain(
      'dikembalikan bank dan dananya kembali ke saldo Anda. Alasan: Rekening tutup',
    )
    // opened again, it needs a second person although no amount does
    expect((await decide(id, 'requested')).status).toBe(200)
    expect((await decide(id, 'accepted')).status).toBe(202)
    expect((await decide(id, 'accepted')).json.reason).toBe('approval_own')
    expect((await cancel(person, id)).json.reason).toBe('withdraw_once_accepted')
    expect((await decide(id, 'accepted', other)).status).toBe(200)
    expect((await order(id)).status).toBe(200)
    expect(await difference()).toBe(0)
  })

  test('staff alone do not order one request three times', async () => {
    const id = await request(await member(10_000))
    const answers = []
    for (let times = 0; times < 3; times++) {
      answers.push((await decide(id, 'accepted', staff)).status, (await order(id, `TRX${times}`, staff)).status)
      answers.push((await decide(id, 'requested', staff)).status)
    }
    expect(answers).toEqual([200, 200, 409, 409, 409, 409, 409, 409, 409])
    expect(
      await one(`select count(*) as n from withdraw_steps where withdraw_id = ? and payment = 'ordered'`, id),
    ).toEqual({ n: 1 })
  })

  test('rule bank-return: what one takes back another accepts again, in a batch too', async () => {
    const id = await request(await member(10_000))
    await decide(id, 'accepted')
    await decide(id, 'requested')
    const payout = await open([id])
    expect(payout.second).toBe('waiting')
    expect((await file(payout.id, 'format=csv')).status).toBe(409)
    expect((await act('approve', payout.id, other)).status).toBe(200)
    expect((await file(payout.id, 'format=csv')).status).toBe(200)
  })

  test('the first fetch of a file orders all of its batch before it is answered; then nothing lets it go', async () => {
    const person = await member(20_000)
    const ids = [await request(person), await request(person)]
    const { id } = await open(ids)
    // a file that cannot be made orders nothing
    expect((await file(id, 'format=mandiri')).status).toBe(422)
    expect((await read(id)).lines.map(({ stage }) => stage)).toEqual(['requested', 'requested'])
    const fetched = await Promise.all([file(id, 'format=csv'), file(id, 'format=bca', other), act('release', id)])
    expect(fetched.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(0)
    const again = (await read(id)).payout.status === 'released' ? await open(ids) : { id }
    expect((await file(again.id, 'format=csv')).status).toBe(200)
    const { lines } = await read(again.id)
    expect(lines).toMatchObject([{ stage: 'ordered', status: 'waiting' }, { stage: 'ordered' }])
    expect((await history(ids[0] ?? '')).steps).toMatchObject([{ stage: 'ordered', reference: lines[0]?.reference }])
    expect((await act('release', again.id)).json.reason).toBe('payout_fetched')
    expect((await decide(ids[0] ?? '', 'requested')).json.reason).toBe('withdraw_ordered')
    expect((await create(ids)).json.reason).toBe('payout_choice')
    // an image pays a line as the bank's result does, and a return ends the other
    expect((await prove(ids[0] ?? '')).status).toBe(200)
    expect((await sendBack(ids[1] ?? '')).status).toBe(202)
    const [question] = await returnsOf(ids[1] ?? '')
    expect((await approve(question?.id ?? '')).status).toBe(200)
    expect(await read(again.id)).toMatchObject({
      payout: { status: 'done', accepted: 1, returned: 1 },
      lines: [{ status: 'accepted' }, { status: 'returned' }],
    })
    expect([await balanceOf(person), await difference()]).toEqual([10_000, 0])
  })

  test('a file that the version before gave out keeps the batch from being let go', async () => {
    const { id } = await open([await request(await member(10_000))])
    await run(
      `insert into audit_log (at, actor_id, actor_role, action, target, request_id) values (1, 'x', 'admin', 'payout.download', ?, 'r')`,
      id,
    )
    expect((await act('release', id)).json.reason).toBe('payout_moved')
    expect((await result(id, 'Referensi,Status')).json.reason).toBe('payout_not_fetched')
    expect((await file(id, 'format=csv')).status).toBe(200)
  })

  test('rule bank-return: no statement lifts what the bank has, no matter who writes it', async () => {
    const [id, asked] = [await request(await member(10_000)), await request(await member(10_000))]
    for (const one of [id, asked]) {
      await decide(one, 'accepted')
      await order(one)
    }
    await sendBack(asked)
    for (const write of [
      `update withdraws set status = 'requested' where id = '${id}'`,
      `update withdraws set status = 'rejected' where id = '${id}'`,
      `update withdraws set payment = null where id = '${id}'`,
      `update withdraws set status = 'requested', payment = null where id = '${id}'`,
      `update withdraws set payment = 'returned' where id = '${id}'`,
    ])
      await expect(run(write), write).rejects.toThrow(/returned by the bank alone/)
    await expect(run(`update approvals set status = 'approved' where subject = ?`, asked)).rejects.toThrow(
      /with the return itself/,
    )
    // the version before opens a returned request without a word about its payment
    const [question] = await returnsOf(asked)
    await approve(question?.id ?? '')
    await run(`update withdraws set status = 'requested' where id = ?`, asked)
    expect(await all('select status, payment from withdraws where id = ?', asked)).toEqual([
      { status: 'requested', payment: null },
    ])
  })
})
