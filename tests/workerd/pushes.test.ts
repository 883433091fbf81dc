// Notices on devices, with a push service that checks what a real one checks and reads them with the browser's keys (rule push).
import { beforeEach, describe, expect, test } from 'vitest'
import type { PushContent } from '../../contract/people/notices.ts'
import { hashToken } from '../../domain/ground/crypto/token.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { purgeSubscriptions } from '../../domain/people/notices/push-store.ts'
import { type PushPorts, sendPushes } from '../../domain/people/notices/send-pushes.ts'
import { addNotice, markRead } from '../../domain/people/notices/store.ts'
import { vapidRing } from '../../domain/people/notices/vapid.ts'
import { PushService } from '../../sandbox/push/service.ts'
import { ask } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { makeLender, type Person } from './support/people.ts'

const MINUTE = 60_000
let service: PushService
let clock: number
/** What the service is asked, in order; a function may answer in its place. */
let answers: ((url: string) => Response | Promise<Response>)[] = []
let warned: string[] = []
beforeEach(async () => {
  service = new PushService()
  clock = Date.now()
  answers = []
  warned = []
  for (const table of ['notices', 'notice_pushes', 'push_subscriptions']) await run(`delete from ${table}`)
})
const ports = (): PushPorts => ({
  db,
  ring: vapidRing(bound) ?? new Map(),
  subject: 'mailto:halo@uji.test',
  services: ['push.sandbox.invalid'],
  post: async (endpoint, { headers, body }) => {
    const other = answers.shift()
    if (other) return other(endpoint)
    const header = (name: string): string => new Headers(headers).get(name) ?? ''
    const { status, reason } = await service.receive(endpoint.split('/').at(-1) ?? '', header, body, Date.now())
    expect([status, reason]).toEqual([201, 'accepted'])
    return new Response(null, { status })
  },
  clock: () => clock,
  random: () => 0,
  warn: (text) => warned.push(text),
})
const deliver = (): Promise<number> => sendPushes(ports(), 100)

let serial = 0
const keyOf = async (who: Person): Promise<string> =>
  (await ask<{ push_key: string }>('GET', '/admin/notice/settings', { token: who.token })).json.push_key
const switchOn = async (who: Person) => {
  const made = await service.subscribe(await keyOf(who))
  const { status } = await ask('POST', '/admin/notice/push', { token: who.token, body: made })
  expect(status).toBe(200)
  return made
}
const person = (): Promise<Person> => makeLender(`pushed-${++serial}`)
const tell = (who: Person, ref = 'one', nominal = 25_000): Promise<unknown> =>
  runBatch(
    db,
    addNotice(db, {
      kind: 'withdraw_paid',
      data: { nominal },
      to: { userId: who.id },
      ref: `push:${ref}:${who.id}`,
      at: clock,
    }),
  )
const contents = (): PushContent[] => service.received.map(({ content }) => JSON.parse(content) as PushContent)
const choose = (who: Person, push: boolean, details: boolean) =>
  ask('PUT', '/admin/notice/settings', {
    token: who.token,
    body: { choices: { withdraw_paid: { in_app: true, push, digest: false } }, details },
  })

