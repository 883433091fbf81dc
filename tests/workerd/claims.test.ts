// What an account holds in D1 while a claim is on its way: held in D1 already, and not known to the object yet.
import { expect, test, vi } from 'vitest'
import { AccountCore } from '../../durable-objects/account-blast/core.ts'
import { until } from '../../scripts/drive/until.ts'
import { claimNumbers, giveBackNumbers } from '../../domain/blast/store.ts'
import { all, db, run } from './support/database.ts'
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

test('rule opt-out: who stops while the claim of their number is on its way gets nothing', async () => {
  await stage()
  const runner = new FakeRunner('claims-of-stopped')
  await runner.join()
  await makeLender('stopped-meanwhile')
  const [gone = '', ...others] = await numbers(10, 3)
  const { object, socket } = await linkedAccount(runner, 'stopped-meanwhile')
  const held = holdNextClaim()
  await object.start()
  await until('the claim', () => held.done)
  await run('update phone_numbers set suppressed = 1 where number = ?', gone)
  await object.drop(gone)
  held.letGo()
  for (let i = 0; i < 2; i++) {
    await until(`send ${i}`, () => socket.sends()[i])
    socket.say(acked(socket, i))
  }
  await until('the end', async () => (await object.snapshot())?.status === 'idle')
  expect(socket.sends().map((send) => send.number)).toEqual(others)
})

test('rule number-claim: the number of an account is claimed by nobody, connected or not', async () => {
  await stage()
  await makeLender('owner')
  const [own, other] = await numbers(30, 2)
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
     values ('acc-off', 'client-off', 'owner', 'blast', ?, 'disconnected', 'idle', 1)`,
    own,
  )
  const request = { accountId: 'acc-claims', userId: 'owner', want: 9, now: Date.now(), runStartedAt: 0, count: false }
  expect((await claimNumbers(db, { ...request, claim: 1 })).numbers.map(({ number }) => number)).toEqual([other])
})

test('rule number-claim: a give-back that runs late leaves the numbers of a later claim alone', async () => {
  await stage()
  await makeLender('late')
  await numbers(20, 4)
  const request = { accountId: 'acc-late', userId: 'late', want: 2, now: Date.now(), runStartedAt: 0, count: false }
  const early = (await claimNumbers(db, { ...request, claim: 1 })).numbers
  const later = (await claimNumbers(db, { ...request, claim: 2 })).numbers
  const freed = await giveBackNumbers(db, { accountId: 'acc-late', upTo: 1, keep: [] })
  expect(freed.map(({ number }) => number).toSorted()).toEqual(early.map(({ number }) => number).toSorted())
  expect(await all(`select id from phone_numbers where in_use_by = 'acc-late' order by id`)).toEqual(
    later.map(({ id }) => ({ id })).toSorted((a, b) => a.id - b.id),
  )
})
