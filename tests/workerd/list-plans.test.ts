// Lists answer from an index: the plan of every statement that a list, search, count or export sends is read, and a scan
// or a sort of a table that grows is refused (decision 41). What is found and in which order is checked beside it.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditAfter, auditPage } from '../../domain/audit/store.ts'
import { jobPage, jobsRunning } from '../../domain/blaster/store.ts'
import { bonusPage } from '../../domain/bonus/store.ts'
import { connect, type Db } from '../../domain/db/connection.ts'
import { skipsAfter } from '../../domain/imports/store.ts'
import { activeMembers, memberPage } from '../../domain/members/store.ts'
import { fleetFigures, whoMayListen } from '../../domain/monitor/store.ts'
import {
  blastCounts,
  phoneNameSearch,
  phonePage,
  phoneSearch,
  phonesAfter,
  receivers,
} from '../../domain/phone-numbers/list/store.ts'
import { silentReadings } from '../../domain/number-checks/source/store.ts'
import { checkPage } from '../../domain/number-checks/store.ts'
import { proxiesAfter, proxyPage, proxyUse } from '../../domain/proxies/store.ts'
import { referralPage } from '../../domain/referral/store.ts'
import { daysOf, figuresOfAll } from '../../domain/stats/store.ts'
import { consentAfter, consentPage } from '../../domain/suppressions/consent/store.ts'
import { suppressionPage, suppressionsAfter } from '../../domain/suppressions/store.ts'
import { templatesAfter } from '../../domain/templates/store.ts'
import { accountCounts, accountList, accountPage } from '../../domain/whatsapp/store.ts'
import { totalAccepted, totalOfUser, withdrawPage } from '../../domain/withdraw/store.ts'
import { ask, bound, db, makeLevel, makePerson, type Person, sqlAll } from './api.ts'

const seen: { sql: string; values: unknown[] }[] = []
const watched: Db = connect({
  prepare: (sql: string) => {
    const entry = { sql, values: [] as unknown[] }
    seen.push(entry)
    return new Proxy(bound.DB.prepare(sql), {
      get: (target, key) =>
        key === 'bind'
          ? (...values: unknown[]) => {
              entry.values = values
              return target.bind(...values)
            }
          : Reflect.get(target, key),
    })
  },
  batch: (statements: D1PreparedStatement[]) => bound.DB.batch(statements),
} as unknown as D1Database)

/** These stay small whatever happens; k, j and subqueries are the rows of one page. */
const SMALL =
  /^SCAN (settings|levels|l|o|counters|templates|t|k|j|json_each|CONSTANT ROW|\(subquery-\d+\)|\S+ VIRTUAL TABLE)/
const plansOf = async (): Promise<string[]> => {
  const rows = await Promise.all(
    seen.splice(0).map((s) => sqlAll<{ detail: string }>(`explain query plan ${s.sql}`, ...s.values)),
  )
  return rows.flat().map((row) => row.detail)
}
const faults = (plans: string[], sorts: boolean): string[] =>
  plans.filter(
    (p) =>
      (p.startsWith('SCAN') && !SMALL.test(p) && !/USING (COVERING )?INDEX|VIRTUAL TABLE/.test(p)) ||
      (!sorts && p.includes('TEMP B-TREE') && !p.includes('DISTINCT')),
  )

