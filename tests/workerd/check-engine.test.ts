// The engine of number checks under what goes wrong: stops, repeats, restarts, caps, restrictions, a move of the
// sender.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hashOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, bound, one, run } from './support/database.ts'
import { type FakeAccountSocket, FakeRunner } from './support/fake-runner.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'
import { acked, kill, linkedAccount, numbers, stage } from './support/stage.ts'
import { answering, checksOf, kept, lookedUp, objectsOf, range, rangeBody, some } from './support/checks.ts'

const runner = new FakeRunner('runner-1')
let staff: Person
let generators: ReturnType<typeof checksOf>
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  await runner.join()
  staff = await makePerson('staff')
  generators = checksOf('generator', staff)
})
beforeEach(() => stage())

const sender = () => linkedAccount(runner, staff.id, 'generator')
const begin = async (accountId: string, count: number, more: object = {}): Promise<string> => {
  const made = await generators.create({ ...rangeBody(0, count), whatsapp_id: accountId, ...more })
  const started = await generators.start(made.json.data.id)
  if (!started.json.success) throw new Error(started.json.reason)
  return made.json.data.id
}
const lookup = (socket: FakeAccountSocket, i: number) => until(`look-up ${i}`, () => socket.lookups()[i])
const askedOf = (...sockets: FakeAccountSocket[]): string[] =>
  sockets.flatMap((socket) => socket.lookups().flatMap((l) => l.numbers))
const ended = (id: string, phase: string) => generators.until(id, phase, (row) => row.phase === phase)
const distinct = (list: string[]): number => new Set(list).size

test('a stop lets the query in flight finish; a start goes on behind it', async () => {
  const { accountId, socket } = await sender()
  const id = await begin(accountId, 120)
  socket.say(lookedUp(await lookup(socket, 0), some))
  const second = await lookup(socket, 1)
  expect((await generators.stop(id)).json.data).toMatchObject({ status: 'sending', checked: 50 })
  socket.say(lookedUp(second, some))
  const row = await ended(id, 'stop')
  expect(row).toMatchObject({ checked: 100, count_success: 40, count_fail: 60, progress: 83.33, status: 'idle' })
  expect(row.current_number).toBe(range(0, 100).at(-1))
  answering(socket, some)
  await generators.start(id)
  await ended(id, 'finished')
  expect(askedOf(socket)).toEqual(range(0, 120))
})

test('an answer that is repeated, late or about something else counts once or never', async () => {
  const { accountId, socket } = await sender()
  const id = await begin(accountId, 80)
  const first = await lookup(socket, 0)
  socket.say(
    lookedUp(first, some),
    lookedUp(first, () => true),
  )
  const second = await lookup(socket, 1)
  socket.say(
    lookedUp(first, () => true),
    { ...lookedUp(second, some), requestId: 'stranger' },
  )
  socket.say(lookedUp(second, some))
  expect(await ended(id, 'finished')).toMatchObject({ checked: 80, count_success: 32, count_fail: 48 })
  expect(socket.lookups()).toHaveLength(2)
})

test('rule number-checks: an answer that leaves a number out is none: the query is tried again, and a stop ends that', async () => {
  const { accountId, socket } = await sender()
  const id = await begin(accountId, 2)
  const first = await lookup(socket, 0)
  const { results, ...rest } = lookedUp(first, some)
  socket.say({ ...rest, results: results.slice(1) })
  const row = await generators.until(id, 'trying', (r) => r.attempting)
  expect(row).toMatchObject({ checked: 0, attempingCode: 1, status: 'sending' })
  await generators.stop(id)
  expect(await ended(id, 'stop')).toMatchObject({ checked: 0, error: null })
  answering(socket, some)
  await generators.start(id)
  expect(await ended(id, 'finished')).toMatchObject({ checked: 2 })
})

type Sender = Awaited<ReturnType<typeof sender>>
/** The object dies as in a crash, and its runner dials again; the document may say something else by then. */
const restart = async ({ accountId, socket, epoch }: Sender, sets = `'$.version', 100`): Promise<FakeAccountSocket> => {
  const object = accountObject(bound, accountId)
  await kill(object, (sql) => void sql.exec(`update document set value = json_set(value, ${sets})`))
  await until('the socket to close', () => socket.closed !== null)
  return runner.dial(accountId, epoch)
}
const hello = (who: Sender) => ({ kind: 'hello' as const, connection: 'open' as const, me: who.me })

test('rule number-checks: a restart of the object in the middle repeats the query in flight and nothing else', async () => {
  const who = await sender()
  const id = await begin(who.accountId, 150)
  who.socket.say(lookedUp(await lookup(who.socket, 0), some))
  await lookup(who.socket, 1)
  const again = await restart(who)
  again.say(hello(who))
  answering(again, some)
  const row = await ended(id, 'finished')
  expect(row).toMatchObject({ checked: 150, count_success: 60, count_fail: 90 })
  const asked = askedOf(who.socket, again)
  expect([asked.length, distinct(asked)]).toEqual([200, 150])
  expect(await generators.found(id)).toEqual(range(0, 150).filter(some))
})

