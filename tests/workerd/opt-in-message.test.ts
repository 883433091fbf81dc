// A keyword with its code joins whoever wrote it (rule opt-in-message): real Worker, real object, real D1; the runner's side is the test's.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GRADES } from '../../contract/ground/consent-grades.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { ADDRESS_TAKEN } from '../../contract/recipients/programmes.ts'
import { ENDED_ANSWER, OPT_IN_ANSWER } from '../../contract/sending/account-texts.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { hearKeyword } from '../../domain/recipients/programmes/hear-store.ts'
import { programmeByWord } from '../../domain/recipients/programmes/store.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { lidHashes } from '../../domain/recipients/suppressions/hash.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { inside, linkedAccount, portsOf, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-1')
let admin: Person
let account: Awaited<ReturnType<typeof linkedAccount>>
let second: typeof account
let keyword = ''
let word = ''
const BODY = {
  title: 'Promo Melati',
  word: 'promo',
  what: 'Potongan harga toko',
  frequency: 'Paling banyak 4 pesan sebulan',
  by_whom: 'Toko Melati',
  privacy: 'Nomor Anda disimpan untuk mengirim promo.',
  privacy_version: '2026-11',
  topic: 'promo',
}
const create = (id: string, more: object = {}) =>
  ask<{ keyword: string }>('POST', '/admin/programme/create', { token: admin.token, body: { id, ...BODY, ...more } })
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
  account = await linkedAccount(runner, (await makeLender('opt-in-1', null)).id)
  second = await linkedAccount(runner, (await makeLender('opt-in-2', null)).id)
  keyword = (await create('promo-melati')).json.keyword
  word = keyword.replaceAll(' ', '')
})
beforeEach(async () => {
  for (const table of ['phone_numbers', 'suppressions', 'snoozes', 'programme_opt_ins'])
    await run(`delete from ${table}`)
  await run('update programmes set opt_ins = 0')
})

let message = 0
let people = 0
const somebody = (): string => String(6281600000000 + ++people)
const says = (
  number: string | null,
  text: string,
  { at = Date.now(), id = `k${++message}`, lid = null as string | null, by = account } = {},
): void => by.socket.say({ kind: 'inbound', items: [{ id, number, lid, text, means: null, at }] })
const told = (number: string, by = account) =>
  by.socket.sends().flatMap((sent) => (sent.number === number ? [sent.content.text] : []))
/** The time, once it is later than it was. */
const aMomentLater = async (): Promise<number> => {
  const before = Date.now()
  await until('later', () => Date.now() > before)
  return Date.now()
}
/** Everything that was said is decided: whoever writes behind it has joined at both accounts. */
const heard = async (): Promise<void> => {
  for (const by of [account, second]) {
    const last = somebody()
    says(last, keyword, { by })
    await joined(last)
    const isEmpty = () => inside(by.object, ({ sql }) => sql.exec('select 1 from keywords').toArray().length === 0)
    await until('nothing waits', isEmpty)
  }
}
const joined = (number: string) =>
  until(`${number} has joined`, async () => (await rowOf(number))?.['consent_grade'] === GRADES.message)
const rowOf = async (number: string) =>
  (await all<Record<string, unknown>>('select * from phone_numbers where number = ?', number))[0]
const events = async (number: string) =>
  (await all<{ event: string }>('select event from consent_history where number = ? order by id', number)).map(
    ({ event }) => event,
  )

