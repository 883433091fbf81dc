// One press, one act: every write that takes a key and is no call of the conformance suite, which tries its own (rule one-press).
import { beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../contract/api/table.ts'
import { codeOf, stepsAt } from '../../domain/people/factors/totp.ts'
import { PushService } from '../../sandbox/push/service.ts'
import { until } from '../../scripts/drive/until.ts'
import { call } from './support/api.ts'
import { authenticator } from './support/authenticator.ts'
import { CALLS_OF_DECISIONS, CALLS_OF_SPEC, plain } from './support/calls.ts'
import { all, run } from './support/database.ts'
import { login, post, security, withTotp } from './support/factors.ts'
import { FakeRunner } from './support/fake-runner.ts'
import * as office from './support/payouts.ts'
import { makePerson, type Person } from './support/people.ts'
import { KEYED, pressOnce } from './support/presses.ts'
import { linkedAccount, numbers, stage } from './support/stage.ts'
import { onOneDevice } from './support/ties.ts'

const runner = new FakeRunner('every-press')
let admin: Person
let other: Person
beforeAll(async () => {
  await stage()
  await runner.join()
  ;({ admin, other } = await office.makeOffice())
})
const tried = new Set<string>()
/** Held to what a key promises, and done by it. */
const once = async (
  route: string,
  sent: { as: Person; id?: string; body?: object; form?: FormData },
): Promise<void> => {
  const [method = '', path = ''] = route.split(' ')
  const to = path.replace(/:\w+/, sent.id ?? '')
  const response = await pressOnce([method, to], {
    token: sent.as.token,
    body: sent.body,
    ...(sent.form ? { form: sent.form } : {}),
  })
  expect([route, response.ok ? '' : await response.text()]).toEqual([route, ''])
  tried.add(plain(route))
}
const image = (more: Record<string, string> = {}): FormData => {
  const form = new FormData()
  form.set('file', new File([office.PNG], 'bukti.png'))
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  return form
}
const accepted = async (): Promise<string> => {
  const id = await office.request(await office.member(30_000))
  await office.decide(id, 'accepted')
  return id
}

describe('rule one-press: of the same press there is one act and one answer', () => {
  test('withdraws and what the bank does with them', async () => {
    const person = await office.member(50_000)
    await once('POST /admin/withdraw/cancel', { as: person, body: { id: await office.request(person) } })
    const id = await accepted()
    await once('POST /admin/withdraw/ordered', { as: admin, body: { id, reference: 'TRX 0042' } })
    await once('POST /admin/withdraw/returned', { as: admin, form: image({ id, reason: 'Rekening tutup' }) })
    const [asked] = await office.returnsOf(id)
    await once('PUT /admin/approval/decide', { as: other, body: { id: asked?.id, approve: true } })
    const proven = await accepted()
    await office.order(proven)
    await once('POST /admin/payout/proof/:id', { as: admin, id: proven, form: image() })
    const waits = await office.request(person)
    await onOneDevice(person)
    await once('POST /admin/withdraw/wait', { as: admin, body: { id: waits } })
    await once('POST /admin/withdraw/object', { as: person, body: { id: waits } })
  })
  test('payout batches', async () => {
    const person = await office.member(100_000)
    const ids = [await office.request(person), await office.request(person)]
    await once('POST /admin/payout/create', { as: admin, body: { ids: ids.slice(0, 1) } })
    const free = await office.open(ids.slice(1))
    await once('POST /admin/payout/release', { as: admin, body: { id: free.id } })
    await office.setting('second_person_above', '5000')
    const { id } = await office.open(ids.slice(1))
    await once('POST /admin/payout/approve', { as: other, body: { id } })
    await office.setting('second_person_above', '0')
    await office.file(id, 'format=csv')
    const [line] = (await office.read(id)).lines
    const form = new FormData()
    form.set('file', new File([`Referensi,Status\n${line?.reference},Diterima`], 'hasil.csv'))
    await once('POST /admin/payout/:id/result', { as: admin, id, form })
  })
  test('people, their factors and sign-ins', { timeout: 120_000 }, async () => {
    const who = await makePerson('member')
    await once('POST /admin/users/:id/reset-link', { as: admin, id: who.id })
    await numbers(7_700, 1)
    const [phone] = await all<{ id: string }>('select cast(max(id) as text) as id from phone_numbers')
    await once('POST /admin/phonenumber/:id/link', { as: admin, id: phone?.id ?? '' })
    await once('PUT /admin/users/:id/status', { as: admin, id: who.id, body: { status: 'paused', reason: 'Uji' } })
    const { json } = await post('/auth/totp', who)
    await once('POST /auth/totp/confirm', {
      as: who,
      body: { code: await codeOf(json.secret, stepsAt(Date.now())[0] ?? 0) },
    })
    await once('POST /auth/recovery-codes', { as: who })
    const device = await authenticator()
    const asked = await post('/auth/passkeys/options', who)
    const passkey = await device.create(asked.json.options.challenge)
    const body = { ticket: asked.json.ticket, passkey, name: 'Ponsel' }
    await once('POST /auth/passkeys', { as: who, body })
    const [added] = (await security(who)).passkeys
    await once('POST /auth/passkeys/remove', { as: who, body: { id: added?.id } })
    await once('DELETE /auth/totp', { as: who })
    const second = await makePerson('member')
    await login(second)
    const theirs = (await security(second)).sign_ins.find(({ current }) => !current)
    await once('POST /auth/sign-ins/end', { as: second, body: { id: theirs?.id } })
    await once('DELETE /auth/sign-ins', { as: second })
    const reset = await withTotp()
    await once('DELETE /admin/users/:id/factors', { as: admin, id: reset.who.id })
  })
  test('accounts and one-off blasts', async () => {
    const member = await makePerson('member')
    const account = await linkedAccount(runner, member.id)
    const id = account.accountId
    await once('PUT /admin/whatsapp/nickname', { as: member, body: { id, nickname: 'Toko' } })
    await once('POST /admin/whatsapp/hold', { as: admin, body: { id, reason: 'Uji' } })
    await once('POST /admin/whatsapp/release', { as: admin, body: { id } })
    await once('POST /admin/whatsapp/reconnect-all', { as: admin })
    await once('POST /admin/blaster/test', {
      as: admin,
      body: { sender: id, message: 'Halo', key: crypto.randomUUID() },
    })
    await until('the test to leave', () => account.socket.sends().length === 1)
    await post('/admin/whatsapp/stop-blasting', admin, { id })
    const second = await linkedAccount(runner, member.id)
    const [number] = await numbers(100, 2)
    await run('update phone_numbers set last_attempt_at = ? where number <> ?', Date.now(), number)
    const targets = (await all<{ number: string }>('select number from phone_numbers')).map((row) => row.number).join()
    const body = { senders: second.accountId, targets, message: 'Halo' }
    const started = await post('/admin/whatsapp/send-message/1', admin, body)
    const job = (started.json as unknown as { jobId: string }).jobId
    await once('POST /admin/blaster/stop', { as: admin, body: { id: job } })
    await until('it to rest', async () => (await second.object.snapshot())?.status === 'idle')
    await until('its row', async () => (await all('select 1 from blaster_jobs where id = ?', job)).length === 1)
    const goesOn = await pressOnce(['POST', '/admin/blaster/continue'], { token: admin.token, body: { id: job } })
    expect([200, 409]).toContain(goesOn.status)
    tried.add(plain('POST /admin/blaster/continue'))
  })
  test('what every person chooses, and what admins do at once', async () => {
    const who = await makePerson('member')
    await once('POST /admin/notice/read', { as: who, body: { up_to: 1 } })
    await once('PUT /admin/notice/settings', { as: who, body: { choices: {}, details: true } })
    await once('POST /admin/notice/recipients', { as: who, body: { wanted: true } })
    await once('POST /admin/programme/shown', { as: who, body: { shown: true } })
    await once('POST /user/topics', { as: who, body: { topic: 'Promo', refused: true } })
    const settings = await call('GET', '/admin/notice/settings', { token: who.token })
    const { push_key } = await settings.json<{ push_key: string }>()
    const subscription = await new PushService().subscribe(push_key)
    await once('POST /admin/notice/push', { as: who, body: subscription })
    await once('POST /admin/notice/push/remove', { as: who, body: { endpoint: subscription.endpoint } })
    await once('PUT /admin/sending-pause', { as: admin, body: { paused: true, reason: 'Uji' } })
    await post('/admin/sending-pause', admin, { paused: false }, 'PUT')
    const [number] = await numbers(200, 1)
    const list = new FormData()
    list.set('file', new File([`${number}\n`], 'berhenti.csv'))
    await once('POST /admin/suppression/import', { as: admin, form: list })
    await once('POST /admin/consent/erase', { as: admin, body: { number } })
    const source = { name: 'Formulir tiap tekan', why: 'Daftarnya dibeli orang' }
    const kept = { name: source.name, told: 'Promo bulanan toko', told_by: 'Rini', proof: 'Map biru di kantor' }
    await once('POST /admin/consent/sources', { as: admin, body: kept })
    await once('POST /admin/consent/sources/hold', { as: admin, body: source })
    const [row] = await all<{ held_at: number }>('select held_at from consent_sources where name = ?', source.name)
    const held_at = new Date(row?.held_at ?? 0).toISOString()
    const programme = { id: 'tekan', title: 'Tekan', word: 'TEKAN', what: 'Promo', frequency: 'Sebulan sekali' }
    const rest = { by_whom: 'Toko', privacy: 'Nomor disimpan.', privacy_version: '1' }
    await once('POST /admin/programme/create', { as: admin, body: { ...programme, ...rest } })
    await once('POST /admin/programme/end', { as: admin, body: { id: 'tekan' } })
    const rule = { join: 'and', not: false, of: [] }
    const segment = { name: 'Tiap tekan', rule }
    await once('POST /admin/note/create', { as: admin, body: { user_id: other.id, text: 'Sudah ditelepon' } })
    const [note] = await all<{ id: number }>('select id from notes')
    await once('POST /admin/note/delete', { as: admin, body: { id: note?.id } })
    await once('POST /admin/tag/create', { as: admin, body: { name: 'Tekan' } })
    const [tag] = await all<{ id: number }>(`select id from tags where name = 'Tekan'`)
    await once('POST /admin/tag/people', { as: admin, body: { tag: tag?.id, ids: [1], on: true } })
    await once('POST /admin/segment/tag', { as: admin, body: { rule, tag: tag?.id, on: false, after: 0 } })
    await once('PUT /admin/tag/rename', { as: admin, body: { id: tag?.id, name: 'Tiap', was: 'Tekan' } })
    await once('DELETE /admin/tag/:id', { as: admin, id: String(tag?.id) })
    await once('POST /admin/segment/create', { as: admin, body: segment })
    const [made] = await all<{ id: string }>('select id from segments')
    await once('PUT /admin/segment/:id', { as: admin, id: made?.id ?? '', body: { ...segment, name: 'Lain' } })
    await once('DELETE /admin/segment/:id', { as: admin, id: made?.id ?? '' })
    const campaign = { name: 'Kampanye tekan', templates: [{ id: 't1', weight: 1 }] }
    await run(`update templates set status = 'active' where id = 't1'`)
    await once('POST /admin/campaign/create', { as: admin, body: campaign })
    const [first] = await all<{ id: number }>('select id from campaigns')
    const of = { as: admin, body: { id: first?.id } }
    await once('PUT /admin/campaign/:id', { as: admin, id: String(first?.id), body: { ...campaign, priority: 6 } })
    await numbers(600, 1)
    await once('POST /admin/campaign/launch', of)
    await once('POST /admin/campaign/pause', of)
    await once('POST /admin/campaign/resume', of)
    await once('POST /admin/campaign/cancel', of)
    await once('POST /admin/campaign/archive', { as: admin, body: { id: first?.id, on: true } })
    await post('/admin/campaign/create', admin, { ...campaign, name: 'Rancangan' })
    const [draft] = await all<{ id: number }>(`select id from campaigns where name = 'Rancangan'`)
    await once('DELETE /admin/campaign/:id', { as: admin, id: String(draft?.id) })
    await once('POST /admin/bulk', {
      as: admin,
      body: { act: 'deactivate', rule: { ...rule, of: [{ is: 'stopped' }] }, people: 1 },
    })
    const [act] = await all<{ id: string }>('select id from bulk_acts')
    await once('POST /admin/bulk/:id/cancel', { as: admin, id: act?.id ?? '' })
    await run(`update bulk_acts set status = 'done', undo_until = ?`, Date.now() + 60_000)
    await once('POST /admin/bulk/:id/undo', { as: admin, id: act?.id ?? '' })
    await run(`update bulk_acts set status = 'undone'`)
    await run(`update import_jobs set status = 'done' where id = (select id from import_jobs limit 1)`)
    const [file] = await all<{ id: string }>('select id from import_jobs limit 1')
    await run('insert into import_made values (?, 900001, 900001)', file?.id ?? '')
    await once('POST /admin/import/:id/undo', { as: admin, id: file?.id ?? '', body: { people: 1 } })
    await once('POST /admin/recipient-field/save', { as: admin, body: { key: 'kota', name: 'Kota' } })
    await once('POST /admin/recipient-field/delete', { as: admin, body: { key: 'kota' } })
    await once('POST /admin/consent/sources/release', { as: admin, body: { ...kept, held_at } })
  })
  test('every write that takes a key was tried, here or with the specification’s calls', () => {
    const cases = new Set([...CALLS_OF_SPEC, ...CALLS_OF_DECISIONS].map(plain))
    const names = ROUTES.map(([route]) => plain(route)).filter((route) => KEYED.has(route))
    expect(names.filter((route) => !cases.has(route) && !tried.has(route))).toEqual([])
  })
})
