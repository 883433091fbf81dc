// The one-off blaster: the engine and all its rules, exactly whom it was meant for, and no income.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BlasterJob } from '../../contract/blaster.ts'
import type { BrowserEvent } from '../../contract/events.ts'
import type { CheckJob } from '../../durable-objects/rpc.ts'
import { userChannel } from '../../durable-objects/stubs.ts'
import { ask, bound, makePerson, type Person } from './api.ts'
import { acked, all, inside, leaseRunsOut, linkedAccount, numbers, one, run, stage } from './support/stage.ts'
import { FakeRunner, until } from './support/fake-runner.ts'

const runner = new FakeRunner('runner-b')
let admin: Person
let member: Person
beforeAll(async () => {
  await stage()
  admin = await makePerson('admin')
  member = await makePerson('member')
  await run(`update users set blast_interval_min = 0, blast_interval_max = 0, level_id = 'bronze'`)
  await runner.join()
})
beforeEach(() => run('delete from phone_numbers'))

type Sent = {
  jobId: string
  job: BlasterJob
  refused: { number: string; reason: string }[]
  msg: string
  reason: string
}
const send = (body: object) => ask<Sent>('POST', '/admin/whatsapp/send-message/1', { token: admin.token, body })
const jobOf = async (id: string): Promise<BlasterJob> =>
  (await ask<{ job: BlasterJob }>('GET', `/admin/blaster/${id}`, { token: admin.token })).json.job
const ended = (id: string) =>
  until('the end of the job', async () => {
    const job = await jobOf(id)
    return job.status === 'idle' ? job : null
  })
type Account = Awaited<ReturnType<typeof linkedAccount>>
const answerAll = async ({ socket }: Account, count: number): Promise<void> => {
  for (let i = 0; i < count; i++) {
    await until(`send ${i}`, () => socket.sends()[i])
    socket.say(acked(socket, i))
  }
}
const settled = () =>
  until(
    'settled',
    async () => (await one<{ n: number }>('select count(*) as n from phone_numbers where in_use = 1')).n === 0,
  )

describe('several receivers', () => {
  test('get exactly this message, the others their reason; numbers and statistics move, money does not', async () => {
    const [a, b, optedOut, asleep, early] = (await numbers(0, 5)) as [string, string, string, string, string]
    await run('update phone_numbers set suppressed = 1 where number = ?', optedOut)
    await run(`update phone_numbers set status = 'nonactive', consent_at = null where number = ?`, asleep)
    await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now() - 1_000, early)
    const account = await linkedAccount(runner, member.id)
    const unknown = '6281299999999'
    const targets = [a, b, optedOut, asleep, early, unknown, account.phone, 'bukan nomor', a].join(', ')
    const { status, json } = await send({ senders: account.phone, targets, message: 'Halo {name}, ini {phoneNumber}' })
    expect([status, json.msg]).toEqual([200, 'Pesan blaster berhasil dikirim ke target.'])
    const reasons = Object.fromEntries(json.refused.map((r) => [r.number, r.reason]))
    expect(reasons).toEqual({
      [optedOut]: 'suppressed',
      [asleep]: 'no_consent',
      [early]: 'cooldown',
      [unknown]: 'unknown',
      [account.phone]: 'unknown',
      'bukan nomor': 'invalid',
    })
    await answerAll(account, 2)
    const job = await ended(json.jobId)
    expect(job).toMatchObject({
      phase: 'finished',
      targets: 'list',
      total: 8,
      sent: 2,
      count_success: 2,
      count_fail: 0,
      count_unknown: 0,
      count_skipped: 6,
      progress: 100,
      sender: account.phone,
      user_id: admin.id,
    })
    const sends = account.socket.sends()
    expect(sends.map((s) => s.number)).toEqual([a, b])
    expect(sends[0]?.content.text).toBe(`Halo N, ini ${a}\n\nBalas BERHENTI untuk berhenti menerima pesan.`)
    await settled()
    expect(
      await all('select count_success as s, last_attempt_at > 0 as t from phone_numbers where count_success > 0'),
    ).toEqual([
      { s: 1, t: 1 },
      { s: 1, t: 1 },
    ])
    expect(await all('select 1 from ledger where user_id = ?', member.id)).toEqual([])
    expect(await one('select lifetime_success as s from users where id = ?', member.id)).toEqual({ s: 0 })
    expect(await one('select success as s, income_sen as i from daily_stats where user_id = ?', member.id)).toEqual({
      s: 2,
      i: 0,
    })
    expect(await account.object.snapshot()).toMatchObject({ count_success: 0, income: 0, status: 'idle' })
    // the cooldown it began holds for a second one
    const again = await send({ senders: account.accountId, targets: a, message: 'Lagi' })
    expect([again.status, again.json.msg]).toEqual([409, 'Nomor ini belum lama menerima pesan.'])
  })

  test('a template is sent as it is, counted, and kept though it changes meanwhile', async () => {
    const [a] = (await numbers(10, 1)) as [string]
    const account = await linkedAccount(runner, member.id)
    const before = await one<{ n: number }>(`select count_use as n from templates where id = 't1'`)
    const { json } = await send({ senders: [account.accountId], targets: [a], message: 't1' })
    await run(`update templates set text_wa = 'Lain' where id = 't1'`)
    await answerAll(account, 1)
    expect(account.socket.sends()[0]?.content.text).toBe('Halo N\n\nBalas BERHENTI untuk berhenti')
    await ended(json.jobId)
    await settled()
    await run(`update templates set text_wa = 'Halo {name}' where id = 't1'`)
    expect(await one(`select count_use as n from templates where id = 't1'`)).toEqual({ n: before.n + 1 })
  })
})

