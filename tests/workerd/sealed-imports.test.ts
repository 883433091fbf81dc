// The rows of imports beside the sealed entries of these (rule sealed-consent): none is put under an import's number that it did not bring, and
// each import gets its entry, whichever version ends it.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeRecordDay } from '../../domain/record/record/store.ts'
import { ask, call } from './support/api.ts'
import { behindTriggers } from './support/behind-triggers.ts'
import { cron } from './support/cron.ts'
import { all, db, one, run } from './support/database.ts'
import { startJob } from './support/imports.ts'
import { makePerson, type Person } from './support/people.ts'

type Problem = { day: string; kind: string; table: string | null; id: number | null }
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const close = (day: string, most?: number) => closeRecordDay(db, day, () => true, most)
const prove = async () =>
  (await ask<{ problems: Problem[] }>('GET', '/admin/audit/proof', { token: admin.token })).json.problems
const clear = (...tables: string[]) =>
  behindTriggers(
    tables.filter((table) => table !== 'import_jobs'),
    async () => {
      for (const table of tables) await run(`delete from ${table}`)
    },
  )
/** The imports of the days after this one are asked for. */
beforeEach(async () => {
  await clear('record_days', 'consent_ranges', 'consent_history', 'consent_imports', 'import_jobs')
  await close('2026-01-01')
})
let serial = 0
const numbers = (count: number) => Array.from({ length: count }, () => `6281388${String(++serial).padStart(6, '0')}`)
const upload = async (kind: 'phonenumber' | 'suppression', list: readonly string[]): Promise<number> => {
  const form = new FormData()
  form.set('file', new File([`number\n${list.join('\n')}\n`], 'daftar.csv'))
  form.set(kind === 'phonenumber' ? 'consent_source' : 'reason', 'Acara di toko')
  const response = await call('POST', `/admin/${kind}/import`, { token: admin.token, form })
  const { jobId } = await response.json<{ jobId: string }>()
  return numberOf(jobId)
}
const numberOf = async (jobId: string): Promise<number> =>
  (await one<{ no: number }>('select import_no as no from import_jobs where id = ?', jobId)).no
/** What somebody with the database's keys adds. */
const slip = (importNo: number, event = 'granted') =>
  run(`insert into consent_history (hash, event, at, import_no) values ('slipped', ?, 1, ?)`, event, importNo)
/** An import as its entry tells it. */
const entry = (importNo: number, created: number, more: { kind?: string; skipped?: number } = {}) =>
  run(
    `insert into consent_imports (at, import_no, kind, size_bytes, rows_read, created, skipped, source, by, failed)
     values (1, ?, ?, 9, ?, ?, ?, 'Acara di toko', 'a', 0)`,
    importNo,
    more.kind ?? 'phonenumber',
    created + (more.skipped ?? 0),
    created,
    more.skipped ?? 0,
  )
const surplus = async (day: string, importNo: number) => {
  const { id } = await one<{ id: number }>('select id from consent_imports where import_no = ?', importNo)
  return [{ day, kind: 'import', table: 'consent_imports', id }]
}

