// Auth and Users; texts that the specification quotes are written out.
import { expect, vi } from 'vitest'
import { ringOf } from '../../../../contract/ground/key-rings.ts'
import { healthKey } from '../../../../domain/people/auth/health-key.ts'
import { askNewEmail } from '../../../../domain/people/auth/new-email.ts'
import { runBatch } from '../../../../domain/ground/db/connection.ts'
import { makeResetLink } from '../../../../domain/people/auth/reset-password.ts'
import { optOutToken } from '../../../../domain/recipients/suppressions/hash.ts'
import { linkRing } from '../../../../worker/env.ts'
import type { ControlUp } from '../../../../contract/operation/runner.ts'
import { runnerFleet } from '../../../../durable-objects/stubs.ts'
import { ORIGIN } from '../api.ts'
import { bound, db, run } from '../database.ts'
import { makePerson, PASSWORD } from '../people.ts'
import { INVALID, NOT_FOUND } from './tools.ts'
import type { Cases } from './world.ts'

const USER =
  'id firstname lastname email role level color blast_fee blast_interval_min blast_interval_max account_name account_bank account_number referral_code'.split(
    ' ',
  )
const under = (place: string, keys: readonly string[]): string[] => keys.map((key) => `${place}.${key}`)
const FORM = {
  firstName: 'Siti',
  lastName: 'Aminah',
  email: 'siti@contoh.test',
  password: 'sandi-panjang',
  password2: 'sandi-panjang',
  affiliateCode: '',
  agreeToTerms: true,
  'cf-turnstile-response': 'ok',
}

