// A form of the joining page, confirmed by the message of who filled it (rule form-consent): real Worker, real object, real D1; the runner's side is the test's.
import { exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { GRADES } from '../../contract/ground/consent-grades.ts'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { JOIN_TEXTS } from '../../contract/recipients/join-texts.ts'
import { formTextOf } from '../../contract/recipients/programme-words.ts'
import { ENDED_ANSWER, FORM_OVER_ANSWER, OPT_IN_ANSWER } from '../../contract/sending/account-texts.ts'
import { newFormCode } from '../../domain/recipients/programmes/form-code.ts'
import { until } from '../../scripts/drive/until.ts'
import { linkRing } from '../../worker/env.ts'
import { ORIGIN } from './support/api.ts'
import { all, bound, one, run } from './support/database.ts'
import { createProgramme, events, heard, rowOf, says, somebody, told, useKeywords } from './support/keywords.ts'

const it = useKeywords()
beforeEach(() => run("delete from settings where key = 'consent_lowest_grade'"))
const TITLE = 'Promo Melati'
/** As the page makes it, at that time. */
const formOf = async (id: string, keyword: string, at = Date.now()) =>
  formTextOf(keyword, await newFormCode(linkRing(bound), id, 'en', at))
const promo = (at?: number) => formOf('promo-melati', it.keyword, at)
const answered = (number: string) => until('answered', () => told(number).length === 1)
const press = async (query: string, body: Record<string, string>) => {
  const request = new Request(`${ORIGIN}/api/ikut/promo-melati${query}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'cf-connecting-ip': '198.51.100.9' },
    body: new URLSearchParams(body),
  })
  const response = await exports.default.fetch(request)
  return { status: response.status, to: response.headers.get('location'), text: await response.text() }
}
const written = (to: string | null): string => new URL(to ?? 'https://x.test').searchParams.get('text') ?? ''

describe('rule form-consent: the page', () => {
  beforeEach(() =>
    run(
      `update users set shows_number_at = 1 where id = (select user_id from whatsapp where id = ?)`,
      it.account.accountId,
    ),
  )
  test('asks for the tick, writes the keyword with a code for who ticked, keeps nothing, and their message counts as a form', async () => {
    const unticked = await press('?lang=en', {})
    expect([unticked.status, unticked.to]).toEqual([422, null])
    expect(unticked.text).toContain(JOIN_TEXTS.en.tickFirst)
    const { status, to } = await press('?lang=en', { agree: '1' })
    expect(status).toBe(303)
    expect(written(to).startsWith(`${it.keyword} `)).toBe(true)
    const other = written((await press('?lang=en', { agree: '1' })).to)
    expect(other).not.toBe(written(to))
    for (const table of ['phone_numbers', 'programme_opt_ins']) expect(await all(`select * from ${table}`)).toEqual([])

    const number = somebody()
    says(number, written(to).toLowerCase())
    await answered(number)
    expect(told(number)).toEqual([OPT_IN_ANSWER(TITLE)])
    expect(await rowOf(number)).toMatchObject({
      status: 'active',
      consent_grade: GRADES.form,
      consent_source: `${TITLE}: ${it.keyword}`,
    })
    expect(await events(number)).toEqual(['granted'])
    const kept = await one<{ form: string; form_at: number; form_lang: string }>(
      'select form, form_at, form_lang from programme_opt_ins',
    )
    expect(kept).toMatchObject({ form: written(to).split(' ').at(-1), form_lang: 'en' })
    expect(Math.abs(Date.now() - kept.form_at)).toBeLessThan(2 * HOUR_MS)
  })
  test('writes nothing where the settings ask for a message, which its author writes themselves', async () => {
    await run(`insert into settings values ('consent_lowest_grade', 'message')`)
    expect((await press('', {})).to).toMatch(/^https:\/\/wa\.me\/\d+$/)
    const page = await (await exports.default.fetch(new Request(`${ORIGIN}/api/ikut/promo-melati`))).text()
    expect(page).toContain(JOIN_TEXTS.id.nextWritten)
    expect(page).not.toContain('name="agree"')
  })
})

describe('rule form-consent: a code that does not count', () => {
  test('of more than a day ago, of another programme, or made up agrees to nothing, and is told so', async () => {
    const { keyword } = (await createProgramme(it.admin, 'kabar', { title: 'Kabar', word: 'kabar' })).json
    const otherForm = (await formOf('kabar', keyword)).split(' ').at(-1) ?? ''
    const fresh = await promo()
    const altered = `${fresh.slice(0, -1)}${fresh.endsWith('2') ? '3' : '2'}`
    for (const text of [
      await promo(Date.now() - 26 * HOUR_MS),
      await promo(Date.now() - 961 * HOUR_MS),
      formTextOf(it.keyword, otherForm),
      altered,
      formTextOf(it.keyword, '2222222222222'),
    ]) {
      const number = somebody()
      says(number, text)
      await answered(number)
      expect([told(number), await rowOf(number)]).toEqual([[FORM_OVER_ANSWER(TITLE, it.keyword)], undefined])
    }
    const late = somebody()
    says(late, await promo(Date.now() - 23 * HOUR_MS))
    await answered(late)
    expect((await rowOf(late))?.['consent_grade']).toBe(GRADES.form)
  })
  test('of somebody else: it is of who sent it first', async () => {
    const [first, friend] = [somebody(), somebody()]
    const text = await promo()
    says(first, text)
    await answered(first)
    says(friend, text, { by: it.second })
    await until('answered', () => told(friend, it.second).length === 1)
    expect([told(friend, it.second), await rowOf(friend)]).toEqual([[FORM_OVER_ANSWER(TITLE, it.keyword)], undefined])
    // the keyword that they write themselves is theirs, and the first one's form stays theirs
    says(friend, it.keyword)
    await heard()
    expect((await rowOf(friend))?.['consent_grade']).toBe(GRADES.message)
    expect((await rowOf(first))?.['consent_grade']).toBe(GRADES.form)
  })
  test('of before the settings asked for a message, which takes nothing from whose message suffices', async () => {
    const [late, sure] = [somebody(), somebody()]
    const [first, second] = [await promo(), await promo()]
    await run(`insert into settings values ('consent_lowest_grade', 'message')`)
    says(sure, it.keyword, { at: Date.now() - 30 * HOUR_MS })
    await answered(sure)
    says(late, first)
    says(sure, second)
    await answered(late)
    await heard()
    expect([told(late), await rowOf(late)]).toEqual([[FORM_OVER_ANSWER(TITLE, it.keyword)], undefined])
    expect(await rowOf(sure)).toMatchObject({ consent_grade: GRADES.message, suppressed: 0 })
  })
  test('of a programme that ended, or in a sentence', async () => {
    const { keyword } = (
      await createProgramme(it.admin, 'usai', { title: 'Usai', word: 'usai', ends_on: '2020-01-01' })
    ).json
    const [number, chatty] = [somebody(), somebody()]
    says(number, await formOf('usai', keyword))
    says(chatty, `kak ${await promo()} ya`)
    await answered(number)
    await heard()
    expect([told(number), await rowOf(number)]).toEqual([[ENDED_ANSWER('Usai')], undefined])
    expect([told(chatty), await rowOf(chatty)]).toEqual([[], undefined])
  })
})

describe('rule form-consent: who sends it', () => {
  test('ten in a minute count once and are answered once', async () => {
    const number = somebody()
    for (let i = 0; i < 5; i++) {
      says(number, await promo())
      says(number, await promo(), { by: it.second })
    }
    await heard()
    expect([...told(number), ...told(number, it.second)]).toEqual([OPT_IN_ANSWER(TITLE)])
    expect(await events(number)).toEqual(['granted'])
    expect(await one(`select count(*) as n from programme_opt_ins where form is not null`)).toEqual({ n: 10 })
  })
  test('has agreed on that day by the keyword: the form is on record as theirs, once, and nobody else can use it', async () => {
    const [number, friend] = [somebody(), somebody()]
    const text = await promo()
    says(number, it.keyword)
    await answered(number)
    for (let i = 0; i < 2; i++) says(number, text)
    await heard()
    const code = text.split(' ').at(-1)
    const kept = 'select outcome, answers, form_lang from programme_opt_ins where form = ?'
    expect(await all(kept, code)).toEqual([{ outcome: 'again', answers: 0, form_lang: 'en' }])
    expect([(await rowOf(number))?.['consent_grade'], await events(number)]).toEqual([GRADES.message, ['granted']])
    says(friend, text)
    await answered(friend)
    expect([told(friend), await rowOf(friend)]).toEqual([[FORM_OVER_ANSWER(TITLE, it.keyword)], undefined])
  })
  test.each([
    ['taken out of the list', 'delete from phone_numbers where number = ?'],
    ['graded by hand', 'update phone_numbers set consent_grade = 1 where number = ?'],
  ])('was %s since and writes again on the same day has agreed anew', async (_, change) => {
    const number = somebody()
    says(number, it.keyword)
    await answered(number)
    await run(change, number)
    says(number, await promo())
    await until('agreed', async () => (await rowOf(number))?.['consent_grade'] === GRADES.form)
    expect(await events(number)).toEqual(['granted', 'granted'])
  })
  test('and writes the keyword themselves on the same day agrees by a message, once, and no form takes that back on that day', async () => {
    const number = somebody()
    says(number, await promo())
    await answered(number)
    expect((await rowOf(number))?.['consent_grade']).toBe(GRADES.form)
    says(number, it.keyword)
    await until('surer', async () => (await rowOf(number))?.['consent_grade'] === GRADES.message)
    says(number, it.keyword)
    says(number, await promo())
    await heard()
    expect((await rowOf(number))?.['consent_grade']).toBe(GRADES.message)
    expect(await events(number)).toEqual(['granted', 'granted'])
    expect(told(number)).toEqual([OPT_IN_ANSWER(TITLE)])
  })
  test('starts again after a stop, on record', async () => {
    const number = somebody()
    says(number, 'BERHENTI', { at: Date.now() - 60_000 })
    await until('stopped', async () => (await all('select 1 from suppressions where number = ?', number)).length === 1)
    await until('told', () => told(number).length === 1)
    says(number, await promo(), { at: Date.now() })
    await until('joined', async () => (await rowOf(number))?.['consent_grade'] === GRADES.form)
    expect(await events(number)).toEqual(expect.arrayContaining(['opt_out', 'opt_in', 'lifted', 'granted']))
    expect(await all('select 1 from suppressions where number = ?', number)).toEqual([])
  })
  test('may read what is kept about them', async () => {
    const number = somebody()
    says(number, await promo())
    await answered(number)
    says(number, 'INFO')
    await until('told', () => told(number).some((text) => text?.includes('/opt-out?token=')))
  })
})
