// A one-off blast through what goes wrong, and who hears of it.
import { expect, test } from 'vitest'
import type { OneOffWire } from '../../contract/sending/one-off.ts'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { eventFrame } from '../support/event-frames.ts'
import { accountObject, userChannel } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, bound, one, run } from './support/database.ts'
import { holdWriteOf } from './support/hold-next.ts'
import { makePerson } from './support/people.ts'
import { acked, inside, kill, leaseRunsOut, linkedAccount, numbers } from './support/stage.ts'
import { answerAll, settled, useOneOff } from './support/one-off.ts'
import { age, fire } from './support/document.ts'

const { runner, people, send, ended } = useOneOff()

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
  await age(account.object, 61_000, 'ack')
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
  expect(await all('select 1 from posting_parts where user_id = ?', owner.id)).toEqual([])
})
const jobRow = (id: string) => one<{ count_success: number }>('select * from blaster_jobs where id = ?', id)

test('a message that surely never left is tried again; a deleted one is no strike and reverses nothing', async () => {
  const [a] = (await numbers(400, 1)) as [string]
  const account = await linkedAccount(runner, people.member.id)
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
  const account = await linkedAccount(runner, people.member.id)
  const events: BrowserEvent[] = []
  const headers = { upgrade: 'websocket', 'x-device': `client-${people.admin.id}` }
  const { webSocket } = await userChannel(bound, people.admin.id).fetch('https://channel/ws', { headers })
  webSocket?.accept()
  webSocket?.addEventListener('message', ({ data }) => {
    const frame = eventFrame.parse(JSON.parse(String(data)))
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
  const page = await ask<{ data: OneOffWire[]; meta: { total: number } }>(
    'GET',
    `/admin/blaster/list-per-page?limit=1&user_id=${people.admin.id}`,
    people.admin,
  )
  const [count = ''] = /\d+/.exec(people.admin.email) ?? []
  expect(page.json.data).toMatchObject([{ id: json.jobId, name: `Orang ${count}`, sender: account.phone }])
  expect(page.json.meta.total).toBeGreaterThan(1)
  webSocket?.close()
})

const audited = (jobId: string) =>
  all(`select actor_id as who, target from audit_log where action = 'blaster.send' and after ->> 'jobId' = ?`, jobId)

test('who asked for it is on record exactly once, whatever dies while it begins', async () => {
  const list = await numbers(600, 2)
  const account = await linkedAccount(runner, people.member.id)
  // the database takes neither row nor record when the job begins
  await run(`create trigger down before insert on blaster_jobs begin select raise(abort, 'down'); end`)
  const { json } = await send({ senders: account.phone, targets: list, message: 'Halo' })
  expect(await audited(json.jobId)).toEqual([])
  await kill(account.object)
  await run('drop trigger down')
  const object = accountObject(bound, account.accountId)
  const keep = () => fire(object, 'job-keep')
  await keep()
  const once = [{ who: people.admin.id, target: account.accountId }]
  expect(await audited(json.jobId)).toEqual(once)
  // it dies after the database took both, and before it knows
  const deed = { actor: { id: people.admin.id, role: 'admin' }, action: 'blaster.send', target: account.accountId }
  await inside(object, ({ sql }) => {
    const after = { jobId: json.jobId }
    const known = JSON.stringify({ ...deed, after, at: 1, requestId: 'r' })
    const { value } = sql.exec<{ value: string }>('select value from jobs where job_id = ?', json.jobId).one()
    expect(JSON.parse(value)).toMatchObject({ deed: null })
    sql.exec(`update jobs set kept = 0, value = json_set(value, '$.deed', json(?)) where job_id = ?`, known, json.jobId)
  })
  await keep()
  expect(await audited(json.jobId)).toEqual(once)
})

test('rule one-off: an outcome that comes in the moment in which its end is saved is saved, too', async () => {
  const [a] = (await numbers(800, 1)) as [string]
  const account = await linkedAccount(runner, people.member.id)
  const { json } = await send({ senders: account.phone, targets: a, message: 'Halo' })
  await until('send', () => account.socket.sends()[0])
  const write = holdWriteOf(account.accountId, 'job-keep', (stored) => stored.account.run === null)
  account.socket.say({ ...acked(account.socket, 0), outcome: 'rejected', error: 500 })
  await until('its end is saved', () => write.done)
  account.socket.say(acked(account.socket, 0))
  const known = `select value ->> '$.success' as n from jobs where job_id = ?`
  await until('known', () => inside(account.object, ({ sql }) => sql.exec(known, json.jobId).one()['n'] === 1))
  write.letGo()
  await until('it is saved', async () => (await jobRow(json.jobId)).count_success === 1)
})

test('a job that is refused leaves no record of one', async () => {
  const [a] = (await numbers(700, 1)) as [string]
  const account = await linkedAccount(runner, people.member.id)
  await account.object.start()
  const { status, json } = await send({ senders: account.phone, targets: a, message: 'Halo' })
  expect([status, json.reason]).toEqual([409, 'account_busy'])
  expect(await all(`select 1 from audit_log where action = 'blaster.send' and target = ?`, account.accountId)).toEqual(
    [],
  )
  await account.object.stop()
})