describe('rule sealed-consent: what an import did not bring is named', () => {
  test('where it came after its end', async () => {
    const [first, second] = [await upload('phonenumber', numbers(3)), await upload('suppression', numbers(2))]
    await close('2026-01-02')
    expect(await prove()).toEqual([])
    await slip(first)
    await close('2026-01-03')
    expect(await prove()).toEqual(await surplus('2026-01-03', first))
    await slip(second)
    await close('2026-01-04')
    expect(await prove()).toEqual([...(await surplus('2026-01-03', first)), ...(await surplus('2026-01-04', second))])
  })
  test('where it came before, so that there are more than its entry counts, or of another event', async () => {
    const first = await upload('phonenumber', numbers(3))
    await slip(first)
    await close('2026-01-02')
    expect(await prove()).toEqual(await surplus('2026-01-02', first))
    const second = await upload('phonenumber', numbers(2))
    await slip(second, 'opt_in')
    await close('2026-01-03')
    expect(await prove()).toEqual([...(await surplus('2026-01-02', first)), ...(await surplus('2026-01-03', second))])
  })
  test('of one that began the day before, too', async () => {
    await slip(70)
    await slip(70)
    await startJob('over-night', 36)
    await run(`update import_jobs set import_no = 70 where id = 'over-night'`)
    await close('2026-01-02')
    expect(await prove()).toEqual([])
    await slip(70)
    await entry(70, 3)
    await close('2026-01-03')
    expect(await prove()).toEqual([])
    await slip(71)
    await startJob('second-night', 36)
    await run(`update import_jobs set import_no = 71 where id = 'second-night'`)
    await close('2026-01-04')
    await slip(71)
    await entry(71, 1)
    await close('2026-01-05')
    expect(await prove()).toEqual(await surplus('2026-01-05', 71))
  })
  test('of one that took days, from its first step on', async () => {
    const step = async (count: number) => {
      const rows = Array.from({ length: count }, () => `('brought', 'granted', 1, 72)`).join(', ')
      await run(`insert into consent_history (hash, event, at, import_no) values ${rows}`)
      const { id } = await one<{ id: number }>('select max(id) as id from consent_history')
      await run(
        `insert into consent_ranges (first_id, last_id, phone_from, import_no, by, at) values (?1, ?2, ?2, 72, 'a', 1)`,
        id - count + 1,
        id,
      )
    }
    await startJob('three-nights', 36)
    await run(`update import_jobs set import_no = 72 where id = 'three-nights'`)
    await step(3)
    await close('2026-01-02')
    await step(2)
    await close('2026-01-03')
    // behind its first ones, so that the last two days alone have no more than it brought
    await slip(72)
    await close('2026-01-04')
    await entry(72, 5)
    await close('2026-01-05')
    expect(await prove()).toEqual(await surplus('2026-01-05', 72))
  })
  test('under a number that no import has', async () => {
    await slip(4_711)
    const { id } = await one<{ id: number }>('select max(id) as id from consent_history')
    await close('2026-01-02')
    expect(await prove()).toEqual([{ day: '2026-01-02', kind: 'import', table: 'consent_history', id }])
  })
})

describe('rule sealed-consent: nothing is named', () => {
  test('of people on a list of stops who had asked for messages again, and of rows that were skipped', async () => {
    const [again, ...others] = numbers(3)
    await upload('suppression', [again ?? ''])
    await run(
      `insert into consent_history (hash, number, event, at) select hash, number, 'opt_in', 1 from suppressions where number = ?`,
      again,
    )
    const second = await upload('suppression', [again ?? '', ...others])
    expect(await all(`select 1 from consent_history where import_no = ?`, second)).toHaveLength(3)
    await upload('phonenumber', [...others, ...numbers(1)])
    await close('2026-01-02')
    expect(await prove()).toEqual([])
  })
  test('where a day could not take all entries: the imports behind these wait for them', async () => {
    for (let i = 0; i < 6; i++) await run(`insert into consent_history (hash, event, at) values ('h', 'withdrawn', 1)`)
    const late = await upload('phonenumber', numbers(2))
    await close('2026-01-02', 5)
    await close('2026-01-03', 5)
    await close('2026-01-04', 5)
    expect(await all('select last_id - first_id + 1 as n from consent_ranges where import_no = ?', late)).toEqual([
      { n: 2 },
    ])
    expect(await prove()).toEqual([])
  })
  test('of days before that', async () => {
    await clear('record_days')
    const first = await upload('phonenumber', numbers(1))
    await slip(first)
    await slip(4_712)
    await close('2026-01-01')
    expect(await prove()).toEqual([])
  })
})

describe('rule sealed-consent: an import', () => {
  test('that a version before ends gets its entry from the cron, once', async () => {
    await startJob('ended-before', 36)
    await startJob('broken-before', 36)
    await startJob('under-way', 36)
    await run(
      `update import_jobs set status = 'done', rows_read = 9, created = 7, skipped = 2 where id = 'ended-before'`,
    )
    await run(`update import_jobs set status = 'failed', rows_read = 4, created = 4 where id = 'broken-before'`)
    await cron(0)
    await cron(0)
    expect(
      await all('select import_no, kind, created, skipped, source, by, failed from consent_imports order by import_no'),
    ).toEqual([
      {
        import_no: await numberOf('ended-before'),
        kind: 'phonenumber',
        created: 7,
        skipped: 2,
        source: 'uji coba berkas',
        by: 'admin',
        failed: 0,
      },
      {
        import_no: await numberOf('broken-before'),
        kind: 'phonenumber',
        created: 4,
        skipped: 0,
        source: 'uji coba berkas',
        by: 'admin',
        failed: 1,
      },
    ])
  })
  test('has a number of its own while others are under way, and after they are forgotten', async () => {
    for (const id of ['one', 'two', 'three']) await startJob(id, 36)
    const [a, b, c] = [await numberOf('one'), await numberOf('two'), await numberOf('three')]
    expect([b, c]).toEqual([a + 1, a + 2])
    await entry(a + 2, 0)
    await run('delete from import_jobs')
    await startJob('four', 36)
    expect(await numberOf('four')).toBe(a + 3)
  })
})
