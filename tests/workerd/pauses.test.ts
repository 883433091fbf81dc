// An admin pauses one account or the whole place: nothing more leaves, whatever the objects are doing, and each run goes on
// where it stood (rules account-hold, sending-pause).
import { evictDurableObject } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Held, PlacePause } from '../../contract/people/pauses.ts'
import type { Account } from '../../contract/sending/whatsapp.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { REFRESH_MS } from '../../durable-objects/account-blast/run/wait-rules.ts'
import { until } from '../../scripts/drive/until.ts'
import { cron } from './support/cron.ts'
import { ask } from './support/api.ts'
import { type Blasting, stageBlasts } from './support/blasting.ts'
import { all, db, one, run } from './support/database.ts'
import { documentOf, fire } from './support/document.ts'
import { listenAsMember } from './support/member-screen.ts'
import { makePerson, type Person } from './support/people.ts'
import { acked, inside, linkedAccount, numbers } from './support/stage.ts'

const { runner, someone, blasting } = stageBlasts('pauses')
const people = {} as { admin: Person; member: Person }
beforeAll(async () => {
  people.admin = await makePerson('admin')
  people.member = await makePerson('member')
})
type Turned = { pause: PlacePause; told: number; missed: number; fields?: Record<string, string> }
const turn = (body: object, who: Person = people.admin) =>
  ask<Turned>('PUT', '/admin/sending-pause', { token: who.token, body })
const pause = (reason = 'Cek laporan blokir') => turn({ paused: true, reason })
const resume = () => turn({ paused: false })
afterEach(async () => {
  await resume()
  await run(`update whatsapp set status = 'idle'`)
})
/** Answers the message in flight, and takes the account's own next steps. */
const answer = async ({ socket, object }: Pick<Blasting, 'socket' | 'object'>, place: number) => {
  socket.say(acked(socket, place))
  await until('the answer is in', async () => ((await object.snapshot())?.count_success ?? 0) > place)
}
const held = (object: Blasting['object']): Promise<Held | null | undefined> =>
  object.snapshot().then((snapshot) => snapshot?.held)
const claimed = async () => (await one<{ n: number }>('select count(*) as n from phone_numbers where in_use = 1')).n
const sent = ({ socket }: Pick<Blasting, 'socket'>) => socket.sends().map(({ number }) => number)

describe('rule sending-pause: a paused place sends nothing', () => {
  test('the message in flight finishes, the claimed numbers are free again, and it goes on where it stood', async () => {
    const account = await blasting(4)
    expect((await pause()).json).toMatchObject({
      told: 1,
      missed: 0,
      pause: { paused: { reason: 'Cek laporan blokir' } },
    })
    await answer(account, 0)
    await until('the numbers are free', async () => (await claimed()) === 0)
    expect(sent(account)).toHaveLength(1)
    expect(await held(account.object)).toMatchObject({
      of: 'place',
      reason: 'Cek laporan blokir',
      by: expect.stringMatching(/^Orang/),
    })
    await resume()
    for (const place of [1, 2, 3]) {
      await until('the next send', () => account.socket.sends()[place])
      await answer(account, place)
    }
    expect(sent(account).toSorted()).toEqual(account.list)
  })

  test('also an object that slept meanwhile, whose alarm comes, and whose rules are old', async () => {
    const account = await blasting(3, 5)
    await answer(account, 0)
    await evictDurableObject(account.object)
    await pause()
    await evictDurableObject(account.object)
    await inside(account.object, ({ sql }) => {
      sql.exec(`update document set value = json_set(value, '$.nextSendAt', 0)`)
      sql.exec(`update rules set value = json_set(value, '$.at', ?)`, Date.now() - REFRESH_MS)
    })
    await evictDurableObject(account.object)
    await fire(account.object, 'pump')
    expect(sent(account)).toHaveLength(1)
    expect(await claimed()).toBeLessThanOrEqual(1)
  })

  test('also an account that starts after the switch was turned; it waits, and starts when the place goes on', async () => {
    await pause()
    await numbers(5_000, 1)
    const account = await linkedAccount(runner, await someone())
    await account.object.start()
    await until('it has heard', async () => (await held(account.object))?.of === 'place')
    expect(await account.object.snapshot()).toMatchObject({ status: 'sending', waiting: false })
    expect(account.socket.sends()).toEqual([])
    expect(await claimed()).toBe(0)
    await resume()
    await until('its first send', () => account.socket.sends()[0])
  })

  test('an account whose owner stopped it meanwhile is not started by the switch', async () => {
    const account = await blasting(3)
    await pause()
    await answer(account, 0)
    await account.object.stop()
    await until('it rests', async () => (await account.object.snapshot())?.status === 'idle')
    await resume()
    await account.object.poke()
    expect(await account.object.snapshot()).toMatchObject({ status: 'idle', held: null })
    expect(sent(account)).toHaveLength(1)
  })

  test('the page of the person who blasts is told, and that it goes on', async () => {
    const account = await blasting(3)
    const screen = await listenAsMember((await documentOf(account.object)).userId)
    const shown = () => screen.state(account.accountId)
    await pause()
    await until('the pause is shown', () => shown()?.held)
    expect(shown()).toMatchObject({ status: 'sending', held: { of: 'place', reason: 'Cek laporan blokir' } })
    await resume()
    await until('it is shown to go on', () => shown()?.held === null)
    screen.close()
  })

  test('news that come late or twice change nothing: the later turn stands', async () => {
    const account = await blasting(3)
    const { pause: first } = (await pause('Pertama')).json
    const { pause: second } = (await resume()).json
    expect(second.version).toBe(first.version + 1)
    await account.object.learnPause(first)
    await account.object.learnPause(second)
    expect(await held(account.object)).toBeNull()
    await answer(account, 0)
    await until('it goes on', () => account.socket.sends()[1])
  })

  test('the first claim says in the row that it sends, in the transaction that reads the switch', async () => {
    const account = await linkedAccount(runner, await someone())
    const { user_id, version } = await one<{ user_id: string; version: number }>(
      'select user_id, version from whatsapp where id = ?',
      account.accountId,
    )
    const request = {
      accountId: account.accountId,
      userId: user_id,
      want: 0,
      now: Date.now(),
      runStartedAt: 0,
      count: false,
    }
    const status = async () =>
      (await one<{ status: string }>('select status from whatsapp where id = ?', account.accountId)).status
    await claimNumbers(db, { ...request, claim: 1, announce: version - 1 })
    expect(await status()).toBe('idle')
    await claimNumbers(db, { ...request, claim: 1, announce: version })
    expect(await status()).toBe('sending')
  })

  test('the cron tells it again, in case the Worker died before it told everybody', async () => {
    const account = await blasting(3)
    await run(
      `insert into sending_pause (id, version, reason, by_id, by_name, at) values (1, 1000, 'Mati', 'a', 'A', ?1)
      on conflict (id) do update set version = 1000, reason = 'Mati', at = ?1`,
      Date.now(),
    )
    await cron()
    expect(await held(account.object)).toMatchObject({ of: 'place', reason: 'Mati' })
    await answer(account, 0)
    expect(sent(account)).toHaveLength(1)
  })

  test('only admins turn it, with a reason, on record; everybody who is signed in reads who did, why and since when', async () => {
    expect((await turn({ paused: true, reason: 'x' }, people.member)).status).toBe(403)
    expect((await turn({ paused: true, reason: '  ' })).status).toBe(422)
    await pause('Uji catatan')
    const read = await ask<{ pause: PlacePause }>('GET', '/admin/sending-pause', { token: people.member.token })
    expect(read.json.pause.paused).toMatchObject({
      of: 'place',
      reason: 'Uji catatan',
      by: expect.stringMatching(/^Orang/),
    })
    await resume()
    const actions = await all(
      'select action, after from audit_log where actor_id = ? order by id desc limit 2',
      people.admin.id,
    )
    expect(actions).toEqual([
      { action: 'sending.resume', after: '{"reason":null,"unversioned":true}' },
      { action: 'sending.pause', after: '{"reason":"Uji catatan","unversioned":true}' },
    ])
  })
})

