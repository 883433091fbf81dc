// Withdraws and bonuses are found by person and by day, and summed up over everything that was found, whatever page is shown.
import { beforeAll, expect, test } from 'vitest'
import { bonusPage, bonusSum } from '../../domain/money/bonus/store.ts'
import { withdrawPage, withdrawSum } from '../../domain/money/withdraw/store.ts'
import { ask } from './support/api.ts'
import { all, run } from './support/database.ts'
import { crowd } from './support/crowd.ts'
import type { Person } from './support/people.ts'
import { faultsOf, watchedDb } from './support/plans.ts'

const watched = watchedDb()
let admin: Person
const DAY = '2026-03-04'
const AT = Date.parse(`${DAY}T00:00:00+07:00`)
const PAGE = { page: 1, limit: 5 }
beforeAll(async () => {
  admin = (await crowd()).admin
  // the counter of what was paid knows only what was decided
  await run(`update withdraws set decided_at = 1 where status = 'accepted'`)
  await run(`update withdraws set created_at = ? where user_id = 'u7' and id in ('w7', 'w57')`, AT)
  await run(`update bonuses set created_at = ? where id in ('b7', 'b8')`, AT)
})

type Row = { id: string; userId: string; nominal: number }
type Answer = { data: Row[]; sum: number; meta: { total: number } }
const listed = async (path: string, query = ''): Promise<Answer> =>
  (await ask<Answer>('GET', `/admin/${path}?limit=5${query}`, { token: admin.token })).json
const sumOf = async (table: string, where: string): Promise<{ sum: number; total: number }> => {
  const [found] = await all<{ sum: number; total: number }>(
    `select coalesce(sum(nominal), 0) as sum, count(*) as total from ${table} where ${where}`,
  )
  return found ?? { sum: 0, total: 0 }
}

const OF_U7 = `user_id = 'u7'`
const TWO = `id in ('w7', 'w57')`
test.each([
  ['withdraw/histories-per-page', '', 'withdraws', 'true'],
  ['withdraw/histories-per-page', '&status=requested', 'withdraws', `status = 'requested'`],
  ['withdraw/histories-per-page', '&status=accepted', 'withdraws', `status = 'accepted'`],
  ['withdraw/histories-per-page', '&status=rejected', 'withdraws', `status = 'rejected'`],
  ['withdraw/histories-per-page', '&user_id=u7', 'withdraws', OF_U7],
  [
    'withdraw/histories-per-page',
    '&search=nomor7',
    'withdraws',
    `user_id in (select id from users where lastname like 'Nomor7%')`,
  ],
  ['withdraw/histories-per-page', '&search=anggota7%40x', 'withdraws', OF_U7],
  [
    'withdraw/histories-per-page',
    '&search=anggota7%40x&status=requested',
    'withdraws',
    `${OF_U7} and status = 'requested'`,
  ],
  ['withdraw/histories-per-page', `&from=${DAY}&to=${DAY}`, 'withdraws', TWO],
  ['withdraw/histories-per-page', `&from=${DAY}&to=${DAY}&sort=nominal`, 'withdraws', TWO],
  ['withdraw/histories-per-page', '&from=2026-03-05', 'withdraws', 'false'],
  ['bonus/list-per-page', '', 'bonuses', 'deleted_at is null'],
  ['bonus/list-per-page', '&user_id=u7', 'bonuses', OF_U7],
  ['bonus/list-per-page', '&search=anggota7%40x', 'bonuses', OF_U7],
  ['bonus/list-per-page', `&from=${DAY}&to=${DAY}`, 'bonuses', `id in ('b7', 'b8')`],
])('%s%s has the sum and the number of all that it has', async (path, query, table, where) => {
  const { data, sum, meta } = await listed(path, query)
  const all = await sumOf(table, where)
  expect({ sum, total: meta.total }).toEqual(all)
  expect(data.length).toBe(Math.min(5, all.total))
})

test('a day ends at midnight in Jakarta', async () => {
  await run(`update withdraws set created_at = ? where id = 'w57'`, AT + 86_400_000)
  expect((await listed('withdraw/histories-per-page', `&from=${DAY}&to=${DAY}`)).meta.total).toBe(1)
  await run(`update withdraws set created_at = ? where id = 'w57'`, AT)
})

test('no list is read whole for what is found in it', async () => {
  for (const search of [undefined, 'nomor7'])
    for (const days of [{}, { from: DAY, to: DAY }])
      for (const sort of [undefined, 'nominal'] as const)
        for (const status of [undefined, 'requested'] as const) {
          const asked = { ...PAGE, userId: null, search, ...days, sort, status }
          await Promise.all([withdrawPage(watched.db, asked), withdrawSum(watched.db, asked)])
          await Promise.all([bonusPage(watched.db, asked), bonusSum(watched.db, asked)])
        }
  expect(faultsOf(await watched.plans(), true)).toEqual([])
})
