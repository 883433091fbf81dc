// Receipts of consent: what one says, whom it is given to, and what the page says of one that somebody brings (rule receipts).
import { exports } from 'cloudflare:workers'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RECEIPT_TEXTS } from '../../contract/record/receipt-texts.ts'
import { RECIPIENT_TEXTS } from '../../contract/recipients/recipient-texts.ts'
import { RECEIPT_TYPE } from '../../contract/record/receipts.ts'
import { recordKeys } from '../../domain/record/checkpoints/keys.ts'
import { openReceipt } from '../../domain/record/receipts/receipt.ts'
import { optOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { receiptText } from '../../scripts/verify-record/receipt.ts'
import { signerOf, verifierTexts } from '../../domain/record/checkpoints/place.ts'
import { linkRing } from '../../worker/env.ts'
import { ask, ORIGIN } from './support/api.ts'
import { bound, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
beforeEach(async () => {
  await run('delete from programmes')
})
let serial = 0
const SOURCE = 'Formulir toko Melati'
const recipient = async (): Promise<{ number: string; token: string }> => {
  const number = String(6281377700000 + ++serial)
  const body = { number, name: 'Ani', consent_source: SOURCE }
  expect((await ask('POST', '/admin/phonenumber/save', { token: admin.token, body })).status).toBe(200)
  return { number, token: await optOutToken(linkRing(bound), number) }
}
const receiptOf = async (token: string): Promise<string> => {
  const { status, json } = await ask<{ receipt: string }>('POST', '/public/recipient/receipt', { body: { token } })
  expect(status).toBe(200)
  return json.receipt
}
const checked = async (receipt: string, lang = 'id') => {
  const body = new URLSearchParams({ receipt })
  const response = await exports.default.fetch(
    new Request(`${ORIGIN}/api/receipt?lang=${lang}`, { method: 'POST', body }),
  )
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const T = RECEIPT_TEXTS.id
const ours = async (): Promise<string> => (await recordKeys(bound))[0]?.kid ?? ''

describe('rule receipts: what a person keeps', () => {
  test('says how they agreed, what they were told and by whom, and no name, admin or whole number', async () => {
    const { number, token } = await recipient()
    await run(
      `insert into consent_sources (name, told, told_by, proof, marked, created_at) values (?, 'Promo tiap bulan', 'Rini', 'Lemari 3', 1, 1)
       on conflict do nothing`,
      SOURCE,
    )
    const receipt = await receiptOf(token)
    expect(decodeProtectedHeader(receipt)).toMatchObject({ alg: 'EdDSA', typ: RECEIPT_TYPE, kid: await ours() })
    const claims = decodeJwt(receipt)
    expect(claims).toMatchObject({
      iss: bound.APP_ORIGIN,
      pii_principal_id: `${number.slice(0, 5)}••••${number.slice(-3)}`,
      consent_state: 'given',
      consent: { source: SOURCE, grade: 'typed' },
      purpose: 'Promo tiap bulan',
      words_of: 'now',
      pii_controller: 'Rini',
      lawful_basis: 'consent',
      events: [{ state: 'granted' }],
    })
    for (const secret of [number, 'Ani', admin.id, 'Lemari 3']) expect(JSON.stringify(claims)).not.toContain(secret)
  })
  test('of a programme names its privacy text with the version', async () => {
    const { number, token } = await recipient()
    await run(
      `insert into programmes (id, title, keyword, word, what, frequency, by_whom, privacy, privacy_version, topic, created_by, created_at)
       values ('m', 'Promo', 'DAFTAR X 7K2', 'DAFTARX7K2', 'Kabar', 'x', 'Toko', 'Nomor disimpan.', '2026-11', 'promo', 'x', 1)`,
    )
    await run(
      "update phone_numbers set consent_source = 'Promo: DAFTAR X 7K2', consent_grade = 4 where number = ?",
      number,
    )
    expect(decodeJwt(await receiptOf(token))).toMatchObject({
      purpose: 'Kabar',
      pii_controller: 'Toko',
      topic: 'promo',
      privacy_notice: { version: '2026-11', text: 'Nomor disimpan.' },
      words_of: 'consent',
    })
    // the same words as somebody in the office types them: nobody wrote a keyword
    await run('update phone_numbers set consent_grade = 0 where number = ?', number)
    expect(decodeJwt(await receiptOf(token))).toMatchObject({ purpose: null, privacy_notice: null, words_of: 'now' })
  })
  test.each([
    ['nonactive', "update phone_numbers set status = 'nonactive'", 'paused'],
    ['of a source that is held', 'update phone_numbers set suppressed = 3', 'paused'],
    ['not sure enough', 'update phone_numbers set suppressed = 4', 'paused'],
    ['stopped by a LID alone', 'update phone_numbers set suppressed = 1', 'withdrawn'],
  ])('of somebody who is %s says that nothing is sent', async (_, change, state) => {
    const { number, token } = await recipient()
    await run(`${change} where number = ?`, number)
    expect(decodeJwt(await receiptOf(token))).toMatchObject({ consent_state: state })
  })
  test('of somebody whose consent has a time and no words, as of a list of long ago, says only that', async () => {
    const { number, token } = await recipient()
    await run('update phone_numbers set consent_source = null where number = ?', number)
    const receipt = await receiptOf(token)
    expect(decodeJwt(receipt)).toMatchObject({ consent_state: 'given', consent: { source: null }, purpose: null })
    expect((await checked(receipt)).text).toContain(T.none)
    const page = await exports.default.fetch(new Request(`${ORIGIN}/api/opt-out?token=${token}&lang=en`))
    const text = await page.text()
    expect(text).toContain('By what is not on record')
    expect(text).not.toContain(RECIPIENT_TEXTS.en.agreedNone)
  })
  test('says that they have stopped, or paused', async () => {
    const { token } = await recipient()
    await ask('POST', '/public/recipient/snooze', { body: { token } })
    expect(decodeJwt(await receiptOf(token))).toMatchObject({ consent_state: 'paused' })
    await ask('POST', '/public/opt-out', { body: { token } })
    expect(decodeJwt(await receiptOf(token))).toMatchObject({ consent_state: 'withdrawn' })
  })
  test('is given to nobody else: not for another’s token, an old form of one, or a number that nobody has', async () => {
    const said = async (token: string) =>
      (await ask<{ reason: string }>('POST', '/public/recipient/receipt', { body: { token } })).json.reason
    const unknown = await optOutToken(linkRing(bound), '6281377799999')
    const { token } = await recipient()
    expect(await said(unknown)).toBe('receipt_none')
    expect(await said(`${token.slice(0, -2)}xx`)).toBe('opt_out_invalid')
    expect(await said('6281377700001.abc')).toBe('opt_out_invalid')
  })
})

describe('rule receipts: what somebody brings', () => {
  test('is genuine, also with lines that a mail breaks, and the page says what it says', async () => {
    const { number, token } = await recipient()
    const receipt = await receiptOf(token)
    const { status, text, headers } = await checked(`  ${receipt.replace(/.{64}/g, '$&\r\n')}\n`)
    expect(status).toBe(200)
    for (const said of [T.ours, SOURCE, T.states.given, number.slice(-3)]) expect(text).toContain(said)
    expect(text).not.toContain(number)
    expect(text).not.toMatch(/<script/)
    expect(headers.get('content-security-policy')).toContain("form-action 'self'")
    expect((await checked(receipt, 'en')).text).toContain(RECEIPT_TEXTS.en.ours)
  })
  test('a form that cannot be read is no failure of the service', async () => {
    const headers = { 'content-type': 'multipart/form-data' }
    const request = new Request(`${ORIGIN}/api/receipt`, { method: 'POST', body: 'x', headers })
    expect((await exports.default.fetch(request)).status).toBe(422)
  })
  test('signed by an older key of the ring is still genuine', async () => {
    const [, older] = await recordKeys(bound)
    const { token } = await recipient()
    const claims = decodeJwt(await receiptOf(token))
    const header = { alg: 'EdDSA', typ: RECEIPT_TYPE, kid: older?.kid ?? '' }
    const receipt = await new SignJWT(claims).setProtectedHeader(header).sign(older?.privateKey as CryptoKey)
    expect((await checked(receipt)).text).toContain(T.ours)
  })
  test.each([
    ['form', 'what is no receipt', (): string => 'halo'],
    ['form', 'nothing', (): string => ''],
    ['forged', 'another state', (r: string): string => changed(r, { consent_state: 'given', jti: 'x' })],
    ['origin', 'one of another place', (r: string): string => changed(r, { iss: 'https://lain.example' })],
  ] as const)('says %s of %s', async (problem, _, make) => {
    const { token } = await recipient()
    const { status, text } = await checked(make(await receiptOf(token)))
    expect([status, text.includes(T[problem]), text.includes(T.ours)]).toEqual([422, true, false])
  })
  test('signed by somebody else’s key, under our key’s name or none of ours, is none', async () => {
    const { privateKey } = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair
    const { token } = await recipient()
    const claims = decodeJwt(await receiptOf(token))
    const by = (kid: string, typ = RECEIPT_TYPE) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ, kid }).sign(privateKey)
    expect((await checked(await by(await ours()))).text).toContain(T.forged)
    expect((await checked(await by('9'))).text).toContain(T.key)
    // a ring that was lost and made anew has the same name: what the lost one signed is of an unknown key, not forged
    const [lost] = await recordKeys({ RECORD_KEYS: `2:${'5e'.repeat(32)}` })
    const header = { alg: 'EdDSA', typ: RECEIPT_TYPE, kid: lost?.kid ?? '' }
    const before = await new SignJWT(claims).setProtectedHeader(header).sign(lost?.privateKey as CryptoKey)
    expect((await checked(before)).text).toContain(T.key)
    expect((await checked(await by(await ours(), 'JWT'))).text).toContain(T.form)
  })
  test('what these keys signed for something else is no receipt, nor is one without a signature', async () => {
    const [key] = await recordKeys(bound)
    const other = { iss: bound.APP_ORIGIN, iat: 1, hello: 'x' }
    const header = { alg: 'EdDSA', typ: RECEIPT_TYPE, kid: await ours() }
    const signed = await new SignJWT(other).setProtectedHeader(header).sign(key?.privateKey as CryptoKey)
    expect((await checked(signed)).text).toContain(T.form)
    const { token } = await recipient()
    const [, body] = (await receiptOf(token)).split('.')
    const none = btoa(JSON.stringify({ alg: 'none', typ: RECEIPT_TYPE, kid: await ours() })).replace(/=+$/, '')
    expect((await checked(`${none}.${body}.`)).text).toContain(T.forged)
  })
  test('is checked elsewhere by the public key alone', async () => {
    const { token } = await recipient()
    const receipt = await receiptOf(token)
    const { keys } = (await ask<{ keys: { kid: string; x: string }[] }>('GET', '/public/receipt-keys')).json
    expect(keys.map(({ kid }) => kid)).toEqual([
      expect.stringMatching(/^2-[0-9a-f]{8}$/),
      expect.stringMatching(/^1-[0-9a-f]{8}$/),
    ])
    const [key = ''] = await verifierTexts(await signerOf(bound))
    expect(await receiptText(receipt, key)).toMatchObject({ ok: true, line: expect.stringContaining('genuine') })
    expect(await receiptText(changed(receipt, { jti: 'y' }), key)).toMatchObject({ ok: false })
    expect(await receiptText(receipt, undefined)).toMatchObject({ ok: false })
    expect('claims' in (await openReceipt(receipt, null, await recordKeys(bound)))).toBe(true)
  })
})
/** With the signature that it had. */
function changed(receipt: string, more: object): string {
  const [header = '', body = '', signature = ''] = receipt.split('.')
  const claims = { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), ...more }
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