export const AUTH_AND_USERS: Cases = {
  'POST /auth/login': async (line, { member }) => {
    await line.good(
      { body: { email: ` ${member.email.toUpperCase()} `, password: PASSWORD } },
      ['token', ...under('user', USER)],
      [
        ['token', 'data.token'],
        ['user', 'data.user'],
      ],
    )
    for (const body of [{}, { email: member.email }, { email: '', password: '' }])
      await line.refused({ body }, { status: 422, text: 'Email and password are required.' })
    const wrong = { status: 401, text: 'Email atau kata sandi salah.' }
    await line.refused({ body: { email: member.email, password: 'salah-benar' } }, wrong)
    await line.refused({ body: { email: 'tak@ada.test', password: PASSWORD } }, wrong)
  },
  'POST /auth/register': async (line) => {
    // the fields in the order of the form
    const steps: [object, string, string][] = [
      [{ firstName: '' }, 'firstName', 'First name is required.'],
      [{ lastName: ' ' }, 'lastName', 'Last name is required.'],
      [{ email: '' }, 'email', 'Email is required.'],
      [{ email: 'siti' }, 'email', 'Invalid email format.'],
      [{ password: '' }, 'password', 'Password is required.'],
      [{ password2: '' }, 'password2', 'Please confirm your password.'],
      [{ password2: 'lain' }, 'password2', 'Passwords do not match.'],
      [{ agreeToTerms: false }, 'agreeToTerms', 'You must agree to the terms and conditions.'],
    ]
    for (const [change, field, text] of steps) {
      const fields = field === 'password' ? ['password', 'password2'] : [field]
      await line.refused({ body: { ...FORM, ...change } }, { status: 422, text, fields })
    }
    const bot = { status: 422, text: 'Selesaikan verifikasi keamanan (Turnstile).' }
    await line.refused({ body: { ...FORM, 'cf-turnstile-response': '' } }, bot)
    await line.refused({ body: { ...FORM, 'cf-turnstile-response': 'robot' } }, bot)
    const unknown = { status: 422, text: 'Kode referal tidak dikenal.', fields: ['referral_code'] }
    await line.refused({ body: { ...FORM, affiliateCode: 'TAKADA' } }, unknown)
    const json = await line.good<{ token?: string }>({ body: FORM }, ['success'])
    expect(json).not.toHaveProperty('token')
    await line.refused({ body: FORM }, { status: 409, text: 'Email sudah terdaftar.', fields: ['email'] })
  },
  'POST /auth/validate': async (line, { member }) => {
    const sent = { as: member, body: { token: member.token } }
    await line.good(sent, ['isvalid', ...under('user', USER)], [['user', 'data.user']])
    await line.closed(sent)
    const ended = { ...member, token: 'x'.repeat(43) }
    await line.refused(
      { ...sent, as: ended },
      { status: 401, text: 'Sesi Anda sudah berakhir. Silakan masuk kembali.' },
    )
  },
  'POST /auth/logout': async (line) => {
    const leaving = await makePerson('member')
    await line.good({ as: leaving, body: {} }, ['success'])
    const text = 'Sesi Anda sudah berakhir. Silakan masuk kembali.'
    await line.refused({ as: leaving, body: {} }, { status: 401, text })
    await line.closed({ body: {} })
  },
  'POST /auth/press': async (line, { member }) => {
    const key = crypto.randomUUID()
    for (const as of [member, member]) {
      const said = await line.good({ as, body: { key } }, ['state'])
      expect(said).toEqual({ state: 'burnt', status: null, answer: null })
    }
    for (const body of [{}, { key: '1' }, { key: `${key} ${key}` }])
      await line.refused({ as: member, body }, { status: 422, text: INVALID, fields: ['key'] })
    await line.closed({ body: { key } })
  },
  'POST /auth/ws-ticket': async (line, { member }) => {
    await line.good({ as: member, body: {} }, ['ticket', 'expiresIn'])
    await line.closed({ body: {} })
  },
  'POST /auth/self-check': async (line, { member }) => {
    const { object } = await line.good<{ object: unknown }>({ as: member, body: {} }, ['success', 'object'])
    expect(object).toEqual({ release: 'of-the-tests' })
    await line.closed({ body: {} })
  },
  'POST /auth/reset-password': async (line, { friend }) => {
    const answers = await Promise.all(
      [friend.email, 'tak@ada.test'].map((email) => line.good<object>({ body: { email } }, ['success', 'msg'])),
    )
    expect(answers[0]).toEqual(answers[1])
    await line.refused({ body: { email: 'x' } }, { status: 422, text: INVALID, fields: ['email'] })
  },
  'POST /auth/reset-password/confirm': async (line) => {
    const person = await makePerson('member')
    const link = await makeResetLink(db, { userId: person.id, origin: ORIGIN, now: Date.now() })
    const token = new URL(link ?? '').searchParams.get('token')
    const mismatch = { token, password: 'sandi-baru-1', password2: 'lain' }
    await line.refused({ body: mismatch }, { status: 422, text: 'Passwords do not match.', fields: ['password2'] })
    const body = { token, password: 'sandi-baru-1', password2: 'sandi-baru-1' }
    await line.good({ body }, ['success'])
    const used = 'Tautan atur ulang kata sandi tidak berlaku atau sudah kedaluwarsa. Minta tautan baru.'
    await line.refused({ body }, { status: 410, text: used })
  },
  'POST /auth/confirm-email': async (line) => {
    const user = { ...(await makePerson('member')), firstname: 'Orang' }
    const wish = { user, email: 'lain@tests.example', inUse: false, sessionHash: null, origin: ORIGIN, now: Date.now() }
    const { statement, mails } = await askNewEmail(db, wish)
    await runBatch(db, [statement])
    const token = /token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1]
    await line.good({ body: { token } }, ['success', 'changed'])
    const used = 'Tautan konfirmasi email tidak berlaku atau sudah kedaluwarsa. Minta lagi di profil.'
    await line.refused({ body: { token } }, { status: 410, text: used })
  },
  'POST /public/opt-out': async (line, { numbers }) => {
    await line.good({ body: { token: await optOutToken(linkRing(bound), numbers[24] ?? '') } }, ['success', 'msg'])
    await line.refused({ body: { token: 'x' } }, { status: 410, text: 'Tautan berhenti berlangganan tidak berlaku.' })
  },
  'POST /public/recipient': async (line) => {
    const token = await optOutToken(linkRing(bound), '6281299900012')
    await line.good({ body: { token } }, ['number', 'consent', 'messages', 'stopped_at', 'snoozed_until', 'history'])
    await line.refused({ body: { token: 'x' } }, { status: 410, text: 'Tautan berhenti berlangganan tidak berlaku.' })
  },
  'POST /public/recipient/snooze': async (line) => {
    const token = await optOutToken(linkRing(bound), '6281299900012')
    await line.good({ body: { token } }, ['success', 'snoozed_until'])
    await line.refused({ body: { token: 'x' } }, { status: 410, text: 'Tautan berhenti berlangganan tidak berlaku.' })
  },
  'POST /public/recipient/dispute': async (line) => {
    const token = await optOutToken(linkRing(bound), '6281299900012')
    await line.good({ body: { token } }, ['success', 'msg'])
    await line.refused({ body: { token: 'x' } }, { status: 410, text: 'Tautan berhenti berlangganan tidak berlaku.' })
  },
  'POST /public/recipient/erase': async (line) => {
    const token = await optOutToken(linkRing(bound), '6281299900013')
    await line.good({ body: { token } }, ['success', 'msg'])
    await line.refused({ body: { token: 'x' } }, { status: 410, text: 'Tautan berhenti berlangganan tidak berlaku.' })
  },
  'POST /public/recipient/receipt': async (line, world) => {
    const number = '6281299900014'
    await run(
      `insert or ignore into phone_numbers (number, name, status, suppressed, consent_source, consent_at, consent_by, created_at)
       values (?, '', 'active', 0, 'Formulir toko', 1, ?, 1)`,
      number,
      world.admin.id,
    )
    await line.good({ body: { token: await optOutToken(linkRing(bound), number) } }, ['success', 'receipt'])
    await line.refused({ body: { token: 'x' } }, { status: 410, text: 'Tautan berhenti berlangganan tidak berlaku.' })
  },
  'GET /public/receipt-keys': async (line) => {
    await line.good({}, ['keys.0.x', 'keys.0.kid'])
  },
  'GET /health': async (line) => {
    await line.good({}, ['ok'])
  },
  'GET /livez': async (line) => {
    await line.good({}, ['success'])
  },
  'GET /readyz': async (line, { runner }) => {
    // a busy machine has kept its heartbeats back, and a runner that is silent takes no account
    runner.send(JSON.stringify({ kind: 'heartbeat', accounts: 0, rssMb: 0, lagMs: 0 } satisfies ControlUp))
    await vi.waitFor(async () =>
      expect(await runnerFleet(bound).runners()).toEqual([expect.objectContaining({ hasRoom: true })]),
    )
    await line.good({}, ['ready', 'version', 'parts.runners'])
  },
  'GET /health/deep': async (line, { member, admin }) => {
    const token = await healthKey(ringOf('RUNNER_KEYS', bound.RUNNER_KEYS))
    await line.good({ as: { ...admin, token } }, [
      'parts.database',
      'problems',
      'database.roundTripMs',
      'runners.0.name',
    ])
    const ended = 'Sesi Anda sudah berakhir. Silakan masuk kembali.'
    for (const as of [member, admin]) await line.refused({ as }, { status: 401, text: ended })
  },
  'GET /admin/users/{id}': async (line, { member, friend, admin }) => {
    for (const as of [member, admin])
      await line.good({ as, id: member.id }, under('user', USER), [
        ['level', 'user.level'],
        ['color', 'user.color'],
      ])
    const { user } = await line.good<{ user: Record<string, unknown> }>({ as: member, id: member.id }, ['user'])
    expect([user['blast_interval_min'], user['blast_interval_max']]).toEqual(['5', '15'])
    for (const secret of ['password', 'password_hash', 'token']) expect(user).not.toHaveProperty(secret)
    await line.closed({ id: friend.id }, [member])
    await line.refused({ as: admin, id: 'nobody' }, NOT_FOUND)
  },
  'GET /admin/users/{id}/overview': async (line, { member, admin }) => {
    await line.good({ as: admin, id: member.id }, ['accounts.total', 'accounts.list', 'ledger.balance'])
    await line.closed({ id: member.id }, [member])
    await line.refused({ as: admin, id: 'nobody' }, NOT_FOUND)
  },
  'GET /admin/users/blast-fee/{id}': async (line, { member, friend, admin }) => {
    expect(await line.good({ as: member, id: member.id }, ['blast_fee'])).toMatchObject({
      blast_fee: 100,
    })
    await line.closed({ id: friend.id }, [member])
    await line.refused({ as: admin, id: 'nobody' }, NOT_FOUND)
  },
  'PUT /admin/users/{id}': async (line, { admin, friend }) => {
    const person = await makePerson('member')
    const bank = { account_name: 'Orang', account_bank: 'BCA', account_number: '1234567' }
    const proof = { current_password: PASSWORD }
    const { user } = await line.good<{ user: object }>(
      { as: person, id: person.id, body: { ...bank, ...proof } },
      under('user', USER),
    )
    expect(user).toMatchObject(bank)
    await line.good({ as: person, id: person.id, body: { ...user, blast_interval_min: '6', password: '' } }, ['user'])
    const put = (body: object) => ({ as: person, id: person.id, body })
    const below = 'Interval minimal adalah 1 detik.'
    await bound.DB.prepare(`update settings set value = '1' where key = 'interval_floor'`).run()
    await line.refused(put({ blast_interval_min: 0 }), { status: 422, text: below, fields: ['blast_interval_min'] })
    await bound.DB.prepare(`update settings set value = '0' where key = 'interval_floor'`).run()
    const order = 'Interval Min harus lebih kecil atau sama dengan Interval Max.'
    await line.refused(put({ blast_interval_min: 90 }), { status: 422, text: order, fields: ['blast_interval_min'] })
    await line.refused(put({ role: 'admin' }), { status: 403, text: 'Anda tidak memiliki akses ke halaman ini.' })
    const short = 'Kata sandi minimal 8 karakter.'
    await line.refused(put({ password: 'pendek', ...proof }), { status: 422, text: short, fields: ['password'] })
    const taken = { status: 409, text: 'Email sudah terdaftar.', fields: ['email'] }
    // who lists everybody is told; of oneself every email gets one answer (rule new-email)
    await line.refused({ as: admin, id: person.id, body: { email: friend.email, ...proof } }, taken)
    const asked = 'Tulis kata sandi Anda sekarang untuk menyimpan perubahan ini.'
    const needed = { status: 422, text: asked, fields: ['current_password'] }
    await line.refused(put({ account_number: '9' }), needed)
    await line.closed({ id: friend.id, body: {} }, [person])
    await line.refused({ as: admin, id: 'nobody', body: {} }, NOT_FOUND)
  },
  'GET /admin/users/members': async (line, { admin, dev, member, staff }) => {
    for (const as of [admin, dev]) await line.good({ as }, under('users.0', ['name', ...USER, 'income', 'whatsapps']))
    await line.closed({}, [member, staff])
  },
  'GET /admin/users/members-per-page': async (line, { admin, member, staff, friend }) => {
    const keys = ['id', 'name', 'email', 'level', 'color', 'income', 'createdAt', 'whatsapps']
    await line.page({ as: admin }, keys)
    const query = `?page=1&search=${friend.email}`
    const found = await line.good<{ data: { id: string }[] }>({ as: admin, query }, ['data'])
    expect(found.data.map((row) => row.id)).toContain(friend.id)
    await line.closed({}, [member, staff])
  },
  'GET /admin/users/active': async (line, { admin, member, staff }) => {
    expect(await line.good({ as: admin }, ['count'])).toEqual({ count: 1 })
    await line.closed({}, [member, staff])
  },
  'GET /admin/users/referral-per-page': async (line, { member, friend, admin, staff }) => {
    const keys = ['id', 'firstname', 'lastname', 'email', 'income']
    await line.page({ as: member, query: `&userId=${member.id}` }, keys)
    const mine = await line.good<{ list: { id: string }[] }>({ as: member, query: `?userId=${admin.id}` }, ['total'])
    expect(mine.list.map((row) => row.id)).toEqual([friend.id])
    await line.good({ as: admin, query: '?page=1' }, ['list', 'total', 'meta.totalPages'])
    await line.closed({}, [staff])
  },
}
