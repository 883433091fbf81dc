// Searches, counts, dashboards and exports answer from an index too; what a search finds may be sorted (rule paging).
import { beforeAll, expect, test } from 'vitest'
import { auditAfter, auditPage, type AuditRow } from '../../domain/record/audit/list-store.ts'
import { countRunningOneOffs } from '../../domain/sending/one-off/store.ts'
import type { Db } from '../../domain/ground/db/connection.ts'
import { skipsAfter } from '../../domain/recipients/imports/store.ts'
import { activeMembers, memberPage } from '../../domain/people/users/store.ts'
import { fleetFigures, whoMayListen } from '../../domain/operation/monitor/store.ts'
import { stalledReadings } from '../../domain/sending/number-checks/source-store.ts'
import { checkPage } from '../../domain/sending/number-checks/store.ts'
import {
  blastCounts,
  phoneNameSearch,
  phoneSearch,
  receivers,
} from '../../domain/recipients/phone-numbers/list-store.ts'
import { type ExportedPhone, phonesAfter } from '../../domain/recipients/phone-numbers/export-store.ts'
import { narrowedBy } from '../../domain/recipients/phone-numbers/filter-store.ts'
import { proxiesAfter, type ProxyRow, proxyUse } from '../../domain/sending/proxies/store.ts'
import { daysOf, figuresOfAll } from '../../domain/money/stats/store.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { consentAfter, consentPage } from '../../domain/recipients/suppressions/consent-store.ts'
import { suppressionPage, suppressionsAfter } from '../../domain/recipients/suppressions/list-store.ts'
import type { ShownSuppression } from '../../domain/recipients/suppressions/store.ts'
import { type TemplateRow, templatesAfter } from '../../domain/sending/templates/store.ts'
import { accountCounts, accountList, accountPage } from '../../domain/sending/whatsapp/store.ts'
import { paidByDay, paidInAll, paidOnDay } from '../../domain/money/withdraw/paid-store.ts'
import { totalOfUser, type WithdrawRow, withdrawsAfter } from '../../domain/money/withdraw/store.ts'
import { ask } from './support/api.ts'
import { all, bound, db } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'
import { crowd } from './support/crowd.ts'
import { faultsOf, watchedDb } from './support/plans.ts'

const { db: watched, plans: plansOf } = watchedDb()
let admin: Person
let member: Person
beforeAll(async () => {
  ;({ admin, member } = await crowd())
})

const RING = hashRing(bound)
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
  ['anybody by email', 1, (d) => memberPage(d, { ...P, search: 'Anggota2999@', whose: 'all' })],
  ['everybody, by name', 20, (d) => memberPage(d, { ...P, sort: 'name', whose: 'all' })],
  ['everybody, newest first', 20, (d) => memberPage(d, { ...P, whose: 'all' })],
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
  ['a consent by its person', 20, (d) => consentPage(d, { ...P, person: { hashes: ['h7'], number: '62' } }, RING)],
  [
    'a consent by its person under two keys',
    20,
    (d) => consentPage(d, { ...P, person: { hashes: ['none', 'h7'], number: '62' } }, RING),
  ],
  ['a deed by action', 20, (d) => auditPage(d, { ...P, search: 'thing.3' })],
  ['a deed by its days', 20, (d) => auditPage(d, { ...P, since: 0, until: Date.now() * 2 })],
  ['a deed by target', 11, (d) => auditPage(d, { ...P, search: '299' })],
  ['a receiver by number', 10, (d) => chosen(receivers(d, { prefix: '628120000012' }, 20, Date.now()))],
  ['a receiver by name', 20, (d) => chosen(receivers(d, { name: 'sari1 ORANG' }, 20, Date.now()))],
  ['receivers who wait longest', 20, (d) => chosen(receivers(d, null, 20, Date.now()))],
  ['nothing by signs alone', 0, (d) => phoneNameSearch(d, '"*: -', P)],
]
test.each(FINDS)('finds %s from an index', async (_name, count, find) => {
  const { rows, total } = await find(watched)
  expect(rows).toHaveLength(count)
  expect(total).toBeGreaterThanOrEqual(count)
  expect(faultsOf(await plansOf(), true)).toEqual([])
})

