// What takes an imported consent away leaves it on record, whichever version does it (rule import-consents): real Worker, real D1.
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { AUDIT_RETENTION_MS } from '../../domain/record/audit/retention-rules.ts'
import { hearKeyword } from '../../domain/recipients/programmes/hear-store.ts'
import type { Programme } from '../../domain/recipients/programmes/store.ts'
import { purgeConsents } from '../../domain/recipients/suppressions/consent-store.ts'
import { hashesOfNumber, hashOfNumber, optOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { purgeRanges } from '../../domain/recipients/suppressions/range-store.ts'
import { linkRing } from '../../worker/env.ts'
import { behindTriggers } from './support/behind-triggers.ts'
import {
  as,
  bring,
  eventsOf,
  exported,
  fresh,
  left,
  listed,
  own,
  phoneOf,
  RING,
  scene,
  SOURCE,
  useImports,
} from './support/brought.ts'
import { cron } from './support/cron.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { liftByTwo } from './support/lift.ts'

useImports()

describe('rule import-consents: what an import brought outlives', () => {
  const [EDITED, GONE] = [`Telepon pelanggan`, null]
  test.each<[string, (number: string, id: number) => Promise<unknown>, (string | null)[][]]>([
    [
      'an edit of its source',
      (_, id) => as('PUT', `/admin/phonenumber/${id}`, { consent_source: EDITED }),
      [
        ['granted', EDITED],
        ['withdrawn', SOURCE],
        ['granted', SOURCE],
      ],
    ],
    [
      'an edit of the number',
      (_, id) => as('PUT', `/admin/phonenumber/${id}`, { number: fresh(1)[0] }),
      [
        ['withdrawn', SOURCE],
        ['granted', SOURCE],
      ],
    ],
    [
      'a deletion',
      (_, id) => as('DELETE', `/admin/phonenumber/${id}`),
      [
        ['withdrawn', SOURCE],
        ['granted', SOURCE],
      ],
    ],
    [
      'a deletion of many',
      (_, id) => as('POST', '/admin/phonenumber/delete-many', { ids: [id] }),
      [
        ['withdrawn', SOURCE],
        ['granted', SOURCE],
      ],
    ],
    [
      'a stop that is lifted',
      async (number) => {
        await as('POST', '/admin/suppression', { number, reason: 'telepon' })
        await liftByTwo((await one<{ id: number }>('select id from suppressions where number = ?', number)).id)
      },
      [
        ['lifted', 'Mengisi formulir baru di toko'],
        ['opt_out', 'admin'],
        ['granted', SOURCE],
      ],
    ],
    [
      'an erasure, without the number',
      (number) => as('POST', '/admin/consent/erase', { number }),
      [
        ['erased', GONE],
        ['granted', SOURCE],
      ],
    ],
  ])('%s, at its place in the history', async (what, act, expected) => {
    const list = fresh(3)
    const [first, number, last] = list as [string, string, string]
    const importNo = await bring(list)
    const before = (await listed(number)).rows[0]
    await act(number, (await phoneOf(number)).id)
    expect(await eventsOf(number)).toEqual(expected)
    const isErased = what.startsWith('an erasure')
    const { rows } = await listed(number)
    expect(rows.at(-1)).toEqual({ ...before, number: isErased ? null : number })
    expect(await one('select import_no, by from consent_history where id = ?', before?.id)).toEqual({
      import_no: importNo,
      by: scene.admin.id,
    })
    expect(await left()).toEqual([])
    // the others are as they were
    for (const other of [first, last]) expect(await eventsOf(other)).toEqual([['granted', SOURCE]])
    expect((await listed()).rows.slice(-3).map((row) => row.number)).toEqual([last, isErased ? null : number, first])
    // and another import of who came back is a consent of its own
    if (what === 'a deletion') {
      await bring([number])
      expect(await eventsOf(number)).toEqual([['granted', SOURCE], ...expected])
    }
  })
  test('a version before that changes or deletes it, once the cron has its hash', async () => {
    const list = fresh(4)
    const [changed, gone, erased] = list as [string, string, string]
    await bring(list)
    const { n } = await own()
    await run(
      `update phone_numbers set consent_source = 'Telepon', consent_at = 9, consent_by = 'x' where number = ?`,
      changed,
    )
    await run('delete from phone_numbers where number in (?, ?)', gone, erased)
    await run(
      `insert into suppressions (hash, via, by, reason, created_at) values (?, 'admin', 'x', 'erased', 1)`,
      hashOfNumber(RING, erased),
    )
    expect(await own()).toEqual({ n })
    expect(await left()).toHaveLength(3)
    // whoever asks about one of them is told at once, and of nothing else
    for (const number of [changed, gone]) expect(await eventsOf(number)).toEqual([['granted', SOURCE]])
    await cron(0)
    expect(await left()).toEqual([])
    for (const number of [changed, gone]) expect(await eventsOf(number)).toEqual([['granted', SOURCE]])
    expect((await listed(erased)).rows).toMatchObject([{ event: 'granted', number: null, source: SOURCE }])
    expect(await exported()).not.toContain(erased)
    // the same twice, as of a restored database, changes nothing
    const [row] = await all<{ id: number }>('select id from consent_history where number = ?', gone)
    await run(
      `insert into consents_left (id, number, source, by, at, import_no) values (?, ?, 'x', 'x', 1, 1)`,
      row?.id,
      gone,
    )
    await cron(0)
    expect([await eventsOf(gone), await left()]).toEqual([[['granted', SOURCE]], []])
  })
  test('an erasure by a version before, at once and without the number', async () => {
    const [number] = fresh(1) as [string]
    await bring([number, ...fresh(1)])
    await run('delete from phone_numbers where number = ?', number)
    await run('insert into erasures (number, hash, created_at) values (?, ?, 1)', number, hashOfNumber(RING, number))
    expect(await left()).toEqual([])
    expect((await listed(number)).rows).toMatchObject([{ event: 'granted', number: null, source: SOURCE }])
    expect(await exported()).not.toContain(number)
  })
  test('the keyword that its person writes', async () => {
    const [number] = fresh(1) as [string]
    await bring([number, ...fresh(1)])
    const programme = { id: 'promo', title: 'Promo', keyword: 'DAFTAR PROMO 7K2', ended_at: null } as Programme
    const hashes = hashesOfNumber(RING, number)
    const said = { number, hashes, lidHashes: [], messageId: 'm1', accountId: 'acc', at: Date.now() }
    expect(await hearKeyword(db, programme, said, Date.now())).toEqual({ outcome: 'granted', answers: 1 })
    expect(await left()).toEqual([])
    expect(await eventsOf(number)).toEqual([
      ['granted', 'Promo: DAFTAR PROMO 7K2'],
      ['granted', SOURCE],
    ])
  })
  test('nothing that leaves number and consent as they are', async () => {
    const [number] = fresh(1) as [string]
    await bring([number, ...fresh(1)])
    await as('PUT', `/admin/phonenumber/${(await phoneOf(number)).id}`, { name: 'Baru', status: 'nonactive' })
    await run('update phone_numbers set last_attempt_at = 5, suppressed = 1, in_use = 1, consent_grade = 0')
    expect([await own(), await left()]).toEqual([{ n: 1 }, []])
    expect(await eventsOf(number)).toEqual([['granted', SOURCE]])
  })
})

test('rule source-hold: who was imported once more may dispute that consent, too, and each once', async () => {
  const [number] = fresh(1) as [string]
  const disputes = async () => (await all('select source from disputes')).length
  const dispute = async () => {
    const token = await optOutToken(linkRing(bound), number)
    expect((await as('POST', '/public/recipient/dispute', { token })).status).toBe(200)
  }
  await bring([number, ...fresh(1)])
  await dispute()
  await dispute()
  expect(await disputes()).toBe(1)
  await run('delete from suppressions')
  await as('DELETE', `/admin/phonenumber/${(await phoneOf(number)).id}`)
  await bring([number, ...fresh(1)])
  await dispute()
  expect(await disputes()).toBe(2)
})

test('rule retention: after five years a consent is on record no more, and the recipient still says who recorded it', async () => {
  const list = fresh(5)
  await bring(list)
  const [young] = fresh(1) as [string]
  const years = AUDIT_RETENTION_MS + DAY_MS
  await behindTriggers(['consent_ranges', 'consent_history'], async () => {
    await run('update consent_ranges set at = at - ?', years)
    await run('update consent_history set at = at - ?', years)
    await run('update phone_numbers set consent_at = consent_at - ?', years)
    await run('delete from consents_left')
  })
  await bring([young, ...fresh(1)])
  expect((await listed()).total).toBe(7)
  const shown = async (number: string) =>
    (await as<{ data: { consent_by_name: string } }>('GET', `/admin/phonenumber/${(await phoneOf(number)).id}`)).json
  const before = await shown(list[0] ?? '')
  const until = Date.now() - AUDIT_RETENTION_MS
  await purgeRanges(db, until)
  await purgeConsents(db, until, sql`true`)
  expect((await listed()).total).toBe(2)
  expect(await eventsOf(list[0] ?? '')).toEqual([])
  expect(await eventsOf(young)).toEqual([['granted', SOURCE]])
  expect(await shown(list[0] ?? '')).toEqual(before)
  expect(await left()).toEqual([])
  await as('DELETE', `/admin/phonenumber/${(await phoneOf(list[0] ?? '')).id}`)
  expect(await eventsOf(list[0] ?? '')).toEqual([['withdrawn', SOURCE]])
})
