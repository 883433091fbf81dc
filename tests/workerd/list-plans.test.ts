// Lists answer from an index: for every list, sort and depth the plan of each statement is read, and a scan or a
// sort of a table that grows is refused (rule paging). What stands on the page is compared with a plain `order by`.
import { beforeAll, describe, expect, test } from 'vitest'
import { isDown, NEWEST, type SortedList, sortsOf } from '../../contract/ground/sorts.ts'
import { auditPage } from '../../domain/record/audit/list-store.ts'
import { oneOffPage } from '../../domain/sending/one-off/store.ts'
import { bonusPage } from '../../domain/money/bonus/store.ts'
import type { Db } from '../../domain/ground/db/connection.ts'
import type { Page, SortedPage } from '../../domain/ground/db/page-rules.ts'
import { memberPage } from '../../domain/people/users/store.ts'
import { checkPage } from '../../domain/sending/number-checks/store.ts'
import { phonePage } from '../../domain/recipients/phone-numbers/list-store.ts'
import { proxyPage } from '../../domain/sending/proxies/store.ts'
import { referralPage } from '../../domain/people/referral/store.ts'
import { consentPage } from '../../domain/recipients/suppressions/consent-store.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { suppressionPage } from '../../domain/recipients/suppressions/list-store.ts'
import { templatePage } from '../../domain/sending/templates/store.ts'
import { accountPage } from '../../domain/sending/whatsapp/store.ts'
import { withdrawPage } from '../../domain/money/withdraw/store.ts'
import { all, bound } from './support/database.ts'
import { crowd, CROWD_MEMBER as REFERRER } from './support/crowd.ts'
import { faultsOf, watchedDb } from './support/plans.ts'

const watched = watchedDb()
const RING = hashRing(bound)
beforeAll(async () => {
  await crowd()
})

/** First, shallow, middle, last but one, last and past the end of 3,000; of 60 the third is the last. */
const PAGES = [1, 3, 75, 149, 150, 151].map((page) => ({ page, limit: 20 }))
type Answer = Promise<{ rows: { id: number | string }[]; total: number }>
/** Which rows; by which expressions each sort orders them. */
type Case<L extends SortedList> = {
  of: string
  by?: Record<string, string>
  read: (d: Db, ask: SortedPage<L>) => Answer
}
const unsorted = (name: string, { of, by = {}, read }: Case<never>) => [
  { name, of, by, sort: '', ask: (at: Page) => read(watched.db, at) },
]
const one = <L extends SortedList>(list: L, name: string, { of, by = {}, read }: Case<L>) => [
  ...unsorted(name, { of, by, read }),
  ...sortsOf(list).map((sort) => ({ name, of, by, sort, ask: (at: Page) => read(watched.db, { ...at, sort }) })),
]

