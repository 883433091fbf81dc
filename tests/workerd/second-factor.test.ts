// The second step of a sign-in, and who must have one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spendStep } from '../../domain/people/factors/store.ts'
import { codeOf, stepsAt } from '../../domain/people/factors/totp.ts'
import { authenticator } from './support/authenticator.ts'
import { ask, call } from './support/api.ts'
import { all, db, one, run } from './support/database.ts'
import {
  type Answer,
  post,
  proved,
  login,
  step,
  security,
  valid,
  notices,
  freshCode,
  old,
  withTotp,
} from './support/factors.ts'
import { makePerson } from './support/people.ts'

describe('rules second-factor, factor-codes: a code app', () => {
  test('counts once its first code came, and is kept where no reader of the database has it', async () => {
    const who = await makePerson('member')
    const { json: begun } = await post('/auth/totp', who)
    expect(begun.uri).toContain(`otpauth://totp/WA%20Blaster:${encodeURIComponent(who.email)}?secret=${begun.secret}`)
    expect((await login(who)).status).toBe(200)
    expect((await post('/auth/totp/confirm', who, { code: '000000' })).json.reason).toBe('factor_wrong')
    const code = await codeOf(begun.secret, stepsAt(Date.now())[0] ?? 0)
    const done = await post('/auth/totp/confirm', who, { code })
    expect(done.json.recovery_codes).toHaveLength(10)
    expect((await post('/auth/totp', who)).json.reason).toBe('totp_present')
    const stored = JSON.stringify([await all('select * from totp_secrets'), await all('select * from recovery_codes')])
    for (const secret of [begun.secret, ...(done.json.recovery_codes ?? [])]) expect(stored).not.toContain(secret)
    expect(await security(who)).toMatchObject({ totp: true, recovery_left: 10, passkeys: [] })
    expect((await notices(who)).at(-1)).toMatchObject({ kind: 'credentials', data: '{"what":"totp_on"}' })
  })
  test('ends the other sign-ins when it is the first factor', async () => {
    const who = await makePerson('member')
    const elsewhere = (await login(who)).json.token
    const { json } = await post('/auth/totp', who)
    await post('/auth/totp/confirm', who, { code: await codeOf(json.secret, stepsAt(Date.now())[0] ?? 0) })
    expect([await valid(who.token), await valid(elsewhere)]).toEqual([200, 401])
  })
  test('copied to another person’s row opens nothing', async () => {
    const [{ who, secret }, other] = [await withTotp(), await withTotp()]
    await run(
      'update totp_secrets set sealed = (select sealed from totp_secrets where user_id = ?) where user_id = ?',
      who.id,
      other.who.id,
    )
    const { json } = await login(other.who)
    const taken = await step({ ticket: json.ticket, code: await freshCode(other.who, secret) })
    expect(taken.json.reason).toBe('factor_wrong')
  })
  test('taken away, the password signs in again, and the recovery codes are gone', async () => {
    const { who } = await withTotp()
    for (const status of [200, 404]) expect((await post('/auth/totp', who, {}, 'DELETE')).status).toBe(status)
    expect((await login(who)).status).toBe(200)
    expect(await security(who)).toMatchObject({ totp: false, recovery_left: 0 })
  })
})

