// A keyword with its code joins whoever wrote it (rule opt-in-message): real Worker, real object, real D1; the runner's side is the test's.
import { describe, expect, test } from 'vitest'
import { GRADES } from '../../contract/ground/consent-grades.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { ADDRESS_TAKEN } from '../../contract/recipients/programmes.ts'
import { ENDED_ANSWER, OPT_IN_ANSWER } from '../../contract/sending/account-texts.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { hearKeyword } from '../../domain/recipients/programmes/hear-store.ts'
import { programmeByWord } from '../../domain/recipients/programmes/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, db, one, run } from './support/database.ts'
import { createProgramme, events, heard, joined, rowOf, says, somebody, told, useKeywords } from './support/keywords.ts'
import { inside } from './support/stage.ts'

const it = useKeywords()

describe('rule opt-in-message: a keyword with its code', () => {
  test('makes its author a recipient of the surest grade, and answers them', async () => {
    const number = somebody()
    const at = Date.now() - 5_000
    says(number, ` ${it.keyword.toLowerCase().replace(' ', '  ')}. `, { at, id: 'wa-1' })
    await joined(number)
    expect(await rowOf(number)).toMatchObject({
      status: 'active',
      suppressed: 0,
      consent_source: `Promo Melati: ${it.keyword}`,
      consent_at: at,
      consent_by: it.account.accountId,
    })
    await until('answered', () => told(number).length === 1)
    expect(told(number)).toEqual([OPT_IN_ANSWER('Promo Melati')])
    expect(await events(number)).toEqual(['granted'])
    expect(await all('select message_id, programme_id, account_id, outcome, at from programme_opt_ins')).toEqual([
      { message_id: 'wa-1', programme_id: 'promo-melati', account_id: it.account.accountId, outcome: 'granted', at },
    ])
    await run(`insert or replace into settings values ('consent_lowest_grade', 'message')`)
    const asked = {
      accountId: 'acc',
      userId: it.admin.id,
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
      says(number, it.keyword)
      says(number, it.keyword, { by: it.second })
    }
    await joined(number)
    await heard()
    expect([...told(number), ...told(number, it.second)]).toEqual([OPT_IN_ANSWER('Promo Melati')])
    expect(await events(number)).toEqual(['granted'])
    expect((await one<{ n: number }>('select opt_ins as n from programmes')).n).toBe(3)
  })
  test('inside a sentence, with another code, or without one is none', async () => {
    const number = somebody()
    for (const text of [`kak ${it.keyword}`, `${it.keyword} ya`, 'DAFTAR PROMO', 'DAFTAR PROMO 999', 'daftar dong b2b'])
      says(number, text)
    await heard()
    expect([await rowOf(number), told(number)]).toEqual([undefined, []])
    expect(await inside(it.account.object, ({ sql }) => sql.exec('select 1 from keywords').toArray())).toEqual([])
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
    says(number, it.keyword)
    await joined(number)
    expect(await rowOf(number)).toMatchObject({ name: 'Ani', status: 'active', suppressed: 0, last_attempt_at: 5 })
    expect(await all('select 1 from snoozes')).toEqual([])
  })
  test('of a LID waits for its number', async () => {
    const number = somebody()
    says(null, it.keyword, { lid: '777' })
    says(number, 'Halo', { lid: '777' })
    await joined(number)
    await until('answered', () => told(number).length === 1)
  })
  test('whose programme has ended is told so, and nothing is agreed to', async () => {
    const number = somebody()
    const over = (
      await createProgramme(it.admin, 'promo-lama', { title: 'Promo Lama', word: 'lama', ends_on: '2020-01-01' })
    ).json.keyword
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
  const programme = await programmeByWord(db, it.word)
  if (!programme) throw new Error('no programme')
  const said = { messageId: 'r1', number, hashes: ['h1'] as const, lidHashes: [], accountId: 'a', at: Date.now() }
  expect(await hearKeyword(db, programme, said, Date.now())).toEqual({ outcome: 'granted', answers: 1 })
  await run(`update phone_numbers set status = 'nonactive' where number = ?`, number)
  expect(await hearKeyword(db, programme, said, Date.now() + 5)).toEqual({ outcome: 'granted', answers: 1 })
  expect([(await rowOf(number))?.['status'], await events(number)]).toEqual(['nonactive', ['granted']])
  expect(await total()).toBe(before + 1)
})

test('rule info-answer: who joined by a keyword is answered, once; a friend on the list is forgotten', async () => {
  const [number, friend] = [somebody(), somebody()]
  await run(
    `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at, consent_grade)
     values (?, 'Teman', 'active', 'Berkas', 1, 'a', 1, ?)`,
    friend,
    GRADES.import,
  )
  says(number, it.keyword)
  await joined(number)
  says(friend, 'INFO')
  says(number, 'info')
  const links = (who: string) => told(who).filter((text) => text?.includes('/opt-out?token='))
  await until('answered', () => links(number).length === 1)
  says(number, 'INFO')
  await heard()
  const kept = () => inside(it.account.object, ({ sql }) => sql.exec('select number from infos').toArray())
  await until('only they are kept', async () => JSON.stringify(await kept()) === JSON.stringify([{ number }]))
  expect([links(number).length, told(friend)]).toEqual([1, []])
})

test('rule opt-in-message: the office makes programmes, and ends them', async () => {
  expect((await createProgramme(it.admin, 'promo-melati')).json).toMatchObject({ fields: { id: ADDRESS_TAKEN } })
  expect((await createProgramme(it.admin, 'Promo Melati!')).status).toBe(422)
  expect((await createProgramme(it.admin, 'b', { word: 'dua kata' })).status).toBe(422)
  const { json } = await createProgramme(it.admin, 'jadwal', { title: 'Jadwal', word: 'jadwal', ends_on: '2030-01-31' })
  expect(json.keyword).toMatch(/^DAFTAR JADWAL [2-9A-Z]{3}$/)
  const list = await ask<{ data: object[] }>('GET', '/admin/programme/list-per-page?search=jadwal', {
    token: it.admin.token,
  })
  expect(list.json.data).toMatchObject([
    { id: 'jadwal', keyword: json.keyword, ends_at: '2030-01-31T17:00:00.000Z', ended_at: null, opt_ins: 0 },
  ])
  const end = () => ask('POST', '/admin/programme/end', { token: it.admin.token, body: { id: 'jadwal' } })
  expect((await end()).status).toBe(200)
  expect((await end()).json).toMatchObject({ reason: 'not_found' })
  expect(await all(`select told_by, proof from consent_sources where name = ?`, `Jadwal: ${json.keyword}`)).toEqual([
    { told_by: 'Toko Melati', proof: 'Ajakan jadwal, teks privasi 2026-11' },
  ])
})
