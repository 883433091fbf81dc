// Money on its way from a settled batch to the ledger: it is in the balance at once, in the ledger once a day and
// person, and every entry says what it is made of.
import { beforeAll, expect, test } from 'vitest'
import { rupiahToSen } from '../../contract/ground/money.ts'
import type { StatementLine } from '../../contract/money/ledger.ts'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { connect, runBatch } from '../../domain/ground/db/connection.ts'
import { postDays, postStatements } from '../../domain/money/ledger/accrual-store.ts'
import { statementOf } from '../../domain/money/ledger/statement-store.ts'
import { reconcile } from '../../domain/money/ledger/store.ts'
import { foldSettlements } from '../../domain/money/settlement/fold-store.ts'
import { SETTLED_DAYS } from '../../domain/money/settlement/retention-rules.ts'
import { settleBatches } from '../../domain/money/settlement/settle-batches.ts'
import { settleUser } from '../../worker/settle.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, bound, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { acked, deliver, inside, linkedAccount, numbers, portsOf, stage } from './support/stage.ts'

const db = connect(bound.DB)
const DAY_MS = 86_400_000
const at = (day: string, hour = 3) => Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
let attempts = 0
type Part = Partial<{ price: number; day: string; reverses: { sequence: number; attemptId: string } }>
const batch = (who: Person, account: string, sequence: number, messages: number, part: Part = {}): SettlementBatch => {
  const { price = 100, day = '2026-10-01', reverses } = part
  return {
    accountId: account,
    sequence,
    userId: who.id,
    results: Array.from({ length: messages }, () => ({
      attemptId: `t${++attempts}`,
      numberId: 1,
      templateId: null,
      priceSen: rupiahToSen(price),
      from: 'none' as const,
      to: 'success' as const,
      notRegistered: false,
      at: at(day),
      attemptedAt: at(day),
    })),
    reversals: reverses
      ? [
          {
            attemptId: reverses.attemptId,
            creditedSequence: reverses.sequence,
            priceSen: rupiahToSen(price),
            at: at(day),
          },
        ]
      : [],
  }
}
const post = (today: string, now = at(today, 18)) => postDays(db, { today, clock: () => now, until: now + 1 })
const entries = (who: Person) =>
  all<{ kind: string; amount_sen: number; ref: string }>(
    'select kind, amount_sen, ref from ledger where user_id = ? order by id',
    who.id,
  )
const balance = async (who: Person) =>
  (await one<{ b: number } | undefined>('select balance_sen as b from balances where user_id = ?', who.id))?.b ?? 0
const referred = async (): Promise<{ member: Person; referrer: Person }> => {
  const [member, referrer] = [await makePerson('member'), await makePerson('member')]
  await run('update users set referrer_id = ? where id = ?', referrer.id, member.id)
  await run(
    `update users set account_bank = 'BCA', account_name = 'A', account_number = '1' where id in (?, ?)`,
    member.id,
    referrer.id,
  )
  return { member, referrer }
}
const statement = async (who: Person) =>
  (
    await ask<{ data: StatementLine[]; open: StatementLine[] }>('GET', `/admin/withdraw/statement/${who.id}`, {
      token: who.token,
    })
  ).json

beforeAll(async () => {
  await stage()
  await numbers(1, 5)
})

test('rule accrual: a day is posted once: income, reversals and referral each an entry, whatever the number of batches', async () => {
  const { member, referrer } = await referred()
  const first = batch(member, 'acc-a', 1, 3)
  await deliver([first, batch(member, 'acc-a', 2, 2, { price: 150 }), batch(member, 'acc-b', 1, 1)])
  const reverses = { sequence: 1, attemptId: first.results[0]?.attemptId ?? '' }
  await deliver([batch(member, 'acc-a', 3, 0, { reverses }), batch(member, 'acc-a', 4, 1, { day: '2026-10-02' })])
  expect(await entries(member)).toEqual([])
  expect([await balance(member), await balance(referrer)]).toEqual([70_000, 7_000])

  for (const time of [1, 2]) {
    await post('2026-10-02')
    expect([time, await entries(member)]).toEqual([
      time,
      [
        { kind: 'blast_income', amount_sen: 70_000, ref: `${member.id}:blast_income:2026-10-01:1` },
        { kind: 'income_reversal', amount_sen: -10_000, ref: `${member.id}:income_reversal:2026-10-01:1` },
      ],
    ])
    expect(await entries(referrer)).toEqual([
      { kind: 'referral_income', amount_sen: 6_000, ref: `${referrer.id}:referral_income:2026-10-01:1` },
    ])
  }
  expect([await balance(member), await balance(referrer)]).toEqual([70_000, 7_000])
  // it comes after its day was posted, and becomes that day's second posting
  await deliver([batch(member, 'acc-b', 2, 1)])
  await post('2026-10-03')
  expect((await entries(member)).slice(2)).toEqual([
    { kind: 'blast_income', amount_sen: 10_000, ref: `${member.id}:blast_income:2026-10-01:2` },
    { kind: 'blast_income', amount_sen: 10_000, ref: `${member.id}:blast_income:2026-10-02:1` },
  ])
  expect(await reconcile(db)).toMatchObject({ difference: 0, rows: [] })
  expect(await one('select unposted_since as since from balances where user_id = ?', member.id)).toEqual({
    since: null,
  })
})

