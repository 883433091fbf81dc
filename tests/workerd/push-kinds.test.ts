// What a member's phone is told when it lies on the table: each fact as it happens, to the push service, with the screen where one acts.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PushContent } from '../../contract/people/notices.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { ledgerStatements } from '../../domain/money/ledger/store.ts'
import { PushService } from '../../sandbox/push/service.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { cron } from './support/cron.ts'
import { all, bound, db, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { acked, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('push-kinds')
let service: PushService
let admin: Person
let serial = 0
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
})
beforeEach(() => {
  service = new PushService()
  bound.SANDBOX_URL = 'http://push.test'
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.startsWith('http://push.test/sandbox/push/'))
      return url.startsWith('http://push.test') ? new Response() : real(input, init)
    const headers = new Headers(init?.headers)
    const body = init?.body as Uint8Array<ArrayBuffer>
    const id = url.split('/').at(-1) ?? ''
    const { status } = await service.receive(id, (name) => headers.get(name) ?? '', body, Date.now())
    return new Response(null, { status })
  })
})
afterEach(() => {
  delete bound.SANDBOX_URL
  vi.restoreAllMocks()
})

const member = async (): Promise<Person> => {
  const person = await makeLender(`pocket-${++serial}`)
  const { json } = await ask<{ push_key: string }>('GET', '/admin/notice/settings', { token: person.token })
  const body = await service.subscribe(json.push_key)
  expect((await ask('POST', '/admin/notice/push', { token: person.token, body })).status).toBe(200)
  return person
}
/** The one push that comes, by the writer of the notice or within a minute. */
const pushed = async (who: Person): Promise<PushContent> => {
  await until('the notice', async () => (await all('select 1 from notices where user_id = ?', who.id)).length > 0)
  await cron()
  const { content } = await until('a push', () => service.received[0])
  await cron()
  expect(service.received).toHaveLength(1)
  return JSON.parse(content) as PushContent
}
const closed = (code: number) =>
  ({ kind: 'closed', code, detail: 'x', reachedWhatsapp: true, proxyFailed: false }) as const

describe('rule push: a phone is told once, without a number or an amount, and a tap leads to where one acts', () => {
  test('of an account that was lost: to linking it again', async () => {
    const person = await member()
    const { accountId, socket } = await linkedAccount(runner, person.id)
    socket.say(closed(401))
    const { id, title, body, link } = await pushed(person)
    expect([title, link]).toEqual(['Akun WhatsApp', `/whatsapp/create?r=${accountId}#notice-${id}`])
    expect(body).toBe('Salah satu akun WhatsApp Anda keluar dari WhatsApp. Tautkan lagi agar dapat mengirim.')
  })

  test('of an account that was suspended: to the accounts, where the help is', async () => {
    const person = await member()
    const { socket } = await linkedAccount(runner, person.id)
    socket.say(closed(403))
    const { id, title, body, link } = await pushed(person)
    expect([title, body, link]).toEqual([
      'Akun WhatsApp',
      'Salah satu akun WhatsApp Anda ditangguhkan. Hubungi Admin/CS.',
      `/whatsapp#notice-${id}`,
    ])
  })

  test.each([
    ['accepted', 'Withdraw Anda sudah disetujui.'],
    ['rejected', 'Withdraw Anda ditolak. Dananya kembali ke saldo Anda.'],
  ])('of a withdraw that was %s: to the withdraws', async (status, words) => {
    const person = await member()
    await run(`update users set account_bank = 'BCA', account_name = 'A', account_number = '1' where id = ?`, person.id)
    const entry = { userId: person.id, kind: 'withdraw_release' as const, amountSen: 10_000_000, at: Date.now() }
    await runBatch(db, ledgerStatements(db, [{ ...entry, ref: `pocket:${person.id}` }]))
    const { json } = await ask<{ data: { id: string } }>('POST', '/admin/withdraw/request', {
      token: person.token,
      body: { nominal: 40_000, userId: person.id },
    })
    const decision = { id: json.data.id, status, reason: 'Rekening salah' }
    expect((await ask('PUT', '/admin/withdraw/update', { token: admin.token, body: decision })).status).toBe(200)
    const { id, title, body, link } = await pushed(person)
    expect([title, body, link]).toEqual(['Withdraw', words, `/withdraw#notice-${id}`])
  })

  test('of recipients who are there again: to the accounts, where a blast is started', async () => {
    const person = await member()
    await run('delete from phone_numbers')
    await ask('POST', '/admin/notice/recipients', { token: person.token, body: { wanted: true } })
    await numbers(70_000, 1)
    await cron(5)
    const { id, title, body, link } = await pushed(person)
    expect([title, body, link]).toEqual([
      'Blast',
      'Ada penerima lagi. Mulai blast untuk mengirim.',
      `/whatsapp#notice-${id}`,
    ])
  })

  test('of a blast that ended: to the accounts, where its report stands', async () => {
    const person = await member()
    await run('delete from phone_numbers')
    await numbers(71_000, 1)
    const { object, socket } = await linkedAccount(runner, person.id)
    await object.start()
    await until('a send', () => socket.sends()[0])
    socket.say(acked(socket, 0))
    const { id, title, body, link } = await pushed(person)
    expect([title, body, link]).toEqual(['Blast', 'Blast Anda selesai.', `/whatsapp#notice-${id}`])
  })
})
