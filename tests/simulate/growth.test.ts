// The office whose tables are measured must be one that works: all that is sent is settled, paid and posted, and what is
// old is folded. Else the benchmark would measure what is missing.
import { expect, test } from 'vitest'
import { GrowingOffice } from './growing.ts'
import { bytesOfTables, openOffice } from './growing-office.ts'
import { Random } from './platform/random.ts'

const [ACCOUNTS, DAYS, A_DAY] = [8, 40, 12]

test('forty days of a small office: every message is settled, every day posted, every old settlement folded', async () => {
  const random = new Random(1)
  const office = await openOffice(':memory:', { accounts: ACCOUNTS, numbers: ACCOUNTS * A_DAY * 3 }, random)
  const before = bytesOfTables(office.database)
  const growing = new GrowingOffice(office, random)
  for (let day = 0; day < DAYS; day++) await growing.day(A_DAY)
  const one = (sql: string): Record<string, unknown> => office.database.sql(sql)[0] ?? {}

  expect(growing.messages).toBe(ACCOUNTS * DAYS * A_DAY)
  expect(one('select sum(count_success + count_fail) as n from phone_numbers')).toEqual({ n: growing.messages })
  // 35 days of two batches each stay
  expect(one('select count(*) as n from settlements')).toEqual({ n: ACCOUNTS * 35 * (A_DAY / 6) })
  expect(one('select count(*) as n from settlement_marks')).toEqual({ n: ACCOUNTS })
  expect(one('select count(*) as n from balances where unposted_since is not null')).toEqual({ n: 0 })
  expect(
    one(`select count(*) as n from balances b
      where b.balance_sen <> (select sum(amount_sen) from ledger l where l.user_id = b.user_id)`),
  ).toEqual({ n: 0 })
  expect(one('select count(*) > 0 as n from withdraws')).toEqual({ n: 1 })
  const after = bytesOfTables(office.database)
  expect(after['posting_parts']).toBeGreaterThan(before['posting_parts'] ?? 0)
  expect(after['phone_names']).toBeUndefined()
})