test('rule statement: the statement says what each line is made of, and what is not posted yet', async () => {
  const { member, referrer } = await referred()
  await deliver([batch(member, 'acc-s', 1, 2), batch(member, 'acc-s', 2, 1, { price: 150 })])
  await post('2026-10-02')
  await deliver([batch(member, 'acc-s', 3, 4)])
  const { data, open } = await statement(member)
  expect(data).toMatchObject([
    {
      kind: 'blast_income',
      amount: 350,
      balance: 350,
      day: '2026-10-01',
      parts: [
        { messages: 2, price: 100, amount: 200 },
        { messages: 1, price: 150, amount: 150 },
      ],
    },
  ])
  expect(open).toMatchObject([{ id: null, kind: 'blast_income', amount: 400, parts: [{ messages: 4, price: 100 }] }])
  const theirs = await statement(referrer)
  expect(theirs.data).toMatchObject([{ kind: 'referral_income', amount: 35, parts: [{ messages: 3, price: null }] }])
  const other = await makePerson('member')
  expect((await ask('GET', `/admin/withdraw/statement/${member.id}`, { token: other.token })).status).toBe(403)
})

test('rule accrual: a withdraw posts what accrued before it holds it; one that is refused posts nothing', async () => {
  const { member } = await referred()
  await deliver([batch(member, 'acc-w', 1, 200)])
  const want = (nominal: number) =>
    ask('POST', '/admin/withdraw/request', { token: member.token, body: { nominal, userId: member.id } })
  expect((await want(20_001)).status).toBe(409)
  expect(await entries(member)).toEqual([])
  expect((await want(15_000)).status).toBe(200)
  const lines = await entries(member)
  expect(lines.map((l) => [l.kind, l.amount_sen])).toEqual([
    ['blast_income', 2_000_000],
    ['withdraw_hold', -1_500_000],
  ])
  await deliver([batch(member, 'acc-w', 2, 1)])
  await post('2026-10-02')
  expect((await entries(member)).at(-1)?.ref).toBe(`${member.id}:blast_income:2026-10-01:2`)
  expect((await reconcile(db)).difference).toBe(0)
})

test('what accrues while a posting runs is in this one or the next, never lost or twice', async () => {
  const { member } = await referred()
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      await settleBatches(portsOf(db), [batch(member, 'acc-p', i + 1, 1)], Date.now())
      await runBatch(db, postStatements(db, { userIds: [member.id], at: Date.now() }))
    }),
  )
  const lines = await entries(member)
  expect(lines.reduce((sum, l) => sum + l.amount_sen, 0)).toBe(200_000)
  expect(await balance(member)).toBe(200_000)
})

