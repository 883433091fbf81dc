// A one-off blast is looked at before it starts, and goes on after a stop to those who have not had it (rules
// one-off-preview, one-off-continue).
import { describe, expect, test } from 'vitest'
import type { OneOffPreview, OneOffWire } from '../../contract/sending/one-off.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, run } from './support/database.ts'
import { answerAll, settled, useOneOff } from './support/one-off.ts'
import { acked, linkedAccount, numbers } from './support/stage.ts'

const { runner, people, send, ended } = useOneOff()
const post = <T>(what: string, body: object) =>
  ask<T & { reason: string; msg: string }>('POST', `/admin/blaster/${what}`, { token: people.admin.token, body })
const preview = (body: object) => post<{ preview: OneOffPreview }>('preview', body)
const goOn = (id: string) => post<{ job: OneOffWire }>('continue', { id })
const sentTo = (account: Awaited<ReturnType<typeof linkedAccount>>) =>
  account.socket.sends().map(({ number }) => number)

describe('rule one-off-preview: what it would do is counted by the claim’s own condition, and nothing is claimed', () => {
  test('All: who may be written to, for whom it is too early, and the first three in the order of the list', async () => {
    const list = await numbers(0, 8)
    await run('update phone_numbers set suppressed = 1 where number = ?', list[0])
    await run('update phone_numbers set consent_at = null where number = ?', list[1])
    await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now() - 1_000, list[2])
    await run('update phone_numbers set last_attempt_at = 5 where number = ?', list[3])
    const account = await linkedAccount(runner, people.member.id)
    await run(
      `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
      values (?, 'Sendiri', 'active', 'x', 1, 'a', 0)`,
      account.phone,
    )
    const { status, json } = await preview({ senders: account.phone, targets: 'All', message: 'Halo {name}' })
    expect(status).toBe(200)
    expect(json.preview).toMatchObject({
      sender: account.phone,
      count: 5,
      isMore: false,
      days: 1,
      sentToday: 0,
      dailyCap: 1_000,
      held: null,
      skipped: [{ reason: 'cooldown', count: 1 }],
      samples: list.slice(4, 7).map((number) => ({ number, name: 'N' })),
      message: { text_wa: 'Halo {name}', button: [], media: null },
    })
    expect(await all('select 1 from phone_numbers where in_use = 1')).toEqual([])
    const started = await send({ senders: account.phone, targets: 'All', message: 'Halo {name}' })
    await answerAll(account, 5)
    expect((await ended(started.json.jobId)).sent).toBe(json.preview.count)
    expect(sentTo(account)).toEqual(expect.arrayContaining(json.preview.samples.map(({ number }) => number)))
    await settled()
  })

  test('named ones: each that gets nothing with its reason; refusals are those of sending', async () => {
    const [a, b, c] = (await numbers(100, 3)) as [string, string, string]
    await run('update phone_numbers set suppressed = 1 where number = ?', b)
    const account = await linkedAccount(runner, people.member.id)
    const body = { senders: account.phone, message: 'Halo' }
    const { json } = await preview({ ...body, targets: [a, b, c, 'x'].join(',') })
    expect(json.preview).toMatchObject({ count: 2, samples: [{ number: a }, { number: c }] })
    expect(json.preview.refused.map(({ number, reason }) => [number, reason])).toEqual([
      ['x', 'invalid'],
      [b, 'suppressed'],
    ])
    for (const wrong of [{ targets: b }, { targets: a, template_id: 'gone' }, { targets: a, senders: 'nobody' }]) {
      const [seen, tried] = [await preview({ ...body, ...wrong }), await send({ ...body, ...wrong })]
      expect([seen.status, seen.json.msg]).toEqual([tried.status, tried.json.msg])
    }
    expect(account.socket.sends()).toEqual([])
  })
})