describe('rule second-factor: after a right password', () => {
  test('a ticket is given and no session; the code gives it, once', async () => {
    const { who, secret } = await withTotp()
    const before = (await all('select 1 from sessions where user_id = ?', who.id)).length
    const { status, json } = await login(who)
    expect([status, json.reason, json.token]).toEqual([202, 'factor_needed', undefined])
    expect(json.ways).toEqual(['totp', 'recovery'])
    expect(await all('select 1 from sessions where user_id = ?', who.id)).toHaveLength(before)
    expect(JSON.stringify(await all('select * from factor_tickets'))).not.toContain(json.ticket)
    const code = await freshCode(who, secret)
    const done = await step({ ticket: json.ticket, code })
    expect([done.status, await valid(done.json.token)]).toEqual([200, 200])
    const again = (await login(who)).json.ticket
    expect((await step({ ticket: again, code })).json.reason).toBe('factor_wrong')
    expect((await step({ ticket: json.ticket, code })).json.reason).toBe('factor_ticket_invalid')
  })
  test('eight calls with one code at once open one session', async () => {
    const { who, secret } = await withTotp()
    const tickets = [(await login(who)).json.ticket, (await login(who)).json.ticket]
    const code = await freshCode(who, secret)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => step({ ticket: tickets[at % 2] ?? '', code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
  test('each recovery code signs in once, however it is typed', async () => {
    const { who, codes } = await withTotp()
    const typed = (codes[0] ?? '').toUpperCase().replaceAll('-', ' ')
    const first = await step({ ticket: (await login(who)).json.ticket, recovery_code: typed })
    expect(first.status).toBe(200)
    const again = await step({ ticket: (await login(who)).json.ticket, recovery_code: codes[0] })
    expect(again.json.reason).toBe('recovery_wrong')
    expect((await security(who)).recovery_left).toBe(9)
    const other = await withTotp()
    const foreign = await step({ ticket: (await login(who)).json.ticket, recovery_code: other.codes[0] })
    expect(foreign.json.reason).toBe('recovery_wrong')
  })
  test('new recovery codes take the place of the old ones', async () => {
    const { who, codes } = await withTotp()
    const { json } = await post('/auth/recovery-codes', who)
    const [fresh = ''] = json.recovery_codes ?? []
    expect((await step({ ticket: (await login(who)).json.ticket, recovery_code: codes[1] })).status).toBe(422)
    expect((await step({ ticket: (await login(who)).json.ticket, recovery_code: fresh })).status).toBe(200)
  })
  test('a ticket has five tries and five minutes, and ten wrong codes end in a wait', async () => {
    const { who, secret } = await withTotp()
    const { ticket } = (await login(who)).json
    for (let i = 0; i < 5; i++) expect((await step({ ticket, code: '000000' })).json.reason).toBe('factor_wrong')
    expect((await step({ ticket, code: await freshCode(who, secret) })).json.reason).toBe('factor_ticket_invalid')
    const second = (await login(who)).json.ticket
    for (let i = 0; i < 5; i++) await step({ ticket: second, code: '000000' })
    const third = (await login(who)).json.ticket
    expect((await step({ ticket: third, code: await freshCode(who, secret) })).status).toBe(429)
    await run('delete from request_counts')
    await run('update factor_tickets set expires_at = 1')
    expect((await step({ ticket: third, code: await freshCode(who, secret) })).json.reason).toBe(
      'factor_ticket_invalid',
    )
  })
  test('a wrong password gets the same answer as of anybody', async () => {
    const { who } = await withTotp()
    const { status, json } = await ask<Answer>('POST', '/auth/login', {
      body: { email: who.email, password: 'salah-sekali' },
    })
    expect([status, json.reason]).toEqual([401, 'login_failed'])
  })
})

describe('rule factor-required: where the setting asks it of admin, dev and staff', () => {
  beforeAll(() => run("delete from settings where key = 'factor_required'"))
  afterAll(() => run("insert into settings (key, value) values ('factor_required', 'false')"))
  test.each(['admin', 'dev', 'staff'] as const)('%s may do nothing but set one up', async (role) => {
    const who = await makePerson(role)
    for (const [method, path] of [
      ['GET', `/admin/users/${who.id}`],
      ['GET', '/admin/withdraw/histories'],
      ['POST', '/auth/ws-ticket'],
      ['PUT', `/admin/users/${who.id}`],
    ] as const) {
      const { status, json } = await ask<Answer>(method, path, {
        token: who.token,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      expect([path, status, json.reason]).toEqual([path, 403, 'factor_missing'])
    }
    expect(await valid(who.token)).toBe(200)
    expect((await security(who)).required).toBe(true)
    const { json } = await post('/auth/totp', who)
    await post('/auth/totp/confirm', who, { code: await codeOf(json.secret, stepsAt(Date.now())[0] ?? 0) })
    expect((await ask('GET', `/admin/users/${who.id}`, { token: who.token })).status).toBe(200)
  })
  test('a setting that cannot be read asks it, too', async () => {
    const who = await makePerson('admin')
    await run("insert into settings (key, value) values ('factor_required', 'ya')")
    const { json } = await ask<Answer>('GET', `/admin/users/${who.id}`, { token: who.token })
    await run("delete from settings where key = 'factor_required'")
    expect(json.reason).toBe('factor_missing')
  })
  test('a socket is not opened by their bearer either', async () => {
    const who = await makePerson('admin')
    const response = await call('GET', `/ws?token=${who.token}`, { headers: { upgrade: 'websocket' } })
    expect(response.status).toBe(403)
  })
  test('the last factor stays, one of two may go', async () => {
    const { who } = await withTotp('admin')
    expect((await post('/auth/totp', who, {}, 'DELETE')).json.reason).toBe('factor_last')
    const { json } = await post('/auth/passkeys/options', who)
    const passkey = await (await authenticator()).create(json.options.challenge)
    const added = await post('/auth/passkeys', who, { ticket: json.ticket, passkey })
    expect(added.json.recovery_codes).toBeNull()
    expect((await post('/auth/totp', who, {}, 'DELETE')).status).toBe(200)
    const [key] = (await security(who)).passkeys
    expect((await post('/auth/passkeys/remove', who, { id: key?.id })).json.reason).toBe('factor_last')
  })
  test('the only app gives way to a new one after a proof; the old one counts until its first code, and never again', async () => {
    const { who, secret, codes } = await withTotp('admin')
    const enter = async (code: string) => (await step({ ticket: (await login(who)).json.ticket, code })).status
    await old(who)
    expect((await post('/auth/totp/replace', who)).json.reason).toBe('proof_needed')
    who.token = await proved(who, { recovery_code: codes[0] })
    const begun = (await post('/auth/totp/replace', who)).json.secret
    const sealed = await one<{ was: string }>('select sealed as was from totp_secrets where user_id = ?', who.id)
    expect([await enter(await freshCode(who, begun)), await enter(await freshCode(who, secret))]).toEqual([422, 200])
    expect((await post('/auth/totp/confirm', who, { code: '000000' })).json.reason).toBe('factor_wrong')
    const code = await freshCode(who, begun)
    const confirm = () => post('/auth/totp/confirm', who, { code })
    const both = await Promise.all([confirm(), confirm()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 200)?.json.recovery_codes).toBeNull()
    expect([await enter(await freshCode(who, secret)), await enter(await freshCode(who, begun))]).toEqual([422, 200])
    // a check of the old app's code that has read before the change writes nothing after it
    expect(await spendStep(db, { ...sealed, userId: who.id, step: 9e9, sealed: sealed.was })).toBe(false)
    expect((await notices(who)).filter(({ data }) => data.includes('totp_replaced'))).toHaveLength(1)
    expect(await all("select 1 from security_events where kind = 'factor_replaced'")).toHaveLength(1)
    expect((await post('/auth/totp/replace', await makePerson('member'))).json.reason).toBe('totp_absent')
  })
  test('members are asked for nothing', async () => {
    const who = await makePerson('member')
    expect((await ask('GET', `/admin/users/${who.id}`, { token: who.token })).status).toBe(200)
  })
})

describe('rule factor-change: an admin takes the factors of somebody who lost theirs', () => {
  test('and every sign-in of theirs ends; the password alone signs in; it is on record', async () => {
    const [{ who }, admin] = [await withTotp('staff'), await makePerson('admin')]
    expect((await post(`/admin/users/${who.id}/factors`, admin, {}, 'DELETE')).status).toBe(200)
    expect([await valid(who.token), (await login(who)).status]).toEqual([401, 200])
    const [entry] = await all<{ actor_id: string }>("select actor_id from audit_log where action = 'user.factor_reset'")
    expect(entry?.actor_id).toBe(admin.id)
    expect((await notices(who)).at(-1)?.data).toBe('{"what":"reset"}')
  })
  test('but not of a dev as an admin, and not their own', async () => {
    const [dev, admin] = [await makePerson('dev'), await makePerson('admin')]
    expect((await post(`/admin/users/${dev.id}/factors`, admin, {}, 'DELETE')).status).toBe(403)
    expect((await post(`/admin/users/${admin.id}/factors`, admin, {}, 'DELETE')).status).toBe(403)
  })
})
