// A test: a chosen message goes once to the sending account's own number, under every rule of sending, and pays nobody (rule
// one-off-test).
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OneOffWire, TestOutlook } from '../../contract/sending/one-off.ts'
import { lastJakartaMidnight } from '../../domain/sending/blast/rules.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, run } from './support/database.ts'
import { type Account, answerAll, useOneOff } from './support/one-off.ts'
import { acked, inside, linkedAccount, numbers } from './support/stage.ts'

const { runner, people, ended } = useOneOff()
type Answer = { job: OneOffWire; msg: string; reason: string }

const press = (sender: string, more: object = {}) =>
  ask<Answer>('POST', '/admin/blaster/test', {
    token: people.admin.token,
    body: { sender, message: 'Halo {name}', key: crypto.randomUUID(), ...more },
  })
const outlook = async (sender?: string): Promise<TestOutlook> => {
  const path = `/admin/blaster/test${sender === undefined ? '' : `?sender=${sender}`}`
  return (await ask<{ outlook: TestOutlook }>('GET', path, { token: people.admin.token })).json.outlook
}
const setting = (key: string, value: string) =>
  run('insert or replace into settings (key, value) values (?, ?)', key, value)
const pausePlace = (paused: boolean) =>
  ask('PUT', '/admin/sending-pause', {
    token: people.admin.token,
    body: paused ? { paused, reason: 'Perbaikan' } : { paused },
  })
beforeEach(async () => {
  await setting('send_window_start', '00:00')
  await setting('send_window_end', '24:00')
  await setting('daily_cap', '1000')
})
/** Nothing left, and the account rests. */
const stayed = async ({ socket, object }: Account): Promise<void> => {
  expect(socket.sends()).toEqual([])
  expect((await object.snapshot())?.status).toBe('idle')
}

