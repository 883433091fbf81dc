// Who guesses a second step, and what ends one that waits.
import { describe, expect, test } from 'vitest'
import { addEmailChange } from '../../domain/people/auth/email-change-store.ts'
import { openSignIn } from '../../domain/people/auth/open-sign-in.ts'
import { passwordAlone, passwordHashOf } from '../../domain/people/auth/password-store.ts'
import { selectSignInFacts } from '../../domain/people/auth/sign-ins-store.ts'
import { hashToken, newToken } from '../../domain/ground/crypto/token.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { addTicket } from '../../domain/people/auth/ticket-store.ts'
import { purgeCounts } from '../../domain/ground/limits/store.ts'
import { selectUser } from '../../domain/people/users/store.ts'
import { ask } from './support/api.ts'
import { all, db, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { freshCode, login, post, step, withTotp } from './support/factors.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'

describe('rule factor-codes: anyone who guesses', () => {
  const kinds = async (who: Person) =>
    (await all<{ kind: string }>('select kind from security_events where user_id = ? and by is null', who.id)).map(
      ({ kind }) => kind,
    )
  /** As after a right password, which costs a second. */
  const ticketOf = async (who: Person): Promise<string> => {
    const ticket = newToken()
    const row = { ticketHash: await hashToken(ticket), purpose: 'sign_in' as const, userId: who.id, sessionHash: null }
    await runBatch(db, [addTicket(db, row, Date.now())])
    return ticket
  }
  /** Of ten wrong codes in a quarter of an hour. */
  const waited = (who: Person) => run('delete from request_counts where key = ?', `factor-guess:${who.id}`)
  test('rule security-events: is on record, by the wrong code and by the wait', async () => {
    const { who } = await withTotp()
    for (let i = 0; i < 11; i++) await step({ ticket: await ticketOf(who), code: '000000' })
    expect(await kinds(who)).toEqual(['sign_in_failed', 'locked_out'])
  })
  test('has thirty codes a day, however slowly; the owner’s right ones are none, and a recovery code still signs in', async () => {
    const { who, secret, codes } = await withTotp()
    const tried = async (body: object) => {
      await waited(who)
      return step({ ticket: await ticketOf(who), ...body })
    }
    for (let i = 0; i < 29; i++) expect((await tried({ code: '000000' })).status).toBe(422)
    for (let i = 0; i < 3; i++) expect((await tried({ code: await freshCode(who, secret) })).status).toBe(200)
    expect((await tried({ code: '000000' })).status).toBe(422)
    expect((await tried({ code: await freshCode(who, secret) })).status).toBe(429)
    expect((await tried({ recovery_code: codes[0] })).status).toBe(200)
    // an hour on, the hourly cron has forgotten nothing of it
    await purgeCounts(db, Date.now() + 3 * 3_600_000)
    expect((await tried({ code: await freshCode(who, secret) })).status).toBe(429)
  })
})

describe('rule second-factor: a ticket ends with the sign-ins, and with a change of factors', () => {
  const ends: [string, (who: Person) => Promise<unknown>][] = [
    ['a new password', (who) => change(who, { password: 'rahasia-baru-9', current_password: PASSWORD })],
    ['new recovery codes', (who) => post('/auth/recovery-codes', who)],
    ['ending the others', (who) => post('/auth/sign-ins', who, {}, 'DELETE')],
    ['an admin who ends them', async (who) => change(who, { revoke_sessions: true }, await makePerson('admin'))],
    [
      'a reset link',
      async (who) => {
        const { link } = (await post(`/admin/users/${who.id}/reset-link`, await makePerson('admin')))
          .json as unknown as {
          link: string
        }
        const token = new URL(link).searchParams.get('token')
        const body = { token, password: 'rahasia-baru-9', password2: 'rahasia-baru-9' }
        return post('/auth/reset-password/confirm', null, body)
      },
    ],
    [
      'a new email',
      async (who) => {
        const token = 'x'.repeat(43)
        const row = { tokenHash: await hashToken(token), userId: who.id, email: `baru-${who.id}@tests.example` }
        await runBatch(db, [addEmailChange(db, { ...row, sessionHash: null, now: Date.now() })])
        return post('/auth/confirm-email', null, { token })
      },
    ],
  ]
  const change = (who: Person, body: object, by = who) => post(`/admin/users/${who.id}`, by, body, 'PUT')
  test.each(ends)('by %s', async (_, end) => {
    const { who, secret } = await withTotp()
    const { ticket } = (await login(who)).json
    expect(await end(who)).toMatchObject({ status: 200 })
    const late = await step({ ticket, code: await freshCode(who, secret) })
    expect(late.json.reason).toBe('factor_ticket_invalid')
  })
  test('at the same moment: no ticket is written after it, and the first step fails', async () => {
    const { who } = await withTotp()
    const body = { email: who.email, password: PASSWORD }
    const late = await slowCall(['POST', '/auth/login'], { body }, 'insert into factor_tickets', async () => {
      expect(await change(who, { password: 'rahasia-baru-9', current_password: PASSWORD })).toMatchObject({
        status: 200,
      })
    })
    expect([late.status, late.json.reason]).toEqual([401, 'login_failed'])
    expect(await all('select 1 from factor_tickets where user_id = ?', who.id)).toEqual([])
  })
  test('rule password-hash: of two first steps at one moment, which renew a hash of less work, both get a ticket', async () => {
    const { who } = await withTotp()
    const old = 'scrypt$16384$8$1$BwcHBwcHBwcHBwcHBwcHBw==$KA/oz52a4ZOFi4Xe/w2vrmYrhpvZB+pEDdOxd5qQVMw='
    await run('update users set password_hash = ? where id = ?', old, who.id)
    const body = { email: who.email, password: PASSWORD }
    const late = await slowCall(['POST', '/auth/login'], { body }, 'insert into factor_tickets', () => login(who))
    expect(late.status).toBe(202)
    expect(await all('select 1 from factor_tickets where user_id = ?', who.id)).toHaveLength(2)
  })
  test('a sign-in by the password alone is not opened once another password counts, or a first factor', async () => {
    const enter = async (who: Person) => {
      const [[user], [facts]] = await db.batch([selectUser(db, who.id), selectSignInFacts(db, { id: who.id })])
      const was = (await passwordHashOf(db, who.id)) ?? ''
      if (!user) throw new Error('nobody')
      const place = { network: null, country: null, device: null }
      const arrived = { user, facts, device: null, from: { device: '', country: null }, place, now: Date.now() }
      return () => openSignIn(db, arrived, passwordAlone(was))
    }
    const [still, renewed, enrolled] = [
      await makePerson('member'),
      await makePerson('member'),
      await makePerson('member'),
    ]
    const open = [await enter(still), await enter(renewed), await enter(enrolled)]
    await run("update users set password_hash = 'other' where id = ?", renewed.id)
    await run('update users set factor_since = 1 where id = ?', enrolled.id)
    const entered = []
    for (const one of open) entered.push((await one()) !== null)
    expect(entered).toEqual([true, false, false])
    for (const who of [renewed, enrolled]) {
      expect(await all('select 1 from sessions where user_id = ?', who.id)).toHaveLength(1)
      expect(await kinds(who)).toEqual([])
    }
  })
  const kinds = (who: Person) => all('select kind from security_events where user_id = ?', who.id)
})

test('rule rate-limits: a carrier’s customers do not hold up each other’s second step', async () => {
  const statuses = new Set<number>()
  for (let i = 0; i < 70; i++)
    statuses.add(
      (
        await ask('POST', '/auth/login/factor', {
          body: { ticket: 'x'.repeat(43), code: '000000' },
          headers: { 'cf-connecting-ip': '203.0.113.99' },
        })
      ).status,
    )
  expect([...statuses]).toEqual([410])
})