describe('rule opt-in-message: a keyword with its code', () => {
  test('makes its author a recipient of the surest grade, and answers them', async () => {
    const number = somebody()
    const at = Date.now() - 5_000
    says(number, ` ${keyword.toLowerCase().replace(' ', '  ')}. `, { at, id: 'wa-1' })
    await joined(number)
    expect(await rowOf(number)).toMatchObject({
      status: 'active',
      suppressed: 0,
      consent_source: `Promo Melati: ${keyword}`,
      consent_at: at,
      consent_by: account.accountId,
    })
    await until('answered', () => told(number).length === 1)
    expect(told(number)).toEqual([OPT_IN_ANSWER('Promo Melati')])
    expect(await events(number)).toEqual(['granted'])
    expect(await all('select message_id, programme_id, account_id, outcome, at from programme_opt_ins')).toEqual([
      { message_id: 'wa-1', programme_id: 'promo-melati', account_id: account.accountId, outcome: 'granted', at },
    ])
    await run(`insert or replace into settings values ('consent_lowest_grade', 'message')`)
    const asked = {
      accountId: 'acc',
      userId: admin.id,
      want: 9,
      now: Date.now(),
      runStartedAt: 0,
      claim: 1,
      count: false,
    }
    expect((await claimNumbers(db, asked)).numbers.map((n) => n.number)).toEqual([number])
    await run(`delete from settings where key = 'consent_lowest_grade'`)
  })
  test('ten in a minute, at two accounts, count once and are answered once', async () => {
    const number = somebody()
    for (let i = 0; i < 5; i++) {
      says(number, keyword)
      says(number, keyword, { by: second })
    }
    await joined(number)
    await heard()
    expect([...told(number), ...told(number, second)]).toEqual([OPT_IN_ANSWER('Promo Melati')])
    expect(await events(number)).toEqual(['granted'])
    expect((await one<{ n: number }>('select opt_ins as n from programmes')).n).toBe(3)
  })
  test('inside a sentence, with another code, or without one is none', async () => {
    const number = somebody()
    for (const text of [`kak ${keyword}`, `${keyword} ya`, 'DAFTAR PROMO', 'DAFTAR PROMO 999', 'daftar dong b2b'])
      says(number, text)
    await heard()
    expect([await rowOf(number), told(number)]).toEqual([undefined, []])
    expect(await inside(account.object, ({ sql }) => sql.exec('select 1 from keywords').toArray())).toEqual([])
  })
  test('by somebody who has stopped starts again, on record, once it was written after the stop', async () => {
    const number = somebody()
    says(number, keyword)
    await joined(number)
    says(number, 'BERHENTI')
    await until('stopped', async () => (await rowOf(number))?.['suppressed'] === 1)
    says(number, keyword, { at: Date.now() - 60_000 })
    await heard()
    expect((await rowOf(number))?.['suppressed']).toBe(1)
    says(number, keyword, { at: Date.now() + 1 })
    await until('free', async () => (await rowOf(number))?.['suppressed'] === 0)
    await heard()
    expect(await all('select 1 from suppressions')).toEqual([])
    expect(await events(number)).toEqual(['granted', 'opt_out', 'opt_in', 'lifted', 'granted'])
  })
  test.each(['this account', 'another account'])(
    'does not count after a second stop, which leaves the suppression as it stands: it waited at %s',
    async (where) => {
      const number = somebody()
      says(number, keyword)
      await joined(number)
      says(number, 'BERHENTI')
      await until('stopped', async () => (await rowOf(number))?.['suppressed'] === 1)
      const at = await aMomentLater()
      await aMomentLater()
      says(number, 'BERHENTI')
      await until('stopped twice', async () => (await events(number)).length === 3)
      says(number, keyword, { at, by: where === 'this account' ? account : second })
      await heard()
      expect((await rowOf(number))?.['suppressed']).toBe(1)
      expect(await events(number)).toEqual(['granted', 'opt_out', 'opt_out'])
      says(number, keyword, { at: Date.now() + 1 })
      await until('free', async () => (await rowOf(number))?.['suppressed'] === 0)
    },
  )
  test('rule opt-out-lid: does not count after a stop by their LID alone, and one after it ends both', async () => {
    const number = somebody()
    says(number, keyword)
    await joined(number)
    await run(
      'update phone_numbers set lid_hash = ? where number = ?',
      lidHashes(hashRing(bound), '8811').lidHash,
      number,
    )
    const lidStops = () => all(`select 1 from suppressions where lid = '8811' and number is null`)
    // at an account that does not know the number
    const stopsByLid = () => {
      const who = { number: null, lid: '8811', via: 'reply' as const, by: null, reason: null }
      return suppress(portsOf(db), who, Date.now(), [], Date.now())
    }
    await stopsByLid()
    expect([(await rowOf(number))?.['suppressed'], await lidStops()]).toEqual([1, [{ 1: 1 }]])
    const at = await aMomentLater()
    await aMomentLater()
    await stopsByLid()
    says(number, keyword, { at })
    await heard()
    expect((await rowOf(number))?.['suppressed']).toBe(1)
    says(number, keyword, { at: Date.now() + 1 })
    await until('free', async () => (await rowOf(number))?.['suppressed'] === 0)
    expect(await lidStops()).toEqual([])
  })
  test('rule erasure: written before its author was erased brings nobody back', async () => {
    const number = somebody()
    says(number, keyword)
    await joined(number)
    says(number, 'BERHENTI')
    await until('stopped', async () => (await rowOf(number))?.['suppressed'] === 1)
    const at = await aMomentLater()
    await aMomentLater()
    await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number } })
    await run('update erasures set done_at = 1')
    says(number, keyword, { at, by: second })
    await heard()
    expect(await rowOf(number)).toBeUndefined()
    expect(await all(`select reason from suppressions`)).toEqual([{ reason: 'erased' }])
  })
  test('renews what an admin typed or switched off, ends a snooze, and keeps the cooldown', async () => {
    const number = somebody()
    await run(
      `insert into phone_numbers (number, name, status, suppressed, consent_source, consent_at, consent_by, created_at, consent_grade, last_attempt_at)
       values (?, 'Ani', 'nonactive', 2, 'Kata Bu Rini', 1, 'x', 1, 0, 5)`,
      number,
    )
    await run(
      `insert into snoozes (number, until, via, created_at) values (?, ?, 'page', 1)`,
      number,
      Date.now() + DAY_MS,
    )
    says(number, keyword)
    await joined(number)
    expect(await rowOf(number)).toMatchObject({ name: 'Ani', status: 'active', suppressed: 0, last_attempt_at: 5 })
    expect(await all('select 1 from snoozes')).toEqual([])
  })
  test('of a LID waits for its number', async () => {
    const number = somebody()
    says(null, keyword, { lid: '777' })
    says(number, 'Halo', { lid: '777' })
    await joined(number)
    await until('answered', () => told(number).length === 1)
  })
  test('whose programme has ended is told so, and nothing is agreed to', async () => {
    const number = somebody()
    const over = (await create('promo-lama', { title: 'Promo Lama', word: 'lama', ends_on: '2020-01-01' })).json.keyword
    says(number, over)
    await until('answered', () => told(number).length === 1)
    says(number, over)
    await heard()
    expect([told(number), await rowOf(number)]).toEqual([[ENDED_ANSWER('Promo Lama')], undefined])
  })
})