test('a sender that is not connected is refused in the words of the specification', async () => {
  await numbers(20, 1)
  const account = await linkedAccount(runner, member.id)
  account.socket.say({ kind: 'closed', code: 401, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
  await until('logged out', async () => (await account.object.snapshot())?.state === 'loggedOut')
  const { status, json } = await send({ senders: account.phone, targets: 'All', message: 'Halo' })
  expect([status, json.msg, json.reason]).toEqual([409, `${account.phone} is loggedOut`, 'sender_not_connected'])
  expect((await send({ senders: 'nobody', targets: 'All', message: 'Halo' })).status).toBe(404)
  for (const wrong of [{ senders: '' }, { targets: '' }, { targets: 'All,62812' }, { message: ' ' }])
    expect((await send({ senders: account.phone, targets: 'All', message: 'Halo', ...wrong })).status).toBe(422)
  const token = member.token
  const body = { senders: account.phone, targets: 'All', message: 'Halo' }
  expect((await ask('POST', '/admin/whatsapp/send-message/1', { token, body })).status).toBe(403)
})

describe('All', () => {
  test('walks who may be written to by claims, once, and nobody else', async () => {
    const list = await numbers(100, 12)
    const [optedOut, asleep, early] = list
    await run('update phone_numbers set suppressed = 1 where number = ?', optedOut)
    await run(`update phone_numbers set status = 'nonactive' where number = ?`, asleep)
    await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now() - 1_000, early)
    const account = await linkedAccount(runner, member.id)
    const { json } = await send({ senders: account.phone, targets: 'all', message: 'Halo semua' })
    await answerAll(account, 9)
    const job = await ended(json.jobId)
    expect(job).toMatchObject({ targets: 'all', phase: 'finished', total: 9, sent: 9, count_success: 9 })
    expect(job.skipped).toEqual([expect.objectContaining({ reason: 'cooldown', count: 1 })])
    expect(new Set(account.socket.sends().map((s) => s.number))).toEqual(new Set(list.slice(3)))
    await settled()
  })

  test('an opt-out on the way keeps the message back and is told as skipped', async () => {
    const [first, second, third] = (await numbers(120, 3)) as [string, string, string]
    const account = await linkedAccount(runner, member.id)
    const { json } = await send({ senders: account.phone, targets: [first, second, third], message: 'Halo' })
    await until('send', () => account.socket.sends()[0])
    const at = Date.now()
    account.socket.say({ kind: 'inbound', items: [{ id: 'i', number: second, lid: null, text: 'STOP', at }] })
    await until(
      'suppressed',
      async () =>
        (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', second)).s === 1,
    )
    account.socket.say(acked(account.socket, 0))
    const next = await until('third', () => account.socket.sends().find((s) => s.number === third))
    const { attemptId, messageId } = next
    account.socket.say({ kind: 'result', attemptId, messageId, outcome: 'acked', error: null, lid: null, rows: [] })
    const job = await ended(json.jobId)
    expect(job.refused).toEqual([expect.objectContaining({ number: second, reason: 'suppressed' })])
    expect(job).toMatchObject({ count_success: 2, count_skipped: 1 })
  })
})

const CHECK: CheckJob = {
  id: 'check-beside',
  kind: 'generator',
  userId: 'staff',
  range: { start: '6281400000001', end: '6281400000009' },
  total: 9,
  cursor: 0,
  currentNumber: null,
  success: 0,
  fail: 0,
  interval: { min: 60, max: 60 },
  insert: false,
  phase: 'idle',
  version: 0,
}
test('a job, a blast and a number check exclude each other on one account', async () => {
  await numbers(200, 3)
  const account = await linkedAccount(runner, member.id)
  const { object, phone, socket } = account
  await object.start()
  await until('send', () => socket.sends()[0])
  const busy = await send({ senders: phone, targets: 'All', message: 'Halo' })
  expect([busy.status, busy.json.reason]).toEqual([409, 'account_busy'])
  await object.stop()
  socket.say(acked(socket, 0))
  await until('idle', async () => (await object.snapshot())?.status === 'idle')
  const { json } = await send({ senders: phone, targets: 'All', message: 'Halo' })
  await until('job’s send', () => socket.sends()[1])
  expect(await object.start()).toEqual({ ok: false, refusal: 'account_busy' })
  expect(await object.startCheck(CHECK)).toEqual({ ok: false, refusal: 'account_busy' })
  expect(await object.remove()).toEqual({ ok: false, refusal: 'account_busy' })
  expect((await object.snapshot())?.status).toBe('sending')
  // stop: the message in flight finishes, nothing more is claimed, the rest is given back
  const stopped = await ask<{ job: BlasterJob }>('POST', '/admin/blaster/stop', {
    token: admin.token,
    body: { id: json.jobId },
  })
  expect(stopped.json.job.phase).toBe('sending')
  socket.say(acked(socket, 1))
  expect(await ended(json.jobId)).toMatchObject({ phase: 'stop', sent: 1, count_success: 1, error: null })
  await settled()
  expect(socket.sends()).toHaveLength(2)
  expect((await object.startCheck(CHECK)).ok).toBe(true)
  const checking = await send({ senders: phone, targets: 'All', message: 'Halo' })
  expect([checking.status, checking.json.reason]).toEqual([409, 'account_busy'])
  await object.stopCheck(CHECK.id)
})

test('an object that restarts in the middle goes on: nobody twice, nobody left out', async () => {
  const list = await numbers(300, 4)
  const owner = await makePerson('member')
  await run(`update users set blast_interval_min = 0, blast_interval_max = 0, level_id = 'bronze'`)
  const account = await linkedAccount(runner, owner.id)
  const { json } = await send({ senders: account.phone, targets: list, message: 'Halo' })
  await until('send', () => account.socket.sends()[0])
  account.socket.say(acked(account.socket, 0))
  await until('second', () => account.socket.sends()[1])
  // the runner is gone with a message out, and the claimed rest in the buffer
  await leaseRunsOut(account.object)
  const next = await runner.take(account.accountId, account.epoch)
  next.socket.say({ kind: 'hello', connection: 'none', me: null })
  next.socket.say({ kind: 'open', me: account.me })
  await inside(account.object, async ({ alarm, sql }) => {
    sql.exec('update attempts set created_at = created_at - 61000')
    sql.exec(`update timers set due = 0 where name = 'ack'`)
    await alarm()
  })
  for (let i = 0; i < 2; i++) {
    await until(`send ${i}`, () => next.socket.sends()[i])
    next.socket.say(acked(next.socket, i))
  }
  const job = await ended(json.jobId)
  expect(job).toMatchObject({ phase: 'finished', sent: 4, count_success: 3, count_unknown: 1 })
  const sent = [...account.socket.sends(), ...next.socket.sends()]
  expect(sent.map((s) => s.number).toSorted()).toEqual(list.toSorted())
  // a receipt that comes later turns the unknown one into a success, once; still nothing is earned
  const lost = account.socket.sends()[1]
  for (const type of ['delivered', 'read'] as const)
    next.socket.say({ kind: 'receipts', items: [{ messageId: lost?.messageId ?? '', type, at: Date.now() }] })
  await until('known', async () => (await jobRow(json.jobId)).count_success === 4)
  expect(await jobRow(json.jobId)).toMatchObject({ count_success: 4, count_unknown: 0, phase: 'finished' })
  await settled()
  expect(await all('select 1 from ledger where user_id = ?', owner.id)).toEqual([])
})
const jobRow = (id: string) => one<{ count_success: number }>('select * from blaster_jobs where id = ?', id)

test('a message that surely never left is tried again; a deleted one is no strike and reverses nothing', async () => {
  const [a] = (await numbers(400, 1)) as [string]
  const account = await linkedAccount(runner, member.id)
  const { json } = await send({ senders: account.phone, targets: a, message: 'Halo' })
  await until('send', () => account.socket.sends()[0])
  account.socket.say({ ...acked(account.socket, 0), outcome: 'failed' })
  const again = await until('again', () => account.socket.sends()[1])
  expect(again.number).toBe(a)
  account.socket.say(acked(account.socket, 1))
  expect(await ended(json.jobId)).toMatchObject({ sent: 1, count_success: 1, count_unknown: 0 })
  account.socket.say({ kind: 'revoked', messageIds: [again.messageId] })
  await until('heard', () => account.socket.acked >= 9)
  expect(await account.object.snapshot()).toMatchObject({ suspended: false, suspended_count: 0 })
})

test('who started it hears of it by its job id; the list and the monitor show it without secrets of others', async () => {
  await numbers(500, 2)
  const account = await linkedAccount(runner, member.id)
  const events: BrowserEvent[] = []
  const headers = { upgrade: 'websocket', 'x-device': `client-${admin.id}` }
  const { webSocket } = await userChannel(bound, admin.id).fetch('https://channel/ws', { headers })
  webSocket?.accept()
  webSocket?.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as BrowserEvent | { events: BrowserEvent[] }
    events.push(...('events' in frame ? frame.events : [frame]))
  })
  const { json } = await send({ senders: account.phone, targets: 'All', message: 'Rahasia dapur' })
  await until('send', () => account.socket.sends()[0])
  const dev = await makePerson('dev')
  const local = await ask<{ data: { job: object } }>('GET', `/dev/monitor/local?id=${account.accountId}`, dev)
  expect(local.json.data.job).toMatchObject({ id: json.jobId, phase: 'sending' })
  expect(JSON.stringify(local.json)).not.toContain('Rahasia')
  await answerAll(account, 2)
  await ended(json.jobId)
  // the end of an earlier job may still be on its way
  const mine = () => events.filter((e) => e.payload.jobId === json.jobId)
  await until('finished', () => mine().some((e) => e.event === 'finished'))
  expect(events.every((e) => e.payload.jobId !== undefined)).toBe(true)
  expect(mine().map((e) => e.event)).toEqual(expect.arrayContaining(['start', 'sending', 'count_success', 'finished']))
  expect(mine().findLast((e) => e.event === 'count_success')?.payload).toMatchObject({
    count_success: 2,
    progress: 100,
  })
  const page = await ask<{ data: BlasterJob[]; meta: { total: number } }>(
    'GET',
    `/admin/blaster/list-per-page?limit=1&user_id=${admin.id}`,
    admin,
  )
  expect(page.json.data).toMatchObject([{ id: json.jobId, name: 'Orang 1', sender: account.phone }])
  expect(page.json.meta.total).toBeGreaterThan(5)
  webSocket?.close()
})