let admin: Person
let member: Person
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  admin = await makePerson('admin')
  member = await makePerson('member')
  const list = JSON.stringify(Array.from({ length: 3_000 }, (_, i) => i))
  const fill = (sql: string) => bound.DB.prepare(sql).bind(list).run()
  await fill(
    `insert into phone_numbers (number, name, status, consent_at, created_at) select 6281200000000 + value, 'Orang ' || (value % 7) || ' Sári' || value, 'active', 1, value / 3 from json_each(?)`,
  )
  await fill(`insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min, blast_interval_max, referral_code, referrer_id, created_at)
    select 'u' || value, 'Anggota', 'Nomor' || value, 'anggota' || value || '@x.test', '', 'member', 'l1', 1, 2, 'C' || value, '${member.id}', value from json_each(?)`)
  await fill(
    `insert into suppressions (hash, number, via, created_at) select 'h' || value, 6281200000000 + value, 'admin', value from json_each(?)`,
  )
  await fill(
    `insert into consent_history (hash, number, event, at) select 'h' || (value % 100), 6281200000000 + value, 'granted', value from json_each(?)`,
  )
  await fill(
    `insert into audit_log (at, actor_id, actor_role, action, target) select value, '${admin.id}', 'admin', 'thing.' || (value % 5), value from json_each(?)`,
  )
  await fill(
    `insert into proxies (id, value, status, created_at) select 'p' || value, 'http://h:' || value, 'active', value / 2 from json_each(?)`,
  )
  await fill(
    `insert into withdraws (id, user_id, nominal, status, account_name, account_bank, account_number, created_at) select 'w' || value, 'u' || (value % 50), 1, 'requested', '', '', '', value from json_each(?)`,
  )
  await fill(
    `insert into bonuses (id, user_id, admin_id, nominal, reason, created_at) select 'b' || value, 'u' || (value % 50), 'a', 1, '', value from json_each(?)`,
  )
  await fill(`insert into blaster_jobs (id, whatsapp_id, user_id, targets, message, phase, total, count_success, count_fail,
      count_unknown, skipped, refused, version, created_at)
    select 'j' || value, 'a' || (value % 100), 'u' || (value % 50), 'all', 'Halo', 'finished', 1, 1, 0, 0, '{}', '[]', 1, value / 2
    from json_each(?)`)
  await fill(`insert into number_checks (id, kind, user_id, whatsapp_id, start_number, file_name, total, interval_min, interval_max, created_at, updated_at)
    select 'g' || value, 'generator', 'u' || (value % 50), 'a' || (value % 100), 6281200000000 + value, null, 1, 1, 2, value / 2, 1 from json_each(?)`)
  await fill(`insert into number_checks (id, kind, user_id, whatsapp_id, file_name, total, interval_min, interval_max, created_at, updated_at)
    select 'v' || value, 'validator', 'u' || (value % 50), 'a' || (value % 100), 'Daftar ' || value || '.csv', 1, 1, 2, value, 1 from json_each(?)`)
  await fill(
    `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, pushname, state, status, created_at) select 'a' || value, 'client-' || value, 'u' || (value % 50), 'blast', 6285000000000 + value, 'Toko ' || value, 'connected', 'idle', value from json_each(?)`,
  )
})

