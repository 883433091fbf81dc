// The rules that keep sending true, each by itself: real object, real D1, real Queue; the runner's side is the test's.
import { runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CLOSE } from '../../contract/operation/runner.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { acked, inside, leaseRunsOut, linkedAccount, numbers, stage } from './support/stage.ts'
import { age } from './support/document.ts'

const runner = new FakeRunner('runner-1')
let serial = 0
const freshPerson = async (referrer: string | null = null) => (await makeLender(`user-${++serial}`, referrer)).id
beforeAll(async () => {
  await stage()
  await runner.join()
})
beforeEach(async () => {
  await run('delete from phone_numbers')
})

test('linking writes the row before the page is told, and income is paid once', async () => {
  const userId = await freshPerson()
  await numbers(0, 3)
  const { object, socket, accountId } = await linkedAccount(runner, userId)
  expect((await object.start()).ok).toBe(true)
  for (let i = 0; i < 3; i++) {
    await until(`send ${i}`, () => socket.sends()[i])
    socket.say(acked(socket, i))
  }
  const balance = await until('balance', () =>
    one<{ b: number }>('select balance_sen as b from balances where user_id = ?', userId),
  )
  await until(
    'all three',
    async () =>
      (await one<{ b: number }>('select balance_sen as b from balances where user_id = ?', userId)).b === 30_000,
  )
  expect(balance).toBeTruthy()
  const row = await one<{ count_success: number; status: string }>(
    'select count_success, status from whatsapp where id = ?',
    accountId,
  )
  expect(row.count_success).toBe(3)
  expect(await all('select 1 from phone_numbers where in_use = 1')).toHaveLength(0)
  const texts = socket.sends().map((s) => s.content.text)
  expect(texts[0]).toBe('Halo N\n\nBalas BERHENTI untuk berhenti')
  await until('finished', async () => (await object.snapshot())?.status === 'idle')
})

test('rule income-once: a result told twice is paid once', async () => {
  const userId = await freshPerson()
  await numbers(10, 1)
  const { object, socket } = await linkedAccount(runner, userId)
  await object.start()
  await until('send', () => socket.sends()[0])
  socket.say(acked(socket, 0))
  socket.say(acked(socket, 0))
  await until(
    'paid',
    async () =>
      (await one<{ b: number }>('select balance_sen as b from balances where user_id = ?', userId))?.b === 10_000,
  )
  expect((await object.snapshot())?.count_success).toBe(1)
})

test('rule one-runner: an old epoch’s frame changes nothing and its socket is fenced', async () => {
  const userId = await freshPerson()
  await numbers(20, 1)
  const { object, socket, accountId, epoch, me } = await linkedAccount(runner, userId)
  await object.start()
  await until('send', () => socket.sends()[0])
  // the lease runs out: the object cannot know whether the runner lives, and takes another epoch
  await leaseRunsOut(object)
  const next = await runner.take(accountId, epoch)
  const late = await runner.dial(accountId, epoch)
  await until('fenced', () => late.closed === CLOSE.fenced)
  expect((await object.snapshot())?.count_success).toBe(0)
  next.socket.say({ kind: 'hello', connection: 'none', me: null })
  const connect = await until('connect', () => next.socket.commands.find((c) => c.kind === 'connect'))
  expect(connect.kind === 'connect' && connect.rows.some((r) => r.type === 'creds')).toBe(true)
  next.socket.say({ kind: 'open', me })
  await until('connected', async () => (await object.snapshot())?.state === 'connected')
  expect(next.socket.sends()).toHaveLength(0)
})

test('rule unknown-outcome: no answer is unknown, never sent again, and becomes a success once by a later receipt', async () => {
  const userId = await freshPerson()
  await numbers(30, 1)
  const { object, socket } = await linkedAccount(runner, userId)
  await object.start()
  const sent = await until('send', () => socket.sends()[0])
  await age(object, 61_000, 'ack')
  expect(await object.snapshot()).toMatchObject({ count_success: 0, count_fail: 0 })
  await age(object, 600_000, 'unknown')
  expect(await object.snapshot()).toMatchObject({ count_success: 0, count_fail: 1 })
  socket.say({ kind: 'receipts', items: [{ messageId: sent.messageId, type: 'delivered', at: Date.now() }] })
  socket.say({ kind: 'receipts', items: [{ messageId: sent.messageId, type: 'read', at: Date.now() }] })
  await until('success', async () => (await object.snapshot())?.count_success === 1)
  expect(await object.snapshot()).toMatchObject({ count_success: 1, count_fail: 0, income: 100 })
  await until(
    'paid',
    async () =>
      (await one<{ b: number }>('select balance_sen as b from balances where user_id = ?', userId))?.b === 10_000,
  )
  expect(socket.sends()).toHaveLength(1)
  await until(
    'the number counts one success',
    async () =>
      (await one<{ s: number; f: number }>('select count_success as s, count_fail as f from phone_numbers')).s === 1,
  )
})

