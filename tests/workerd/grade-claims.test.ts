// What a claim reads while many consents do not suffice (rule consent-grade): the cron marks them where claims come to them first, and whoever
// loses another flag is marked in that moment.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { GRADES } from '../../contract/ground/consent-grades.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { connect, runBatch } from '../../domain/ground/db/connection.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { markWeak } from '../../domain/recipients/suppressions/grade-walk-store.ts'
import { markHeld } from '../../domain/recipients/suppressions/hold-walk-store.ts'
import { endSnooze, endSnoozes, matchFlags } from '../../domain/recipients/suppressions/snooze-store.ts'
import { ask, call } from './support/api.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'
import { stage } from './support/stage.ts'

const NOW = Date.now()
const SOURCE = 'Formulir toko'
let admin: Person
beforeAll(async () => {
  await stage()
  admin = await makePerson('admin')
})
beforeEach(async () => {
  for (const table of ['phone_numbers', 'snoozes', 'consent_sources', 'suppressions']) await run(`delete from ${table}`)
  await run(`delete from cron_rounds where name = 'grades'`)
  await run(`delete from settings where key like 'consent_%'`)
})
const people = (count: number, days: number, from: number) =>
  run(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
     insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at, consent_grade)
     select cast(? + i as text), 'Ani', 'active', ?, ?, 'x', 0, ? from n`,
    count,
    from,
    SOURCE,
    NOW - days * DAY_MS,
    GRADES.import,
  )
const daysOfImport = (days: number) =>
  run(`insert or replace into settings values ('consent_days_import', ?)`, String(days))
/** Claims ten, and gives them back. */
const claim = async () => {
  let read = 0
  const counting = connect({
    prepare: (text: string) => bound.DB.prepare(text),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await bound.DB.batch(statements)
      read += results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0)
      return results
    },
  } as unknown as D1Database)
  const asked = { accountId: 'acc', now: NOW, runStartedAt: NOW, userId: admin.id, want: 10, claim: 1, count: false }
  const { numbers } = await claimNumbers(counting, asked)
  await run('update phone_numbers set in_use = 0, in_use_by = null where in_use = 1')
  return { claimed: numbers.length, read }
}
const flags = async () =>
  Object.fromEntries(
    (
      await all<{ suppressed: number; n: number }>(
        'select suppressed, count(*) as n from phone_numbers group by suppressed',
      )
    ).map(({ suppressed, n }) => [suppressed, n]),
  )

test('rule consent-grade: of many that grow old together the next minute’s claims read none', async () => {
  await people(12_000, 29.99, 6281500000000)
  await people(10, 1, 6281600000000)
  await daysOfImport(30)
  await markWeak(db, NOW, () => true)
  expect(await flags()).toEqual({ 0: 12_010 })
  await run('update phone_numbers set consent_at = consent_at - ? where number < ?', DAY_MS, '62816')
  const before = await claim()
  expect(before.claimed).toBe(10)
  expect(before.read).toBeGreaterThan(20_000)
  // less than a day after the walk over all
  await markWeak(db, NOW + MINUTE_MS, () => true)
  expect(await flags()).toEqual({ 0: 10, 4: 12_000 })
  const after = await claim()
  expect(after.claimed).toBe(10)
  expect(after.read).toBeLessThan(1_000)
})

test('rule consent-grade: who loses another flag is marked in that moment', async () => {
  await people(5, 40, 6281500000000)
  await daysOfImport(30)
  const isMarked = async () => expect(await flags()).toEqual({ 4: 5 })
  await run(`insert into consent_sources (name, held_at, marked, created_at) values (?, null, 0, 1)`, SOURCE)
  await run('update phone_numbers set suppressed = 3')
  await markHeld(db, () => true)
  await isMarked()
  const snooze = async (until: number) => {
    await run('update phone_numbers set suppressed = 2')
    await run(
      `insert into snoozes (number, until, via, created_at) select number, ?, 'page', 1 from phone_numbers`,
      until,
    )
  }
  await snooze(NOW - 1)
  await endSnoozes(db, NOW)
  await isMarked()
  await snooze(NOW + DAY_MS)
  for (const { number } of await all<{ number: string }>('select number from phone_numbers'))
    await runBatch(db, endSnooze(db, number, NOW))
  await isMarked()
  await run('update phone_numbers set suppressed = 2')
  await matchFlags(db)
  await isMarked()
  // whose consent suffices goes free
  await daysOfImport(50)
  await run('update phone_numbers set suppressed = 2')
  await matchFlags(db)
  expect(await flags()).toEqual({ 0: 5 })
  expect((await one<{ n: number }>('select count(*) as n from snoozes')).n).toBe(0)
})

test('rule consent-grade: what is typed, deleted and imported has the consent of the file, and both acts are on record', async () => {
  const number = '6281700000001'
  const send = (method: string, path: string, body: object) => ask(method, path, { token: admin.token, body })
  await send('POST', '/admin/phonenumber/save', { number, name: 'Ani', consent_source: SOURCE })
  const row = () =>
    one<{ id: number; consent_grade: number }>('select id, consent_grade from phone_numbers where number = ?', number)
  const typed = await row()
  expect(typed.consent_grade).toBe(GRADES.typed)
  await send('DELETE', `/admin/phonenumber/${typed.id}`, {})
  const form = new FormData()
  form.set('file', new File([`number\n${number}\n`], 'daftar.csv'))
  form.set('consent_source', 'Acara di toko')
  expect((await call('POST', '/admin/phonenumber/import', { token: admin.token, form })).status).toBe(200)
  expect((await row()).consent_grade).toBe(GRADES.import)
  const history = await all<{ event: string; source: string; import_no: number | null }>(
    'select event, source, import_no from consent_history where number = ? order by id',
    number,
  )
  expect(history).toEqual([
    { event: 'granted', source: SOURCE, import_no: null },
    { event: 'withdrawn', source: SOURCE, import_no: null },
    { event: 'granted', source: 'Acara di toko', import_no: expect.any(Number) as number },
  ])
})
