// What settles late while a backup is under way: on a day of before its cut it would count twice after a restore.
import { beforeAll, expect, test } from 'vitest'
import { jakartaDay } from '../../contract/ground/time.ts'
import { STATE_KEY } from '../../domain/operation/backup/format.ts'
import { continueBackup } from '../../domain/operation/backup/run-backup.ts'
import { postDays } from '../../domain/money/ledger/accrual-store.ts'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { settleAll } from '../../worker/settle.ts'
import { backUp, backupPorts, bucket } from './support/backups.ts'
import { bound, db, one } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { stage } from './support/stage.ts'

beforeAll(() => stage())

test('rule backup: one is started over when a batch counts on a day of before its cut while the tables are read, posted since or not', async () => {
  await makeLender('late')
  let sequence = 0
  type Result = SettlementBatch['results'][number]
  const settle = async (result: Partial<Result> & Pick<Result, 'at'>) => {
    const sent = {
      attemptId: `late ${++sequence}`,
      numberId: 1,
      attemptedAt: result.at,
      priceSen: 500,
      templateId: null,
    }
    const results = [{ ...sent, notRegistered: false, from: 'none' as const, to: 'success' as const, ...result }]
    expect(await settleAll(bound, [{ accountId: 'late', sequence, userId: 'late', results, reversals: [] }])).toBe(1)
    await postDays(db, { today: jakartaDay(Date.now()), clock: () => Date.now(), until: Number.POSITIVE_INFINITY })
  }
  const settleAt = (at: number) => settle({ at })
  let ticks = Date.now()
  const [now, before] = [ticks, ticks - 3 * 86_400_000]
  await settleAt(before)
  await settle({ at: before, to: 'fail', attemptId: 'arrives at last' })
  const whys: unknown[] = []
  const error = (_text: string, { why }: Record<string, string>) => whys.push(why)
  const begin = async () => {
    await bucket.delete(STATE_KEY)
    const place = async () =>
      (await (await bucket.get(STATE_KEY))?.json<{ place: { step: string } }>())?.place.step ?? 'none'
    while (['none', 'cut'].includes(await place()))
      expect(await continueBackup(backupPorts({ clock: () => ++ticks, until: ticks + 4 }))).toBe('more')
  }
  await begin()
  await settleAt(now)
  // an old failure turns out to have arrived, which it may at any time
  const day = () =>
    one<{ fail: number }>(`select fail from daily_stats where user_id = '' and day = ?`, jakartaDay(before))
  const { fail } = await day()
  await settle({ at: now, from: 'fail', fromAt: before, attemptId: 'arrives at last' })
  expect((await day()).fail).toBe(fail - 1)
  await backUp({ error })
  expect(whys).toEqual([])
  await begin()
  await settleAt(before)
  await backUp({ error })
  expect(whys).toEqual(['a day of before the cut has moved'])
  await bucket.delete(STATE_KEY)
})