const MEMBERS = { name: 'lower(firstname), lower(lastname)', income: 'income_sen' }
const ACCOUNTS = { success: 'count_success', income: 'income_sen' }
const NOMINAL = { nominal: 'nominal' }
const LISTED = 'whatsapp where removed_at is null'
const EVERYONE = { userId: null, status: 'all', search: undefined }
const LISTS = [
  one('phoneNumbers', 'phone numbers', { of: 'phone_numbers', by: { number: 'number' }, read: phonePage }),
  one('members', 'members', { of: `users where role = 'member'`, by: MEMBERS, read: memberPage }),
  one('referrals', 'referrals of one', {
    of: `users where referrer_id = '${REFERRER}'`,
    by: { income: 'referral_given_sen' },
    read: (d, p) => referralPage(d, { ...p, referrerId: REFERRER }),
  }),
  one('referrals', 'all referrals', {
    of: 'users where referrer_id is not null',
    by: { income: 'referral_given_sen' },
    read: (d, p) => referralPage(d, { ...p, referrerId: null }),
  }),
  one('suppressions', 'suppressions', {
    of: 'suppressions',
    by: { number: 'number' },
    read: (d, p) => suppressionPage(d, { ...p, prefix: null }),
  }),
  unsorted('consents', {
    of: 'consent_history',
    by: { createdAt: 'at' },
    read: (d, p) => consentPage(d, { ...p, person: null }, RING),
  }),
  one('audit', 'deeds', { of: 'audit_log', by: { createdAt: 'at' }, read: auditPage }),
  one('proxies', 'proxies', { of: 'proxies', by: { use: 'count_use' }, read: proxyPage }),
  one('templates', 'templates', { of: 'templates', by: { use: 'count_use' }, read: templatePage }),
  one('withdraws', 'withdraws', {
    of: 'withdraws',
    by: NOMINAL,
    read: (d, p) => withdrawPage(d, { ...p, userId: null }),
  }),
  one('withdraws', 'withdraws that wait', {
    of: `withdraws where status = 'requested'`,
    by: NOMINAL,
    read: (d, p) => withdrawPage(d, { ...p, userId: null, status: 'requested' }),
  }),
  one('withdraws', 'withdraws of one', {
    of: `withdraws where user_id = 'u3'`,
    by: NOMINAL,
    read: (d, p) => withdrawPage(d, { ...p, userId: 'u3' }),
  }),
  one('withdraws', 'rejected withdraws of one', {
    of: `withdraws where user_id = 'u3' and status = 'rejected'`,
    by: NOMINAL,
    read: (d, p) => withdrawPage(d, { ...p, userId: 'u3', status: 'rejected' }),
  }),
  one('bonuses', 'bonuses', { of: 'bonuses', by: NOMINAL, read: (d, p) => bonusPage(d, { ...p, userId: null }) }),
  one('bonuses', 'bonuses of one', {
    of: `bonuses where user_id = 'u3'`,
    by: NOMINAL,
    read: (d, p) => bonusPage(d, { ...p, userId: 'u3' }),
  }),
  one('accounts', 'accounts', { of: LISTED, by: ACCOUNTS, read: (d, p) => accountPage(d, EVERYONE, p) }),
  one('accounts', 'accounts with their owners', {
    of: LISTED,
    by: ACCOUNTS,
    read: (d, p) => accountPage(d, { ...EVERYONE, owners: true }, p),
  }),
  one('accounts', 'suspended accounts', {
    of: `${LISTED} and state = 'suspended'`,
    by: ACCOUNTS,
    read: (d, p) => accountPage(d, { ...EVERYONE, status: 'suspended' }, p),
  }),
  one('accounts', 'accounts of one', {
    of: `${LISTED} and user_id = 'u3'`,
    by: ACCOUNTS,
    read: (d, p) => accountPage(d, { ...EVERYONE, userId: 'u3' }, p),
  }),
  one('accounts', 'accounts of one that send', {
    of: `${LISTED} and user_id = 'u10' and status = 'sending'`,
    by: ACCOUNTS,
    read: (d, p) => accountPage(d, { ...EVERYONE, userId: 'u10', status: 'sending' }, p),
  }),
  one('checks', 'generators', {
    of: `number_checks where kind = 'generator'`,
    read: (d, p) => checkPage(d, { kind: 'generator', ...EVERYONE }, p),
  }),
  one('checks', 'validators of one', {
    of: `number_checks where kind = 'validator' and user_id = 'u3'`,
    read: (d, p) => checkPage(d, { kind: 'validator', ...EVERYONE, userId: 'u3' }, p),
  }),
  one('checks', 'generators whose sender is connected', {
    of: `number_checks where kind = 'generator'`,
    read: (d, p) => checkPage(d, { kind: 'generator', ...EVERYONE, status: 'connected' }, p),
  }),
  unsorted('one-off blasts', { of: 'blaster_jobs', read: (d, p) => oneOffPage(d, null, p) }),
  unsorted('one-off blasts of one', {
    of: `blaster_jobs where user_id = 'u3'`,
    read: (d, p) => oneOffPage(d, 'u3', p),
  }),
]

describe.each(LISTS.flat())('the list of $name by $sort', ({ of, by, ask, sort: asked }) => {
  const sort = asked || NEWEST
  const direction = isDown(sort) ? ' desc' : ''
  const expressions = new Map(Object.entries({ createdAt: 'created_at', ...by })).get(sort.replace('-', '')) ?? '?'
  const order = [...expressions.split(', '), 'id'].map((expression) => expression + direction).join(', ')
  test.each(PAGES)('rule paging: has on page $page what belongs there, without a scan or a sort', async (at) => {
    const whole = (await all<{ id: string }>(`select id from ${of} order by ${order}`)).map((row) => row.id)
    const { rows, total } = await ask(at)
    const plans = await watched.plans()
    expect(total).toBe(whole.length)
    const from = (at.page - 1) * at.limit
    expect(rows.map((row) => row.id)).toEqual(whole.slice(from, from + at.limit))
    expect(plans.length).toBeGreaterThan(0)
    expect(faultsOf(plans, false)).toEqual([])
  })
})

test('requests for money are counted by status, whatever becomes of them', async () => {
  const counted = () =>
    all(
      `select name, value from counters where name like 'withdraws.%' and name <> 'withdraws.total' and value <> 0 order by name`,
    )
  const there = () =>
    all(`select 'withdraws.' || status as name, count(*) as value from withdraws group by status order by status`)
  expect(await counted()).toEqual(await there())
  await all(
    `update withdraws set status = case status when 'requested' then 'accepted' else 'requested' end, step = 1 where nominal < 20`,
  )
  await all(`delete from withdraws where nominal between 15 and 25`)
  expect(await counted()).toEqual(await there())
})
