// A signed-in read asks D1 once, with the look at who asks (decision record 0030); and what that look forbids is not read.
import { createExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../contract/api/table.ts'
import { AT_PRIMARY, BOOKMARK_HEADER } from '../../contract/ground/bookmark.ts'
import { ROLES, type Role } from '../../contract/people/role-table.ts'
import { isSignInRefused, signInCondition } from '../../domain/people/auth/store.ts'
import { hashToken } from '../../domain/ground/crypto/token.ts'
import { batchReads } from '../../domain/ground/db/batched-reads.ts'
import { sql } from 'drizzle-orm'
import { app } from '../../worker/app.ts'
import { call, ORIGIN } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'
import { tripsOf, watchTrips } from './support/trips.ts'

const ROWS = [
  `insert into phone_numbers (id, number, name, status, created_at) values (1, '6281200000001', 'Ani', 'active', 1)`,
  `insert into payout_batches (id, number, status, count, total, needs_second, created_by, created_at)
    values ('b1', 1, 'frozen', 1, 1, 0, 'x', 1)`,
  `insert into proxies (id, value, status, created_at) values ('p1', 'http://h:1', 'active', 1)`,
  `insert into templates (id, text, text_wa, button, status, created_at) values ('m1', '', '', '[]', 'active', 1)`,
  `insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes, created_at,
    updated_at) values ('i1', 'phonenumber', 'done', 'k', 'a.csv', 'csv', 1, '', 'x', 1, 1, 1)`,
  `insert into blaster_jobs (id, whatsapp_id, user_id, targets, message, phase, total, count_success, count_fail,
    count_unknown, skipped, refused, version, created_at) values ('j1', 'a', 'u', '[]', 'Halo', 'finished', 1, 1, 0, 0, '{}',
    '[]', 1, 1)`,
  `insert into segments values ('s1', 'Semua', '{"join":"and","not":false,"of":[]}', 'u', 1, 1)`,
  `insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, created_by, created_at)
    values (9, 'K', 'running', '', 254, 0, 1440, 5, 'u', 1)`,
  `insert into tags (id, name, key, people, created_by, created_at) values (1, 'Solo', 'solo', 0, 'u', 1)`,
]
/** Whose path is about no person and no account. */
const IDS: Record<string, string> = {
  level: 'l1',
  phonenumber: '1',
  payout: 'b1',
  withdraw: 'w1',
  proxy: 'p1',
  message: 'm1',
  import: 'i1',
  blaster: 'j1',
  segment: 's1',
  campaign: '9',
}
const SOLO = { join: 'and', not: false, of: [{ is: 'tag', tag: 1 }] }
const QUERIES: Record<string, string> = {
  '/admin/recipient-field/people': '?key=kota',
  '/admin/note/list': '?number_id=1',
  '/admin/blaster/people': '?id=j1',
  '/admin/campaign/people': '?id=9',
  '/admin/campaign/hours': '?id=9',
  '/admin/campaign/before': '?id=9',
  '/admin/campaign/export': '?id=9',
  '/admin/whatsapp/listen-message-created/:id': '?wait=0',
  '/admin/segment/count': `?rule=${encodeURIComponent(JSON.stringify(SOLO))}`,
}
let people: Record<Role, Person>
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  people = {
    member: await makePerson('member'),
    staff: await makePerson('staff'),
    admin: await makePerson('admin'),
    dev: await makePerson('dev'),
  }
  for (const { id } of Object.values(people)) {
    await run(
      `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
        values (?, ?, ?, 'blast', ?, 'disconnected', 'idle', 1)`,
      `acc-${id}`,
      `client.${id}`,
      id,
      `62812${id}`,
    )
    await run('insert into client_aliases values (?, ?, ?, 1)', `client.${id}`, `acc-${id}`, id)
    for (const kind of ['generator', 'validator'])
      await run(
        `insert into number_checks (id, kind, user_id, whatsapp_id, total, interval_min, interval_max, created_at, updated_at)
          values (?, ?, ?, ?, 1, 1, 2, 1, 1)`,
        `${kind}-${id}`,
        kind,
        id,
        `acc-${id}`,
      )
  }
  for (const row of ROWS) await run(row)
  await run(
    `insert into withdraws (id, user_id, nominal, status, account_name, account_bank, account_number, created_at)
      values ('w1', ?, 10000, 'requested', 'A', 'BCA', '12345', 1)`,
    people.member.id,
  )
  watchTrips()
})

