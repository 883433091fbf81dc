// A STOP from somebody known only by a lid: blocked where it was heard, and everywhere once the number is known.
import { beforeAll, expect, test } from 'vitest'
import { until } from '../../scripts/drive/until.ts'
import { one } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { acked, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-lid')
beforeAll(async () => {
  await stage()
  await runner.join()
})
const suppressed = async (number: string) =>
  (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', number)).s === 1

test('rule opt-out-lid: the number learned later is suppressed and answered once, and the blast goes on', async () => {
  await makeLender('lid-user')
  const [first, second] = (await numbers(40, 2)) as [string, string]
  const { object, socket } = await linkedAccount(runner, 'lid-user')
  socket.say({ kind: 'inbound', items: [{ id: 's1', number: null, lid: 'L1', text: 'STOP', at: Date.now() }] })
  await object.start()
  await until('first send', () => socket.sends()[0])
  // its look-up tells whose lid that was
  socket.say({ ...acked(socket, 0), lid: 'L1' })
  await until('suppressed', () => suppressed(first))
  const answers = () => socket.sends().filter((s) => s.attemptId.startsWith('opt-out:'))
  await until('answered', () => answers()[0])
  await until('second send', () => socket.sends().find((s) => s.number === second))
  socket.say({ kind: 'inbound', items: [{ id: 's2', number: first, lid: 'L1', text: 'halo', at: Date.now() }] })
  await object.stop()
  expect(answers().map((s) => s.number)).toEqual([first])
  expect(await suppressed(second)).toBe(false)
})
