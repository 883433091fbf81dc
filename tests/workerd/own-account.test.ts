// A person closes their own account and takes their data with them (rules close-own, own-data).
import { beforeAll, describe, expect, test } from 'vitest'
import { rupiahToSen } from '../../contract/ground/money.ts'
import { hashToken } from '../../domain/ground/crypto/token.ts'
import { SECTIONS } from '../../domain/privacy/own-data/own-data-store.ts'
import { ask, call } from './support/api.ts'
import { stageBlasts } from './support/blasting.ts'
import { all, one, run } from './support/database.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'
import { NO_PERSON, PERSON_COLUMNS } from './support/person-columns.ts'
import { linkedAccount, newClientBody } from './support/stage.ts'
import { rowMaker } from './support/table-rows.ts'
import { booksAreEqual, booksOf, login, request, stopping, type Fail } from './support/stops.ts'

const { runner } = stageBlasts('own-account')
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const { pause, earner, decide } = stopping(() => admin)

describe('rule close-own:', () => {
  const closeOwn = (who: Person, password: string | undefined = PASSWORD) =>
    ask<Fail>('POST', '/auth/close-account', { token: who.token, body: { current_password: password } })

  test('with the present password, and only once nothing of theirs waits or can be withdrawn', async () => {
    const person = await earner(30_000)
    expect((await closeOwn(person, '')).json.reason).toBe('password_needed')
    expect((await closeOwn(person, 'salah-sekali')).json.reason).toBe('password_wrong')
    expect((await closeOwn(person)).json.reason).toBe('close_balance')
    const { id } = (await request(person, 25_000)).json.data
    expect((await closeOwn(person)).json.reason).toBe('close_withdraw_waits')
    await decide(id, 'accepted')
    const before = await booksOf(person)
    expect((await closeOwn(person)).status).toBe(200)
    expect(await booksOf(person)).toEqual(before)
    expect((await login(person)).json.msg).toContain('Ditutup oleh pemiliknya sendiri.')
    expect((await call('POST', '/auth/validate', { token: person.token, body: {} })).status).toBe(401)
    await booksAreEqual()
  })

  test('a request and the close at the same moment: never both', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await earner(10_000)
      await Promise.all([request(person, 10_000), closeOwn(person)])
      const { status } = await one<{ status: string }>('select status from users where id = ?', person.id)
      expect(status).toBe('active')
    }
    await booksAreEqual()
  })
})

