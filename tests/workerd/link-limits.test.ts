// What one person, and all who link at once, may take of sockets, runners' places and proxies, as a deployment has it: nobody keeps
// others' accounts from coming back.
import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { ADMIN_CLIENT_ID } from '../../contract/ground/channels.ts'
import { LINK_CONSENT_VERSION } from '../../contract/sending/whatsapp.ts'
import { claimAlias } from '../../domain/sending/whatsapp/store.ts'
import { assignProxy, releaseProxy } from '../../domain/sending/proxies/store.ts'
import { accountObject, runnerFleet, userChannel } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import worker from '../../worker/index.ts'
import { ORIGIN } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makePerson, type Person } from './support/people.ts'
import { linkedAccount, stage } from './support/stage.ts'

beforeAll(() => stage())

const DEPLOYED = { ...bound, APP_ENV: 'live' }
type Answer = { reason?: string; msg?: string; ticket?: string }
const post = async (who: Person, path: string, body: object) => {
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' }
  const request = new Request(`${ORIGIN}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await worker.fetch(request, DEPLOYED, createExecutionContext())
  return { status: answer.status, wait: Number(answer.headers.get('retry-after')), json: await answer.json<Answer>() }
}
const link = (who: Person, deviceId: string) =>
  post(who, '/admin/whatsapp/new-client', {
    deviceId,
    userId: who.id,
    phoneNumber: null,
    type: 'blast',
    consentVersion: LINK_CONSENT_VERSION,
  })
const cancel = (who: Person, deviceId: string) => post(who, '/admin/whatsapp/remove-client', { deviceId })
const tally = (answers: Awaited<ReturnType<typeof post>>[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, json }) => json.reason ?? status)].map(([k, v]) => [k, v.length]),
  )

test('rule link-limits: of eight links at once a member begins five; one that ends makes room, a wait is said', async () => {
  const runner = new FakeRunner('wide')
  await runner.join(200)
  await until('known', async () => (await runnerFleet(bound).runners()).some(({ capacity }) => capacity === 200))
  const [member, other] = [await makePerson('member'), await makePerson('member')]
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => link(member, `banyak-${i}`)))
  expect(tally(answers)).toEqual({ 200: 5, links_many: 3 })
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.json.msg).toBe(
    'Sudah 5 akun sedang Anda tautkan. Selesaikan atau batalkan dahulu. Coba lagi dalam 5 menit.',
  )
  expect([(refused?.wait ?? 0) > 200, (refused?.wait ?? 0) <= 300]).toEqual([true, true])
  // the same one again counts once, and somebody else is not held up
  const begun = answers.findIndex(({ status }) => status === 200)
  expect([(await link(member, `banyak-${begun}`)).status, (await link(other, 'lain-1')).status]).toEqual([200, 200])
  await cancel(member, `banyak-${begun}`)
  await until('room', async () => (await link(member, 'sesudah')).status === 200)
  expect((await link(member, 'satu-lagi')).json.reason).toBe('links_many')
  for (let i = 0; i < 8; i++) await cancel(member, `banyak-${i}`)
  await Promise.all([cancel(member, 'sesudah'), cancel(other, 'lain-1')])
  runner.leave()
  await until('gone', async () => (await runnerFleet(bound).runners()).length === 0)
})

test('rule link-limits: a link that is refused takes no place of those in progress', async () => {
  const runner = new FakeRunner('refusing')
  await runner.join(200)
  const member = await makePerson('member')
  const busy = await linkedAccount(runner, member.id)
  await claimAlias(db, { clientid: 'sedang-sibuk', accountId: busy.accountId, userId: member.id, now: Date.now() })
  await busy.object.start()
  expect((await link(member, 'sedang-sibuk')).json.reason).toBe('account_busy')
  const others = Array.from({ length: 5 }, (_, i) => `sesudah-${i}`)
  await until('all five', async () => {
    const answers = await Promise.all(others.map((id) => link(member, id)))
    return answers.every(({ status }) => status === 200)
  })
  await Promise.all(others.map((id) => cancel(member, id)))
  await busy.object.stop()
  runner.leave()
  await until('gone', async () => (await runnerFleet(bound).runners()).length === 0)
})

test('rule link-limits: an end that is told late ends no later link of its account', async () => {
  const runner = new FakeRunner('late')
  await runner.join(200)
  await until('known', async () => (await runnerFleet(bound).runners()).some(({ capacity }) => capacity === 200))
  const fleet = runnerFleet(bound)
  const member = await makePerson('member')
  const takes = (accountId: string, attempt?: string) =>
    fleet.takeAttempt({ accountId, userId: member.id, most: 1, part: null, ...(attempt && { attempt }) })
  const isCounted = async () => (await takes('somebody')) !== null
  const request = (accountId: string, attempt: string) => {
    const who = { clientid: accountId, userId: member.id, purpose: 'blast' as const }
    return { accountId, attempt, mode: 'qr' as const, phone: null, ...who }
  }
  // refused: the account is at work
  const busy = await linkedAccount(runner, member.id)
  await busy.object.start()
  await takes(busy.accountId, 'next press')
  expect(await busy.object.beginLink(request(busy.accountId, 'first press'))).toMatchObject({ refusal: 'account_busy' })
  await fleet.endAttempt(busy.accountId, 'first press')
  expect(await isCounted()).toBe(true)
  expect(await busy.object.beginLink(request(busy.accountId, 'next press'))).toMatchObject({ refusal: 'account_busy' })
  await until('its own end', async () => !(await isCounted()))
  await fleet.endAttempt('somebody')
  await busy.object.stop()
  // cancelled: the runner is told to close it, too
  const linking = accountObject(bound, 'late-link')
  await takes('late-link', 'first press')
  expect(await linking.beginLink(request('late-link', 'first press'))).toMatchObject({ ok: true })
  await takes('late-link', 'next press')
  await linking.cancelLink('late-link')
  await fleet.release({ accountId: 'late-link', epoch: 1, endsLink: false })
  expect(await isCounted()).toBe(true)
  // an object of a release before names none
  await fleet.release({ accountId: 'late-link', epoch: 1 })
  expect(await isCounted()).toBe(false)
  await takes('late-link', 'first press')
  expect(await linking.beginLink(request('late-link', 'first press'))).toMatchObject({ ok: true })
  await linking.cancelLink('late-link')
  await until('its own end', async () => !(await isCounted()))
  await fleet.endAttempt('somebody')
  runner.leave()
  await until('gone', async () => (await runnerFleet(bound).runners()).length === 0)
})

test('rule link-limits: links take half of the free places, the rest is for accounts that come back', async () => {
  const runner = new FakeRunner('narrow')
  await runner.join(8)
  await until('known', async () => (await runnerFleet(bound).runners()).some(({ capacity }) => capacity === 8))
  const people = await Promise.all(Array.from({ length: 8 }, () => makePerson('member')))
  const answers = await Promise.all(people.map((who, i) => link(who, `sempit-${i}`)))
  expect(tally(answers)).toEqual({ 200: 4, links_full: 4 })
  expect(answers.find(({ status }) => status === 429)?.json.msg).toBe(
    'Banyak akun sedang ditautkan sekarang. Coba lagi dalam 5 menit.',
  )
  const back = await Promise.all(
    Array.from({ length: 4 }, (_, i) => runnerFleet(bound).place({ accountId: `back-${i}`, epoch: 1, avoid: null })),
  )
  expect(back.every((placed) => placed !== null)).toBe(true)
  await Promise.all(people.map((who, i) => cancel(who, `sempit-${i}`)))
  runner.leave()
})

test('rule link-limits: links take a quarter of the free proxies, one at the least; a linked account any that is free', async () => {
  const freed = async (count: number): Promise<void> => {
    await run('delete from proxies')
    for (let i = 0; i < count; i++)
      await run(
        `insert into proxies (id, value, status, created_at) values (?, ?, 'active', 0)`,
        `q${i}`,
        `http://q${i}.test:1`,
      )
  }
  const took = async (ids: string[], part: number | null) =>
    (await Promise.all(ids.map((id) => assignProxy(db, id, part)))).map((one) =>
      typeof one === 'object' && one !== null ? 'one' : one,
    )
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}-${i}`)
  await freed(12)
  const first = await took(names('link', 8), 1 / 4)
  expect([first.filter((one) => one === 'one').length, first.filter((one) => one === 'kept_free').length]).toEqual([
    3, 5,
  ])
  expect(await took(names('back', 9), null)).toEqual(Array.from({ length: 9 }, () => 'one'))
  expect(await took(['late'], 1 / 4)).toEqual(['none_free'])
  await freed(2)
  expect(await took(['a', 'b'], 1 / 4)).toEqual(['one', 'kept_free'])
  await releaseProxy(db, 'a')
  expect(await took(['b'], 1 / 4)).toEqual(['one'])
  await run('delete from proxies')
  expect(await took(['c'], 1 / 4)).toEqual([null])
  // by the call: the object is asked with the same share, and says when to come again
  await freed(4)
  const people = [await makePerson('member'), await makePerson('member')]
  const runner = new FakeRunner('proxied')
  await runner.join(50)
  await until('known', async () => (await runnerFleet(bound).runners()).some(({ capacity }) => capacity === 50))
  const answers = [await link(people[0] as Person, 'proxy-1'), await link(people[1] as Person, 'proxy-2')]
  expect(answers.map(({ status, json }) => json.reason ?? status)).toEqual([200, 'links_full'])
  expect(answers[1]?.json.msg).toBe('Banyak akun sedang ditautkan sekarang. Coba lagi dalam 1 menit.')
  expect(await all(`select count(*) as n from proxies where status = 'in use'`)).toEqual([{ n: 1 }])
  await cancel(people[0] as Person, 'proxy-1')
  runner.leave()
  await run('delete from proxies')
})

/** A socket of this person, on their own channel or on that of `device`. */
const open = async (who: Person, device = '') => {
  const { json } = await post(who, '/auth/ws-ticket', {})
  const address = `${ORIGIN}/api/ws?token=${json.ticket ?? ''}${device && `&deviceId=${device}`}`
  const request = new Request(address, { headers: { upgrade: 'websocket' } })
  const answer = await worker.fetch(request, DEPLOYED, createExecutionContext())
  answer.webSocket?.accept()
  return answer
}
test('rule socket-limit: a person has ten sockets; the eleventh gets a wait until one is closed or silent, others none', async () => {
  const [person, other] = [await makePerson('member'), await makePerson('member')]
  const opened = []
  for (let i = 0; i < 10; i++) opened.push(await open(person))
  expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 101))
  const refused = await open(person)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await refused.json<Answer>()).msg).toBe(
    'Halaman ini terbuka di terlalu banyak tab. Tutup salah satu. Coba lagi dalam 1 menit.',
  )
  expect((await open(other)).status).toBe(101)
  opened[0]?.webSocket?.close()
  await until('nine', async () => (await userChannel(bound, person.id).sockets()).length === 9)
  expect((await open(person)).status).toBe(101)
  expect((await open(person)).status).toBe(429)
  // nothing was heard of one for ten minutes, as of a phone that lost its network
  await runInDurableObject(userChannel(bound, person.id) as unknown as DurableObjectStub, (_, ctx) => {
    const [one] = ctx.getWebSockets()
    one?.serializeAttachment({ ...(one.deserializeAttachment() as object), since: Date.now() - 600_000 })
  })
  expect((await open(person)).status).toBe(101)
  expect((await open(person)).status).toBe(429)
})

test('rule socket-limit: on the channel that admins share each of them has ten of their own', async () => {
  const [one, other] = [await makePerson('admin'), await makePerson('admin')]
  for (let i = 0; i < 10; i++) expect((await open(one, ADMIN_CLIENT_ID)).status).toBe(101)
  expect((await open(one, ADMIN_CLIENT_ID)).status).toBe(429)
  expect((await open(other, ADMIN_CLIENT_ID)).status).toBe(101)
})