const PAGES = [
  { page: 1, limit: 20 },
  { page: 75, limit: 20 },
  { page: 149, limit: 20 },
  { page: 150, limit: 20 },
  { page: 151, limit: 20 },
]
type Page = { page: number; limit: number }
const LISTS: [string, string, (d: Db, page: Page) => Promise<{ rows: { id: number | string }[]; total: number }>][] = [
  ['phone numbers', 'select id from phone_numbers order by created_at desc, id desc', phonePage],
  ['members', `select id from users where role = 'member' order by created_at desc, id desc`, memberPage],
  [
    'referrals of one',
    `select id from users where referrer_id = 'member-2' order by created_at desc, id desc`,
    (d, p) => referralPage(d, { ...p, referrerId: member.id }),
  ],
  [
    'all referrals',
    'select id from users where referrer_id is not null order by created_at desc, id desc',
    (d, p) => referralPage(d, { ...p, referrerId: null }),
  ],
  [
    'suppressions',
    'select id from suppressions order by created_at desc, id desc',
    (d, p) => suppressionPage(d, { ...p, prefix: null }),
  ],
  ['consents', 'select id from consent_history order by id desc', (d, p) => consentPage(d, { ...p, hash: null })],
  ['deeds', 'select id from audit_log order by id desc', auditPage],
  ['proxies', 'select id from proxies order by created_at desc, id desc', proxyPage],
  [
    'withdraws',
    'select id from withdraws order by created_at desc, id desc',
    (d, p) => withdrawPage(d, { ...p, userId: null }),
  ],
  [
    'withdraws of one',
    `select id from withdraws where user_id = 'u3' order by created_at desc, id desc`,
    (d, p) => withdrawPage(d, { ...p, userId: 'u3' }),
  ],
  [
    'bonuses',
    'select id from bonuses order by created_at desc, id desc',
    (d, p) => bonusPage(d, { ...p, userId: null }),
  ],
  [
    'bonuses of one',
    `select id from bonuses where user_id = 'u3' order by created_at desc, id desc`,
    (d, p) => bonusPage(d, { ...p, userId: 'u3' }),
  ],
  [
    'accounts',
    'select id from whatsapp order by created_at desc, id desc',
    (d, p) => accountPage(d, { userId: null, status: 'all', search: undefined }, p),
  ],
  [
    'accounts of one',
    `select id from whatsapp where user_id = 'u3' order by created_at desc, id desc`,
    (d, p) => accountPage(d, { userId: 'u3', status: 'all', search: undefined }, p),
  ],
  [
    'generators',
    `select id from number_checks where kind = 'generator' order by created_at desc, id desc`,
    (d, p) => checkPage(d, { kind: 'generator', userId: null, status: 'all', search: undefined }, p),
  ],
  [
    'validators of one',
    `select id from number_checks where kind = 'validator' and user_id = 'u3' order by created_at desc, id desc`,
    (d, p) => checkPage(d, { kind: 'validator', userId: 'u3', status: 'all', search: undefined }, p),
  ],
  [
    'generators whose sender is connected',
    `select id from number_checks where kind = 'generator' order by created_at desc, id desc`,
    (d, p) => checkPage(d, { kind: 'generator', userId: null, status: 'connected', search: undefined }, p),
  ],
  ['one-off blasts', 'select id from blaster_jobs order by created_at desc, id desc', (d, p) => jobPage(d, null, p)],
  [
    'one-off blasts of one',
    `select id from blaster_jobs where user_id = 'u3' order by created_at desc, id desc`,
    (d, p) => jobPage(d, 'u3', p),
  ],
]
describe.each(LISTS)('the list of %s', (_name, order, page) => {
  test.each(PAGES)('page $page is where it belongs, without a scan or a sort', async (at) => {
    const whole = (await sqlAll<{ id: string }>(order)).map((row) => row.id)
    const { rows, total } = await page(watched, at)
    const plans = await plansOf()
    expect(total).toBe(whole.length)
    const from = (at.page - 1) * at.limit
    expect(rows.map((row) => row.id)).toEqual(whole.slice(from, from + at.limit))
    expect(faults(plans, false)).toEqual([])
  })
})

const P = { page: 1, limit: 20 }
const chosen = async (found: Promise<unknown[]>) => ({ rows: await found, total: (await found).length })
const accounts = (d: Db, search: string) => accountPage(d, { userId: null, status: 'all', search }, P)
const checks = (d: Db, kind: 'generator' | 'validator', search: string) =>
  checkPage(d, { kind, userId: null, status: 'all', search }, P)