test('rule at-most-once: an alarm that comes twice and late sends nothing twice', async () => {
  const userId = await freshPerson()
  await numbers(40, 2)
  const { object, socket } = await linkedAccount(runner, userId)
  await object.start()
  await until('send', () => socket.sends()[0])
  await Promise.all([
    runDurableObjectAlarm(object as unknown as DurableObjectStub),
    runDurableObjectAlarm(object as unknown as DurableObjectStub),
  ])
  await inside(object, ({ alarm }) => Promise.all([alarm(), alarm()]))
  expect(socket.sends()).toHaveLength(1)
  socket.say(acked(socket, 0))
  await until('second', () => socket.sends()[1])
  expect(new Set(socket.sends().map((s) => s.number)).size).toBe(2)
})

describe('an opt-out', () => {
  test('rule opt-out: of a claimed number: it gets no message, its lease goes, and the person is answered once', async () => {
    const userId = await freshPerson()
    const [first, second, third] = (await numbers(50, 3)) as [string, string, string]
    const { object, socket } = await linkedAccount(runner, userId)
    await object.start()
    await until('send', () => socket.sends()[0])
    socket.say({ kind: 'inbound', items: [{ id: 'm1', number: second, lid: null, text: 'Berhenti!', at: Date.now() }] })
    await until(
      'suppressed',
      async () =>
        (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', second)).s === 1,
    )
    socket.say(acked(socket, 0))
    const numbersSent = () =>
      socket
        .sends()
        .filter((s) => !s.attemptId.startsWith('opt-out:'))
        .map((s) => s.number)
    await until('third', () => numbersSent().includes(third))
    expect(numbersSent()).toEqual([first, third])
    await until('answered', () => socket.sends().some((s) => s.attemptId.startsWith('opt-out:') && s.number === second))
    socket.say({ kind: 'inbound', items: [{ id: 'm2', number: second, lid: null, text: 'STOP', at: Date.now() }] })
    await until(
      'lease gone',
      async () => (await one<{ u: number }>('select in_use as u from phone_numbers where number = ?', second)).u === 0,
    )
    expect(socket.sends().filter((s) => s.attemptId.startsWith('opt-out:'))).toHaveLength(1)
  })
  test('rule opt-out-words: by the title of a stop button counts, other words do not', async () => {
    const userId = await freshPerson()
    const [a, b, c] = (await numbers(60, 3)) as [string, string, string]
    const { object, socket } = await linkedAccount(runner, userId)
    await object.start()
    await until('send', () => socket.sends()[0])
    const at = Date.now()
    socket.say({
      kind: 'inbound',
      items: [
        { id: 'x', number: b, lid: null, text: 'halo', at },
        { id: 'y', number: c, lid: null, text: 'lain kali saja', at },
      ],
    })
    await until(
      'suppressed',
      async () => (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', c)).s === 1,
    )
    expect((await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', b)).s).toBe(0)
    expect(a).toBeTruthy()
  })
})

test('lost key rows: after an unclean end the session of every uncovered number is dropped', async () => {
  const userId = await freshPerson()
  await numbers(70, 2)
  const { object, socket, accountId, epoch } = await linkedAccount(runner, userId)
  await object.start()
  const first = await until('send', () => socket.sends()[0])
  socket.say({ ...acked(socket, 0), rows: [{ type: 'session', id: 'a.0', owner: first.number, data: 'AA==' }] })
  const second = await until('second', () => socket.sends()[1])
  // rows of the second came, its result did not
  socket.say({
    kind: 'rows',
    rows: [
      { type: 'session', id: 'b.0', owner: second.number, data: 'AA==' },
      { type: 'session', id: 'own.1', owner: null, data: 'AA==' },
    ],
  })
  await until('stored', () => socket.acked >= 7)
  await leaseRunsOut(object)
  const next = await runner.take(accountId, epoch)
  next.socket.say({ kind: 'hello', connection: 'none', me: null })
  const connect = await until('connect', () => next.socket.commands.find((c) => c.kind === 'connect'))
  expect(connect.kind === 'connect' && connect.rows.map((r) => r.type)).toEqual(['creds'])
  const owners = await inside(object, ({ sql }) =>
    sql
      .exec<{ owner: string | null }>(
        `select owner from people_keys where value like '%"session"%' union all select null from vault where type = 'session'`,
      )
      .toArray()
      .map((r) => r.owner),
  )
  expect(owners).toEqual([first.number])
})

test('rule suspension: deleting a credited message is a strike, takes the income back once and stops the blast', async () => {
  const referrer = await freshPerson()
  const userId = await freshPerson(referrer)
  await numbers(80, 3)
  const { object, socket } = await linkedAccount(runner, userId)
  await object.start()
  const first = await until('send', () => socket.sends()[0])
  socket.say(acked(socket, 0))
  await until(
    'paid',
    async () =>
      (await one<{ b: number }>('select balance_sen as b from balances where user_id = ?', referrer))?.b === 1_000,
  )
  await until('next', () => socket.sends()[1])
  socket.say({ kind: 'revoked', messageIds: [first.messageId] })
  socket.say({ kind: 'revoked', messageIds: [first.messageId] })
  await until('suspended', async () => (await object.snapshot())?.state === 'suspended')
  socket.say(acked(socket, 1))
  await until('idle', async () => (await object.snapshot())?.status === 'idle')
  expect(await object.snapshot()).toMatchObject({ suspended_count: 1, income: 100 })
  await until(
    'reversed',
    async () =>
      (await one<{ b: number }>('select balance_sen as b from balances where user_id = ?', referrer)).b === 1_000 &&
      (await all(`select 1 from posting_parts where kind = 'income_reversal' and user_id = ?`, userId)).length === 1,
  )
  // two messages and one taken back
  expect(await all('select messages, amount_sen from posting_parts where user_id = ?', referrer)).toEqual([
    { messages: 1, amount_sen: 1_000 },
  ])
  expect((await object.start()).ok).toBe(false)
  expect((await object.activate()).ok).toBe(true)
  expect((await object.start()).ok).toBe(true)
  await object.stop()
})

test('rule restricted: an error ack is a failure; 463 pauses the blast without a strike', async () => {
  const userId = await freshPerson()
  await numbers(90, 3)
  const { object, socket } = await linkedAccount(runner, userId)
  await object.start()
  await until('send', () => socket.sends()[0])
  socket.say(
    { ...acked(socket, 0), outcome: 'rejected', error: 463 },
    { kind: 'restricted', cause: 'reachout', until: Date.now() + 3_600_000 },
  )
  await until('restricted', async () => (await object.snapshot())?.state === 'restricted')
  const shown = await object.snapshot()
  expect(shown).toMatchObject({ count_fail: 1, suspended: false, status: 'sending' })
  expect(socket.sends()).toHaveLength(1)
})

test('a fact repeated after a lost acknowledgement changes nothing', async () => {
  const userId = await freshPerson()
  await numbers(100, 2)
  const { object, socket, epoch } = await linkedAccount(runner, userId)
  const epochNow = () =>
    inside(
      object,
      ({ sql }) =>
        (JSON.parse(sql.exec<{ value: string }>('select value from document').one().value) as { epoch: number }).epoch,
    )
  const handled = socket.acked
  socket.sayAgain(handled, { kind: 'closed', code: 0, detail: 'again', reachedWhatsapp: true, proxyFailed: false })
  await object.start()
  await until('send', () => socket.sends()[0])
  expect(await epochNow()).toBe(epoch)
  await object.stop()
})

test('what surely never left is tried again, and after five times counts as a failure', async () => {
  const userId = await freshPerson()
  await numbers(110, 1)
  const { object, socket } = await linkedAccount(runner, userId)
  await object.start()
  for (let i = 0; i < 6; i++) {
    await until(`send ${i}`, () => socket.sends()[i])
    socket.say({ ...acked(socket, i), outcome: 'failed' })
  }
  await until('failed', async () => (await object.snapshot())?.count_fail === 1)
})