test('rule opt-in-message: a batch whose answer is lost may be repeated', async () => {
  const number = somebody()
  const total = async () => (await one<{ n: number }>(`select value as n from counters where name = 'phone.total'`)).n
  const before = await total()
  const programme = await programmeByWord(db, word)
  if (!programme) throw new Error('no programme')
  const said = { messageId: 'r1', number, hashes: ['h1'] as const, lidHashes: [], accountId: 'a', at: Date.now() }
  expect(await hearKeyword(db, programme, said, Date.now())).toEqual({ outcome: 'granted', answers: 1 })
  await run(`update phone_numbers set status = 'nonactive' where number = ?`, number)
  expect(await hearKeyword(db, programme, said, Date.now() + 5)).toEqual({ outcome: 'granted', answers: 1 })
  expect([(await rowOf(number))?.['status'], await events(number)]).toEqual(['nonactive', ['granted']])
  expect(await total()).toBe(before + 1)
})

test('rule opt-in-message: the office makes programmes, and ends them', async () => {
  expect((await create('promo-melati')).json).toMatchObject({ fields: { id: ADDRESS_TAKEN } })
  expect((await create('Promo Melati!')).status).toBe(422)
  expect((await create('b', { word: 'dua kata' })).status).toBe(422)
  const { json } = await create('jadwal', { title: 'Jadwal', word: 'jadwal', ends_on: '2030-01-31' })
  expect(json.keyword).toMatch(/^DAFTAR JADWAL [2-9A-Z]{3}$/)
  const list = await ask<{ data: object[] }>('GET', '/admin/programme/list-per-page?search=jadwal', {
    token: admin.token,
  })
  expect(list.json.data).toMatchObject([
    { id: 'jadwal', keyword: json.keyword, ends_at: '2030-01-31T17:00:00.000Z', ended_at: null, opt_ins: 0 },
  ])
  const end = () => ask('POST', '/admin/programme/end', { token: admin.token, body: { id: 'jadwal' } })
  expect((await end()).status).toBe(200)
  expect((await end()).json).toMatchObject({ reason: 'not_found' })
  expect(await all(`select told_by, proof from consent_sources where name = ?`, `Jadwal: ${json.keyword}`)).toEqual([
    { told_by: 'Toko Melati', proof: 'Ajakan jadwal, teks privasi 2026-11' },
  ])
})