test('an answer that waited for the object’s restart counts, and its query is not asked for again', async () => {
  const who = await sender()
  const id = await begin(who.accountId, 60)
  const first = await lookup(who.socket, 0)
  const again = await restart(who)
  // a runner tells what was not acknowledged before it greets
  again.say(lookedUp(first, some))
  const second = await lookup(again, 0)
  again.say(hello(who))
  again.say(lookedUp(second, some))
  await ended(id, 'finished')
  expect(new Set(askedOf(who.socket, again))).toEqual(new Set(range(0, 60)))
  expect(again.lookups().every((l) => l.requestId === second.requestId)).toBe(true)
})

test('a blast and a check exclude each other on an account', async () => {
  await numbers(0, 2)
  const admin = await makePerson('admin')
  const { accountId, object, socket } = await linkedAccount(runner, admin.id)
  const own = checksOf('generator', admin)
  const made = async () => (await own.create({ ...rangeBody(0, 60), whatsapp_id: accountId })).json.data.id
  const [a, b] = [await made(), await made()]
  await own.start(a)
  await lookup(socket, 0)
  expect(await object.start()).toEqual({ ok: false, refusal: 'account_busy' })
  expect((await own.start(b)).json.reason).toBe('account_busy')
  await own.stop(a)
  socket.say(lookedUp(await lookup(socket, 0), some))
  await own.until(a, 'stop', (row) => row.phase === 'stop')
  expect((await object.start()).ok).toBe(true)
  await until('send', () => socket.sends()[0])
  expect((await own.start(a)).json.reason).toBe('account_busy')
  expect(socket.lookups()).toHaveLength(1)
})

test('rule suspension: it ends with the query in flight once its account is suspended', async () => {
  await run('delete from phone_numbers')
  await numbers(10, 1)
  const admin = await makePerson('admin')
  const { accountId, object, socket } = await linkedAccount(runner, admin.id)
  await object.start()
  const { messageId } = await until('send', () => socket.sends()[0])
  socket.say(acked(socket, 0))
  await until('idle', async () => (await object.snapshot())?.status === 'idle')
  const own = checksOf('generator', admin)
  const { id } = (await own.create({ ...rangeBody(0, 120), whatsapp_id: accountId })).json.data
  await own.start(id)
  const asked = await lookup(socket, 0)
  socket.say({ kind: 'revoked', messageIds: [messageId] }, lookedUp(asked, some))
  expect(await own.until(id, 'stop', (row) => row.phase === 'stop')).toMatchObject({ checked: 50 })
  expect(socket.lookups()).toHaveLength(1)
})

test('rule lookup-cap: over the daily cap it waits till the next day, says so, and goes on then', async () => {
  await stage({ lookup_daily_cap: '60' })
  const from = await sender()
  answering(from.socket, some)
  const id = await begin(from.accountId, 130)
  const row = await generators.until(id, 'wait', (r) => r.waitReason === 'daily_cap')
  expect(row).toMatchObject({ checked: 60, status: 'sending', waiting: true, days: 2 })
  expect(row.waitTime).toBeGreaterThan(0)
  expect(row.waitTime).toBeLessThanOrEqual(86_400)
  const sockets = [from.socket]
  for (const checked of [120, 130]) {
    const socket = await restart({ ...from, socket: sockets.at(-1) ?? from.socket }, `'$.lookupsDay', '2026-01-01'`)
    sockets.push(socket)
    socket.say(hello(from))
    answering(socket, some)
    await generators.until(id, String(checked), (r) => r.checked === checked)
  }
  expect(askedOf(...sockets)).toEqual(range(0, 130))
})

test('error 463 pauses it with the reason; when WhatsApp lifts it the same query goes on', async () => {
  const { accountId, socket } = await sender()
  const id = await begin(accountId, 60)
  const first = await lookup(socket, 0)
  socket.say({ ...lookedUp(first, some), results: [], error: 'timelock', code: 463 })
  const row = await generators.until(id, 'wait', (r) => r.waitReason === 'restricted' && r.state === 'restricted')
  expect(row).toMatchObject({ status: 'sending', checked: 0, attempting: false })
  expect(socket.lookups()).toHaveLength(1)
  socket.say({ kind: 'unrestricted', cause: 'reachout' })
  answering(socket, some)
  expect(await ended(id, 'finished')).toMatchObject({ checked: 60 })
})

