// Who has stopped is written to again only after their own message, or by two people; and a consent is words. Nothing else that the office
// does brings anybody back.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { loadRows } from '../../domain/operation/backup/table-store.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { hashesOfLid, hashesOfNumber, lidHashes } from '../../domain/recipients/suppressions/hash.ts'
import { recordOptIn } from '../../domain/recipients/suppressions/lift-store.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { uploadPhones } from './support/upload-phones.ts'
import { inside, linkedAccount, numbers, portsOf, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-lift')
const HOUR_MS = 3_600_000
const REASON = 'Mengisi formulir baru di toko'
let admin: Person
let second: Person
let account: Awaited<ReturnType<typeof linkedAccount>>
beforeAll(async () => {
  await stage({}, { adminListens: false })
  await runner.join()
  ;[admin, second] = [await makePerson('admin'), await makePerson('admin')]
  await makeLender('lift-lender')
  account = await linkedAccount(runner, 'lift-lender')
})
type Answer = { reason?: string; msg: string; fields?: Record<string, string>; approval: { id: string } }
const send = (method: string, path: string, body?: unknown, who = admin) =>
  ask<Answer>(method, path, { token: who.token, body })
const lift = (id: number, body: unknown = { reason: REASON }, who = admin) =>
  send('DELETE', `/admin/suppression/${id}`, body, who)
const decide = (id: string, who = second, approve = true) => send('PUT', '/admin/approval/decide', { id, approve }, who)
const stopOf = (number: string) => one<{ id: number }>('select id from suppressions where number = ?', number)
const isStopped = async (number: string): Promise<boolean> =>
  (await all('select 1 from suppressions where hash in (select value from json_each(?))', hashesText(number))).length >
  0
const hashesText = (number: string): string => JSON.stringify(hashesOfNumber(hashRing(bound), number))
const history = async (number: string) =>
  (
    await all<{ event: string }>(
      'select event from consent_history where hash in (select value from json_each(?)) order by id',
      hashesText(number),
    )
  ).map((row) => row.event)
const stop = (number: string, via: 'reply' | 'admin' = 'reply', at = Date.now() - 2_000) =>
  suppress(portsOf(db), { number, lid: null, via, by: null, reason: null }, at)
const says = (text: string, number: string | null, more: { id?: string; at?: number; lid?: string } = {}) =>
  account.socket.say({
    kind: 'inbound',
    items: [{ id: more.id ?? crypto.randomUUID(), number, lid: more.lid ?? null, text, at: more.at ?? Date.now() }],
  })
const heard = () =>
  until('heard', () => inside(account.object, ({ sql }) => sql.exec('select 1 from opt_ins').toArray().length === 0))
const asked = (number: string) => until('the opt-in', async () => (await history(number)).at(-1) === 'opt_in')
let serial = 0
let number: string
beforeEach(async () => {
  ;[number] = (await numbers(670_000 + ++serial, 1)) as [string]
})

describe('rule lift: a stop is lifted', () => {
  test('by one person with the person’s own message; consent ends, the cooldown runs on, and it is on record', async () => {
    const at = Date.now() - HOUR_MS
    await run('update phone_numbers set last_attempt_at = ? where number = ?', at, number)
    await stop(number)
    says(' mulai! ', number, { id: 'WA-MULAI' })
    await asked(number)
    const { id } = await stopOf(number)
    expect((await lift(id)).status).toBe(200)
    expect(await isStopped(number)).toBe(false)
    expect(await history(number)).toEqual(['opt_out', 'opt_in', 'lifted'])
    expect(
      await all('select source, by from consent_history where number = ? and event <> ?', number, 'opt_out'),
    ).toEqual([
      { source: 'WA-MULAI', by: account.accountId },
      { source: REASON, by: admin.id },
    ])
    expect(
      await one('select status, consent_at, last_attempt_at, suppressed from phone_numbers where number = ?', number),
    ).toEqual({ status: 'nonactive', consent_at: null, last_attempt_at: at, suppressed: 0 })
    const [entry] = await all<{ after: string }>(
      `select after from audit_log where action = 'suppression.delete' and target = ?`,
      String(id),
    )
    expect(JSON.parse(entry?.after ?? '')).toEqual({ reason: REASON, allowed_by: 'own_message' })
    // agreed again, and still inside the cooldown
    await run(`update phone_numbers set status = 'active', consent_at = 1 where number = ?`, number)
    const ports = {
      accountId: 'asks',
      userId: 'lift-lender',
      want: 5,
      now: Date.now(),
      runStartedAt: Date.now(),
      count: false,
      claim: 1,
      among: [number],
    }
    expect((await claimNumbers(db, ports)).numbers).toEqual([])
  })
  test('not without a proof that it is them who asks, nor without a reason in words that names nobody', async () => {
    await stop(number)
    const { id } = await stopOf(number)
    for (const body of ['', {}, { reason: 'x' }, { reason: '\u200b'.repeat(9) }, { reason: `Telepon ke ${number}` }]) {
      const { status, json } = await lift(id, body)
      expect([body, status, json.reason, Object.keys(json.fields ?? {})]).toEqual([
        body,
        422,
        'invalid_input',
        ['reason'],
      ])
    }
    const late = await makePerson('admin')
    await run('update sessions set proved_at = 0 where user_id = ?', late.id)
    expect((await lift(id, { reason: REASON }, late)).json.reason).toBe('proof_needed')
    expect(await isStopped(number)).toBe(true)
    expect(await all(`select 1 from approvals where kind = 'lift' and subject = ?`, String(id))).toEqual([])
  })
  test('by two people otherwise: the asker cannot be both, the second sees whom and why, and it is done once', async () => {
    await stop(number)
    const { id } = await stopOf(number)
    const { status, json } = await lift(id)
    expect([status, await isStopped(number)]).toEqual([202, true])
    expect((await lift(id)).json.reason).toBe('approval_waits')
    expect((await decide(json.approval.id, admin)).json.reason).toBe('approval_own')
    const list = await ask<{ data: object[] }>('GET', '/admin/approval/list-per-page', { token: second.token })
    expect(list.json.data[0]).toMatchObject({
      kind: 'lift',
      detail: REASON,
      changes: [{ of: 'stop_lifted', before: number, after: null }],
    })
    const ref = `approval:${json.approval.id}:asked`
    expect(await all('select 1 from notices where user_id = ? and ref = ?', second.id, ref)).toHaveLength(1)
    const both = await Promise.all([decide(json.approval.id), decide(json.approval.id)])
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 409])
    expect(await isStopped(number)).toBe(false)
    expect(await history(number)).toEqual(['opt_out', 'lifted'])
    expect((await decide(json.approval.id, await makePerson('staff'))).status).toBe(403)
  })
  test('rule two-sign-ins: not by somebody whom the asker could act as', async () => {
    await stop(number)
    const tied = await makePerson('admin')
    await run(
      `insert into audit_log (at, actor_id, actor_role, action, target) values (?, ?, 'admin', 'user.reset_link', ?)`,
      Date.now(),
      admin.id,
      tied.id,
    )
    const { json } = await lift((await stopOf(number)).id)
    expect((await decide(json.approval.id, tied)).json.reason).toBe('approval_tied')
    expect(await isStopped(number)).toBe(true)
  })
  test('not when the person stops again: the question ends, and the message of before counts no more', async () => {
    await stop(number)
    const { id } = await stopOf(number)
    const { json } = await lift(id)
    says('MULAI', number)
    await asked(number)
    says('STOP', number)
    await until('heard', async () => (await history(number)).at(-1) === 'opt_out')
    expect((await decide(json.approval.id)).json.reason).toBe('approval_moved')
    expect((await lift(id)).status).toBe(202)
    expect(await isStopped(number)).toBe(true)
    expect(await history(number)).toEqual(['opt_out', 'opt_in', 'opt_out'])
  })
  test('not after a second stop that came before what they had written earlier was heard', async () => {
    says('STOP', number)
    await until('stopped', () => isStopped(number))
    const askedAt = Date.now()
    await until('later', () => Date.now() > askedAt)
    says('STOP', number)
    await until('heard twice', async () => (await history(number)).length === 2)
    // it was on its way for longer than the second stop
    says('MULAI', number, { at: askedAt })
    await heard()
    expect(await history(number)).toEqual(['opt_out', 'opt_out'])
    expect((await lift((await stopOf(number)).id)).status).toBe(202)
  })
  test('not by a message from before the stop, nor by one of somebody else, and each stop wants its own', async () => {
    const [other] = (await numbers(679_000, 1)) as [string]
    await stop(number)
    await stop(other)
    const { id } = await stopOf(number)
    says('MULAI', number, { at: Date.now() - HOUR_MS })
    says('MULAI', other)
    await asked(other)
    await heard()
    expect(await history(number)).toEqual(['opt_out'])
    expect((await lift(id)).status).toBe(202)
    expect((await lift((await stopOf(other)).id)).status).toBe(200)
    await stop(other, 'admin', Date.now())
    expect((await lift((await stopOf(other)).id)).status).toBe(202)
  })
  test('a message is recorded once, only of a person who has stopped, without its text; other words are nothing', async () => {
    says('MULAI', number)
    says('mulai dong kak', number)
    await heard()
    expect(await history(number)).toEqual([])
    await stop(number)
    says('LANJUT', number, { id: 'one' })
    says('START', number, { id: 'two' })
    await asked(number)
    await heard()
    expect(await history(number)).toEqual(['opt_out', 'opt_in'])
    // a clock that runs ahead makes no message newer than its arrival
    const [row] = await all<{ at: number }>(
      `select at from consent_history where number = ? and event = 'opt_in'`,
      number,
    )
    expect(row?.at).toBeLessThanOrEqual(Date.now())
  })
  test.each([24, 16])('rule opt-out-lid: by its LID alone, unless that stopped since (%i digits)', async (digits) => {
    const ring = hashRing(bound)
    const [alone, its] = [`${digits}11`, `${digits}12`]
    const by = { via: 'reply' as const, by: null, reason: null }
    await suppress(portsOf(db), { ...by, number: null, lid: alone }, Date.now() - 5_000)
    const said = { hashes: hashesOfLid(ring, alone), number: null, messageId: 'L', by: 'acc', at: Date.now() - 4_000 }
    await recordOptIn(db, said)
    const lidStop = await one<{ id: number }>('select id from suppressions where lid = ?', alone)
    expect((await lift(lidStop.id)).status).toBe(200)
    const held = lidHashes(ring, its).lidHash.slice(0, digits)
    await run('update phone_numbers set lid_hash = ? where number = ?', held, number)
    const stopOfLid = `insert into suppressions (hash, lid, via, created_at) values (?, ?, 'reply', ?)`
    const liftOfBoth = async (messageId: string, ofLid: number) => {
      await stop(number, 'reply', Date.now() - 5_000)
      const hashes = hashesOfNumber(ring, number)
      await recordOptIn(db, { hashes, number, messageId, by: 'acc', at: Date.now() - 4_000 })
      await run(stopOfLid, hashesOfLid(ring, its)[0], its, ofLid)
      return (await lift((await stopOf(number)).id)).status
    }
    // an older stop of the LID goes with it, or it would stop the number again
    expect(await liftOfBoth('N', Date.now() - 4_500)).toBe(200)
    expect(await all('select id from suppressions where lid = ?', its)).toEqual([])
    // the number's own opt-in is older than the stop of its LID
    expect(await liftOfBoth('O', Date.now())).toBe(202)
  })
  test('rule erasure: of an erased person the question and the history keep no number', async () => {
    await stop(number)
    const { json } = await lift((await stopOf(number)).id)
    await send('POST', '/admin/consent/erase', { number })
    const hashes = hashesOfNumber(hashRing(bound), number)
    await recordOptIn(db, { hashes, number, messageId: 'E', by: 'acc', at: Date.now() + 1 })
    const rows = await all('select * from approvals where id = ?', json.approval.id)
    expect(JSON.stringify([rows, await all('select * from consent_history')])).not.toContain(number)
  })
})