const FINDS: [string, number, (d: Db) => Promise<{ rows: unknown[]; total: number }>][] = [
  ['a number by its beginning', 10, (d) => phoneSearch(d, '628120000012', P)],
  ['a name by the beginnings of its words, without accents and case', 20, (d) => phoneNameSearch(d, 'sari1 ORANG', P)],
  ['a member by email', 1, (d) => memberPage(d, { ...P, search: 'Anggota2999@' })],
  ['a member by id', 11, (d) => memberPage(d, { ...P, search: 'u299' })],
  ['a member by name', 11, (d) => memberPage(d, { ...P, search: 'nomor299' })],
  ['an account by number', 10, (d) => accounts(d, '0850-0000-029')],
  ['an account by client id', 11, (d) => accounts(d, 'client-299')],
  ['an account by its name', 11, (d) => accounts(d, 'toko 299')],
  ['a generator by its first number', 10, (d) => checks(d, 'generator', '0812-0000-029')],
  ['a validator by its file', 11, (d) => checks(d, 'validator', 'daftar 299')],
  ['a generator by its sender’s number', 20, (d) => checks(d, 'generator', '0850-0000-0007')],
  ['a generator by its sender’s name', 20, (d) => checks(d, 'generator', 'toko 7')],
  ['a validator by its sender’s client id', 20, (d) => checks(d, 'validator', 'client-77')],
  ['a validator by id', 11, (d) => checks(d, 'validator', 'v299')],
  ['a suppression by number', 10, (d) => suppressionPage(d, { ...P, prefix: '628120000012' })],
  ['a consent by its person', 20, (d) => consentPage(d, { ...P, hash: 'h7' })],
  ['a deed by action', 20, (d) => auditPage(d, { ...P, search: 'thing.3' })],
  ['a deed by target', 11, (d) => auditPage(d, { ...P, search: '299' })],
  ['a receiver by number', 10, (d) => chosen(receivers(d, { prefix: '628120000012' }, 20))],
  ['a receiver by name', 20, (d) => chosen(receivers(d, { name: 'sari1 ORANG' }, 20))],
  ['receivers who wait longest', 20, (d) => chosen(receivers(d, null, 20))],
  ['nothing by signs alone', 0, (d) => phoneNameSearch(d, '"*: -', P)],
]
test.each(FINDS)('finds %s from an index', async (_name, count, find) => {
  const { rows, total } = await find(watched)
  expect(rows).toHaveLength(count)
  expect(total).toBeGreaterThanOrEqual(count)
  expect(faults(await plansOf(), true)).toEqual([])
})

test('counts, dashboards and exports read indexes', async () => {
  await Promise.all([
    activeMembers(watched),
    blastCounts(watched),
    proxyUse(watched),
    figuresOfAll(watched, member.id),
    daysOf(watched, '', '2026-01-01'),
    accountCounts(watched, null),
    fleetFigures(watched),
    whoMayListen(watched, null, 100),
    jobsRunning(watched),
    accountCounts(watched, 'u3'),
    accountList(watched, 'u3'),
    totalOfUser(watched, 'u3', 'accepted'),
    totalAccepted(watched, 0),
    phonesAfter(watched, 10, 100),
    proxiesAfter(watched, { created_at: 5, id: 'p3' }, 100),
    templatesAfter(watched, null, 100),
    suppressionsAfter(watched, 5, 100),
    consentAfter(watched, 5, 100),
    auditAfter(watched, 5, 100),
    skipsAfter(watched, 'x', 5, 100),
    silentReadings(watched, 5),
  ])
  expect(faults(await plansOf(), true)).toEqual([])
})

test('names follow their rows, and totals what comes and goes', async () => {
  const search = async (text: string) => (await phoneNameSearch(db, text, P)).total
  await bound.DB.prepare(
    `insert into phone_numbers (number, name, status, created_at) values ('62899', 'Zulaikha', 'active', 1)`,
  ).run()
  expect(await search('zulai')).toBe(1)
  await bound.DB.prepare(`update phone_numbers set name = 'Zubaidah' where number = '62899'`).run()
  expect([await search('zulai'), await search('zubai')]).toEqual([0, 1])
  await bound.DB.prepare(`delete from phone_numbers where number = '62899'`).run()
  expect(await search('zubai')).toBe(0)
  const member2 = await makePerson('member')
  const total = async () => (await memberPage(db, P)).total
  const before = await total()
  await ask('PUT', `/admin/users/${member2.id}`, { token: admin.token, body: { role: 'staff' } })
  expect(await total()).toBe(before - 1)
})

test('a list without pages stops at 1,000 and says so', async () => {
  for (const path of ['phonenumber/list', 'proxy/list', 'whatsapp/list', 'users/members', 'withdraw/histories']) {
    const { json } = await ask<{ data: unknown[]; truncated: boolean }>('GET', `/admin/${path}`, { token: admin.token })
    expect([path, json.data.length, json.truncated]).toEqual([path, 1_000, true])
  }
})
