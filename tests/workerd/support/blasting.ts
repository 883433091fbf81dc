// An account that blasts, with its first message on its way; what the runner may say of a message.
import { beforeAll, beforeEach } from 'vitest'
import { until } from '../../../scripts/drive/until.ts'
import { run } from './database.ts'
import { type FakeAccountSocket, FakeRunner } from './fake-runner.ts'
import { makeLender } from './people.ts'
import { acked, linkedAccount, numbers, stage } from './stage.ts'

export type Blasting = Awaited<ReturnType<typeof linkedAccount>>
/** More than a test's numbers, so that no two have one. */
const APART = 100
/** @param runner joined already; ids of its people begin with its name. */
const blastsOf = (runner: FakeRunner) => {
  let serial = 0
  /** A member whose interval is so many seconds. */
  const someone = async (interval = 0): Promise<string> => {
    const id = `${runner.id}-${++serial}`
    await makeLender(id)
    await run('update users set blast_interval_min = ?1, blast_interval_max = ?1 where id = ?2', interval, id)
    return id
  }
  return {
    someone,
    /** So many numbers, and an account of a new member that has the first of them on its way. */
    blasting: async (count: number, interval = 0) => {
      const list = await numbers(serial * APART, count)
      const account = await linkedAccount(runner, await someone(interval))
      await account.object.start()
      await until('the first send', () => account.socket.sends()[0])
      return { ...account, list, number: account.socket.sends()[0]?.number ?? '' }
    },
  }
}
/** A runner of this name and its blasts, for a whole file: staged before its first test, without recipients before each. */
export const stageBlasts = (name: string) => {
  const runner = new FakeRunner(name)
  beforeAll(async () => {
    await stage()
    await runner.join()
  })
  beforeEach(async () => {
    await run('delete from phone_numbers')
    await run('delete from suppressions')
  })
  return { runner, ...blastsOf(runner) }
}
export const failed = (socket: FakeAccountSocket, i: number, reason: 'late' | 'offline' | 'refused' | 'content') => ({
  ...acked(socket, i),
  outcome: 'failed' as const,
  reason,
})
/** Messages of the blast, without answers to a STOP. */
export const blastSends = (socket: FakeAccountSocket) =>
  socket.sends().filter((s) => !s.attemptId.startsWith('opt-out:'))