test('rows of five weeks become a mark: repeats change nothing, gaps stay open, reversals find their percent', async () => {
  const { member, referrer } = await referred()
  const send = (sequence: number) => batch(member, 'acc-f', sequence, 1)
  const first = send(1)
  await deliver([first, send(2)])
  await run(`update settings set value = '20' where key = 'referral_percent'`)
  await deliver([send(3), send(4), send(6)])
  await run(`update settings set value = '10' where key = 'referral_percent'`)
  const fold = async (days: number) => {
    const now = Date.now() + days * DAY_MS
    await foldSettlements(db, { before: now - SETTLED_DAYS * DAY_MS, clock: () => now, until: now + 1 })
  }
  const marks = () =>
    all(
      `select through_sequence as t, referral_percent as p from settlement_marks where account_id = 'acc-f' order by t`,
    )
  const rows = async () =>
    (await all<{ s: number }>(`select sequence as s from settlements where account_id = 'acc-f' order by s`)).map(
      (r) => r.s,
    )
  await fold(34)
  expect([await marks(), await rows()]).toEqual([[], [1, 2, 3, 4, 6]])
  // one that is older than those after it goes alone
  await run(`update settlements set at = at - ? where account_id = 'acc-f' and sequence = 1`, 2 * DAY_MS)
  await fold(34)
  expect([await marks(), await rows()]).toEqual([[{ t: 1, p: 10 }], [2, 3, 4, 6]])
  await fold(36)
  expect([await marks(), await rows()]).toEqual([
    [
      { t: 2, p: 10 },
      { t: 4, p: 20 },
    ],
    [6],
  ])
  const before = await balance(member)
  expect((await deliver([first, send(4)])).confirmed).toHaveLength(2)
  expect(await balance(member)).toBe(before)
  await deliver([send(5)])
  expect(await balance(member)).toBe(before + 10_000)
  await fold(36)
  expect([await marks(), await rows()]).toEqual([
    [
      { t: 2, p: 10 },
      { t: 4, p: 20 },
      { t: 5, p: 10 },
      { t: 6, p: 20 },
    ],
    [],
  ])
  // 1 gave its referrer 10 percent, 4 gave 20
  const theirs = await balance(referrer)
  await deliver([batch(member, 'acc-f', 7, 0, { reverses: { sequence: 4, attemptId: 'x4' } })])
  expect(await balance(referrer)).toBe(theirs - 2_000)
  await deliver([batch(member, 'acc-f', 8, 0, { reverses: { sequence: 1, attemptId: 'x1' } })])
  expect(await balance(referrer)).toBe(theirs - 3_000)
  expect((await reconcile(db)).difference).toBe(0)
})

test('a database that refuses is not asked once more for each batch', async () => {
  const { member } = await referred()
  await run('alter table posting_parts rename to away')
  try {
    const settled = await deliver([1, 2, 3].map((sequence) => batch(member, 'acc-n', sequence, 1)))
    expect(settled.later).toHaveLength(3)
    expect(settled.problems).toHaveLength(1)
  } finally {
    await run('alter table away rename to posting_parts')
  }
  expect(await balance(member)).toBe(0)
})

test('results gather while a run goes on; who looks at their money has them settled at once', async () => {
  await stage({ settle_after_s: '3600', recipient_cooldown_hours: '0' })
  const runner = new FakeRunner('runner-money')
  await runner.join()
  const { member } = await referred()
  await run('update users set blast_interval_min = 0, blast_interval_max = 0 where id = ?', member.id)
  const account = await linkedAccount(runner, member.id)
  expect((await account.object.start()).ok).toBe(true)
  await until('a send', () => account.socket.sends()[0])
  account.socket.say(acked(account.socket, 0))
  await until('the next send', () => account.socket.sends()[1])
  await until(
    'the row says sending',
    async () => (await all(`select 1 from whatsapp where user_id = ? and status = 'sending'`, member.id)).length > 0,
  )
  expect(await balance(member)).toBe(0)
  const waiting = () =>
    inside(
      account.object,
      ({ sql }) => sql.exec<{ n: number }>(`select json_array_length(value, '$.outbox') as n from document`).one().n,
    )
  expect(await waiting()).toBe(1)
  const asked = await ask<{ settled: number }>('POST', '/admin/withdraw/settle', { token: member.token, body: {} })
  expect(asked).toMatchObject({ status: 200, json: { settled: 1 } })
  expect(await balance(member)).toBe(10_000)
  expect(await waiting()).toBe(0)
  await until('the object knows', () =>
    inside(account.object, ({ sql }) => sql.exec<{ n: number }>('select count(*) as n from batches').one().n === 0),
  )
  expect(await settleUser(bound as never, db, member.id)).toBe(0)
  // a stop hands over what waits
  account.socket.say(acked(account.socket, 1))
  await until('the result waits', async () => (await waiting()) === 1)
  expect((await account.object.stop()).ok).toBe(true)
  const last = account.socket.sends().length - 1
  if (last > 1) account.socket.say(acked(account.socket, last))
  await until('paid', async () => (await balance(member)) >= 20_000)
})

test('a person whose id is as long as the ones that registering gives has a statement', async () => {
  const id = crypto.randomUUID()
  await makeLender(id)
  const member = { ...(await makePerson('member')), id }
  await deliver([batch(member, 'acc-uuid', 1, 2)])
  await post('2026-10-02')
  const { lines } = await statementOf(db, { userId: id, page: 1, limit: 10 })
  expect(lines).toMatchObject([{ kind: 'blast_income', day: '2026-10-01', amount: 200, parts: [{ messages: 2 }] }])
})
