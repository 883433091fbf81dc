// A database that the version before filled, with an entry for every batch, comes through the migration with its books
// right, and goes on: repeats change nothing, old income can be taken back, days are posted beside the old entries.
import { applyD1Migrations, env } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { jakartaDay } from '../../contract/ground/time.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { postDays } from '../../domain/money/ledger/accrual-store.ts'
import { readPeriods } from '../../domain/money/periods/read-periods.ts'
import { reconcile } from '../../domain/money/ledger/store.ts'
import { requestWithdraw } from '../../domain/money/withdraw/decide-withdraw.ts'
import { all, bound, one, run } from './support/database.ts'
import { deliver } from './support/stage.ts'

const MIGRATIONS = (env as unknown as { TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1] }).TEST_MIGRATIONS
const BEFORE = MIGRATIONS.findIndex((m) => m.name.includes('accrual'))
const db = connect(bound.DB)
const NOW = Date.now()

const empty = async (): Promise<void> => {
  for (const type of ['trigger', 'table'] as const) {
    const names = await all<{ name: string }>(
      `select name from sqlite_master where type = ? and name not like 'sqlite_%' and name not like '\\_cf%' escape '\\'`,
      type,
    )
    for (const { name } of names) await run(`drop ${type} if exists "${name}"`)
  }
}
/** Three batches of one account, one message each, the third taken back; the percent changed after the first. */
const fill = async (): Promise<void> => {
  for (const [id, referrer] of [
    ['boss', null],
    ['old', 'boss'],
  ])
    await run(
      `insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min, blast_interval_max,
         referral_code, referrer_id, account_name, account_bank, account_number, income_sen, lifetime_success, created_at)
       values (?1, 'A', 'B', ?1 || '@t.test', 'x', 'member', 'bronze', 1, 1, upper(?1), ?2, 'A', 'BCA', '1', ?3, ?4, 0)`,
      id,
      referrer,
      id === 'old' ? 1_200_000 : 0,
      id === 'old' ? 3 : 0,
    )
  await run(`insert into settings (key, value) values ('referral_percent', '20')`)
  const entry = (userId: string, kind: string, sen: number, ref: string) =>
    run('insert into ledger (user_id, kind, amount_sen, ref, at) values (?, ?, ?, ?, ?)', userId, kind, sen, ref, NOW)
  for (const [sequence, percent] of [
    [1, 10],
    [2, 20],
    [3, 20],
  ] as const) {
    await entry('old', 'blast_income', 600_000, `acc-old:${sequence}`)
    await entry('boss', 'referral_income', 6_000 * percent, `acc-old:${sequence}:referral`)
    await run(
      'insert into settlements (account_id, sequence, user_id, referrer_id, referral_percent, at) values (?, ?, ?, ?, ?, ?)',
      'acc-old',
      sequence,
      'old',
      'boss',
      percent,
      NOW,
    )
  }
  await entry('old', 'income_reversal', -600_000, 'reversal:t3')
  await entry('boss', 'referral_income', -120_000, 'reversal:t3:referral')
  await entry('old', 'bonus', 500_000, 'bonus:b1')
  await run(`insert into balances (user_id, balance_sen, bonus_sen, referral_sen)
    values ('old', 1700000, 500000, 0), ('boss', 180000, 0, 180000)`)
  const day = jakartaDay(NOW)
  await run(
    `insert into daily_stats (user_id, day, success, fail, income_sen, referral_sen)
     values ('old', ?1, 3, 0, 1200000, 0), ('boss', ?1, 0, 0, 0, 180000), ('', ?1, 3, 0, 1200000, 180000)`,
    day,
  )
}
const batch = (sequence: number, more: object = {}) => ({
  accountId: 'acc-old',
  sequence,
  userId: 'old',
  results: [
    {
      attemptId: `t${sequence}`,
      numberId: 1,
      templateId: null,
      priceSen: 600_000,
      from: 'none' as const,
      to: 'success' as const,
      notRegistered: false,
      at: NOW,
      attemptedAt: NOW,
    },
  ],
  reversals: [],
  ...more,
})
const balances = async () =>
  Object.fromEntries(
    (await all<{ u: string; b: number }>('select user_id as u, balance_sen as b from balances')).map((r) => [r.u, r.b]),
  )

beforeAll(async () => {
  await empty()
  await applyD1Migrations(bound.DB, MIGRATIONS.slice(0, BEFORE))
  await fill()
  await applyD1Migrations(bound.DB, MIGRATIONS)
})

test('every balance is what it was, and the sum of what is behind it', async () => {
  expect(await balances()).toEqual({ old: 1_700_000, boss: 180_000 })
  expect(await reconcile(db)).toMatchObject({ difference: 0, balanceSen: 1_880_000, sumSen: 1_880_000 })
  expect(await one('select count(*) as n from ledger')).toEqual({ n: 9 })
  const cursor = { today: '9999-01-01', clock: () => NOW, until: NOW + 1 }
  await postDays(db, cursor)
  expect(await one('select count(*) as n from ledger')).toEqual({ n: 9 })
})

test('rule money-periods: what the ledger had before is in the sums by day', async () => {
  const { rows } = await readPeriods(db, { by: 'day' }, jakartaDay(NOW))
  expect(rows[0]).toMatchObject({ messages: 3, income: 12_000, referral: 1_800, bonus: 5_000, withheld: 0, paid: 0 })
})

test('what was settled before is settled, and its income can be taken back with the percent it gave', async () => {
  expect((await deliver([batch(1), batch(2), batch(3)])).confirmed).toHaveLength(3)
  expect(await balances()).toEqual({ old: 1_700_000, boss: 180_000 })
  const reversals = [{ attemptId: 't1', creditedSequence: 1, priceSen: 600_000, at: NOW }]
  await deliver([batch(4, { results: [], reversals })])
  expect(await balances()).toEqual({ old: 1_100_000, boss: 120_000 })
})

test('new income accrues and is posted beside the old entries', async () => {
  await deliver([batch(5)])
  expect(await balances()).toEqual({ old: 1_700_000, boss: 240_000 })
  await requestWithdraw(db, { userId: 'old', nominal: 17_000, now: NOW }, () => [])
  expect(await balances()).toEqual({ old: 0, boss: 240_000 })
  const day = jakartaDay(NOW)
  const lines = await all(`select kind, amount_sen, ref from ledger where user_id = 'old' order by id desc limit 3`)
  expect(lines).toMatchObject([
    { kind: 'withdraw_hold', amount_sen: -1_700_000 },
    { kind: 'income_reversal', amount_sen: -600_000, ref: `old:income_reversal:${day}:1` },
    { kind: 'blast_income', amount_sen: 600_000, ref: `old:blast_income:${day}:1` },
  ])
  expect((await reconcile(db)).difference).toBe(0)
})
