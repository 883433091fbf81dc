// What the engine promises where a bench never looks: a late opt-out, an interval over a slept object, a refusal of
// WhatsApp, a reset, a restriction, an error that does not pass.
import { evictDurableObject } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SESSION_UNREADABLE } from '../../contract/runner.ts'
import { age, documentOf, fire } from './support/document.ts'
import { type FakeAccountSocket, FakeRunner, until } from './support/fake-runner.ts'
import { acked, all, inside, linkedAccount, numbers, one, person, run, stage } from './support/stage.ts'

const runner = new FakeRunner('promises')
let serial = 0
const someone = async (interval = 0) => {
  const id = `promise-${++serial}`
  await person(id)
  await run('update users set blast_interval_min = ?1, blast_interval_max = ?1 where id = ?2', interval, id)
  return id
}
type Linked = Awaited<ReturnType<typeof linkedAccount>>
const blasting = async (count: number, interval = 0) => {
  const list = await numbers(serial * 100, count)
  const account = await linkedAccount(runner, await someone(interval))
  await account.object.start()
  await until('the first send', () => account.socket.sends()[0])
  return { ...account, list, number: account.socket.sends()[0]?.number ?? '' }
}
const failed = (socket: FakeAccountSocket, i: number, reason: 'late' | 'offline' | 'refused' | 'content') => ({
  ...acked(socket, i),
  outcome: 'failed' as const,
  reason,
})
const blastSends = (socket: FakeAccountSocket) => socket.sends().filter((s) => !s.attemptId.startsWith('opt-out:'))
const suppressed = async (number: string) =>
  (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', number))?.s === 1

beforeAll(async () => {
  await stage()
  await runner.join()
})
beforeEach(async () => {
  await run('delete from phone_numbers')
  await run('delete from suppressions')
})

describe('a number that must not be written to any more while its message is on its way', () => {
  const neverAgain = async ({ object, socket, number }: Linked & { number: string }) => {
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

describe('the interval counts from the end of a message', () => {
  const SECONDS = 30
  const spaced = async ({ object, socket }: Linked, sent = 1) => {
    await until('the end of the message', async () => !(await openAttempts(object)))
    const { nextSendAt } = await documentOf(object)
    expect(nextSendAt - Date.now()).toBeGreaterThan((SECONDS - 5) * 1_000)
    expect(blastSends(socket)).toHaveLength(sent)
    await object.stop()
  }
  const openAttempts = (object: Linked['object']) =>
    inside(object, ({ sql }) => sql.exec(`select 1 from attempts where outcome = 'pending'`).toArray().length > 0)
  test('after an ack', async () => {
    const account = await blasting(2, SECONDS)
    account.socket.say(acked(account.socket, 0))
    await spaced(account)
  })
  test('after a receipt in place of an ack', async () => {
    const account = await blasting(2, SECONDS)
    const messageId = account.socket.sends()[0]?.messageId ?? ''
    account.socket.say({ kind: 'receipts', items: [{ messageId, type: 'delivered', at: Date.now() }] })
    await spaced(account)
  })
  test('after an attempt without an answer', async () => {
    const account = await blasting(2, SECONDS)
    await age(account.object, 61_000, 'ack')
    await spaced(account)
  })
  test('after the object slept', async () => {
    const account = await blasting(2, SECONDS)
    await evictDurableObject(account.object)
    account.socket.say(acked(account.socket, 0))
    await spaced(account)
  })
  test('rule interval: over a stop and a start', async () => {
    const account = await blasting(2, SECONDS)
    account.socket.say(acked(account.socket, 0))
    await until('the end of the message', async () => !(await openAttempts(account.object)))
    await account.object.stop()
    await account.object.start()
    await until('waits', async () => (await account.object.snapshot())?.waiting)
    await spaced(account)
  })
})

test('rule at-most-once: a send carries its deadline: half the time its answer may take', async () => {
  const { socket } = await blasting(1)
  const { notAfter } = socket.sends()[0] ?? { notAfter: 0 }
  expect(Math.abs(notAfter - Date.now() - 30_000)).toBeLessThan(5_000)
})

test('a refusal of WhatsApp counts nobody: the blast waits with the reason, longer each time, and goes on', async () => {
  const { object, socket, number } = await blasting(1)
  for (let i = 0; i < 8; i++) {
    await until(`send ${i}`, () => blastSends(socket)[i])
    socket.say({ ...failed(socket, i, 'refused'), backoffS: i === 7 ? 600 : null })
  }
  await until('waits for WhatsApp', async () => ((await object.snapshot())?.waitTime ?? 0) > 500)
  const local = JSON.parse((await object.monitor()) ?? '{}') as { wait: { reason: string } }
  expect(local.wait.reason).toBe('refused')
  expect(await object.snapshot()).toMatchObject({ count_fail: 0, count_success: 0, status: 'sending' })
  expect(await documentOf(object)).toMatchObject({ attempts: 0, unknown: 0, sentToday: 0 })
  const row = await one<{ f: number; s: string }>(
    'select count_fail as f, status as s from phone_numbers where number = ?',
    number,
  )
  expect(row).toMatchObject({ f: 0, s: 'active' })
  await object.stop()
})

test('a recipient who could not read a message gets it from another runner; one who opted out does not', async () => {
  const { socket, number } = await blasting(1)
  const [sent] = socket.sends()
  const contents = () => socket.commands.filter((c) => c.kind === 'content')
  socket.say(acked(socket, 0), { kind: 'needContent', messageId: sent?.messageId ?? '' })
  expect(await until('the content', () => contents()[0])).toMatchObject({ content: sent?.content })
  socket.say({ kind: 'needContent', messageId: 'of-nobody' })
  expect(await until('no content', () => contents()[1])).toMatchObject({ content: null })
  await run(`create trigger hold_suppression before insert on suppressions begin select raise(abort, 'down'); end`)
  socket.say({ kind: 'inbound', items: [{ id: 's', number, lid: null, text: 'STOP', at: Date.now() }] })
  socket.say({ kind: 'needContent', messageId: sent?.messageId ?? '' })
  expect(await until('no content any more', () => contents()[2])).toMatchObject({ content: null })
  await run('drop trigger hold_suppression')
})

test('a message is not repaired for somebody whom the list gave up meanwhile; our answer to a STOP is', async () => {
  const { socket, number } = await blasting(1)
  const [sent] = socket.sends()
  const contents = () => socket.commands.filter((c) => c.kind === 'content')
  await run(`update phone_numbers set status = 'nonactive' where number = ?`, number)
  socket.say(acked(socket, 0), { kind: 'needContent', messageId: sent?.messageId ?? '' })
  expect(await until('no content', () => contents()[0])).toMatchObject({ content: null })
  socket.say({ kind: 'inbound', items: [{ id: 's', number, lid: null, text: 'STOP', at: Date.now() }] })
  const answer = await until('the answer', () => socket.sends().find((s) => s.attemptId.startsWith('opt-out:')))
  socket.say({ kind: 'needContent', messageId: answer.messageId })
  expect(await until('the answer again', () => contents()[1])).toMatchObject({ content: answer.content })
})

describe('a restriction', () => {
  const until8h = () => Date.now() + 8 * 3_600_000
  const restrictedUntil = async (object: Linked['object']) => (await documentOf(object)).restrictedUntil ?? 0
  test('rule restricted: is never shortened by a shorter or unknown end, and ends when WhatsApp lifts it', async () => {
    const { object, socket } = await linkedAccount(runner, await someone())
    const end = until8h()
    socket.say({ kind: 'restricted', cause: 'reachout', until: end })
    socket.say({ kind: 'restricted', cause: 'reachout', until: null })
    socket.say({ kind: 'restricted', cause: 'reachout', until: Date.now() + 60_000 })
    socket.say({ kind: 'restricted', cause: 'chat_cap', until: Date.now() + 120_000 })
    await until('all heard', () => socket.acked >= 10)
    expect(await restrictedUntil(object)).toBe(end)
    socket.say({ kind: 'unrestricted', cause: 'reachout' })
    await until('the other one stands', async () => (await restrictedUntil(object)) < end)
    expect((await object.snapshot())?.state).toBe('restricted')
    socket.say({ kind: 'unrestricted', cause: 'chat_cap' })
    await until('lifted', async () => (await object.snapshot())?.state === 'connected')
  })
  test('stops a message that is still on its way out', async () => {
    const { socket } = await blasting(1)
    socket.say({ kind: 'restricted', cause: 'reachout', until: until8h() })
    const cancelled = () => socket.commands.find((c) => c.kind === 'cancel')
    expect(await until('a cancel', cancelled)).toMatchObject({ attemptIds: [socket.sends()[0]?.attemptId] })
  })
  test('is still shown after a stop', async () => {
    const { object, socket } = await blasting(2)
    socket.say({ ...acked(socket, 0), outcome: 'rejected', error: 463 })
    await until('restricted', async () => (await object.snapshot())?.state === 'restricted')
    await object.stop()
    await until('the row says so', async () => {
      const row = await one<{ s: string; t: string }>(
        'select state as s, status as t from whatsapp where id = ?',
        (await documentOf(object)).accountId,
      )
      return row.s === 'restricted' && row.t === 'idle'
    })
  })
})

test('a session that nobody can read comes to rest and says so; a reconnect carries its rows', async () => {
  const { object, socket } = await linkedAccount(runner, await someone())
  const connects = () => socket.commands.filter((c) => c.kind === 'connect')
  const before = connects().length
  const unreadable = {
    kind: 'closed',
    code: SESSION_UNREADABLE,
    detail: 'x',
    reachedWhatsapp: false,
    proxyFailed: false,
  }
  for (let tries = 0; tries < 5; tries++) {
    socket.say(unreadable as never)
    await until(`waits ${tries}`, async () => (await documentOf(object)).reconnectTries === tries + 1)
    await fire(object, 'reconnect')
    const again = await until(`try ${tries}`, () => connects()[before + tries])
    expect(again.rows.some((row) => row.type === 'creds')).toBe(true)
  }
  socket.say(unreadable as never)
  await until('at rest', async () => (await object.snapshot())?.state === 'disconnected')
  const { timers } = await documentOf(object)
  expect([timers.reconnect, timers.place, timers.lease]).toEqual([undefined, undefined, undefined])
})

describe('a claim that fails', () => {
  test('rule overload-waits: for a reason that does not pass ends the run with error_blast after some tries', async () => {
    const { object, socket } = await blasting(1)
    await run(`insert or replace into settings (key, value) values ('daily_cap', 'banyak')`)
    socket.say(acked(socket, 0))
    const tried = async () => (await documentOf(object)).run?.claimFaults ?? 3
    for (let faults = 1; faults <= 3; faults++) {
      await until(`fault ${faults}`, async () => (await tried()) >= faults)
      await inside(object, ({ sql }) =>
        sql.exec(
          `update document set value = json_set(value, '$.run.claimNotBefore', 0) where value ->> '$.run' is not null`,
        ),
      )
      await evictDurableObject(object)
      await fire(object, 'pump')
    }
    await until('ended', async () => (await object.snapshot())?.status === 'idle')
    await run(`insert or replace into settings (key, value) values ('daily_cap', '1000')`)
  })
})