describe('rule account-hold: an admin pauses or stops one account', () => {
  const act = (what: string, body: object, who: Person = people.admin) =>
    ask<{ whatsapp: Account }>('POST', `/admin/whatsapp/${what}`, { token: who.token, body })

  test('it sends nothing and says why, to its owner too, until an admin lets it go on; others go on', async () => {
    const account = await blasting(6)
    const other = await linkedAccount(runner, await someone())
    await numbers(6_000, 3)
    await other.object.start()
    await until('the other sends', () => other.socket.sends()[0])
    const { status, json } = await act('hold', { id: account.accountId, reason: 'Banyak laporan' })
    expect([status, json.whatsapp.held]).toMatchObject([
      200,
      { of: 'account', reason: 'Banyak laporan', by: expect.stringMatching(/^Orang/) },
    ])
    expect(
      JSON.parse((await one<{ held: string }>('select held from whatsapp where id = ?', account.accountId)).held),
    ).toMatchObject({
      reason: 'Banyak laporan',
    })
    await answer(account, 0)
    await evictDurableObject(account.object)
    await account.object.start()
    expect(sent(account)).toHaveLength(1)
    await answer(other, 0)
    await until('the other goes on', () => other.socket.sends()[1])
    expect((await act('release', { id: account.accountId })).json.whatsapp.held).toBeNull()
    await until('it goes on', () => account.socket.sends()[1])
    await other.object.stop()
    const actions = await all(`select action, after from audit_log where target = ? order by id`, account.accountId)
    expect(actions).toEqual([
      { action: 'whatsapp.hold', after: '{"reason":"Banyak laporan"}' },
      { action: 'whatsapp.release', after: null },
    ])
  })

  test('stays with the number when its owner removes the account and links it again', async () => {
    const { accountId, object, phone } = await linkedAccount(runner, people.member.id)
    await act('hold', { id: accountId, reason: 'Banyak laporan' })
    expect((await object.remove()).ok).toBe(true)
    const again = await linkedAccount(runner, people.member.id, 'blast', phone)
    expect(await held(again.object)).toMatchObject({ of: 'account', reason: 'Banyak laporan' })
    await numbers(6_100, 1)
    await again.object.start()
    await evictDurableObject(again.object)
    expect(again.socket.sends()).toEqual([])
    expect((await act('release', { id: again.accountId })).json.whatsapp.held).toBeNull()
    expect(await all('select id from whatsapp where phonenumber = ? and held is not null', phone)).toEqual([])
    await until('it sends', () => again.socket.sends()[0])
    await again.object.stop()
  })

  test('a stop with a reason stands in the report of the run', async () => {
    const account = await blasting(3)
    await act('stop-blasting', { whatsappClientId: account.accountId, reason: 'Nomor dipakai lagi oleh pemiliknya' })
    await answer(account, 0)
    await until('it rests', async () => (await account.object.snapshot())?.status === 'idle')
    expect((await account.object.snapshot())?.last_run).toMatchObject({
      end: 'stop',
      error: 'Dihentikan admin: Nomor dipakai lagi oleh pemiliknya',
    })
  })

  test('nobody but an admin', async () => {
    const account = await linkedAccount(runner, people.member.id)
    for (const what of ['hold', 'release'])
      expect((await act(what, { id: account.accountId, reason: 'x' }, people.member)).status).toBe(403)
  })
})
