// What an account holds in D1 while a claim is on its way: held in D1 already, and not known to the object yet.
import { expect, test, vi } from 'vitest'
import { Stored } from '../../durable-objects/account-blast/core/stored.ts'
import { until } from '../../scripts/drive/until.ts'
import { claimNumbers, giveBackNumbers } from '../../domain/sending/blast/store.ts'
import { all, db, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { holdNext } from './support/hold-next.ts'
import { makeLender } from './support/people.ts'
import { documentOf, fire } from './support/document.ts'
import { acked, inside, linkedAccount, numbers, stage, wakeWith } from './support/stage.ts'

const numbersOf = (answer: unknown) => (answer as { numbers?: unknown[] } | undefined)?.numbers
/** The next claim that brings numbers. */
const holdNextClaim = () => holdNext((answer) => (numbersOf(answer)?.length ?? 0) > 0)
const holdersOf = (accountId: string) =>
  all<{ number: string }>('select number from phone_numbers where in_use = 1 and in_use_by = ?', accountId)

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
  expect(await holdersOf(accountId)).toHaveLength(3)
  held.letGo()
  for (let i = 0; i < 3; i++) {
    await until(`send ${i}`, () => socket.sends()[i])
    socket.say(acked(socket, i))
  }
  await until('the end', async () => (await object.snapshot())?.status === 'idle')
  expect(socket.sends().map((send) => send.number)).toEqual(list)
  await until('given back', async () => (await holdersOf(accountId)).length === 0)
})

test('rule number-claim: a number that could not be given back while others are is given back later', async () => {
  await stage()
  const runner = new FakeRunner('claims-given-back')
  await runner.join()
  await makeLender('gives-back')
  const [first = '', next = ''] = await numbers(40, 2)
  const { object, socket, accountId } = await linkedAccount(runner, 'gives-back')
  await object.start()
  await until('a send', () => socket.sends()[0])
  const held = holdNext(Array.isArray)
  const drop = object.drop('6281299999998')
  await until('the give-back', () => held.done)
  await run('update phone_numbers set suppressed = 1 where number = ?', next)
  const overload = vi.spyOn(Stored.prototype, 'saveThenCall').mockRejectedValue(new Error('D1 DB is overloaded.'))
  await object.drop(next)
  overload.mockRestore()
  held.letGo()
  await drop
  socket.say(acked(socket, 0))
  await until('the end', async () => (await object.snapshot())?.status === 'idle')
  expect(socket.sends().map((send) => send.number)).toEqual([first])
  await until('given back', async () => (await holdersOf(accountId)).length === 0)
})

test('rule number-claim: a number that is dropped while the rules are asked for is given back', async () => {
  await stage()
  const runner = new FakeRunner('claims-of-rules')
  await runner.join()
  await makeLender('asks-for-rules')
  await run(`update users set blast_interval_min = 60, blast_interval_max = 60 where id = 'asks-for-rules'`)
  const [, next = ''] = await numbers(50, 2)
  const { object, socket, accountId } = await linkedAccount(runner, 'asks-for-rules')
  await object.start()
  await until('a send', () => socket.sends()[0])
  socket.say(acked(socket, 0))
  await until('it waits', async () => (await documentOf(object)).wait?.reason === 'interval')
  // paused as far as it knows, by what it was told minutes ago
  await inside(object, ({ sql }) => sql.exec(`update rules set value = json_set(value, '$.at', 0)`))
  await wakeWith(object, { person: { paused: { at: 1, reason: 'Uji' } } })
  const held = holdNext((answer) => numbersOf(answer) !== undefined)
  const asks = fire(object, 'pump')
  await until('the rules', () => held.done)
  await run('update phone_numbers set suppressed = 1 where number = ?', next)
  await object.drop(next)
  held.letGo()
  await asks
  await until('given back', async () => (await holdersOf(accountId)).length === 0)
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

test('rule end-of-blast: a blast ends though the list has an account’s own number, which it never writes to', async () => {
  await stage()
  const runner = new FakeRunner('claims-own')
  await runner.join()
  await makeLender('own-only')
  await run('delete from phone_numbers')
  const [own] = await numbers(60, 1)
  const { object, socket } = await linkedAccount(runner, 'own-only', 'blast', own)
  await object.start()
  await until('the end', async () => (await object.snapshot())?.status === 'idle')
  expect((await documentOf(object)).lastRun).toMatchObject({ end: 'finished', attempted: 0 })
  expect(socket.sends()).toEqual([])
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