type Found = { rows: { id: number | string }[] }
/** The search of itself; the same rows by what each sort says. */
const SORTED: [string, string, (d: Db) => Promise<Found>][] = [
  [
    'numbers, newest first',
    `phone_numbers where number like '6281200000%' order by created_at desc, id desc`,
    (d) => phoneSearch(d, '6281200000', { ...P, sort: '-createdAt' }),
  ],
  [
    'numbers, the highest first',
    `phone_numbers where number like '6281200000%' order by number desc`,
    (d) => phoneSearch(d, '6281200000', { ...P, sort: '-number' }),
  ],
  [
    'names, oldest first',
    `phone_numbers where name like 'Orang 3%' order by id`,
    (d) => phoneNameSearch(d, 'orang 3', { ...P, sort: 'createdAt' }),
  ],
  [
    'names, by their numbers',
    `phone_numbers where name like 'Orang 3%' order by number desc`,
    (d) => phoneNameSearch(d, 'orang 3', { ...P, sort: '-number' }),
  ],
  [
    'members, by income',
    `users where id like 'u29%' order by income_sen desc, id desc`,
    (d) => memberPage(d, { ...P, search: 'u29', sort: '-income' }),
  ],
  [
    'members, by name',
    `users where id like 'u29%' order by lower(firstname), lower(lastname), id`,
    (d) => memberPage(d, { ...P, search: 'u29', sort: 'name' }),
  ],
  [
    'accounts, by success',
    `whatsapp where clientid like 'client-29%' order by count_success desc, id desc`,
    (d) => accountPage(d, { userId: null, status: 'all', search: 'client-29' }, { ...P, sort: '-success' }),
  ],
  [
    'suppressions, oldest first',
    `suppressions where number like '6281200000%' order by created_at, id`,
    (d) => suppressionPage(d, { ...P, prefix: '6281200000', sort: 'createdAt' }),
  ],
  [
    'suppressions, of itself by number',
    `suppressions where number like '6281200000%' order by number`,
    (d) => suppressionPage(d, { ...P, prefix: '6281200000' }),
  ],
  [
    'deeds, oldest first',
    `audit_log where action = 'thing.3' order by id`,
    (d) => auditPage(d, { ...P, search: 'thing.3', sort: 'createdAt' }),
  ],
]
test.each(SORTED)('sorts what it found: %s', async (_name, order, find) => {
  const { rows } = await find(watched)
  const whole = await all<{ id: number | string }>(`select id from ${order} limit 20`)
  expect(rows.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  expect(whole).toHaveLength(20)
  expect(faultsOf(await plansOf(), true)).toEqual([])
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
    countRunningOneOffs(watched),
    accountCounts(watched, 'u3'),
    accountList(watched, 'u3'),
    totalOfUser(watched, 'u3', 'accepted'),
    paidInAll(watched),
    paidOnDay(watched, '2026-01-01'),
    paidByDay(watched, null, '2026-01-01'),
    paidByDay(watched, 'u3', '2026-01-01'),
    consentAfter(watched, 5, 100, RING),
    skipsAfter(watched, 'x', 5, 100),
    stalledReadings(watched, 5),
  ])
  expect(faultsOf(await plansOf(), true)).toEqual([])
})

const PHONES = { search: null, narrowed: null }
test('an export goes on in the index of its order where the batch before ended', async () => {
  /** The second batch, after the last row of the first. */
  const second = async <R>(batch: (last: R | null) => Promise<R[]>) => batch((await batch(null)).at(-1) ?? null)
  const active = narrowedBy({ state: 'active' }, 1_000)
  for (const sort of [undefined, 'createdAt', 'number', '-number'] as const) {
    await second<ExportedPhone>((last) => phonesAfter(watched, { ...PHONES, sort }, last, 10))
    await second<ExportedPhone>((last) => phonesAfter(watched, { ...PHONES, narrowed: active, sort }, last, 10))
    await second<ExportedPhone>((last) =>
      phonesAfter(watched, { ...PHONES, search: { prefix: '628' }, sort }, last, 10),
    )
    await second<ShownSuppression>((last) => suppressionsAfter(watched, { prefix: null, sort }, last, 10))
  }
  for (const sort of [undefined, 'createdAt', 'use', '-use'] as const) {
    await second<ProxyRow>((last) => proxiesAfter(watched, { sort }, last, 10))
    await second<TemplateRow>((last) => templatesAfter(watched, { sort }, last, 10))
  }
  for (const asked of [{ userId: null }, { userId: null, status: 'accepted' as const }, { userId: 'u3' }])
    for (const sort of [undefined, 'nominal'] as const)
      await second<WithdrawRow>((last) => withdrawsAfter(watched, { ...asked, sort }, last, 10))
  for (const sort of [undefined, 'createdAt'] as const)
    await second<AuditRow>(async (last) => (await auditAfter(watched, { sort }, last, 10)).rows)
  expect(faultsOf(await plansOf(), true)).toEqual([])
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

test('rule unpaged-lists: a list without pages stops at 1,000 and says so', async () => {
  for (const path of ['phonenumber/list', 'proxy/list', 'whatsapp/list', 'users/members', 'withdraw/histories']) {
    const { json } = await ask<{ data: unknown[]; truncated: boolean }>('GET', `/admin/${path}`, { token: admin.token })
    expect([path, json.data.length, json.truncated]).toEqual([path, 1_000, true])
  }
})
