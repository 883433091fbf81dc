// Nobody decides about money they steer: each act, and at the race.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { securityStatement } from '../../domain/record/security-events/store.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { ask } from './support/api.ts'
import { all, db, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import {
  act,
  approve,
  create,
  decide,
  type Fail,
  file,
  member as makeMember,
  office,
  open,
  order,
  request,
  result,
  returnsOf,
  sendBack,
  setting,
} from './support/payouts.ts'
import { link, makeNamedOffice, makePeople, onOneDevice, people, signedIn } from './support/ties.ts'
import { makePerson, type Person } from './support/people.ts'

let decider: Person
let member: Person
beforeAll(makeNamedOffice)
beforeEach(async () => {
  await makePeople()
  ;({ decider, member } = people)
})

describe('rule decider-ties:', () => {
  const ACTS: [string, () => Promise<() => Promise<{ status: number; json: Fail }>>][] = [
    [
      'accepts as the second person',
      async () => {
        await setting('second_person_above', '9999')
        const id = await request(member)
        await decide(id, 'accepted')
        return () => decide(id, 'accepted', decider)
      },
    ],
    [
      'approves a question',
      async () => {
        await setting('second_person_above', '9999')
        const id = await request(member)
        await decide(id, 'accepted')
        const asked = await one<{ id: string }>('select id from approvals where subject = ?', id)
        return () => approve(asked.id, decider)
      },
    ],
    [
      'freezes it into a batch',
      async () => {
        const ids = [await request(await makeMember(20_000)), await request(member)]
        return () => create(ids, decider)
      },
    ],
    [
      'approves a batch',
      async () => {
        await setting('second_person_above', '9999')
        const { id } = await open([await request(member)])
        return () => act('approve', id, decider)
      },
    ],
    [
      'orders by fetching a file',
      async () => {
        const { id } = await open([await request(member)])
        return async () => {
          const answer = await file(id, 'format=csv', decider)
          return { status: answer.status, json: await answer.json<Fail>() }
        }
      },
    ],
    [
      'says that it is transferred',
      async () => {
        const id = await request(member)
        await decide(id, 'accepted')
        return () => order(id, 'TRX 1/2', decider)
      },
    ],
    [
      'asks for its return by the bank',
      async () => {
        const id = await request(member)
        await decide(id, 'accepted')
        await order(id)
        return () => sendBack(id, decider)
      },
    ],
    [
      'asks for returns by a bank’s result',
      async () => {
        const { id } = await open([await request(member)])
        await file(id, 'format=csv')
        const [line] = await all<{ reference: string }>('select reference from payout_lines where batch_id = ?', id)
        return () => result(id, `Referensi,Status,Alasan\n${line?.reference},Dikembalikan,Tutup`, decider)
      },
    ],
    [
      'approves its return',
      async () => {
        const id = await request(member)
        await decide(id, 'accepted')
        await order(id)
        await sendBack(id)
        const [asked] = await returnsOf(id)
        return () => approve(asked?.id ?? '', decider)
      },
    ],
    [
      'gives a bonus',
      async () => () =>
        ask<Fail>('POST', '/admin/bonus/create', {
          token: decider.token,
          body: { userId: member.id, nominal: 1_000, reason: 'rajin' },
        }),
    ],
    [
      'lifts a hold',
      async () => {
        const body = { user_id: member.id, reason: 'Uji' }
        await ask('POST', '/admin/fraud/hold', { token: decider.token, body })
        return () => ask<Fail>('POST', '/admin/fraud/lift', { token: decider.token, body })
      },
    ],
  ]
  test.each(ACTS)('who steers the money, a dev too, never %s', async (_act, prepare) => {
    decider = await makePerson('dev')
    const goes = await prepare()
    await link(decider, member)
    const before = await moneyOf()
    const refused = await goes()
    expect([refused.status, refused.json.reason]).toEqual([403, 'decider_tied'])
    expect(refused.json.msg).toContain('Aria Kantor')
    expect(await moneyOf()).toEqual(before)
  })
  const moneyOf = () =>
    all(
      `select (select count(*) from withdraw_steps), (select count(*) from ledger), (select count(*) from payout_batches),
        (select count(*) from withdraw_holds where lifted_at is null), (select count(approved_by) from payout_batches),
        (select count(*) from approvals where status = 'waiting')`,
    )
  test('of a batch the refusal names each line that ties', async () => {
    const others = [await makeMember(20_000), await makeMember(20_000)]
    const names = ['Ani Satu', 'Budi Dua']
    for (const [i, person] of others.entries())
      await run('update users set firstname = ?, lastname = ? where id = ?', ...(names[i] ?? '').split(' '), person.id)
    const [first, second] = others as [Person, Person]
    await run(
      `insert into audit_log (at, actor_id, actor_role, action, target, after, request_id) values (?, ?, 'admin', 'user.update', ?, ?, 'r')`,
      Date.now(),
      decider.id,
      first.id,
      JSON.stringify({ account_number: '1' }),
    )
    await link(decider, second)
    const ids = [await request(first), await request(member), await request(second)]
    const { msg } = (await create(ids, decider)).json
    expect(msg).toMatch(/Ani Satu: Anda mengubah rekening .*; Budi Dua: Anda dan member ini dapat masuk/)
    expect(msg).not.toContain('Sari Uji')
    expect(await all('select * from withdraws where payout_id is not null and user_id = ?', member.id)).toEqual([])
  })
  const late: [string, () => Promise<[[string, string], object, string]>][] = [
    [
      'accepts',
      async () => [
        ['PUT', '/admin/withdraw/update'],
        { id: await request(member), status: 'accepted' },
        'insert into withdraw_steps',
      ],
    ],
    [
      'freezes',
      async () => [['POST', '/admin/payout/create'], { ids: [await request(member)] }, 'insert into payout_batches'],
    ],
    [
      'gives a bonus',
      async () => [
        ['POST', '/admin/bonus/create'],
        { userId: member.id, nominal: 1_000, reason: 'x' },
        'insert into bonuses',
      ],
    ],
    [
      'approves',
      async () => {
        await setting('second_person_above', '9999')
        const id = await request(member)
        await decide(id, 'accepted')
        const asked = await one<{ id: string }>('select id from approvals where subject = ?', id)
        return [['PUT', '/admin/approval/decide'], { id: asked.id, approve: true }, 'update approvals']
      },
    ],
    [
      'approves a batch',
      async () => {
        await setting('second_person_above', '9999')
        const { id } = await open([await request(member)])
        return [['POST', '/admin/payout/approve'], { id }, 'update payout_batches']
      },
    ],
    [
      'orders',
      async () => {
        const id = await request(member)
        await decide(id, 'accepted')
        return [['POST', '/admin/withdraw/ordered'], { id, reference: 'TRX 1/2' }, 'insert into withdraw_steps']
      },
    ],
    [
      'lifts a hold',
      async () => {
        const body = { user_id: member.id, reason: 'Uji' }
        await ask('POST', '/admin/fraud/hold', { token: office.other.token, body })
        return [['POST', '/admin/fraud/lift'], body, 'update withdraw_holds']
      },
    ],
  ]
  test.each(late)('the statement sees a tie that came since who %s has read', async (_act, prepare) => {
    const [path, body, writes] = await prepare()
    const answer = await slowCall(path, { token: decider.token, body }, writes, () => link(decider, member))
    expect([answer.status, answer.json.reason]).toEqual([403, 'decider_tied'])
  })
  test('who asked is asked, too, when another one approves', async () => {
    await setting('second_person_above', '9999')
    const [id, other] = [await request(member), await request(member)]
    await decide(id, 'accepted', decider)
    const { id: batch } = await open([other], decider)
    await link(decider, member)
    const asked = await one<{ id: string }>('select id from approvals where subject = ?', id)
    expect((await approve(asked.id)).json.reason).toBe('asker_tied')
    expect((await act('approve', batch, office.other)).json.reason).toBe('asker_tied')
    expect(await approve(asked.id, office.other, { approve: false })).toMatchObject({ status: 200 })
  })
  test('who has a device of their own, as the member has, lifts a hold', async () => {
    // both have events, so that each column of the question is the one that it means
    await signedIn(member, { device: `m${member.id}`, network: '10.0.0.0/24' })
    await signedIn(decider, { device: `d${decider.id}`, network: '10.0.0.0/24' })
    const body = { user_id: member.id, reason: 'Uji' }
    await ask('POST', '/admin/fraud/hold', { token: decider.token, body })
    expect((await ask('POST', '/admin/fraud/lift', { token: decider.token, body })).status).toBe(200)
  })
  test('a shared network, an old tie and a failed sign-in are none', async () => {
    await signedIn(member, { network: '10.0.0.0/24', device: `m${member.id}` })
    await signedIn(decider, { network: '10.0.0.0/24', device: `d${decider.id}` })
    // anybody may try to sign in as anybody, and what an admin did to a member was done at the admin's
    const at = Date.now()
    await runBatch(db, [
      securityStatement(db, { at, kind: 'sign_in_failed', userId: decider.id, device: `m${member.id}` }),
      securityStatement(db, {
        at,
        kind: 'password_changed',
        userId: member.id,
        by: office.admin.id,
        device: `d${decider.id}`,
      }),
    ])
    await run(
      `insert into audit_log (at, actor_id, actor_role, action, target, request_id) values (?, ?, 'admin', 'user.reset_link', ?, 'r')`,
      Date.now() - 31 * DAY_MS,
      decider.id,
      member.id,
    )
    expect((await decide(await request(member), 'accepted', decider)).status).toBe(200)
  })
  test('where all are tied, the refusal says that nobody may, and a bonus knows no wait', async () => {
    await onOneDevice(member)
    const { json } = await decide(await request(member), 'accepted', decider)
    expect(json.msg).toMatch(/Tidak ada orang lain yang dapat memutuskannya\./)
    const bonus = await ask<Fail>('POST', '/admin/bonus/create', {
      token: decider.token,
      body: { userId: member.id, nominal: 1_000, reason: 'rajin' },
    })
    expect(bonus.json.msg).toMatch(/Orang lain harus memutuskannya, tetapi saat ini tidak ada yang dapat\.$/)
  })
})