describe('rule opt-out: nothing else lifts a stop', () => {
  const acts: [string, () => Promise<unknown>][] = [
    ['activating by an edit', async () => edit({ status: 'active', consent_source: 'Formulir toko' })],
    [
      'deleting and adding again',
      async () => {
        await send('DELETE', `/admin/phonenumber/${await idOf()}`)
        return send('POST', '/admin/phonenumber/save', { number, name: 'Orang', consent_source: 'Formulir toko' })
      },
    ],
    [
      'deleting and importing again',
      async () => {
        await send('DELETE', `/admin/phonenumber/${await idOf()}`)
        return uploadPhones(admin, `number\n${number}`, 'Formulir toko')
      },
    ],
    [
      'editing to another number and back',
      async () => {
        const id = await idOf()
        await send('PUT', `/admin/phonenumber/${id}`, { number: `62871${number.slice(-8)}` })
        return send('PUT', `/admin/phonenumber/${id}`, { number, status: 'active', consent_source: 'Formulir toko' })
      },
    ],
    ['erasing', () => send('POST', '/admin/consent/erase', { number })],
    ['loading an older backup', () => loadRows(db, 'suppressions', [])],
    [
      'another number of the same LID',
      async () => {
        const [other] = (await numbers(678_000 + serial, 1)) as [string]
        await run(`update phone_numbers set lid_hash = 'f00' where number in (?, ?)`, number, other)
      },
    ],
  ]
  const idOf = async () => (await one<{ id: number }>('select id from phone_numbers where number = ?', number)).id
  const edit = async (body: object) => send('PUT', `/admin/phonenumber/${await idOf()}`, body)
  test.each(acts)('%s', async (_name, act) => {
    await stop(number)
    await act()
    expect(await isStopped(number)).toBe(true)
    expect(
      await all(
        `select 1 from phone_numbers where number = ? and suppressed = 0 and status = 'active' and consent_at is not null`,
        number,
      ),
    ).toEqual([])
  })
})
