// What an account holds in D1 while a claim is on its way: held in D1 already, and not known to the object yet.
import { expect, test, vi } from 'vitest'
import { AccountCore } from '../../durable-objects/account-blast/core.ts'
import { until } from '../../scripts/drive/until.ts'
import { all } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { acked, linkedAccount, numbers, stage } from './support/stage.ts'

/** The next claim that brings numbers is done in D1, and its answer stays on the way until it is let go. */
const holdNextClaim = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = { done: false, letGo: resolve }
  const watch = (): void => {
    const spy = vi.spyOn(AccountCore.prototype, 'saveThenCall').mockImplementation(async function (
      this: AccountCore,
      ask,
    ) {
      spy.mockRestore()
      const answer = await this.saveThenCall(ask)
      held.done = ((answer as { numbers?: unknown[] } | undefined)?.numbers?.length ?? 0) > 0
      if (held.done) await promise
      else watch()
      return answer
    })
  }
  watch()
  return held
}

test('rule number-claim: a number that is dropped meanwhile costs the account none of those it is about to write to', async () => {
  await stage()
  const runner = new FakeRunner('claims')
  await runner.join()
  await makeLender('claimer')
  const list = await numbers(0, 3)
  const { object, socket, accountId } = await linkedAccount(runner, 'claimer')
  const held = holdNextClaim()
  await object.start()
  await until('the claim', () => held.done)
  await object.drop('6281299999998')
  const holders = () => all('select number from phone_numbers where in_use = 1 and in_use_by = ?', accountId)
  expect(await holders()).toHaveLength(3)
  held.letGo()
  for (let i = 0; i < 3; i++) {
    await until(`send ${i}`, () => socket.sends()[i])
    socket.say(acked(socket, i))
  }
  await until('the end', async () => (await object.snapshot())?.status === 'idle')
  expect(socket.sends().map((send) => send.number)).toEqual(list)
  await until('given back', async () => (await holders()).length === 0)
})
