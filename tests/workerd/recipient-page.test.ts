// What a person reads and may ask for behind their own link (rule recipient-page): real Worker, real D1.
import { exports } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import type { RecipientShown } from '../../contract/recipients/recipient-page.ts'
import { RECIPIENT_TEXTS } from '../../contract/recipients/recipient-texts.ts'
import { limitOf, minuteOf } from '../../domain/ground/limits/rules.ts'
import { optOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { linkRing } from '../../worker/env.ts'
import { ask, ORIGIN } from './support/api.ts'
import { all, bound, one, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
// three of these tests dispute one source, and the third would hold it
beforeEach(async () => {
  for (const table of ['consent_sources', 'disputes']) await run(`delete from ${table}`)
})
let serial = 0
/** Somebody on the list, and the token of their link. */
const recipient = async (): Promise<{ number: string; token: string }> => {
  const number = String(6281388800000 + ++serial)
  const body = { number, name: 'Ani', consent_source: 'Formulir toko Melati' }
  const made = await ask('POST', '/admin/phonenumber/save', { token: admin.token, body })
  expect(made.status).toBe(200)
  return { number, token: await optOutToken(linkRing(bound), number) }
}
const view = async (token: string): Promise<RecipientShown> =>
  (await ask<RecipientShown>('POST', '/public/recipient', { body: { token } })).json
const flag = async (number: string): Promise<number> =>
  (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', number)).s
const eventsOf = (number: string) =>
  all<{ event: string; source: string | null }>(
    'select event, source from consent_history where number = ? order by id',
    number,
  )

describe('rule recipient-page: behind their link a person', () => {
  test('reads how they agreed and what they got, and no name, account or admin', async () => {
    const { number, token } = await recipient()
    const shown = await view(token)
    expect(shown).toMatchObject({
      number: `${number.slice(0, 5)}••••${number.slice(-3)}`,
      consent: { source: 'Formulir toko Melati' },
      messages: { count: 0, last: null },
      stopped_at: null,
      snoozed_until: null,
      history: [{ event: 'granted', source: 'Formulir toko Melati' }],
    })
    for (const secret of [number, 'Ani', admin.id]) expect(JSON.stringify(shown)).not.toContain(secret)
  })
  test('of a number that nobody has, or has no more, reads that nothing is on record', async () => {
    const { number, token } = await recipient()
    await run('delete from phone_numbers where number = ?', number)
    expect(await view(token)).toMatchObject({ consent: null, messages: { count: 0, last: null }, history: [] })
  })
  test('is left alone for 30 days, however often they press', async () => {
    const { number, token } = await recipient()
    const before = Date.now()
    for (let i = 0; i < 2; i++)
      expect((await ask('POST', '/public/recipient/snooze', { body: { token } })).status).toBe(200)
    expect(await flag(number)).toBe(2)
    expect((await eventsOf(number)).map(({ event }) => event)).toEqual(['granted', 'snoozed'])
    const shown = await view(token)
    expect(Date.parse(shown.snoozed_until ?? '')).toBeGreaterThanOrEqual(before + 30 * DAY_MS)
    expect(shown.stopped_at).toBeNull()
  })
  test('says that they never agreed: stopped at once, on record once with the source, and shown to the office', async () => {
    const { number, token } = await recipient()
    for (let i = 0; i < 2; i++)
      expect((await ask('POST', '/public/recipient/dispute', { body: { token } })).status).toBe(200)
    expect(await flag(number)).toBe(1)
    const events = await eventsOf(number)
    expect(events.slice(0, 3)).toEqual([
      { event: 'granted', source: 'Formulir toko Melati' },
      { event: 'opt_out', source: 'dispute' },
      { event: 'disputed', source: 'Formulir toko Melati' },
    ])
    // a stop that is said once more is on record once more
    expect(events.slice(3)).toEqual([{ event: 'opt_out', source: 'dispute' }])
    const list = await ask<{ data: { via: string }[] }>('GET', `/admin/suppression?search=${number}`, {
      token: admin.token,
    })
    expect(list.json.data).toMatchObject([{ via: 'dispute' }])
    expect((await view(token)).stopped_at).not.toBeNull()
  })
  test('disputes the next consent, too, and the last one where their row was deleted', async () => {
    const { number, token } = await recipient()
    await ask('POST', '/public/recipient/dispute', { body: { token } })
    await run(
      `insert into consent_history (hash, number, event, source, by, at) select hash, number, 'granted', 'Acara pameran', 'x', 2
       from consent_history where number = ? limit 1`,
      number,
    )
    await run('delete from phone_numbers where number = ?', number)
    await ask('POST', '/public/recipient/dispute', { body: { token } })
    const disputed = (await eventsOf(number)).filter(({ event }) => event === 'disputed')
    expect(disputed.map(({ source }) => source)).toEqual(['Formulir toko Melati', 'Acara pameran'])
  })
  test('who has stopped is not told that they are snoozed', async () => {
    const { number, token } = await recipient()
    await ask('POST', '/public/opt-out', { body: { token } })
    const { json } = await ask('POST', '/public/recipient/snooze', { body: { token } })
    expect(json).toMatchObject({ snoozed_until: null })
    expect(await flag(number)).toBe(1)
  })
  test('rule erasure: whose data is erased is named by nothing that comes by an old link', async () => {
    const { number, token } = await recipient()
    await ask('POST', '/public/opt-out', { body: { token } })
    await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number } })
    for (const path of ['recipient/snooze', 'recipient/dispute', 'opt-out'])
      expect((await ask('POST', `/public/${path}`, { body: { token } })).status).toBe(200)
    for (const table of ['consent_history', 'snoozes', 'suppressions'])
      expect(JSON.stringify(await all(`select * from ${table}`))).not.toContain(number)
    expect(await view(token)).toMatchObject({ consent: null, history: [] })
  })
  test('erases what is kept of them for good, once and for all, and nobody writes to them again', async () => {
    const { number, token } = await recipient()
    for (let i = 0; i < 2; i++)
      expect((await ask('POST', '/public/recipient/erase', { body: { token } })).status).toBe(200)
    expect(await all('select 1 from phone_numbers where number = ?', number)).toEqual([])
    expect(await all('select 1 from erasures where number = ?', number)).toHaveLength(1)
    for (const table of ['consent_history', 'suppressions'])
      expect(JSON.stringify(await all(`select * from ${table}`))).not.toContain(number)
    const [stop] = await all<{ via: string; by: string | null }>('select via, by from suppressions order by id desc')
    expect(stop).toEqual({ via: 'page', by: null })
    const body = { number, name: 'Ani', consent_source: 'Formulir toko Melati' }
    const again = await ask('POST', '/admin/phonenumber/save', { token: admin.token, body })
    expect(again.json).toMatchObject({ reason: 'number_suppressed' })
  })
  test('a forged link says so, and changes nothing', async () => {
    const { number, token } = await recipient()
    const forged = `${token.slice(0, -4)}AAAA`
    for (const path of ['', '/snooze', '/dispute', '/erase'])
      expect((await ask('POST', `/public/recipient${path}`, { body: { token: forged } })).status).toBe(410)
    expect(await flag(number)).toBe(0)
  })
})

