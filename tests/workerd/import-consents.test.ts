// Consents that an import brought have no row of the history: whoever reads it is told the same as if they had (rule import-consents). Real
// Worker, real D1, real imports; what a version before would have written is the measure.
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { DataRequestAnswer } from '../../contract/privacy/data-requests.ts'
import type { RecipientShown } from '../../contract/recipients/recipient-page.ts'
import { nextTable } from '../../domain/operation/backup/table-store.ts'
import { closeRecordDay } from '../../domain/record/record/store.ts'
import { consentAfter } from '../../domain/recipients/suppressions/consent-store.ts'
import { hashOfNumber, optOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { linkRing } from '../../worker/env.ts'
import { behindTriggers } from './support/behind-triggers.ts'
import {
  as,
  bring,
  exported,
  fresh,
  listed,
  own,
  OWN,
  phoneOf,
  RING,
  scene,
  SOURCE,
  upload,
  useImports,
} from './support/brought.ts'
import { all, bound, db, one, run } from './support/database.ts'

useImports()

/** Everything that anybody is told of these people's consents; nothing in it is of the moment of asking. */
const allTold = async (numbers: readonly string[]) => {
  const pages = []
  for (let page = 1; page <= 4; page++) pages.push(await listed('', page, 5))
  const each = []
  for (const number of numbers) {
    const token = await optOutToken(linkRing(bound), number)
    const page = await as<RecipientShown>('POST', '/public/recipient', { token })
    const { json } = await as<{ receipt: string }>('POST', '/public/recipient/receipt', { token })
    const { iat: _iat, jti: _jti, ...receipt } = decodeJwt(json.receipt)
    const request = await as<DataRequestAnswer>('POST', '/admin/data-request', { number, reference: 'Surat 17' })
    const { id } = await phoneOf(number)
    each.push({
      list: await listed(number),
      page: page.json,
      receipt,
      recipient: request.json.kept?.recipient,
      consents: request.json.kept?.consents,
      shown: (await as('GET', `/admin/phonenumber/${id}`)).json,
    })
  }
  return { pages, each, file: await exported() }
}
/** What a version before has written: a row of the history for each, and who recorded it in the recipient's. */
const asBefore = async () => {
  const rows = await all<{ id: number; number: string; source: string; by: string; at: number; no: number }>(`
    select r.first_id + p.id - r.phone_from as id, p.number, p.consent_source as source, r.by, r.at, r.import_no as no
    from consent_ranges r join phone_numbers p on p.id between r.phone_from and r.phone_from + r.last_id - r.first_id
    where not exists (select 1 from consent_history h where h.id = r.first_id + p.id - r.phone_from)`)
  for (const { id, number, source, by, at, no } of rows)
    await run(
      `insert into consent_history (id, hash, number, event, source, by, at, import_no) values (?, ?, ?, 'granted', ?, ?, ?, ?)`,
      id,
      hashOfNumber(RING, number),
      number,
      source,
      by,
      at,
      no,
    )
  await run(
    `update phone_numbers set consent_by = (select by from consent_ranges limit 1) where consent_at is not null and consent_by is null`,
  )
  await behindTriggers(['consent_ranges'], () => run('delete from consent_ranges'))
  return rows.length
}

describe('rule import-consents: an import', () => {
  test('writes one row of the history for all that a step brings, and says as much of each as a row of it would', async () => {
    const [a, b, c, d, e, f, typed] = fresh(7) as [string, string, string, string, string, string, string]
    await bring([a, b, c], [b])
    const body = { number: typed, name: 'Budi', consent_source: SOURCE }
    expect((await as('POST', '/admin/phonenumber/save', body)).status).toBe(200)
    // b and an invalid one are skipped in the midst of it
    await bring([d, b, 'bukan', e, f], [f])
    expect(await own()).toEqual({ n: 3 })
    const told = await allTold([a, b, c, d, e, f, typed])
    expect(told.pages[0]?.total).toBe(7)
    expect(told.pages.flatMap(({ rows }) => rows.map((row) => [row.number, row.source]))).toEqual([
      [f, OWN],
      [e, SOURCE],
      [d, SOURCE],
      [typed, SOURCE],
      [c, SOURCE],
      [b, OWN],
      [a, SOURCE],
    ])
    for (const one of told.each) {
      expect(one.consents).toMatchObject([{ event: 'granted', source: one.recipient?.consent_source }])
      expect([one.list.total, one.recipient?.consent_by_name]).toEqual([1, told.each[0]?.recipient?.consent_by_name])
      expect(one.page.history).toMatchObject([{ event: 'granted' }])
    }
    expect(told.each[0]?.recipient?.consent_by_name).toEqual(expect.any(String))
    expect(await asBefore()).toBe(4)
    expect(await allTold([a, b, c, d, e, f, typed])).toEqual(told)
  })
  test('that skips all of its rows, or brings no consent, has none of it', async () => {
    const [a] = fresh(1) as [string]
    await bring([a])
    await bring([a])
    await upload(`number\n${fresh(2).join('\n')}\n`)
    expect(await all('select last_id - first_id + 1 as n from consent_ranges')).toEqual([{ n: 1 }])
    expect((await listed()).total).toBe(1)
  })
  test('that began before imports had numbers writes a row for each, as it did', async () => {
    await run(`create trigger no_number after insert on import_jobs begin update import_jobs set import_no = null; end`)
    try {
      await upload(`number\n${fresh(2).join('\n')}\n`, { consent_source: SOURCE })
    } finally {
      await run('drop trigger no_number')
    }
    expect(await all('select event, by, import_no from consent_history')).toEqual(
      [1, 2].map(() => ({ event: 'granted', by: scene.admin.id, import_no: null })),
    )
    expect(await all('select distinct consent_by as by from phone_numbers')).toEqual([{ by: scene.admin.id }])
    expect(await all('select 1 from consent_ranges')).toEqual([])
  })
  test('is exported whole, however many of its rows are of the history and however few are read at once', async () => {
    const list = fresh(9)
    await bring(list.slice(0, 4))
    await bring(list.slice(4))
    await as('DELETE', `/admin/phonenumber/${(await phoneOf(list[1] ?? '')).id}`)
    for (const limit of [1, 2, 3, 7, 100]) {
      const seen: (string | null)[] = []
      for (let after = 0; ; ) {
        const rows = await consentAfter(db, after, limit, RING)
        seen.push(...rows.map((row) => row.number))
        after = rows.at(-1)?.id ?? after
        if (rows.length < limit) break
      }
      expect(seen).toEqual([...list, list[1]])
    }
  })
})

describe('rule sealed-consent: consents of an import', () => {
  const prove = async () =>
    (await as<{ problems: { kind: string; table: string }[] }>('GET', '/admin/audit/proof')).json.problems
  const close = (day: string) => closeRecordDay(db, day, () => true)
  test('are counted with it: a range that it did not bring is named, and one that left its recipients is not', async () => {
    await close('2026-01-01')
    const list = fresh(4)
    const no = await bring(list)
    await close('2026-01-02')
    await as('DELETE', `/admin/phonenumber/${(await phoneOf(list[1] ?? '')).id}`)
    await close('2026-01-03')
    expect(await prove()).toEqual([])
    await run(`insert into consent_history (hash, event, at) values ('h', 'withdrawn', 1)`)
    const { id } = await one<{ id: number }>('select max(id) as id from consent_history')
    await run(
      `insert into consent_ranges (first_id, last_id, phone_from, import_no, by, at) values (?, ?, 99999999, ?, 'x', 1)`,
      id,
      id,
      no,
    )
    await close('2026-01-04')
    expect(await prove()).toMatchObject([{ kind: 'import', table: 'consent_imports' }])
  })
  test('are more than its entry counts where a step says more of itself', async () => {
    await close('2026-01-01')
    await bring(fresh(4))
    await behindTriggers(['consent_ranges'], () => run('update consent_ranges set first_id = first_id - 1'))
    await close('2026-01-02')
    expect(await prove()).toMatchObject([{ kind: 'import', table: 'consent_imports' }])
  })
  test('stand in a table that is only added to', async () => {
    await bring(fresh(2))
    for (const statement of [
      'update consent_ranges set at = 5',
      'delete from consent_ranges',
      'insert or replace into consent_ranges select * from consent_ranges',
    ])
      await expect(run(statement), statement).rejects.toThrow(/append-only/)
  })
})

test('rule backup: the history is read after the recipients, also where a version before has read it already', async () => {
  const order: string[] = []
  for (let at = ''; ; ) {
    const next = await nextTable(db, at, (table) => order.includes(table))
    if (next === null) break
    order.push(next)
    at = next
  }
  expect(order.at(-1)).toBe('consent_history')
  expect(new Set(order).size).toBe(order.length)
  expect(order).toContain('phone_numbers')
  const before = order.filter((table) => table < 'consent_history')
  expect(await nextTable(db, 'consent_history', (table) => before.includes(table))).toBe('consent_imports')
})