const signedInReads = ROUTES.filter(([key, { audience }]) => key.startsWith('GET ') && audience === 'people')
/** These write a line of the audit log, read page by page, or answer with a file of the bucket. */
const PAGED =
  /\/(export|payout\/:id\/file|payout\/proof\/:id|skipped|proof|inclusion|users\/:id\/data|download-result\/:id|[a-z-]+-file\/:userId)$/

test('every signed-in GET reads only, but those that read page by page', () => {
  const others = signedInReads.filter(([, { reads }]) => reads === 'none').map(([key]) => key)
  expect(others.filter((key) => !PAGED.test(key))).toEqual([])
})

describe.each(signedInReads.filter(([, { reads }]) => reads !== 'none'))('%s', (key, { roles, own }) => {
  test.each(ROLES)('asks D1 once for %s', async (role) => {
    if (!roles.includes(role)) return
    const { id, token } = people[role]
    const word = key.split('/')[2] ?? ''
    const named = { user: id, check: `${word}-${id}`, client: `client.${id}`, account: `acc-${id}` }
    const handle = IDS[word] ?? named[own as keyof typeof named] ?? ''
    const path = key
      .slice(4)
      .replace(/:userId/, id)
      .replace(/:[a-z]+/i, handle)
    const query = QUERIES[key.slice(4)] ?? ''
    let status = 0
    const trips = await tripsOf(async () => {
      status = (await call('GET', `${path}${query}`, { token })).status
    })
    expect([status, trips.length]).toEqual([200, 1])
  })
})

test('a sign-in that claims nothing is asked for first, and answered all the same', async () => {
  const token = 'plain-token-of-an-older-sign-in-0123456789ab'
  await run(
    'insert into sessions (token_hash, user_id, created_at, expires_at) values (?, ?, ?, ?)',
    await hashToken(token),
    people.member.id,
    Date.now(),
    Date.now() + 20 * 86_400_000,
  )
  const trips = await tripsOf(async () =>
    expect((await call('GET', `/admin/withdraw/balance/${people.member.id}`, { token })).status).toBe(200),
  )
  expect(trips.length).toBeGreaterThan(1)
})

test('a claim of somebody else’s id or role opens nothing', async () => {
  const random = people.member.token.slice(0, 43)
  for (const token of [`${random}~admin~${people.admin.id}`, `${random}~admin~${people.member.id}`]) {
    const answer = await call('GET', '/admin/users/members-per-page', { token })
    expect([answer.status, await answer.json()]).toMatchObject([401, { reason: 'invalid_token' }])
  }
})

test('a role that changed behind the sign-in’s back counts as it is now', async () => {
  const was = await makePerson('admin')
  await run(`update users set role = 'member' where id = ?`, was.id)
  expect((await call('GET', '/admin/users/members-per-page', { token: was.token })).status).toBe(403)
  expect((await call('GET', `/admin/withdraw/balance/${was.id}`, { token: was.token })).status).toBe(200)
})

const conditioned = async (token: string) => {
  const claim = { id: people.member.id, role: 'member' as const }
  const condition = signInCondition(await hashToken(token), claim, Date.now())
  return batchReads(bound.DB, condition, isSignInRefused)
}
test('unless the sign-in is what it claims nothing is read: a statement that could not run does not even fail', async () => {
  const { db: stranger, confirmed } = await conditioned('x'.repeat(43))
  const read = stranger.all(sql`select * from no_such_table`)
  await expect(read).rejects.toSatisfy(isSignInRefused)
  await expect(confirmed()).rejects.toSatisfy(isSignInRefused)
})
test('a write waits for the sign-in, and is not done unless it is what it claims', async () => {
  const write = (d: typeof db, name: string) =>
    d.all(sql`insert into counters (name, value) values (${name}, 1) returning name`)
  const closed = await conditioned('x'.repeat(43))
  await expect(write(closed.db, 'closed')).rejects.toSatisfy(isSignInRefused)
  const open = await conditioned(people.member.token)
  const trips = await tripsOf(() => Promise.all([write(open.db, 'open'), open.db.all(sql`select 1 as one`)]))
  expect(trips.map(({ statements }) => statements.map((s) => s.slice(0, 6)))).toEqual([
    ['select', 'select'],
    ['insert'],
  ])
  expect(await all(`select name from counters where name in ('open', 'closed')`)).toEqual([{ name: 'open' }])
})
test('reads that begin together are one batch, each with its own answer', async () => {
  const { db: open } = await conditioned(people.member.token)
  const number = async (n: number) => (await open.all<{ n: number }>(sql`select ${n} as n`))[0]?.n
  let answers: unknown
  const trips = await tripsOf(async () => {
    answers = await Promise.all([
      number(1),
      number(2),
      open.batch([open.all(sql`select 3 as n`), open.all(sql`select 4 as n`)]),
    ])
  })
  expect(answers).toEqual([1, 2, [[{ n: 3 }], [{ n: 4 }]]])
  expect(trips).toHaveLength(1)
})