describe('rule one-off-continue: a stopped one goes on to those who have not had it', () => {
  const stopped = async (account: Awaited<ReturnType<typeof linkedAccount>>, id: string) => {
    await until('the first is on its way', () => account.socket.sends()[0])
    await post('stop', { id })
    account.socket.say(acked(account.socket, 0))
    await ended(id)
    await settled()
  }
  test('named ones: the rest of them, in one row with counters that go on', async () => {
    const list = await numbers(200, 3)
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await send({ senders: account.phone, targets: list, message: 'Halo' })
    await stopped(account, json.jobId)
    const { status, json: on } = await goOn(json.jobId)
    expect([status, on.job.phase, on.job.sent]).toEqual([200, 'sending', 1])
    await answerAll(account, 3)
    expect(await ended(json.jobId)).toMatchObject({ phase: 'finished', total: 3, sent: 3, count_success: 3 })
    expect(sentTo(account)).toEqual(list)
    expect((await goOn(json.jobId)).json.reason).toBe('one_off_over')
    expect(
      await all(`select 1 from audit_log where action = 'blaster.continue' and target = ?`, account.accountId),
    ).toHaveLength(1)
  })

  test('everybody: also when no cooldown protects those who had it', async () => {
    const list = await numbers(300, 3)
    const account = await linkedAccount(runner, people.member.id)
    await run(`update settings set value = '0' where key = 'recipient_cooldown_hours'`)
    const { json } = await send({ senders: account.phone, targets: 'All', message: 'Halo' })
    await stopped(account, json.jobId)
    await goOn(json.jobId)
    await answerAll(account, 3)
    expect(await ended(json.jobId)).toMatchObject({ phase: 'finished', sent: 3, total: 3 })
    expect(sentTo(account).toSorted()).toEqual(list)
    await run(`update settings set value = '168' where key = 'recipient_cooldown_hours'`)
  })

  test('everybody: who had it counts as sent to, and not as one for whom it is too early', async () => {
    await numbers(320, 3)
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await send({ senders: account.phone, targets: 'All', message: 'Halo' })
    await stopped(account, json.jobId)
    await goOn(json.jobId)
    await until('the second is on its way', () => account.socket.sends()[1])
    const { json: shown } = await ask<{ job: OneOffWire }>('GET', `/admin/blaster/${json.jobId}`, {
      token: people.admin.token,
    })
    expect(shown.job).toMatchObject({ total: 3, count_skipped: 0 })
    await answerAll(account, 3)
    expect(await ended(json.jobId)).toMatchObject({ phase: 'finished', sent: 3, total: 3, count_skipped: 0 })
  })

  test('everybody: not to a number that was deleted and made again since, which has forgotten what it had', async () => {
    const list = await numbers(350, 3)
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await send({ senders: account.phone, targets: 'All', message: 'Halo' })
    await stopped(account, json.jobId)
    const had = sentTo(account)[0] ?? ''
    await run('update phone_numbers set last_attempt_at = 0, created_at = ? where number = ?', Date.now() + 1_000, had)
    await goOn(json.jobId)
    await answerAll(account, 3)
    expect((await ended(json.jobId)).phase).toBe('finished')
    expect(sentTo(account).toSorted()).toEqual(list)
  })

  test('not to anyone who opted out meanwhile', async () => {
    const list = await numbers(400, 3)
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await send({ senders: account.phone, targets: list, message: 'Halo' })
    await stopped(account, json.jobId)
    await run('update phone_numbers set suppressed = 1 where number = ?', list[1])
    expect((await goOn(json.jobId)).status).toBe(200)
    await answerAll(account, 2)
    expect(await ended(json.jobId)).toMatchObject({ phase: 'finished', sent: 2 })
    expect(sentTo(account)).toEqual([list[0], list[2]])
  })

  test('not with a template that became a draft', async () => {
    const list = await numbers(450, 2)
    const account = await linkedAccount(runner, people.member.id)
    await run(`insert into templates (id, name, text, text_wa, button, status, created_at)
      values ('once', 'Promo', 'Harga salah', 'Harga salah', '[]', 'active', 1)`)
    const { json } = await send({ senders: account.phone, targets: list, message: 'once', template_id: 'once' })
    await stopped(account, json.jobId)
    await run(`update templates set status = 'nonactive' where id = 'once'`)
    expect((await goOn(json.jobId)).json.reason).toBe('template_draft')
    await run(`update templates set status = 'active' where id = 'once'`)
    expect((await goOn(json.jobId)).status).toBe(200)
    await answerAll(account, 2)
    expect((await ended(json.jobId)).sent).toBe(2)
  })

  test('not while the account does something else', async () => {
    const list = await numbers(500, 3)
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await send({ senders: account.phone, targets: list, message: 'Halo' })
    await stopped(account, json.jobId)
    await account.object.start()
    expect((await goOn(json.jobId)).json.reason).toBe('account_busy')
    await account.object.stop()
  })
})