test('rule found-numbers: b_insert lists what was found, nonactive and without consent; known and opted-out numbers are counted', async () => {
  await run('delete from phone_numbers')
  const found = range(0, 120).filter(some)
  const [known = '', gone = ''] = found
  await run(`insert into phone_numbers (number, name, status, created_at) values (?, 'Lama', 'nonactive', 0)`, known)
  const hash = hashOfNumber(hashRing(bound), gone)
  await run(`insert into suppressions (hash, number, via, created_at) values (?, ?, 'reply', 0)`, hash, gone)
  const { accountId, socket } = await sender()
  answering(socket, some)
  const id = await begin(accountId, 120, { b_insert: 1 })
  const row = await generators.until(id, 'listed', (r) => r.phase === 'finished' && r.listed > 0)
  expect(row).toMatchObject({ listed: 46, list_duplicates: 1, list_suppressed: 1 })
  const list = await all<{ number: string; name: string; status: string; consent_at: number | null }>(
    'select number, name, status, consent_at from phone_numbers order by number',
  )
  expect(list.map((one) => one.number)).toEqual(found.filter((number) => number !== gone).toSorted())
  expect(list[0]?.name).toBe('Lama')
  expect(list.every((one) => one.status === 'nonactive' && one.consent_at === null)).toBe(true)
  await kept(accountId, id)
  expect(await objectsOf(id)).toHaveLength(1)
})

test('b_insert may be asked for afterwards', async () => {
  await run('delete from phone_numbers')
  await run('delete from suppressions')
  const { accountId, socket } = await sender()
  answering(socket, some)
  const id = await begin(accountId, 60)
  await ended(id, 'finished')
  await kept(accountId, id)
  await generators.edit(id, { whatsapp_id: accountId, b_insert: 1 })
  expect(await generators.until(id, 'listed', (r) => r.listed > 0)).toMatchObject({ listed: 24, b_insert: 1 })
  expect((await one<{ n: number }>('select count(*) as n from phone_numbers')).n).toBe(24)
})

test('what is found can be downloaded while it runs, and after the bucket has it', async () => {
  const { accountId, socket } = await sender()
  const id = await begin(accountId, 120)
  socket.say(lookedUp(await lookup(socket, 0), some))
  await lookup(socket, 1)
  expect(await generators.found(id)).toEqual(range(0, 50).filter(some))
  await generators.stop(id)
  socket.say(lookedUp(await lookup(socket, 1), some))
  await kept(accountId, id)
  expect(await objectsOf(id)).toEqual(['out-00000000.ndjson'])
  answering(socket, some)
  await generators.start(id)
  await ended(id, 'finished')
  await kept(accountId, id)
  expect(await objectsOf(id)).toEqual(['out-00000000.ndjson', 'out-00000100.ndjson'])
  const rows = (await (await generators.csv(id)).text()).trim().split('\n')
  expect(rows.slice(1)).toEqual(
    range(0, 120)
      .filter(some)
      .map((number) => `${number},,active`),
  )
})

test('another sender goes on where the first stood; the first may take it back', async () => {
  const [a, b] = [await sender(), await sender()]
  const id = await begin(a.accountId, 150)
  const step = async (who: typeof a): Promise<void> => {
    const asked = await lookup(who.socket, 0)
    await generators.stop(id)
    who.socket.say(lookedUp(asked, some))
    await ended(id, 'stop')
  }
  await step(a)
  expect((await generators.edit(id, { whatsapp_id: b.accountId })).json.data.whatsapp_id).toBe(b.accountId)
  expect(await accountObject(bound, a.accountId).checkState(id)).toBeNull()
  await generators.start(id)
  await step(b)
  expect(await generators.get(id)).toMatchObject({ checked: 100, count_success: 40 })
  await generators.edit(id, { whatsapp_id: a.accountId })
  answering(a.socket, some)
  await generators.start(id)
  expect(await ended(id, 'finished')).toMatchObject({ checked: 150, count_success: 60, count_fail: 90 })
  expect(askedOf(a.socket, b.socket).toSorted()).toEqual(range(0, 150))
  expect(await generators.found(id)).toEqual(range(0, 150).filter(some))
})

test('an interval spaces single numbers', async () => {
  const who = await sender()
  const id = await begin(who.accountId, 3, { interval_min: 600, interval_max: 600 })
  who.socket.say(lookedUp(await lookup(who.socket, 0), some))
  const row = await generators.until(id, 'wait', (r) => r.waitReason === 'interval')
  expect(row).toMatchObject({ checked: 1, waiting: true })
  expect(row.waitTime).toBeGreaterThan(300)
  expect(row.waitTime).toBeLessThanOrEqual(600)
  expect(askedOf(who.socket)).toEqual(range(0, 1))
  // ten minutes later
  const socket = await restart(who, `'$.check.nextAt', 0`)
  socket.say(hello(who))
  expect((await lookup(socket, 0)).numbers).toEqual(range(1, 1))
})
