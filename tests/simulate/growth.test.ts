// The small service whose tables the growth benchmark measures works: all that is sent is settled, paid and posted, and what
// is old is folded. Otherwise the benchmark would miss rows.
import { expect, test } from 'vitest'
import { GrowingService } from './growing.ts'
import { bytesOfTables, openService } from './growing-service.ts'
import { Random } from './platform/random.ts'

const [ACCOUNTS, DAYS, A_DAY] = [8, 40, 12]

// each recipient rests for a week, and accounts claim two days ahead
test('forty days of a small service: every message is settled, every day posted, every old settlement folded', async () => {
  const random = new Random(1)
  const service = await openService(':memory:', { accounts: ACCOUNTS, numbers: ACCOUNTS * A_DAY * 12 }, random)
  const before = bytesOfTables(service.database)
  const growing = new GrowingService(service, random)
  for (let day = 0; day < DAYS; day++) await growing.day(A_DAY)
  const one = (sql: string): Record<string, unknown> => service.database.sql(sql)[0] ?? {}

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
  const after = bytesOfTables(service.database)
  expect(after['posting_parts']).toBeGreaterThan(before['posting_parts'] ?? 0)
  expect(after['phone_names']).toBeUndefined()
})