describe('rule one-off-test: a test', () => {
  test('rule template-activation: shows a template before it is active, as its form has it', async () => {
    const account = await linkedAccount(runner, people.member.id)
    const draft = { text: '<p>Promo <b>{name}</b></p>', button: [{ title: 'Ya', type: 'reply_button' }] }
    const unfilled = await press(account.accountId, { message: undefined, draft: { text: 'Halo {nama}' } })
    expect([unfilled.status, unfilled.json.reason]).toEqual([422, 'template_placeholder'])
    expect((await press(account.accountId, { message: undefined })).status).toBe(422)
    const { status, json } = await press(account.accountId, { message: undefined, draft })
    expect(status).toBe(200)
    await answerAll(account, 1)
    await ended(json.job.id)
    expect(account.socket.sends().map((s) => [s.number, s.content.text])).toEqual([
      [account.phone, 'Promo *Uji*\n\nYa\n\nBalas BERHENTI untuk berhenti menerima pesan.'],
    ])
  })
  test('goes once to the account’s own number, rendered, and is on record with its outcome', async () => {
    const account = await linkedAccount(runner, people.member.id)
    expect(await outlook(account.accountId)).toEqual({ to: account.phone, text: null })
    const { status, json } = await press(account.accountId, { message: 't1', template_id: 't1' })
    expect([status, json.job.targets, json.job.total]).toEqual([200, 'test', 1])
    await answerAll(account, 1)
    expect(await ended(json.job.id)).toMatchObject({
      phase: 'finished',
      targets: 'test',
      sent: 1,
      count_success: 1,
      count_fail: 0,
      error: null,
      sender: account.phone,
      user_id: people.admin.id,
    })
    const sends = account.socket.sends()
    expect(sends.map((s) => [s.number, s.content.text])).toEqual([
      [account.phone, 'Halo Uji\n\nBalas BERHENTI untuk berhenti'],
    ])
    expect(await all('select action, target from audit_log where target = ?', account.accountId)).toContainEqual({
      action: 'blaster.test',
      target: account.accountId,
    })
  })

  test('is finished as it ended, although nothing more could leave: its message was the last one of the day', async () => {
    await setting('daily_cap', '1')
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await press(account.accountId)
    await answerAll(account, 1)
    expect(await ended(json.job.id)).toMatchObject({ phase: 'finished', count_success: 1, error: null })
  })

  test('goes at once when the day begins, also of an account that used up the day before: only blasts come back spread', async () => {
    await setting('daily_cap', '1')
    const account = await linkedAccount(runner, people.member.id)
    const midnight = lastJakartaMidnight(Date.now())
    const clock = vi.spyOn(Date, 'now')
    try {
      for (const [sent, at] of [midnight - 60_000, midnight].entries()) {
        clock.mockReturnValue(at)
        const { json } = await press(account.accountId)
        await until('the send, or its end', async () => {
          if (account.socket.sends()[sent]) return true
          const { status } = (await account.object.snapshot()) ?? {}
          return status === 'idle'
        })
        account.socket.say(acked(account.socket, sent))
        expect(await ended(json.job.id)).toMatchObject({ phase: 'finished', count_success: 1, error: null })
      }
    } finally {
      clock.mockRestore()
    }
  })

  test('that a device of the account cannot read is repaired, although no list has its number', async () => {
    const account = await linkedAccount(runner, people.member.id)
    await press(account.accountId)
    await answerAll(account, 1)
    const [sent] = account.socket.sends()
    account.socket.say({ kind: 'needContent', messageId: sent?.messageId ?? '' })
    const again = () => account.socket.commands.find((command) => command.kind === 'content')
    expect(await until('the content again', again)).toMatchObject({ content: sent?.content })
  })

  test('pays nobody, and touches no number, template, day or counter; only the day’s cap has one less', async () => {
    const account = await linkedAccount(runner, people.member.id)
    await numbers(900, 2)
    // the account's own number is also somebody's recipient
    await run(
      `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
       values (?, 'N', 'active', 'test', 1, 'admin', 0)`,
      account.phone,
    )
    const seen = () =>
      Promise.all([
        all('select * from phone_numbers order by id'),
        all('select id, count_use, count_success, count_fail from templates order by id'),
        all('select * from daily_stats order by user_id, day'),
        all('select * from balances order by user_id'),
        all('select * from posting_parts'),
        all('select * from settlements where account_id = ?', account.accountId),
        all('select id, lifetime_success, income_sen from users order by id'),
      ])
    const before = await seen()
    const { json } = await press(account.accountId, { message: 't1', template_id: 't1' })
    await until('the send', () => account.socket.sends()[0])
    account.socket.say({ ...acked(account.socket, 0), lid: account.me.lid })
    await ended(json.job.id)
    expect(await account.object.unsettled()).toEqual([])
    expect(await seen()).toEqual(before)
    const snapshot = await account.object.snapshot()
    expect(snapshot).toMatchObject({ count_success: 0, count_fail: 0, income: 0, status: 'idle' })
    expect((await account.object.pace())?.sentToday).toBe(1)
    expect(await inside(account.object, ({ sql }) => sql.exec('select * from contacts').toArray())).toEqual([])
  })

  test('of one key leaves once, however often it is asked for, also when the account is gone since', async () => {
    const account = await linkedAccount(runner, people.member.id)
    const key = crypto.randomUUID()
    const twice = await Promise.all([press(account.accountId, { key }), press(account.phone, { key })])
    expect(twice.map(({ status, json }) => [status, json.job.id])).toEqual([
      [200, twice[0].json.job.id],
      [200, twice[0].json.job.id],
    ])
    await answerAll(account, 1)
    await ended(twice[0].json.job.id)
    account.socket.say({ kind: 'closed', code: 401, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
    await until('logged out', async () => (await account.object.snapshot())?.state === 'loggedOut')
    const late = await press(account.accountId, { key })
    expect([late.status, late.json.job.id, late.json.job.count_success]).toEqual([200, twice[0].json.job.id, 1])
    expect(account.socket.sends()).toHaveLength(1)
    expect((await press(account.accountId)).json.reason).toBe('sender_not_connected')
  })

  test('cannot be turned to somebody else: other keys of the body say nothing', async () => {
    const [other] = (await numbers(910, 1)) as [string]
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await press(account.accountId, { targets: other, number: other, numbers: [other], to: other })
    await answerAll(account, 1)
    await ended(json.job.id)
    expect(account.socket.sends().map(({ number }) => number)).toEqual([account.phone])
    const again = { token: people.admin.token, body: { id: json.job.id } }
    expect((await ask<Answer>('POST', '/admin/blaster/continue', again)).json.reason).toBe('one_off_over')
  })

  test('that never left goes again; one that failed says why', async () => {
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await press(account.accountId)
    await until('the first try', () => account.socket.sends()[0])
    account.socket.say({ ...acked(account.socket, 0), outcome: 'failed', reason: 'late' })
    await until('the second try', () => account.socket.sends()[1])
    account.socket.say({ ...acked(account.socket, 1), outcome: 'rejected', error: 479 })
    expect(await ended(json.job.id)).toMatchObject({
      phase: 'finished',
      sent: 1,
      count_fail: 1,
      error: 'WhatsApp menolak pesan ini.',
    })
    expect(account.socket.sends().map(({ number }) => number)).toEqual([account.phone, account.phone])
  })
})

describe('rule one-off-test: nothing leaves, and the answer says why,', () => {
  const refused = async (account: Account, text: string, reason: string): Promise<void> => {
    expect(await outlook(account.accountId)).toEqual({ to: account.phone, text })
    const { status, json } = await press(account.accountId)
    expect([status, json.reason, json.msg]).toEqual([409, reason, text])
    await stayed(account)
  }
  test('while the place is paused', async () => {
    const account = await linkedAccount(runner, people.member.id)
    await pausePlace(true)
    await refused(account, 'Pengiriman sedang dijeda admin. Uji lagi setelah jeda berakhir.', 'test_paused')
    await pausePlace(false)
  })
  test('while the account is paused', async () => {
    const account = await linkedAccount(runner, people.member.id)
    await account.object.hold({ of: 'account', reason: 'x', by: 'A', since: new Date().toISOString() })
    await refused(account, 'Pengiriman sedang dijeda admin. Uji lagi setelah jeda berakhir.', 'test_paused')
  })
  test('outside the sending window', async () => {
    const account = await linkedAccount(runner, people.member.id)
    // an hour that is not now, in Jakarta
    const hour = (new Date(Date.now() + 7 * 3_600_000).getUTCHours() + 12) % 24
    await setting('send_window_start', `${String(hour).padStart(2, '0')}:00`)
    await setting('send_window_end', `${String(hour).padStart(2, '0')}:30`)
    await refused(account, 'Sekarang di luar jam kirim. Uji lagi pada jam kirim.', 'test_window')
  })
  test('at the daily cap', async () => {
    const account = await linkedAccount(runner, people.member.id)
    await setting('daily_cap', '0')
    await refused(account, 'Batas harian akun ini sudah habis. Uji lagi besok.', 'test_cap')
  })
  test('while the account does something else', async () => {
    await numbers(920, 1)
    const account = await linkedAccount(runner, people.member.id)
    await account.object.start()
    await until('its blast', () => account.socket.sends()[0])
    const { json } = await press(account.accountId)
    expect(json.reason).toBe('account_busy')
    expect(account.socket.sends()).toHaveLength(1)
    await account.object.stop()
    account.socket.say(acked(account.socket, 0))
  })
  test('to a number that opted out', async () => {
    const account = await linkedAccount(runner, people.member.id)
    const body = { number: account.phone, reason: 'minta' }
    expect((await ask('POST', '/admin/suppression', { token: people.admin.token, body })).status).toBe(200)
    expect((await press(account.accountId)).json.reason).toBe('number_suppressed')
    await stayed(account)
  })
  test('with a draft, without a text, without a key, and by nobody but admins', async () => {
    const account = await linkedAccount(runner, people.member.id)
    await run(
      `insert into templates (id, text, text_wa, button, status, created_at) values ('t-draft', 'D', 'D', '[]', 'nonactive', 0)`,
    )
    const draft = await press(account.accountId, { message: 't-draft', template_id: 't-draft' })
    expect(draft.json.reason).toBe('template_draft')
    await run(`delete from templates where id = 't-draft'`)
    for (const wrong of [{ message: ' ' }, { key: 'x' }, { key: undefined }])
      expect((await press(account.accountId, wrong)).status).toBe(422)
    const body = { sender: account.accountId, message: 'Halo', key: crypto.randomUUID() }
    expect((await ask('POST', '/admin/blaster/test', { token: people.member.token, body })).status).toBe(403)
    await stayed(account)
  })
  test('and what turns against it after it began ends it, instead of sending it tomorrow', async () => {
    const account = await linkedAccount(runner, people.member.id)
    await run('update users set blast_interval_min = 2, blast_interval_max = 2 where id = ?', people.member.id)
    const first = await press(account.accountId)
    await answerAll(account, 1)
    await ended(first.json.job.id)
    const second = await press(account.accountId)
    await account.object.hold({ of: 'account', reason: 'x', by: 'A', since: new Date().toISOString() })
    expect(await ended(second.json.job.id)).toMatchObject({
      phase: 'error_blast',
      sent: 0,
      error: 'Pengiriman sedang dijeda admin. Uji lagi setelah jeda berakhir.',
    })
    expect(account.socket.sends()).toHaveLength(1)
    await run('update users set blast_interval_min = 0, blast_interval_max = 0 where id = ?', people.member.id)
  })
})

test('without any connected account nothing is offered, with the reason', async () => {
  await run(`update whatsapp set state = 'disconnected'`)
  expect(await outlook()).toEqual({ to: null, text: 'Belum ada akun yang tersambung. Sambungkan satu akun dahulu.' })
  await linkedAccount(runner, people.member.id)
  expect(await outlook()).toEqual({ to: null, text: null })
})
