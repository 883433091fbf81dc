// One message and its way out: deadline, refusal, repair, a session that nobody can read, a claim that fails (rules
// at-most-once, overload-waits).
import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, test, vi } from 'vitest'
import { accountTexts } from '../../contract/sending/account-texts.ts'
import { SESSION_UNREADABLE } from '../../contract/operation/runner.ts'
import { Clock } from '../../durable-objects/account-blast/core/clock.ts'
import { Timers } from '../../durable-objects/account-blast/core/timers.ts'
import { here } from '../../domain/ground/tally/here.ts'
import { type Blasting, blastSends, stageBlasts, failed } from './support/blasting.ts'
import { MOST_LATE } from '../../durable-objects/account-blast/outcome/answer-rules.ts'
import { STEPS_A_TURN } from '../../durable-objects/account-blast/turn/work-queue.ts'
import { age, documentOf, fire } from './support/document.ts'
import { until } from '../../scripts/drive/until.ts'
import { one, run } from './support/database.ts'
import { acked, inside, linkedAccount, numbers } from './support/stage.ts'

const { runner, blasting, someone } = stageBlasts('sends')

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

test('rule late-sends: a message that is always too late to leave waits longer each time, is said, and ends the blast', async () => {
  const draw = vi.spyOn(Clock.prototype, 'random').mockReturnValue(0.99)
  const { object, socket, number } = await blasting(1)
  // whatever the object writes meanwhile
  const onRecord = (key: 'lates' | 'lateUntil', value: number) =>
    until(`${key} is ${value}`, async () => {
      await inside(object, ({ sql }) =>
        sql.exec(`update document set value = json_set(value, ?, ?)`, `$.run.${key}`, value),
      )
      await evictDurableObject(object)
      return (await documentOf(object)).run?.[key] === value
    })
  const sent = (nth: number) => until(`send ${nth}`, () => blastSends(socket)[nth])
  socket.say(failed(socket, 0, 'late'))
  await sent(1)
  expect((await documentOf(object)).run?.lates).toBe(1)
  await onRecord('lates', MOST_LATE - 2)
  socket.say(failed(socket, 1, 'late'))
  await until('it waits', async () => (await object.snapshot())?.waiting)
  expect(await object.snapshot()).toMatchObject({ status: 'sending', waitReason: 'late', count_fail: 0 })
  expect(JSON.parse((await object.monitor()) ?? '{}')).toMatchObject({ wait: { reason: 'late' } })
  await onRecord('lateUntil', 0)
  await fire(object, 'pump')
  await sent(2)
  socket.say(failed(socket, 2, 'late'))
  await until('ended', async () => (await object.snapshot())?.status === 'idle')
  const { last_run } = (await object.snapshot()) ?? { last_run: null }
  expect(last_run).toMatchObject({ end: 'error_blast', error: accountTexts.alwaysLate, sent: 0, fail: 0 })
  const row = 'select count_fail as failed, in_use as used from phone_numbers where number = ?'
  await until('its number is free', async () => (await one<{ used: number }>(row, number))?.used === 0)
  expect(await one(row, number)).toMatchObject({ failed: 0 })
  expect(blastSends(socket)).toHaveLength(3)
  draw.mockRestore()
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

test('a session that nobody can read comes to rest and says so; a reconnect carries its rows', async () => {
  const { object, accountId, ...linked } = await linkedAccount(runner, await someone())
  let { socket, epoch } = linked
  const unreadable = {
    kind: 'closed',
    code: SESSION_UNREADABLE,
    detail: 'x',
    reachedWhatsapp: false,
    proxyFailed: false,
  }
  for (let tries = 0; tries < 5; tries++) {
    socket.say(unreadable as never)
    const waits = await until(`waits ${tries}`, async () => {
      const doc = await documentOf(object)
      return doc.reconnectTries === tries + 1 && doc
    })
    // stored together: an object that dies while it tells the fleet tries again
    expect(waits.timers.reconnect).toEqual(expect.any(Number))
    await fire(object, 'reconnect')
    // another runner may have its key; here is no other
    ;({ socket, epoch } = await runner.take(accountId, epoch))
    const dialled = socket
    dialled.say({ kind: 'hello', connection: 'none', me: null })
    const again = await until(`try ${tries}`, () => dialled.commands.find((c) => c.kind === 'connect'))
    expect(again.rows.some((row) => row.type === 'creds')).toBe(true)
  }
  socket.say(unreadable as never)
  await until('at rest', async () => (await object.snapshot())?.state === 'disconnected')
  const { timers } = await documentOf(object)
  expect([timers.reconnect, timers.place, timers.lease]).toEqual([undefined, undefined, undefined])
  const kept = await inside(object, ({ sql }) => sql.exec(`select 1 from vault where type = 'creds'`).toArray())
  expect(kept).toHaveLength(1)
})

describe('rule no-answer: a blast of which nothing moves for a minute says so', () => {
  const minuteAgo = async (object: Blasting['object']) => {
    const at = Date.now() - 61_000
    await until('a minute has passed', async () => {
      await inside(object, ({ sql }) =>
        sql.exec(`update document set value = json_set(value, '$.run.quietSince', ?)`, at),
      )
      await evictDurableObject(object, { webSockets: 'hibernate' })
      return (await documentOf(object)).run?.quietSince === at
    })
    await fire(object, 'pump')
  }
  const reason = async (object: Blasting['object']) => (await object.snapshot())?.waitReason
  test('while its acks do not come, from message to message, until one is answered', async () => {
    const { object, socket } = await blasting(4)
    await fire(object, 'pump')
    expect([await reason(object), (await documentOf(object)).timers.pump]).toEqual([null, expect.any(Number)])
    await minuteAgo(object)
    expect(await reason(object)).toBe('no_answer')
    expect(JSON.parse((await object.monitor()) ?? '{}')).toMatchObject({ wait: { reason: 'no_answer' } })
    await age(object, 61_000, 'ack')
    await until('the next one', () => blastSends(socket)[1])
    expect(await reason(object)).toBe('no_answer')
    socket.say(acked(socket, 1))
    await until('the next one', () => blastSends(socket)[2])
    expect(await reason(object)).toBeNull()
    await minuteAgo(object)
    const [, , third] = blastSends(socket)
    socket.say({ kind: 'receipts', items: [{ messageId: third?.messageId ?? '', type: 'delivered', at: Date.now() }] })
    await until('the next one', () => blastSends(socket)[3])
    expect(await reason(object), 'a receipt ends it, too').toBeNull()
  })
  test('while its account stands as connected and no runner is heard', async () => {
    const { object, socket, accountId, epoch, me } = await blasting(2)
    socket.say(acked(socket, 0))
    await until('the next one', () => blastSends(socket)[1])
    socket.say(acked(socket, 1))
    socket.ws.close(1000)
    await until(
      'it is gone',
      async () => (await object.snapshot())?.blasting && !(await documentOf(object)).runner?.connected,
    )
    await minuteAgo(object)
    expect([(await object.snapshot())?.state, await reason(object)]).toEqual(['connected', 'connection'])
    const again = await runner.dial(accountId, epoch)
    again.say({ kind: 'hello', connection: 'open', me })
    await until('it goes on', async () => (await reason(object)) === null)
  })
})

test('rule end-of-blast: it ends when WhatsApp logs the account out', async () => {
  const { object, socket } = await blasting(2, 60)
  socket.say(acked(socket, 0), { kind: 'closed', code: 401, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
  await until('the end', async () => (await object.snapshot())?.status === 'idle')
  expect([(await object.snapshot())?.state, (await documentOf(object)).lastRun?.end]).toEqual(['loggedOut', 'stop'])
})

test('rule steps-a-turn: more steps than a turn may take are said, and the rest goes on with the alarm', async () => {
  const { object, socket } = await blasting(1)
  const many = STEPS_A_TURN + 20
  const all = `with recursive nth (i) as (select 1 union all select i + 1 from nth where i < ${many})`
  // people who have stopped since they were claimed: one step each
  await until('claimed', async () => {
    await inside(object, ({ sql }) => {
      const held = `select json_group_array(json_object('id', -i, 'number', '62899' || i, 'name', '')) from nth`
      sql.exec(`${all} update document set value = json_set(value, '$.buffer', json((${held})))`)
      sql.exec(`${all} insert or ignore into opt_outs (target, via, at) select '62899' || i, 'x', 1 from nth`)
    })
    await evictDurableObject(object)
    return (await documentOf(object)).buffer.length === many
  })
  // an object that woke looks at its blast at once, and from then on a minute after its message
  await fire(object, 'pump')
  // nothing of a blast goes on by itself until the end of the turn was read, however late that is
  const hold = vi.spyOn(Timers.prototype, 'dueTimers').mockImplementation(function (this: Timers) {
    const now = Date.now()
    return this.timers().flatMap(({ name, due }) => (due <= now && name !== 'pump' ? [name] : []))
  })
  const said = vi.spyOn(console, 'error')
  socket.say(acked(socket, 0))
  const told = () => said.mock.calls.flat().filter((line) => String(line).includes('"what":"steps"'))
  await until('it is said', () => told().length > 0)
  // it is said within the turn, and its timer is on record at the turn's end; what is on record meanwhile is of the steps before
  const { buffer, run: paused } = await until('the turn is over', async () => {
    const doc = await documentOf(object)
    return (doc.timers.pump ?? Infinity) <= Date.now() + 5_000 ? doc : null
  })
  expect(buffer.length).toBeGreaterThan(0)
  expect(paused).not.toBeNull()
  hold.mockRestore()
  await fire(object, 'pump')
  await until('the rest is done', async () => (await object.snapshot())?.status === 'idle')
  expect(told()).toHaveLength(1)
  expect((await documentOf(object)).lastRun).toMatchObject({ end: 'finished', attempted: 1 })
  expect(blastSends(socket)).toHaveLength(1)
  said.mockRestore()
})

test('a blast that ended without a template sends once there is one', async () => {
  const [number] = await numbers(950, 1)
  const { object, socket } = await linkedAccount(runner, await someone())
  await run(`update templates set status = 'nonactive'`)
  await object.start()
  await until('the end', async () => (await object.snapshot())?.last_run?.error === accountTexts.noTemplate)
  await run(`update templates set status = 'active'`)
  await object.start()
  expect(await until('a send', () => blastSends(socket)[0])).toMatchObject({ number })
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
    // rule metrics: each of them is counted, and so is how long the account waited for its runner
    const counted = here.take()
    expect(counted['wa_claims_refused_total|reason=error']).toBeGreaterThanOrEqual(3)
    expect(Object.keys(counted).some((key) => key.startsWith('wa_placement_seconds|le='))).toBe(true)
    await run(`insert or replace into settings (key, value) values ('daily_cap', '1000')`)
  })
})
