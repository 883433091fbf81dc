// A number that must not be written to any more while its message is on its way, and a stop that is known by LID only
// (rules opt-out, opt-out-lid).
import { describe, expect, test, vi } from 'vitest'
import { Stored } from '../../durable-objects/account-blast/core/stored.ts'
import { openOptOuts } from '../../durable-objects/account-blast/tables/opt-outs-store.ts'
import { here } from '../../domain/ground/tally/here.ts'
import { settleBatches } from '../../domain/money/settlement/settle-batches.ts'
import { lidHashes } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { type Blasting, blastSends, stageBlasts, failed } from './support/blasting.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { documentOf } from './support/document.ts'
import type { FakeAccountSocket } from './support/fake-runner.ts'
import { acked, inside, linkedAccount, numbers, portsOf } from './support/stage.ts'

const { runner, blasting, someone } = stageBlasts('opt-outs-in-flight')
const suppressed = async (number: string) =>
  (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', number))?.s === 1

describe('a number that must not be written to any more while its message is on its way', () => {
  const neverAgain = async ({ object, socket, number }: Blasting & { number: string }) => {
    socket.say(failed(socket, 0, 'offline'))
    await until('the next number', () => blastSends(socket)[1])
    socket.say(acked(socket, socket.sends().indexOf(blastSends(socket)[1] as never)))
    await until('the end', async () => (await object.snapshot())?.status === 'idle')
    expect(blastSends(socket).filter((s) => s.number === number)).toHaveLength(1)
    const lease = await one<{ u: number }>('select in_use as u from phone_numbers where number = ?', number)
    expect(lease?.u ?? 0).toBe(0)
  }
  test('rule opt-out: because of a STOP to the sending account itself', async () => {
    const account = await blasting(2)
    const item = { id: 's', number: account.number, lid: null, text: 'STOP', at: Date.now() }
    account.socket.say({ kind: 'inbound', items: [item] })
    await until('suppressed', () => suppressed(account.number))
    await neverAgain(account)
  })
  test('because an admin made it nonactive', async () => {
    const account = await blasting(2)
    await run(`update phone_numbers set status = 'nonactive' where number = ?`, account.number)
    await account.object.drop(account.number)
    await neverAgain(account)
  })
  test('because its person was erased', async () => {
    const account = await blasting(2)
    await run('delete from phone_numbers where number = ?', account.number)
    await account.object.erase(account.number)
    await neverAgain(account)
  })
})

test('rule opt-out-lid: whoever moved to another number took their LID along, and who has the old one now gets no word of their stop', async () => {
  const { object, socket } = await linkedAccount(runner, await someone())
  const [before, after, lid] = ['6281200000081', '6281200000082', 'moved-1']
  const say = (id: string, number: string | null, text: string) =>
    socket.say({ kind: 'inbound', items: [{ id, number, lid, text, at: Date.now() }] })
  const told = async () => (await documentOf(object)).sequence
  for (const [i, number] of [before, after].entries()) {
    const sequence = await told()
    say(`moved-${i}`, number, 'halo')
    await until('told', async () => (await told()) > sequence)
  }
  const sequence = await told()
  say('moved-2', after, 'halo')
  say('moved-3', null, 'BERHENTI')
  await until('answered', () => socket.sends()[0])
  expect(socket.sends().map((sent) => sent.number)).toEqual([after])
  // what D1 knows already it is not told again
  expect(await told()).toBe(sequence)
})

test('rule own-words: words of stopping by a LID alone count once it is known whose it is, if this account had written to them before', async () => {
  const { object, socket, list } = await blasting(3)
  const [reader = '', , friend = ''] = list
  const inbound = (id: string, number: string | null, lid: string, text: string) =>
    socket.say({ kind: 'inbound', items: [{ id, number, lid, text, at: Date.now() }] })
  inbound('word-1', null, 'word-lid', 'jangan kirim lagi')
  inbound('word-2', null, 'word-friend', 'stop dulu ya')
  const waiting = () => inside(object, ({ sql }) => sql.exec('select lid from unnamed_stops order by lid').toArray())
  await until('both wait', async () => (await waiting()).length === 2)
  // nobody is stopped by it yet, neither here nor in D1
  expect(await inside(object, ({ sql }) => sql.exec('select * from opt_outs').toArray())).toEqual([])
  inbound('word-3', friend, 'word-friend', 'halo')
  socket.say({ ...acked(socket, 0), lid: 'word-lid' })
  await until('stopped', () => suppressed(reader))
  expect(await suppressed(friend)).toBe(false)
  expect([
    await waiting(),
    await inside(object, ({ sql }) => sql.exec('select number from opt_outs').toArray()),
  ]).toEqual([[], [{ number: reader }]])
})

test('rule opt-out: an account at work writes its row after a stop, and with it how long the stop took', async () => {
  const { accountId, object, socket } = await blasting(2)
  await until('its row is at rest', async () => !(await documentOf(object)).rowDirty)
  await run(`update whatsapp set pushname = 'older' where id = ?`, accountId)
  here.take()
  const item = { id: 's', number: '6281200000079', lid: null, text: 'STOP', at: Date.now() }
  socket.say({ kind: 'inbound', items: [item] })
  await until(
    'the row is written',
    async () => (await all('select 1 from whatsapp where id = ? and pushname = ?', accountId, 'Uji'))[0],
  )
  // tests write no measures: it waits here for a row that may take it along
  expect(here.isUrgent).toBe(true)
  expect(here.take()).toHaveProperty(['wa_opt_out_to_silence_seconds|sum'])
})

describe('rule opt-out: a stop that D1 does not take yet', () => {
  /** Nothing of an account reaches D1. */
  const cutOff = () => vi.spyOn(Stored.prototype, 'saveThenCall').mockRejectedValue(new Error('D1 DB is overloaded.'))
  const stop = async ({ object, socket }: Pick<Blasting, 'object' | 'socket'>, number: string): Promise<void> => {
    socket.say({ kind: 'inbound', items: [{ id: `stop-${number}`, number, lid: null, text: 'STOP', at: Date.now() }] })
    await until('heard', () => inside(object, ({ sql }) => openOptOuts(sql).some((one) => one.number === number)))
  }
  test('cancels the message that is on its way', async () => {
    const account = await blasting(1)
    const cut = cutOff()
    await stop(account, account.number)
    const attemptId = account.socket.sends()[0]?.attemptId ?? ''
    await until('cancelled', () =>
      account.socket.commands.some((one) => one.kind === 'cancel' && one.attemptIds.includes(attemptId)),
    )
    cut.mockRestore()
  })
  test('keeps the next message from who is next', async () => {
    const account = await blasting(3)
    const [, next = '', last] = account.list
    const cut = cutOff()
    await stop(account, next)
    account.socket.say(acked(account.socket, 0))
    await until('the one after', () => blastSends(account.socket)[1])
    expect(blastSends(account.socket)[1]?.number).toBe(last)
    cut.mockRestore()
  })
  test('keeps a claim from bringing them', async () => {
    const [stopped = '', other] = await numbers(900, 2)
    const account = await linkedAccount(runner, await someone())
    const cut = cutOff()
    await stop(account, stopped)
    cut.mockRestore()
    await account.object.start()
    await until('a send', () => blastSends(account.socket)[0])
    expect(blastSends(account.socket)[0]?.number).toBe(other)
  })
})

describe('a stop that is known by LID only', () => {
  const stopByLid = (socket: FakeAccountSocket, lid: string) =>
    socket.say({ kind: 'inbound', items: [{ id: lid, number: null, lid, text: 'BERHENTI', at: Date.now() }] })
  const onRecord = (lid: string) =>
    until('the stop is on record', async () => (await all('select 1 from suppressions where lid = ?', lid))[0])
  test('rule opt-out-lid: is honoured by all accounts once another one learns who that is', async () => {
    const hears = await linkedAccount(runner, await someone())
    stopByLid(hears.socket, 'LID-A')
    await onRecord('LID-A')
    const sender = await blasting(1)
    sender.socket.say({ ...acked(sender.socket, 0), lid: 'LID-A' })
    await until('suppressed', () => suppressed(sender.number))
  })
  test('is honoured when their row was deleted before the result came, which alone knew the number', async () => {
    const hears = await linkedAccount(runner, await someone())
    stopByLid(hears.socket, 'LID-E')
    await onRecord('LID-E')
    const sender = await blasting(1)
    await run('delete from phone_numbers where number = ?', sender.number)
    sender.socket.say({ ...acked(sender.socket, 0), lid: 'LID-E' })
    const kept = () => all('select 1 from suppressions where number = ?', sender.number)
    await until('anyone who adds the number again is refused', async () => (await kept())[0])
  })
  test('is waited for by the ledger while that account does not answer, and nothing of the batch is lost', async () => {
    const lid = 'LID-F'
    const hears = await linkedAccount(runner, await someone())
    stopByLid(hears.socket, lid)
    await onRecord(lid)
    const [number = ''] = await numbers(78_001, 1)
    const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
    await run('delete from phone_numbers where id = ?', id)
    const about = { attemptId: 'gone', numberId: id, templateId: null, priceSen: 0, attemptedAt: 1, at: 1 }
    const outcome = { from: 'none', to: 'success', notRegistered: false } as const
    const results = [{ ...about, ...outcome, ...lidHashes(hashRing(bound), lid) }]
    const batch = { accountId: hears.accountId, sequence: 900, userId: 'nobody', results, reversals: [] }
    const settle = (numberOf: () => Promise<string | null>) =>
      settleBatches({ ...portsOf(db), numberOf }, [batch], Date.now())
    expect(await settle(() => Promise.reject(new Error('no answer')))).toMatchObject({ confirmed: [], later: [batch] })
    expect(await settle(() => Promise.resolve(number))).toMatchObject({ confirmed: [batch], later: [] })
    expect(await all('select 1 from suppressions where number = ?', number)).toHaveLength(1)
  })
  test('is honoured at once when another account knew that before', async () => {
    const sender = await blasting(1)
    sender.socket.say({ ...acked(sender.socket, 0), lid: 'LID-B' })
    const known = () => all('select 1 from phone_numbers where number = ? and lid_hash is not null', sender.number)
    await until('the LID is known', async () => (await known())[0])
    const hears = await linkedAccount(runner, await someone())
    stopByLid(hears.socket, 'LID-B')
    await until('suppressed', () => suppressed(sender.number))
    await until('answered where it was heard', () => hears.socket.sends().some((s) => s.number === sender.number))
  })
  test('is honoured when the receipt came before the answer that tells who it is', async () => {
    const sender = await blasting(1)
    const messageId = sender.socket.sends()[0]?.messageId ?? ''
    sender.socket.say({ kind: 'receipts', items: [{ messageId, type: 'delivered', at: Date.now() }] })
    await until('a success', async () => (await sender.object.snapshot())?.count_success === 1)
    sender.socket.say({ ...acked(sender.socket, 0), lid: 'LID-C' })
    const known = () => all('select 1 from phone_numbers where number = ? and lid_hash is not null', sender.number)
    await until('the LID is known', async () => (await known())[0])
  })
})
