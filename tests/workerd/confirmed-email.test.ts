// Signing up mails a link that confirms the address, on which nothing depends (rule confirmed-email).
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import type { Mail } from '../../domain/people/notices/mail.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, bound, one, run } from './support/database.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'

const mails: Mail[] = []
let mailer: () => Response
beforeEach(async () => {
  mails.length = 0
  mailer = () => new Response()
  bound.SANDBOX_URL = 'http://mail.test'
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const body = JSON.parse(String(init?.body))
    if (!String(input).includes('/sandbox/mail')) return Response.json({ success: true, action: 'register' })
    mails.push(body as Mail)
    return mailer()
  })
  // a place without people takes no sign-up
  await makePerson('admin')
})
afterEach(() => {
  delete bound.SANDBOX_URL
  vi.restoreAllMocks()
})

let serial = 0
const register = (email: string) =>
  ask<{ reason?: string }>('POST', '/auth/register', {
    body: {
      firstName: 'Menang',
      lastName: 'Undian',
      email,
      password: 'payung-biru-9',
      password2: 'payung-biru-9',
      agreeToTerms: true,
      'cf-turnstile-response': 'ok',
    },
  })
const newEmail = (): string => `baru-${++serial}@tests.example`
const tokenOf = (mail: Mail | undefined): string => /confirm-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const confirm = (token: string) =>
  ask<{ changed?: boolean; reason?: string }>('POST', '/auth/confirm-email', { body: { token } })
const again = (who: Person) => ask<{ reason?: string }>('POST', '/auth/confirm-email/ask', { token: who.token })
const isConfirmed = async (who: Pick<Person, 'id' | 'token'>): Promise<boolean> =>
  (await ask<{ user: { email_confirmed: boolean } }>('GET', `/admin/users/${who.id}`, { token: who.token })).json.user
    .email_confirmed
const mailTo = (email: string): Promise<Mail> => until('the mail', () => mails.find(({ to }) => to === email))
const valid = async (who: Person): Promise<number> => (await ask('POST', '/auth/validate', { token: who.token })).status

describe('rule confirmed-email: signing up', () => {
  test('mails one link, whose token is nowhere, and which confirms the address once', async () => {
    const email = newEmail()
    expect((await register(email)).status).toBe(200)
    const mail = await mailTo(email)
    expect(JSON.stringify(mail)).not.toMatch(/Menang|Undian/)
    const token = tokenOf(mail)
    expect(JSON.stringify(await all('select * from email_changes'))).not.toContain(token)
    const at = () => one<{ at: number | null }>('select email_confirmed_at as at from users where email = ?', email)
    expect((await at()).at).toBeNull()
    const { status, json } = await confirm(token)
    expect([status, json.changed]).toEqual([200, false])
    expect((await at()).at).toBeGreaterThan(0)
    expect((await confirm(token)).status).toBe(410)
    expect(mails).toHaveLength(1)
  })

  test.each([
    ['refuses it', () => new Response(null, { status: 500 })],
    [
      'cannot be reached',
      () => {
        throw new Error('planted')
      },
    ],
  ])('goes on when the mailer %s', async (_, fails) => {
    mailer = fails
    const email = newEmail()
    expect((await register(email)).status).toBe(200)
    const signedIn = await ask('POST', '/auth/login', { body: { email, password: 'payung-biru-9' } })
    expect(signedIn.status).toBe(200)
  })

  test('goes on when the link cannot be stored', async () => {
    await run('alter table email_changes rename to email_changes_away')
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const email = newEmail()
    expect((await register(email)).status).toBe(200)
    await until('it is logged', () => log.mock.calls.some(([line]) => String(line).includes('mail not sent')))
    await run('alter table email_changes_away rename to email_changes')
  })

  test('with an email that somebody has mails nothing, to nobody', async () => {
    const email = newEmail()
    await register(email)
    await mailTo(email)
    const { status, json } = await register(email)
    expect([status, json.reason]).toEqual([409, 'email_taken'])
    const other = newEmail()
    await register(other)
    await mailTo(other)
    expect(mails.map(({ to }) => to)).toEqual([email, other])
  })
})

describe('rule confirmed-email: who asks for the link again', () => {
  test('gets a new one, the old one is none, and their sign-ins and data stay', async () => {
    const person = await makePerson('member')
    expect(await isConfirmed(person)).toBe(false)
    await again(person)
    await again(person)
    const [first, second] = mails.map(tokenOf)
    expect((await confirm(first ?? '')).status).toBe(410)
    const before = await one<{ email: string }>('select email, password_hash from users where id = ?', person.id)
    expect((await confirm(second ?? '')).json.changed).toBe(false)
    expect(await one('select email, password_hash from users where id = ?', person.id)).toEqual(before)
    expect([await isConfirmed(person), await valid(person)]).toEqual([true, 200])
    expect(await all(`select 1 from security_events where user_id = ? and kind = 'email_changed'`, person.id)).toEqual(
      [],
    )
    // and then no more
    expect([(await again(person)).status, mails.length]).toEqual([200, 2])
  })

  test('is told when the mail does not leave, and after a day the link is none', async () => {
    const person = await makePerson('member')
    mailer = () => {
      throw new Error('planted')
    }
    expect((await again(person)).status).toBe(503)
    mailer = () => new Response()
    await again(person)
    await run('update email_changes set expires_at = expires_at - ?', DAY_MS)
    expect((await confirm(tokenOf(mails.at(-1)))).status).toBe(410)
    expect(await isConfirmed(person)).toBe(false)
  })

  test('while a new email waits keeps that one, whose link confirms it, too', async () => {
    const person = await makePerson('member')
    const email = newEmail()
    const body = { email, current_password: PASSWORD }
    await ask('PUT', `/admin/users/${person.id}`, { token: person.token, body })
    const token = tokenOf(await mailTo(email))
    const { status, json } = await again(person)
    expect([status, json.reason]).toEqual([409, 'email_waits'])
    expect((await confirm(token)).json.changed).toBe(true)
    expect(await one('select email, email_confirmed_at > 0 as yes from users where id = ?', person.id)).toEqual({
      email,
      yes: 1,
    })
  })
})
