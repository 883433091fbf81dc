// With a million numbers a scan is an outage: the statements of a blast answer from indexes.
import { beforeAll, expect, test } from 'vitest'
import { selectReady } from '../../domain/sending/blast/ready-store.ts'
import { claimNumbers, giveBackNumbers } from '../../domain/sending/blast/store.ts'
import { accountsOfPerson, accountsToTell } from '../../domain/people/users/status-store.ts'
import { watchedDb } from './support/plans.ts'
import { all } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { deliver, numbers, portsOf, stage } from './support/stage.ts'

/** A whole table read row by row; json_each and tiny tables are meant to be. */
const scans = (plans: string[]): string[] =>
  plans.filter(
    (p) =>
      /^SCAN (p|phone_numbers|whatsapp|w|users|u|ledger|balances|settlements|daily_stats)\b/.test(p) &&
      !/USING (COVERING )?INDEX/.test(p),
  )

beforeAll(async () => {
  await stage()
  await makeLender('planner')
  await numbers(50_000, 300)
})

test('a claim of named numbers reads them by their number', async () => {
  const { db, plans: plansOf } = watchedDb()
  const among = ['6281200050299', '6281200050298', '6281299999999']
  const ask = {
    accountId: 'n',
    userId: 'planner',
    now: Date.now(),
    runStartedAt: Date.now(),
    count: false,
    claim: 1,
    among,
  }
  const claim = await claimNumbers(db, { ...ask, want: 3 })
  expect(claim.numbers.map((n) => n.number).toSorted()).toEqual(among.slice(0, 2).toSorted())
  expect(claim.refused).toEqual([{ number: '6281299999999', reason: 'unknown' }])
  const plans = await plansOf()
  expect(scans(plans)).toEqual([])
  // of who is free the first in line alone: behind a moment, and in the same moment behind an id
  expect(plans.filter((p) => /^SEARCH p .*phone_numbers_claim/.test(p) || /^SCAN p .*claim/.test(p))).toHaveLength(2)
  const freed = await giveBackNumbers(db, { accountId: 'n', upTo: 1, keep: [] })
  expect(freed.map((n) => n.number).toSorted()).toEqual(claim.numbers.map((n) => n.number).toSorted())
})

test('rule claim-order: a claim and its context read the claim index', async () => {
  const { db, plans: plansOf } = watchedDb()
  const claim = await claimNumbers(db, {
    accountId: 'a',
    userId: 'planner',
    want: 20,
    now: Date.now(),
    runStartedAt: Date.now(),
    count: true,
    claim: 1,
    giveBack: { upTo: 0, keep: [] },
  })
  expect(claim.numbers).toHaveLength(20)
  expect(claim.rules.claimable).toBe(300)
  const plans = await plansOf()
  expect(scans(plans)).toEqual([])
  expect(plans.some((p) => p.includes('phone_numbers_claim'))).toBe(true)
})

test('rule recipients-ready: who is ready is counted along the claim index, and the front of it alone', async () => {
  const { db, plans: plansOf } = watchedDb()
  const [before] = await selectReady(db, Date.now())
  expect(before).toEqual({ ready: 280, exact: 1 })
  const plans = await plansOf()
  expect(scans(plans)).toEqual([])
  // behind a moment, and in the same moment behind an id; twice, as it is asked whether there are more
  const read = plans.filter((plan) => plan.includes(' phone_numbers'))
  expect([read.length, read.filter((plan) => /USING (COVERING )?INDEX phone_numbers_claim/.test(plan)).length]).toEqual(
    [4, 4],
  )
  expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([])
})

test('what is given back is found by the lease index, and what a later claim took stays', async () => {
  const { db, plans: plansOf } = watchedDb()
  const [kept] = await all<{ id: number }>('select id from phone_numbers where in_use = 1')
  await giveBackNumbers(db, { accountId: 'a', upTo: 0, keep: [] })
  expect(await all('select 1 from phone_numbers where in_use = 1')).toHaveLength(20)
  await giveBackNumbers(db, { accountId: 'a', upTo: 1, keep: [kept?.id ?? 0] })
  expect(await plansOf().then(scans)).toEqual([])
  expect(await all('select 1 from phone_numbers where in_use = 1')).toHaveLength(1)
})

test('accounts of stopped people are found from those people, not from all accounts', async () => {
  const { db, plans } = watchedDb()
  await accountsOfPerson(db, 'planner')
  await accountsToTell(db, { changedSince: 1, closedSince: 0 })
  const seen = await plans()
  expect(scans(seen)).toEqual([])
  expect(seen.filter((p) => p.includes('whatsapp') || /\bw\b/.test(p))).toEqual([
    expect.stringMatching(/^SEARCH whatsapp USING INDEX whatsapp_user/),
    expect.stringMatching(/^SEARCH w USING INDEX whatsapp_user/),
  ])
  expect(seen).toContainEqual(expect.stringMatching(/^SEARCH u USING INDEX users_status_at/))
})

test('a settlement touches the rows it is about', async () => {
  const { db, plans: plansOf } = watchedDb()
  const { settleBatches } = await import('../../domain/money/settlement/settle-batches.ts')
  const now = Date.now()
  await settleBatches(
    portsOf(db),
    [
      {
        accountId: 'a',
        sequence: 1,
        userId: 'planner',
        reversals: [],
        results: [
          {
            attemptId: 'x',
            numberId: 3,
            templateId: 't1',
            priceSen: 10_000,
            from: 'none',
            to: 'success',
            notRegistered: false,
            at: now,
            attemptedAt: now,
            lidHash: 'a'.repeat(24),
          },
        ],
        contacts: [{ number: '6281200050004', lidHash: 'b'.repeat(24) }],
      },
    ],
    now,
  )
  const plans = await plansOf()
  expect(scans(plans)).toEqual([])
  // of each LID: who stopped with it, and whose other numbers rest, which is read and written
  const byLid = plans.filter((plan) => plan.includes('phone_numbers_lid') || plan.includes('suppressions_lid'))
  expect(byLid.toSorted()).toEqual([
    expect.stringMatching(/^SEARCH o USING INDEX phone_numbers_lid \(lid_hash>\? AND lid_hash<\?\)/),
    expect.stringMatching(/^SEARCH p USING INDEX phone_numbers_lid \(lid_hash>\? AND lid_hash<\?\)/),
    expect.stringMatching(/^SEARCH phone_numbers USING INDEX phone_numbers_lid \(lid_hash>\? AND lid_hash<\?\)/),
    expect.stringMatching(/^SEARCH t USING (COVERING )?INDEX suppressions_lid \(lid_hash>\? AND lid_hash<\?\)/),
  ])
  expect(plans.filter((plan) => plan.includes('suppressions_hash (hash>? AND hash<?)'))).toHaveLength(1)
  expect(await deliver([])).toMatchObject({ confirmed: [] })
})