describe('a push', () => {
  test('rule push: reaches every device of its person once, signed and encrypted, without an amount', async () => {
    const who = await person()
    const other = await person()
    await Promise.all([switchOn(who), switchOn(who), switchOn(other)])
    await tell(who)
    await tell(who)
    expect(await deliver()).toBe(2)
    expect(await deliver()).toBe(0)
    const [first] = contents()
    expect(contents()).toEqual([first, first])
    expect(first).toMatchObject({ title: 'Withdraw', body: 'Withdraw Anda sudah dibayar.', unread: 1 })
    expect(first?.link).toBe(`/withdraw#notice-${first?.id}`)
    expect(service.received[0]).toMatchObject({ ttl: 86_400, urgency: 'normal', topic: `notice-${first?.id}` })
    expect(new Set(service.received.map(({ endpoint }) => endpoint)).size).toBe(2)
  })

  test('rule push: shows details to who wants them, and is not sent of a kind that is switched off', async () => {
    const who = await person()
    await switchOn(who)
    await choose(who, true, true)
    await tell(who, 'wanted')
    await deliver()
    expect(contents().map(({ body }) => body)).toEqual(['Withdraw Rp 25.000 sudah dibayar ke rekening Anda.'])
    await choose(who, false, true)
    await tell(who, 'unwanted')
    expect(await deliver()).toBe(0)
  })

  test('rule push: is sent again after 429 and 500, no sooner than the service asks, and then once', async () => {
    const who = await person()
    await switchOn(who)
    await tell(who)
    answers = [
      () => new Response(null, { status: 429, headers: { 'retry-after': '120' } }),
      () => new Response(null, { status: 500 }),
    ]
    await deliver()
    clock += 2 * MINUTE - 1
    expect(await deliver()).toBe(0)
    clock += 1
    expect(await deliver()).toBe(1)
    clock += MINUTE
    await deliver()
    clock += 60 * MINUTE
    expect(await deliver()).toBe(0)
    expect(contents()).toHaveLength(1)
  })

  test('rule push: without an answer it is not sent again, because the service may have it', async () => {
    const who = await person()
    await switchOn(who)
    await tell(who)
    answers = [() => Promise.reject(new Error('no answer'))]
    await deliver()
    clock += 60 * MINUTE
    expect(await deliver()).toBe(0)
    expect(warned).toEqual(['a push has no answer'])
  })

  test('rule push: one that is refused for good, or six times, ends', async () => {
    const who = await person()
    await switchOn(who)
    await tell(who, 'refused')
    answers = [() => new Response(null, { status: 400 })]
    await deliver()
    await tell(who, 'busy')
    answers = Array.from({ length: 6 }, () => () => new Response(null, { status: 503 }))
    for (let i = 0; i < 8; i++) {
      await deliver()
      clock += 60 * MINUTE
    }
    expect([answers.length, contents().length, warned.length]).toEqual([0, 0, 2])
  })

  test.each([404, 410])('rule push: %i forgets the device', async (status) => {
    const who = await person()
    await switchOn(who)
    await tell(who)
    answers = [() => new Response(null, { status })]
    await deliver()
    expect(await all('select 1 from push_subscriptions')).toEqual([])
  })

  test('rule push: ends with the sign-in of its device, and what was read meanwhile is not sent', async () => {
    const who = await person()
    await switchOn(who)
    await tell(who, 'read')
    await runBatch(db, [markRead(db, who.id, { up_to: Number.MAX_SAFE_INTEGER }, clock)])
    await deliver()
    await tell(who, 'signed-out')
    await run('delete from sessions where token_hash = ?', await hashToken(who.token))
    await deliver()
    expect(contents()).toEqual([])
    await purgeSubscriptions(db)
    expect(await all('select 1 from push_subscriptions')).toEqual([])
  })
})

describe('a device', () => {
  test.each([
    'http://fcm.googleapis.com/fcm/send/x',
    'https://127.0.0.1/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com@intern.example/x',
    'https://fcm.googleapis.com.example/x',
    'https://push.apple.com.example/x',
    'https://evil-push.apple.com.test/x',
    'javascript:alert(1)',
  ])('rule push: at %s is refused', async (endpoint) => {
    const who = await person()
    const { keys } = await service.subscribe(null)
    const { json } = await ask('POST', '/admin/notice/push', { token: who.token, body: { endpoint, keys } })
    expect(json['reason']).toBe('push_endpoint')
  })

  test('rule push: belongs to who signed in on it last, and only they switch it off', async () => {
    const [first, second] = [await person(), await person()]
    const made = await switchOn(first)
    await tell(first)
    await ask('POST', '/admin/notice/push', { token: second.token, body: made })
    // what the first was told before is not shown to the second
    expect(await deliver()).toBe(0)
    const off = (who: Person) =>
      ask('POST', '/admin/notice/push/remove', { token: who.token, body: { endpoint: made.endpoint } })
    await off(first)
    expect(await all('select user_id from push_subscriptions')).toEqual([{ user_id: second.id }])
    await off(second)
    expect(await all('select user_id from push_subscriptions')).toEqual([])
  })

  test('rule push: goes when the key that it subscribed to is gone', async () => {
    const who = await person()
    await switchOn(who)
    await tell(who)
    await sendPushes({ ...ports(), ring: new Map([['2', '6c'.repeat(32)]]) }, 100)
    expect([contents(), await all('select 1 from push_subscriptions')]).toEqual([[], []])
  })
})
