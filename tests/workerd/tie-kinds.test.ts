// What ties somebody to a member, so that they decide nothing about their money, and bank details that were just changed.
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { type BankDetails, recordBankChange } from '../../domain/people/bank-details/changes-store.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { steers, tiesOf } from '../../domain/people/ties/store.ts'
import { updateUser } from '../../domain/people/users/store.ts'
import { all, db, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { bonusesOfYesterday, decide, office, open, prove, request } from './support/payouts.ts'
import { makePerson } from './support/people.ts'
import {
  changeBank,
  link,
  makeNamedOffice,
  makePeople,
  number,
  numberOfMember,
  people,
  put,
  signedIn,
} from './support/ties.ts'

beforeAll(makeNamedOffice)
beforeEach(makePeople)

const credential = (after: object) =>
  run(
    `insert into audit_log (at, actor_id, actor_role, action, target, after, request_id) values (?, ?, 'admin', 'user.update', ?, ?, 'r')`,
    Date.now(),
    people.decider.id,
    people.member.id,
    JSON.stringify(after),
  )

/** What the statement that decides asks, and what is asked before it. */
const steered = async (now: number, withdrawId: string | null = null) => {
  const { decider, member } = people
  const target = { person: sql`${member.id}`, ...(withdrawId === null ? {} : { withdraw: sql`${withdrawId}` }) }
  const [row] = await db.all<{ yes: 0 | 1 }>(
    sql`select ${steers(sql`u.id`, target, now)} as yes from users u where u.id = ${decider.id}`,
  )
  const ties = await tiesOf(db, decider.id, [{ userId: member.id, withdrawId, member: '' }], now)
  return [row?.yes === 1, ties.length === 1]
}
const TIES: [string, () => Promise<unknown>, string][] = [
  ['who changed their bank details', () => changeBank(), 'Anda mengubah rekening member ini (sampai '],
  [
    'who made their reset link',
    () => link(people.decider, people.member),
    'Anda dan member ini dapat masuk sebagai satu sama lain',
  ],
  ['who gave them a password', () => credential({ password: 'changed' }), 'dapat masuk sebagai satu sama lain'],
  ['who gave them an email', () => credential({ email_pending: 'a@b.id' }), 'dapat masuk sebagai satu sama lain'],
  ['who gave them a role', () => credential({ role: 'member' }), 'dapat masuk sebagai satu sama lain'],
  [
    'to whom they could sign in',
    () => link(people.member, people.decider).then(() => link(people.decider, people.member)),
    'satu sama lain',
  ],
  [
    'as whom somebody could sign in who could as them',
    async () => {
      const third = await makePerson('admin')
      await link(third, people.decider)
      await link(third, people.member)
    },
    'Satu orang dapat masuk sebagai Anda dan sebagai member ini (sampai ',
  ],
  [
    'who was on their device, or signed in as them',
    async () => {
      await signedIn(people.member, { device: 'd'.repeat(8) + people.member.id.slice(0, 8) }, 80)
      await signedIn(people.decider, { device: 'd'.repeat(8) + people.member.id.slice(0, 8) })
    },
    'Anda dan member ini masuk di perangkat yang sama (sampai ',
  ],
  [
    'who has their account, written otherwise',
    async () => {
      const written = (await numberOfMember()).n.replace(/^0/, '+62 ').replace(/(\d{4})/g, '$1-')
      await run(
        `update users set account_bank = 'Bank GoPay', account_number = ? where id = ?`,
        written,
        people.decider.id,
      )
      await run(`update users set account_bank = 'GoPay' where id = ?`, people.member.id)
    },
    'Anda dan member ini memakai rekening yang sama (selama masih sama)',
  ],
  [
    'who had their account until now',
    async () => {
      await run(
        `update users set account_bank = 'BCA', account_name = 'x', account_number = ? where id = ?`,
        (await numberOfMember()).n,
        people.decider.id,
      )
      await put(people.decider.id, { account_number: number() }, people.decider)
    },
    'Anda dan member ini memakai rekening yang sama',
  ],
]
describe('rule tie-kinds:', () => {
  test.each(TIES)('nobody accepts a withdraw of somebody %s', async (_tie, tie, words) => {
    await tie()
    const id = await request(people.member)
    const refused = await decide(id, 'accepted', people.decider)
    expect([refused.status, refused.json.reason]).toEqual([403, 'decider_tied'])
    expect(await steered(Date.now(), id)).toEqual([true, true])
    expect(refused.json.msg).toContain(words)
    expect(refused.json.msg).toMatch(/Orang lain harus memutuskannya: .*Aria Kantor/)
    expect(refused.json.msg).not.toContain('undefined')
    // what gives the money back is nobody's gain, and others decide
    expect((await decide(id, 'rejected', people.decider)).status).toBe(200)
  })
})

describe('rule tie-kinds:', () => {
  const ENDS: [string, () => Promise<unknown>, number][] = [
    ['changed bank details', () => changeBank(), 30],
    ['made a link', () => link(people.decider, people.member), 30],
    [
      'could be acted as by one who could as them',
      async () => {
        const third = await makePerson('admin')
        await link(third, people.decider)
        await link(third, people.member)
      },
      7,
    ],
    [
      'was on one device',
      async () => {
        await signedIn(people.member, { device: people.member.id.slice(0, 16) })
        await signedIn(people.decider, { device: people.member.id.slice(0, 16) })
      },
      90,
    ],
  ]
  test('the account of the request ties, though its member has another one now', async () => {
    const id = await request(people.member)
    expect(await steered(Date.now(), id)).toEqual([false, false])
    const { n } = await numberOfMember()
    await run(`update users set account_bank = 'BCA', account_number = ? where id = ?`, n, people.decider.id)
    await run('update users set account_number = ? where id = ?', number(), people.member.id)
    expect([await steered(Date.now(), id), await steered(Date.now())]).toEqual([
      [true, true],
      [false, false],
    ])
  })
  test('what an admin did for the member at their own desk was not done at the member’s device', async () => {
    const device = people.member.id.slice(0, 16)
    await signedIn(people.decider, { device })
    await signedIn(people.member, { device, kind: 'password_changed', by: people.decider.id })
    expect(await steered(Date.now())).toEqual([false, false])
  })
  test.each(ENDS)('who %s decides again when that is over', async (_act, tie, days) => {
    await tie()
    const after = (minutes: number) => Date.now() + days * DAY_MS + minutes * 60_000
    expect(await steered(after(-1))).toEqual([true, true])
    expect(await steered(after(1))).toEqual([false, false])
  })
})

describe('rule bank-change:', () => {
  const changes = () =>
    all(
      'select by, replaced, before_number, account_number from bank_changes where user_id = ? order by id',
      people.member.id,
    )
  const later = (hours: number) =>
    run('update bank_changes set at = at - ? where user_id = ?', hours * 3_600_000, people.member.id)
  /** As the call does it, without the proof, which takes its time. */
  const own = (to: Partial<BankDetails>) =>
    runBatch(db, [
      recordBankChange(db, { userId: people.member.id, by: people.member.id, now: Date.now(), to }),
      updateUser(db, people.member.id, to),
    ])
  test('the person who changed them is on record, with what they were', async () => {
    const { n } = await numberOfMember()
    await put(people.member.id, { account_number: '1111111111' }, people.member)
    await changeBank()
    const second = await numberOfMember()
    expect(await changes()).toEqual([
      { by: people.member.id, replaced: 1, before_number: n, account_number: '1111111111' },
      { by: people.decider.id, replaced: 1, before_number: '1111111111', account_number: second.n },
    ])
    await put(people.member.id, { firstname: 'Baru' }, people.member)
    expect(await changes()).toHaveLength(2)
  })
  test('a request on changed details is paid after 24 hours, or with a second person', async () => {
    const old = await request(people.member)
    await own({ account_number: '1111111111' })
    const [id, other, third] = [
      await request(people.member),
      await request(people.member),
      await request(people.member),
    ]
    expect((await decide(old, 'accepted')).status).toBe(200)
    expect((await decide(id, 'accepted')).status).toBe(202)
    expect((await decide(id, 'accepted')).json.reason).toBe('approval_own')
    expect((await open([other])).second).toBe('waiting')
    expect((await decide(id, 'accepted', office.other)).status).toBe(200)
    await later(23.9)
    expect((await decide(third, 'accepted')).status).toBe(202)
    await later(0.2)
    // who asked may do it alone now, and the question comes to nothing
    expect((await decide(third, 'accepted')).status).toBe(200)
    expect(await all(`select status from approvals where subject = ?`, third)).toEqual([{ status: 'refused' }])
    expect((await open([await request(people.member)])).second).toBe('none')
  })
  test('the first filling of empty ones is no change; emptied ones are not filled for the first time', async () => {
    await run(
      `update users set account_bank = '', account_name = '', account_number = '' where id = ?`,
      people.member.id,
    )
    await own({ account_bank: 'BCA', account_name: 'Sari', account_number: '2222222222' })
    const id = await request(people.member)
    expect((await decide(id, 'accepted')).status).toBe(200)
    await own({ account_number: '' })
    await later(30)
    await own({ account_number: '3333333333' })
    expect((await decide(await request(people.member), 'accepted')).status).toBe(202)
  })
  test('the statement sees a change that came since', async () => {
    const { n } = await numberOfMember()
    const id = await request(people.member)
    const body = { id, status: 'accepted' }
    const answer = await slowCall(
      ['PUT', '/admin/withdraw/update'],
      { token: office.admin.token, body },
      'insert into withdraw_steps',
      () => own({ account_number: '1111111111' }).then(() => own({ account_number: n })),
    )
    expect(answer.status).toBe(202)
    await bonusesOfYesterday()
    expect((await prove(id)).json.reason).toBe('proof_status')
  })
})
