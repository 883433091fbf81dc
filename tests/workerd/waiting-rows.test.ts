// What waits in an account's object is in its row, from which the looks for troubles read it (rule troubles): results without a place in the
// ledger, and opt-outs that the database did not take.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../contract/ground/time.ts'
import { readOften } from '../../domain/operation/troubles/figures-store.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, db, one, run } from './support/database.ts'
import { fire } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { holdWriteOf } from './support/hold-next.ts'
import { makeLender } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('waiting')
type Row = { unsettled_since: number | null; opt_outs_since: number | null }
const rowOf = (id: string) => one<Row>('select unsettled_since, opt_outs_since from whatsapp where id = ?', id)
beforeAll(async () => {
  await stage()
  await runner.join()
})
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

test('rule troubles: results that the ledger does not take are in the row, until it has them', async () => {
  await makeLender('owing')
  await numbers(0, 1)
  const { accountId, object, socket } = await linkedAccount(runner, 'owing')
  await object.start()
  await until('a message', () => socket.sends()[0])
  // from here on nothing is settled (rule restore-gate)
  await run('insert into restorations (id, since, started_at) values (1, 0, 0)')
  const sentAt = Date.now()
  socket.say(acked(socket, 0))
  await until('a batch', async () =>
    inside(object, ({ sql }) => sql.exec('select 1 from batches').toArray().length > 0),
  )
  // whatever changes the row: at work it is written twice an hour
  await object.stop()
  const since = await until('the row', async () => (await rowOf(accountId)).unsettled_since)
  expect(Math.abs(since - sentAt)).toBeLessThan(10_000)
  await run('update restorations set done_at = 1')
  await until('the ledger has it', async () => {
    await fire(object, 'resend')
    return (await inside(object, ({ sql }) => sql.exec('select 1 from batches').toArray())).length === 0
  })
  await until('nothing waits', async () => (await rowOf(accountId)).unsettled_since === null)
})

test('rule troubles: an opt-out that the database refuses is in the row every five minutes, and gone with it', async () => {
  await makeLender('stopping')
  const { accountId, object, socket } = await linkedAccount(runner, 'stopping')
  await run('alter table suppressions rename to suppressions_away')
  socket.say({
    kind: 'inbound',
    items: [{ id: 'in-1', number: '6281299990009', lid: null, text: 'BERHENTI', at: Date.now() }],
  })
  const since = await until('the row', async () => (await rowOf(accountId)).opt_outs_since)
  const [oldest] = (await readOften(db, Date.now())).optOutsMs
  expect(oldest).toBeLessThan(MINUTE_MS)
  // six minutes later, still refused
  const clock = Date.now.bind(Date)
  const later = vi.spyOn(Date, 'now').mockImplementation(() => clock() + 6 * MINUTE_MS)
  await until('it is said again', async () => {
    await fire(object, 'opt-outs')
    await fire(object, 'row')
    return ((await readOften(db, Date.now())).optOutsMs[0] ?? 0) > 5 * MINUTE_MS
  })
  expect((await rowOf(accountId)).opt_outs_since).toBe(since)
  await run('alter table suppressions_away rename to suppressions')
  await until('nothing waits', async () => {
    await fire(object, 'opt-outs')
    await fire(object, 'row')
    return (await rowOf(accountId)).opt_outs_since === null
  })
  later.mockRestore()
})

test('rule notices: one that arises while the row is being written leaves with the next row', async () => {
  await makeLender('told')
  await run('delete from phone_numbers')
  await numbers(200, 1)
  const { accountId, object, socket, me } = await linkedAccount(runner, 'told')
  await object.start()
  await until('a message', () => socket.sends()[0])
  const write = holdWriteOf(accountId, 'row')
  socket.say({ kind: 'open', me })
  await until('the row is written', () => write.done)
  socket.say(acked(socket, 0))
  await until('the blast is over', async () => (await object.snapshot())?.status === 'idle')
  write.letGo()
  const told = () => all<{ kind: string }>(`select kind from notices where user_id = 'told'`)
  await until('it is told', async () => (await told()).some(({ kind }) => kind === 'blast_finished'))
})
