// The counters of an account, the days of its member and the ledger agree, in whatever order outcomes come.
import { beforeAll, expect, test, vi } from 'vitest'
import { AccountBlast } from '../../durable-objects/account-blast/object.ts'
import { age, documentOf, fire } from './support/document.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, one } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('counts')
let serial = 0
/** More than a test's numbers, so that no two have one. */
const APART = 100
const blasting = async (count: number) => {
  const userId = `counted-${++serial}`
  await makeLender(userId)
  await numbers(serial * APART, count)
  const account = await linkedAccount(runner, userId)
  await account.object.start()
  await until('the first send', () => account.socket.sends()[0])
  return { ...account, userId }
}
beforeAll(async () => {
  await stage()
  await runner.join()
})

test('rules late-ack, reset: a late receipt after a reset makes no counter negative, and the counters add up', async () => {
  const { object, socket } = await blasting(2)
  await age(object, 61_000, 'ack')
  await age(object, 600_000, 'unknown')
  await object.stop()
  const [first, second] = socket.sends()
  socket.say(acked(socket, 1))
  await until('idle', async () => (await object.snapshot())?.status === 'idle')
  expect(await object.snapshot()).toMatchObject({ count_success: 1, count_fail: 1 })
  await object.reset()
  const receipt = (messageId = '') => ({ messageId, type: 'delivered' as const, at: Date.now() })
  socket.say({ kind: 'receipts', items: [receipt(first?.messageId)] })
  await until('a success', async () => (await object.snapshot())?.count_success === 1)
  expect(await object.snapshot()).toMatchObject({ count_fail: 0, income: 100 })
  socket.say({ kind: 'revoked', messageIds: [second?.messageId ?? ''] })
  await until('a strike', async () => (await object.snapshot())?.suspended_count === 1)
  expect(await object.snapshot()).toMatchObject({ count_success: 1, count_fail: 0, income: 100 })
  const { success, fail, unknown, attempts } = await documentOf(object)
  expect(success + fail + unknown).toBe(attempts)
})

test('rule suspension: what its member deletes for everyone is taken out of what its blast says that it earned', async () => {
  const { object, socket } = await blasting(1)
  const earned = async () => (await object.snapshot())?.last_run?.earned
  socket.say(acked(socket, 0))
  await object.stop()
  await until('its report', async () => (await earned()) === 100)
  socket.say({ kind: 'revoked', messageIds: [socket.sends()[0]?.messageId ?? ''] })
  await until('a strike', async () => (await object.snapshot())?.suspended_count === 1)
  expect(await earned()).toBe(0)
})

test('an outcome that changes is told only once the books have the one before', async () => {
  const { object, socket, userId } = await blasting(1)
  // the first batch is counted, but the object never hears of it
  const confirmed = vi.spyOn(AccountBlast.prototype, 'settled').mockResolvedValue()
  try {
    socket.say({ ...acked(socket, 0), outcome: 'rejected', error: 500 })
    const failures = () => one<{ fail: number } | undefined>('select fail from daily_stats where user_id = ?', userId)
    await until('the failure is counted', async () => (await failures())?.fail === 1)
    socket.say(acked(socket, 0))
    await until('the success is known', async () => (await object.snapshot())?.count_success === 1)
    await fire(object, 'flush')
    const waiting = () =>
      inside(
        object,
        ({ sql }) => sql.exec<{ n: number }>(`select json_array_length(value, '$.outbox') as n from document`).one().n,
      )
    expect(await waiting()).toBe(1)
  } finally {
    confirmed.mockRestore()
  }
  await object.settled([1])
  await until(
    'the success is in the books',
    async () => (await all('select 1 from posting_parts where user_id = ?', userId)).length === 1,
  )
  expect(await one('select success, fail from daily_stats where user_id = ?', userId)).toEqual({ success: 1, fail: 0 })
  // the claim that ended the blast brought the counts of the place: its own would be counted twice
  await until('the end', async () => (await object.snapshot())?.status === 'idle')
  expect((await documentOf(object)).templateUses).toEqual({})
})

test('rule suspension: a message that is deleted before anybody heard that it left has left: it earns, and that is taken back', async () => {
  const { object, socket, userId } = await blasting(1)
  socket.say({ kind: 'revoked', messageIds: [socket.sends()[0]?.messageId ?? ''] })
  await until('a strike', async () => (await object.snapshot())?.suspended_count === 1)
  expect(await object.snapshot()).toMatchObject({ count_success: 1, count_fail: 0, income: 0 })
  const { success, fail, unknown, attempts } = await documentOf(object)
  expect({ success, fail, unknown, attempts }).toEqual({ success: 1, fail: 0, unknown: 0, attempts: 1 })
  const parts = () =>
    all<{ kind: string }>('select kind, messages from posting_parts where user_id = ? order by kind', userId)
  await until('both are settled', async () => (await parts()).length === 2)
  expect((await parts()).map(({ kind }) => kind)).toEqual(['blast_income', 'income_reversal'])
})
