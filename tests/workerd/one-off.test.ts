// One-off blasts: they keep every rule of sending, reach exactly the receivers that were named, and earn nothing (rule one-off).
import { describe, expect, test } from 'vitest'
import type { OneOffWire } from '../../contract/sending/one-off.ts'
import type { Account } from '../../contract/sending/whatsapp.ts'
import type { CheckRequest } from '../../domain/sending/number-checks/live-checks.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, one, run } from './support/database.ts'
import { acked, linkedAccount, numbers } from './support/stage.ts'
import { answerAll, settled, useOneOff } from './support/one-off.ts'

const { runner, people, send, ended } = useOneOff()

describe('several receivers', () => {
  test('rule one-off: get exactly this message, the others their reason; numbers and statistics move, money does not', async () => {
    const [a, b, optedOut, asleep, early] = (await numbers(0, 5)) as [string, string, string, string, string]
    await run('update phone_numbers set suppressed = 1 where number = ?', optedOut)
    await run(`update phone_numbers set status = 'nonactive', consent_at = null where number = ?`, asleep)
    await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now() - 1_000, early)
    const account = await linkedAccount(runner, people.member.id)
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
      user_id: people.admin.id,
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
    expect(await all('select 1 from posting_parts where user_id = ?', people.member.id)).toEqual([])
    expect(await one('select lifetime_success as s from users where id = ?', people.member.id)).toEqual({ s: 0 })
    expect(
      await one('select success as s, income_sen as i from daily_stats where user_id = ?', people.member.id),
    ).toEqual({
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
    const account = await linkedAccount(runner, people.member.id)
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

  test('rule template-draft: a draft is refused, no matter who names it and how', async () => {
    const [a] = (await numbers(16, 1)) as [string]
    const account = await linkedAccount(runner, people.member.id)
    await run(
      `insert into templates (id, text, text_wa, button, status, created_at) values ('t-draft', 'Draf', 'Draf', '[]', 'nonactive', 0)`,
    )
    for (const template_id of [undefined, 't-draft']) {
      const { status, json } = await send({ senders: account.phone, targets: a, message: 't-draft', template_id })
      expect([status, json.reason]).toEqual([409, 'template_draft'])
    }
    expect(account.socket.sends()).toEqual([])
    await run(`delete from templates where id = 't-draft'`)
  })

  test('rule template-placeholders: what nobody fills is refused at the start, by its name', async () => {
    const [a] = (await numbers(18, 1)) as [string]
    const account = await linkedAccount(runner, people.member.id)
    await run(
      `insert into templates (id, text, text_wa, button, status, created_at) values ('t-old', '', 'Halo {nama}', '[]', 'active', 0)`,
    )
    for (const message of ['Halo {nama}', 't-old']) {
      const { status, json } = await send({ senders: account.phone, targets: a, message })
      expect([status, json.reason]).toEqual([422, 'template_placeholder'])
      expect(json.msg).toMatch(/^\{nama\} akan .* \{name\} dan \{phoneNumber\}/)
    }
    expect(account.socket.sends()).toEqual([])
    await run(`delete from templates where id = 't-old'`)
  })

  test('rule template-outcomes: an opt-out after a message is counted for its template, once', async () => {
    const [a] = (await numbers(17, 1)) as [string]
    const account = await linkedAccount(runner, people.member.id)
    const count = () =>
      one<{ s: number; f: number; n: number }>(
        `select count_success as s, count_fail as f, count_stop as n from templates where id = 't1'`,
      )
    const before = await count()
    const { json } = await send({ senders: account.phone, targets: a, message: 't1' })
    await answerAll(account, 1)
    await ended(json.jobId)
    await settled()
    for (const id of ['s1', 's2'])
      account.socket.say({ kind: 'inbound', items: [{ id, number: a, lid: null, text: 'STOP', at: Date.now() }] })
    await until('counted', async () => (await count()).n === before.n + 1)
    const suppressed = await one<{ n: number }>('select count(*) as n from suppressions where number = ?', a)
    expect([suppressed.n, await count()]).toEqual([1, { s: before.s + 1, f: before.f, n: before.n + 1 }])
    await run('delete from suppressions where number = ?', a)
  })

  test('a template that is gone is refused by name, and its id is nobody’s message', async () => {
    const [a] = (await numbers(15, 1)) as [string]
    const account = await linkedAccount(runner, people.member.id)
    const gone = { senders: account.phone, targets: a, message: 't-gone', template_id: 't-gone' }
    const { status, json } = await send(gone)
    expect([status, json.msg]).toEqual([404, 'Template ini sudah tidak ada.'])
    expect(json).toMatchObject({ fields: { template: 'Template ini sudah tidak ada.' } })
    expect((await account.object.snapshot())?.status).toBe('idle')
  })
})

test('a sender that is not connected is refused in the words of the specification', async () => {
  await numbers(20, 1)
  const account = await linkedAccount(runner, people.member.id)
  account.socket.say({ kind: 'closed', code: 401, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
  await until('logged out', async () => (await account.object.snapshot())?.state === 'loggedOut')
  const { status, json } = await send({ senders: account.phone, targets: 'All', message: 'Halo' })
  expect([status, json.msg, json.reason]).toEqual([409, `${account.phone} is loggedOut`, 'sender_not_connected'])
  expect((await send({ senders: 'nobody', targets: 'All', message: 'Halo' })).status).toBe(404)
  for (const wrong of [{ senders: '' }, { targets: '' }, { targets: 'All,62812' }, { message: ' ' }])
    expect((await send({ senders: account.phone, targets: 'All', message: 'Halo', ...wrong })).status).toBe(422)
  const token = people.member.token
  const body = { senders: account.phone, targets: 'All', message: 'Halo' }
  expect((await ask('POST', '/admin/whatsapp/send-message/1', { token, body })).status).toBe(403)
})

describe('All', () => {
  test('rule one-off: walks who may be written to by claims, once, and nobody else', async () => {
    const list = await numbers(100, 12)
    const [optedOut, asleep, early] = list
    await run('update phone_numbers set suppressed = 1 where number = ?', optedOut)
    await run(`update phone_numbers set status = 'nonactive' where number = ?`, asleep)
    await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now() - 1_000, early)
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await send({ senders: account.phone, targets: 'all', message: 'Halo semua' })
    await answerAll(account, 9)
    const job = await ended(json.jobId)
    expect(job).toMatchObject({ targets: 'all', phase: 'finished', total: 9, sent: 9, count_success: 9 })
    expect(job.skipped).toEqual([expect.objectContaining({ reason: 'cooldown', count: 1 })])
    expect(new Set(account.socket.sends().map((s) => s.number))).toEqual(new Set(list.slice(3)))
    await settled()
  })

  test('what becomes free on the way is sent to, and the total grows with it', async () => {
    const [late] = await numbers(140, 3)
    await run(`update phone_numbers set status = 'nonactive' where number = ?`, late)
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await send({ senders: account.phone, targets: 'All', message: 'Halo' })
    await until('send', () => account.socket.sends()[0])
    await run(`update phone_numbers set status = 'active' where number = ?`, late)
    await answerAll(account, 3)
    expect(await ended(json.jobId)).toMatchObject({ phase: 'finished', total: 3, sent: 3, progress: 100 })
    expect(account.socket.sends().at(-1)?.number).toBe(late)
  })

  test('an opt-out on the way keeps the message back and is told as skipped', async () => {
    const [first, second, third] = (await numbers(120, 3)) as [string, string, string]
    const account = await linkedAccount(runner, people.member.id)
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

test('the owner sees that it is no blast of their own, and may stop it', async () => {
  await numbers(180, 3)
  const account = await linkedAccount(runner, people.member.id)
  const { token } = people.member
  const seen = async () =>
    (await ask<{ whatsapp: Account }>('GET', `/admin/whatsapp/${account.accountId}`, { token })).json.whatsapp
  const { json } = await send({ senders: account.phone, targets: 'All', message: 'Halo' })
  await until('send', () => account.socket.sends()[0])
  expect(await seen()).toMatchObject({ status: 'sending', blaster: true })
  const body = { whatsappClientId: account.accountId }
  expect((await ask('POST', '/admin/whatsapp/stop-blasting', { token, body })).status).toBe(200)
  account.socket.say(acked(account.socket, 0))
  expect(await ended(json.jobId)).toMatchObject({ phase: 'stop', sent: 1, error: null })
  expect(await seen()).toMatchObject({ status: 'idle', blaster: false })
  await settled()
  await account.object.start()
  await until('its own send', () => account.socket.sends()[1])
  expect(await seen()).toMatchObject({ status: 'sending', blaster: false })
  await account.object.stop()
  account.socket.say(acked(account.socket, 1))
})

const CHECK: CheckRequest = {
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
test('rule one-work: a job, a blast and a number check exclude each other on one account', async () => {
  await numbers(200, 3)
  const account = await linkedAccount(runner, people.member.id)
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
  const stopped = await ask<{ job: OneOffWire }>('POST', '/admin/blaster/stop', {
    token: people.admin.token,
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