describe('rule own-data:', () => {
  test('one file has everything of theirs and nothing of others; an admin who takes it is on record', async () => {
    const person = await earner(30_000)
    const friend = await makePerson('member', { referrerId: person.id })
    const { accountId } = await linkedAccount(runner, person.id)
    await request(person, 10_000)
    await pause(person.id)
    const response = await call('GET', `/admin/users/${person.id}/data`, { token: person.token })
    expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="data-.*\.json"/)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      profile: { id: person.id, email: person.email, status: 'paused' },
      accounts: [{ id: accountId }],
      statement: [{ amount: -10_000 }, { amount: 30_000 }],
      withdraws: [{ nominal: 10_000, status: 'requested', steps: [] }],
      bonuses: [{ nominal: 30_000 }],
      referrals: [{ income: 0 }],
      signIns: [{ createdAt: expect.any(String) }],
      notices: [{ kind: 'person_status' }],
    })
    for (const secret of [friend.email, 'scrypt', await hashToken(person.token)]) expect(text).not.toContain(secret)
    expect((await call('GET', `/admin/users/${person.id}/data`, { token: friend.token })).status).toBe(403)
    expect((await call('GET', `/admin/users/${person.id}/data`, { token: admin.token })).status).toBe(200)
    expect(await all(`select actor_id from audit_log where action = 'user.data' and target = ?`, person.id)).toEqual([
      { actor_id: admin.id },
    ])
  })

  /** Of every column whose name says a person. */
  const columns = (): Promise<{ name: string }[]> =>
    all(`
      select m.name || '.' || c.name as name
      from sqlite_master m, pragma_table_info(m.name) c
      where m.type = 'table' and c.type like 'text'
        and (c.name in ('by', 'email', 'owner', 'person', 'member') or c.name like '%\\_id' escape '\\'
          or c.name like '%\\_by' escape '\\' or c.name like 'by\\_%' escape '\\')
      order by name
    `)
  test('every column with a person is in the file or left out with a reason', async () => {
    const found = (await columns()).map(({ name }) => name).filter((name) => !NO_PERSON.has(name))
    expect(found).toEqual(Object.keys(PERSON_COLUMNS).toSorted())
    const sections = Object.values(PERSON_COLUMNS).filter((place) => typeof place === 'string' && place !== 'profile')
    expect([...new Set(sections)].toSorted()).toEqual(Object.keys(SECTIONS).toSorted())
  })

  test('a row in each of those tables shows in its section, without secrets, and only to whom it is about', async () => {
    const [person, other] = [await makePerson('staff'), await makePerson('staff')]
    const insert = rowMaker({
      // append-only tables refuse the key of a row that is there
      ledger: { id: 900_000 },
      security_events: { id: 900_000 },
      blaster_jobs: { targets: 'all', phase: 'finished' },
      notice_settings: { choices: '{"withdraw":{"digest":true}}', digest_day: '2026-11-01' },
      number_checks: { kind: 'generator', start_number: '6281250000001', file_key: 'checks/secret-file' },
      push_subscriptions: { endpoint: 'https://push.example/secret-path', p256dh: 'secret-key', auth: 'secret-auth' },
      totp_secrets: { sealed: 'secret-sealed', confirmed_at: 5 },
      withdraw_holds: { by: 'secret-admin', reason: 'secret-reason' },
      email_changes: { token_hash: 'secret-token', email: 'new@mail.example' },
    })
    const places = Object.entries(PERSON_COLUMNS).filter(([name]) => /\.(user|referrer)_id$/.test(name))
    for (const [name, place] of places) {
      const [table = ''] = name.split('.')
      if (typeof place === 'string' && !['sessions', 'users', 'notices'].includes(table))
        await insert(table, { user_id: person.id })
    }
    await pause(person.id)
    await makePerson('member', { referrerId: person.id })
    const fileOf = async (who: Person): Promise<string> =>
      (await call('GET', `/admin/users/${who.id}/data`, { token: who.token })).text()
    const text = await fileOf(person)
    const file = JSON.parse(text) as Record<string, unknown[]>
    for (const name of Object.keys(SECTIONS)) expect([name, (file[name] ?? []).length > 0]).toEqual([name, true])
    expect(file).toMatchObject({
      noticeSettings: [{ choices: { withdraw: { digest: true } }, details: false, lastDailyMail: '2026-11-01' }],
      devices: [{ pushService: 'push.example', createdAt: expect.any(String) }],
      holds: [{ automatic: false, liftedAt: null }],
      checks: [{ kind: 'generator', start: '6281250000001' }],
      codeApps: [{ confirmedAt: new Date(5).toISOString() }],
      newEmails: [{ email: 'new@mail.example' }],
    })
    expect(text).not.toContain('secret')
    const others = JSON.parse(await fileOf(other)) as Record<string, unknown[]>
    expect(Object.keys(others).filter((name) => name !== 'profile' && (others[name] ?? []).length > 0)).toEqual([
      'signIns',
    ])
  })

  test('a statement longer than a page is in it once, line by line', async () => {
    const person = await makePerson('member')
    await run(
      `insert into ledger (user_id, kind, amount_sen, ref, at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
      select ?, 'bonus', i * ?, 'own-data:' || i, i from n`,
      person.id,
      rupiahToSen(1),
    )
    const { statement } = await (await call('GET', `/admin/users/${person.id}/data`, { token: person.token })).json<{
      statement: { amount: number }[]
    }>()
    expect(statement.map(({ amount }) => amount)).toEqual(Array.from({ length: 2_500 }, (_, i) => 2_500 - i))
  })

  test('a link is not begun for a closed person', async () => {
    const person = await makePerson('member')
    await run(`update users set status = 'closed' where id = ?`, person.id)
    const linked = await ask<Fail>('POST', '/admin/whatsapp/new-client', {
      token: person.token,
      body: newClientBody(person.id, 'perangkat-tutup-1'),
    })
    expect(linked.json.reason).toBe('account_closed')
  })
})