const FUTURE = `ffffffff-00000002-00004eaf-${'0'.repeat(32)}`
const bookmarkAfter = async (method: string, path: string, header: string | null, body?: unknown) => {
  const headers: Record<string, string> = header === null ? {} : { [BOOKMARK_HEADER]: header }
  const answer = await call(method, path, { token: people.admin.token, headers, ...(body ? { body } : {}) })
  return answer.headers.get(BOOKMARK_HEADER)
}
test('a read begins where the page’s bookmark is and hands back where it ended; what is no bookmark is ignored', async () => {
  const path = '/admin/level/list-per-page'
  expect(await bookmarkAfter('GET', path, null)).toMatch(/^0{8}-/)
  expect(await bookmarkAfter('GET', path, FUTURE)).toBe(FUTURE)
  for (const odd of ['x', `${FUTURE}0`, 'first-unconstrained'])
    expect(await bookmarkAfter('GET', path, odd)).toMatch(/^0{8}-/)
})
test('money is read from the primary whatever the bookmark says', async () => {
  expect(await bookmarkAfter('GET', '/admin/withdraw/total-all', FUTURE)).toBeNull()
})
test('after a write the page’s next read asks the primary', async () => {
  const level = { name: 'Emas', blast_fee: 100, requirement_blast: 10 }
  expect(await bookmarkAfter('POST', '/admin/level/create', FUTURE, level)).toBe(AT_PRIMARY)
})

/** A replica that has not heard of some rows yet: they are away while it is asked. */
const behind = (away: string, back: string): D1Database => {
  const lagging = (session: D1DatabaseSession): D1DatabaseSession =>
    new Proxy(session, {
      get: (target, key) =>
        key === 'batch'
          ? async (statements: D1PreparedStatement[]) => {
              await bound.DB.exec(away)
              try {
                const results = await target.batch(statements)
                return results.map((result) => ({ ...result, meta: { ...result.meta, served_by_primary: false } }))
              } finally {
                await bound.DB.exec(back)
              }
            }
          : (Reflect.get(target, key) as (...values: never[]) => unknown).bind(target),
    })
  return new Proxy(bound.DB, {
    get: (target, key) =>
      key === 'withSession'
        ? (at: string) => (at === AT_PRIMARY ? target.withSession(at) : lagging(target.withSession(at)))
        : (Reflect.get(target, key) as (...values: never[]) => unknown).bind(target),
  })
}
const askOver = (DB: D1Database, path: string, token: string) =>
  app.fetch(
    new Request(`${ORIGIN}/api${path}`, { headers: { authorization: `Bearer ${token}` } }),
    { ...bound, DB },
    createExecutionContext(),
  )
test('a replica that lags behind refuses nobody: the primary is asked before a no', async () => {
  const { id, token } = await makePerson('member')
  const noSession = behind(
    `update sessions set user_id = 'away' where user_id = '${id}'`,
    `update sessions set user_id = '${id}' where user_id = 'away'`,
  )
  expect((await askOver(noSession, `/admin/users/${id}`, token)).status).toBe(200)
  const noAccount = behind(
    `update whatsapp set removed_at = 1 where id = 'acc-${people.member.id}'`,
    `update whatsapp set removed_at = null where id = 'acc-${people.member.id}'`,
  )
  const path = `/admin/whatsapp/acc-${people.member.id}`
  expect((await askOver(noAccount, path, people.member.token)).status).toBe(200)
  expect((await askOver(bound.DB, '/admin/whatsapp/nobody-has-it', people.member.token)).status).toBe(404)
})