describe('rule recipient-page: the page itself, without a script', () => {
  const page = async (method: 'GET' | 'POST', token: string, more = '', form: Record<string, string> = {}) => {
    const response = await exports.default.fetch(
      new Request(`${ORIGIN}/api/opt-out?token=${token}${more}`, {
        method,
        redirect: 'manual',
        ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
      }),
    )
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const press = (token: string, act: string) => page('POST', token, '', { act })

  test('says what is on record in either language, with a form for each act, and no script', async () => {
    const { number, token } = await recipient()
    const { status, text, headers } = await page('GET', token)
    expect(status).toBe(200)
    expect(text).toContain(`${number.slice(0, 5)}••••${number.slice(-3)}`)
    for (const said of ['Formulir toko Melati', RECIPIENT_TEXTS.id.act, RECIPIENT_TEXTS.id.snooze, 'value="stop"'])
      expect(text).toContain(said)
    for (const secret of [number, 'Ani', '<script']) expect(text).not.toContain(secret)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const english = await page('GET', token, '&lang=en')
    expect(english.text).toContain(RECIPIENT_TEXTS.en.act)
    expect(english.text).toContain(`/opt-out?token=${token}&amp;lang=id`)
  })
  test('changes nothing when it is opened, by a program that looks at links either', async () => {
    const { number, token } = await recipient()
    await page('GET', token)
    await page('GET', token, '&ask=erase')
    await page('GET', token, '&act=stop')
    expect(await flag(number)).toBe(0)
  })
  test('stops at one press, and leads back to itself, which says since when', async () => {
    const { number, token } = await recipient()
    const pressed = await press(token, 'stop')
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `/opt-out?token=${token}&lang=id`])
    expect(await flag(number)).toBe(1)
    const { text } = await page('GET', token)
    expect(text).toContain('berhenti menerima pesan sejak')
    expect(text).not.toContain('value="stop"')
    expect(text).not.toContain('value="snooze"')
  })
  test('snoozes, and asks before a dispute and an erasure, which it then does', async () => {
    const first = await recipient()
    await press(first.token, 'snooze')
    expect(await flag(first.number)).toBe(2)
    expect((await page('GET', first.token)).text).toContain('Tidak ada pesan sampai')
    const asked = await page('GET', first.token, '&ask=dispute')
    expect(asked.text).toContain(RECIPIENT_TEXTS.id.disputeTitle)
    expect(asked.text).toContain('value="dispute"')
    await press(first.token, 'dispute')
    expect(await flag(first.number)).toBe(1)
    expect((await eventsOf(first.number)).map(({ event }) => event)).toContain('disputed')
    const second = await recipient()
    expect((await page('GET', second.token, '&ask=erase')).text).toContain('value="erase"')
    await press(second.token, 'erase')
    expect(await all('select 1 from phone_numbers where number = ?', second.number)).toEqual([])
    expect((await page('GET', second.token)).text).toContain(RECIPIENT_TEXTS.id.agreedNone)
  })
  test('hands out the data and a receipt as files', async () => {
    const { token } = await recipient()
    const data = await press(token, 'data')
    expect(data.headers.get('content-disposition')).toBe('attachment; filename="data-saya.json"')
    expect(JSON.parse(data.text)).toMatchObject({ consent: { source: 'Formulir toko Melati' } })
    const receipt = await press(token, 'receipt')
    expect(receipt.headers.get('content-disposition')).toBe('attachment; filename="tanda-terima-persetujuan.txt"')
    expect(receipt.text.split('.')).toHaveLength(3)
  })
  test.each(['', 'contoh', 'A'.repeat(60)])(
    'of the link %j says that it is none, and how to stop all the same',
    async (token) => {
      for (const method of ['GET', 'POST'] as const) {
        const { status, text } = await page(method, token, '', { act: 'stop' })
        expect(status).toBe(422)
        expect(text).toContain('BERHENTI')
      }
    },
  )
  test('rule rate-limits: waits for nobody else of its network, only for its own person', async () => {
    const [first, second] = [await recipient(), await recipient()]
    const { most } = limitOf('opt-out', true)
    const minute = minuteOf(Date.now())
    const fill = (like: string) =>
      run(`update request_counts set count = ? where key like ? and "window" >= ?`, most, like, minute)
    await run('delete from request_counts')
    // the tests come from no address
    for (const name of ['opt-out', 'recipient-page'])
      await run(`insert into request_counts (key, "window", count) values (?, ?, ?)`, `${name}:`, minute, most)
    expect((await press('none of ours', 'stop')).status).toBe(429)
    expect([(await page('GET', first.token)).status, (await press(first.token, 'data')).status]).toEqual([200, 200])
    await fill('opt-out:link:%')
    expect((await press(first.token, 'stop')).status).toBe(429)
    expect([(await press(second.token, 'stop')).status, await flag(second.number)]).toEqual([303, 1])
    const { token } = await recipient()
    expect((await ask('POST', '/public/opt-out', { body: { token } })).status).toBe(200)
    const keys = await all<{ key: string }>('select key from request_counts')
    for (const { number } of [first, second]) expect(JSON.stringify(keys)).not.toContain(number)
    await run('delete from request_counts')
  })
  test('refuses an act that it does not know, in words', async () => {
    const { number, token } = await recipient()
    const { status, text } = await press(token, 'mulai')
    expect(status).toBe(422)
    expect(text).toContain('<h1>')
    expect(await flag(number)).toBe(0)
  })
})
