// How sure it is that a person agreed, and who may be sent to by it (rule consent-grade): real Worker, real D1.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAYS_OF, type Grade, GRADE_NAMES, GRADES } from '../../contract/ground/consent-grades.ts'
import type { PhoneRow } from '../../contract/recipients/phone-numbers.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import {
  claimNumbers,
  countClaimable,
  mayBeWrittenTo,
  previewReach,
  refusedNumbers,
} from '../../domain/sending/blast/store.ts'
import { selectReady } from '../../domain/sending/blast/ready-store.ts'
import { receivers } from '../../domain/recipients/phone-numbers/list-store.ts'
import { gradeTyped, markWeak } from '../../domain/recipients/suppressions/grade-walk-store.ts'
import { matchFlags } from '../../domain/recipients/suppressions/snooze-store.ts'
import { ask, call } from './support/api.ts'
import { cron } from './support/cron.ts'
import { all, db, one, run } from './support/database.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'
import { stage } from './support/stage.ts'

let admin: Person
beforeAll(async () => {
  await stage()
  admin = await makePerson('admin')
})
beforeEach(async () => {
  for (const table of ['phone_numbers', 'snoozes', 'consent_sources', 'suppressions']) await run(`delete from ${table}`)
  await run(`delete from cron_rounds where name in ('grades', 'grades-typed')`)
  await run(`delete from settings where key like 'consent_%'`)
})

const NOW = Date.now()
let serial = 0
/** @param days since they agreed */
const person = async (grade: Grade | null, days = 0, more: Record<string, unknown> = {}): Promise<string> => {
  const number = String(6281400000000 + ++serial)
  await run(
    `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at, consent_grade)
     values (?, 'Ani', 'active', 'Formulir toko', ?, 'x', 0, ?)`,
    number,
    NOW - days * DAY_MS,
    grade && GRADES[grade],
  )
  for (const [column, value] of Object.entries(more))
    await run(`update phone_numbers set ${column} = ? where number = ?`, value, number)
  return number
}
const setting = (key: string, value: string | number) =>
  run('insert or replace into settings values (?, ?)', key, String(value))
const lowest = (grade: Grade) => setting('consent_lowest_grade', grade)
const asked = { accountId: 'acc', now: NOW, runStartedAt: NOW }
const claim = async (): Promise<string[]> => {
  const { numbers } = await claimNumbers(db, { ...asked, userId: admin.id, want: 100, claim: 1, count: false })
  await run('update phone_numbers set in_use = 0, in_use_by = null')
  return numbers.map(({ number }) => number).toSorted()
}
const flagOf = async (number: string) =>
  (await one<{ suppressed: number }>('select suppressed from phone_numbers where number = ?', number)).suppressed
const shown = async (query = ''): Promise<PhoneRow[]> =>
  (await ask<{ data: PhoneRow[] }>('GET', `/admin/phonenumber/list-per-page${query}`, { token: admin.token })).json.data
const walk = () => markWeak(db, NOW, () => true)

describe('rule consent-grade: nobody is claimed whose consent is below the lowest grade', () => {
  test.each(GRADE_NAMES.flatMap((least) => GRADE_NAMES.map((grade) => [least, grade] as const)))(
    'lowest %s: %s',
    async (least, grade) => {
      const number = await person(grade)
      await lowest(least)
      const may = GRADES[grade] >= GRADES[least]
      expect(await claim()).toEqual(may ? [number] : [])
      expect(await refusedNumbers(db, { ...asked, among: [number] })).toEqual(may ? [] : [{ number, reason: 'weak' }])
      expect(await mayBeWrittenTo(db, { number, templateId: null, now: NOW })).toBe(may)
      expect((await shown())[0]).toMatchObject({ consent_grade: grade, weak: !may, status: 'active' })
    },
  )
  test.each(GRADE_NAMES.flatMap((aged) => GRADE_NAMES.map((grade) => [aged, grade] as const)))(
    'after 30 days of %s: %s',
    async (aged, grade) => {
      const [fresh, old] = [await person(grade, 29), await person(grade, 31)]
      await setting(DAYS_OF[aged], 30)
      const may = aged === grade ? [fresh] : [fresh, old]
      expect(await claim()).toEqual(may)
      expect((await refusedNumbers(db, { ...asked, among: [fresh, old] })).map(({ reason }) => reason)).toEqual(
        aged === grade ? ['weak'] : [],
      )
      expect(await mayBeWrittenTo(db, { number: old, templateId: null, now: NOW })).toBe(aged !== grade)
    },
  )
})

test('rule consent-grade: by the shipped settings a deploy stops nobody', async () => {
  const people = [await person(null), await person(null, 4_000), await person('typed', 4_000), await person('message')]
  await cron()
  expect(await claim()).toEqual(people.toSorted())
  expect((await shown()).some(({ weak }) => weak)).toBe(false)
})

test('rule consent-grade: whatever counts who is left counts as the claim does', async () => {
  await setting('consent_days_import', 30)
  await lowest('import')
  const may = [await person('import'), await person('message'), await person('form', 90)]
  for (const [grade, days] of [
    ['typed', 0],
    ['import', 31],
    [null, 5],
  ] as const)
    await person(grade, days)
  const counts = async () => {
    const first = await claimNumbers(db, { ...asked, userId: admin.id, want: 0, claim: 1, count: true })
    const reach = await previewReach(db, { ...asked, userId: admin.id, among: null, samples: 10 })
    return [
      first.rules.claimable,
      await countClaimable(db, NOW, 100),
      (await selectReady(db, NOW))[0]?.ready,
      reach.count,
      reach.first.length,
      (await receivers(db, null, 100, NOW)).length,
      (await shown('?sent=never')).length,
      (await claim()).length,
    ]
  }
  expect(await counts()).toEqual([3, 3, 3, 3, 3, 3, 3, 3])
  await walk()
  expect(await counts()).toEqual([3, 3, 3, 3, 3, 3, 3, 3])
  await run('update phone_numbers set last_attempt_at = ?', NOW - 1)
  const { rules } = await claimNumbers(db, { ...asked, userId: admin.id, want: 0, claim: 1, count: true })
  expect([rules.claimable, rules.cooling]).toEqual([0, 3])
  expect(rules.nextClaimableAt).not.toBeNull()
  await run(`delete from phone_numbers where number in (${may.join(',')})`)
  const none = await claimNumbers(db, { ...asked, userId: admin.id, want: 0, claim: 1, count: true })
  expect([none.rules.cooling, none.rules.nextClaimableAt]).toEqual([0, null])
})

describe('rule consent-grade: a consent has the grade of the way it came', () => {
  const gradeAt = async (number: string) =>
    (await one<{ g: number | null }>('select consent_grade as g from phone_numbers where number = ?', number)).g
  const add = (number: string) =>
    ask('POST', '/admin/phonenumber/save', {
      token: admin.token,
      body: { number, name: 'Ani', consent_source: 'Formulir toko' },
    })
  const upload = (number: string) => {
    const form = new FormData()
    form.set('file', new File([`number,name\n${number},Ani`], 'p.csv', { type: 'text/csv' }))
    form.set('consent_source', 'Formulir toko')
    return call('POST', '/admin/phonenumber/import', { token: admin.token, form })
  }
  test('added by hand, from a file, and edited', async () => {
    expect((await add('6281411111111')).status).toBe(200)
    expect((await upload('6281411111112')).status).toBe(200)
    expect([await gradeAt('6281411111111'), await gradeAt('6281411111112')]).toEqual([GRADES.typed, GRADES.import])
    const { id } = await one<{ id: number }>(`select id from phone_numbers where number = '6281411111112'`)
    const edit = (body: object) => ask('PUT', `/admin/phonenumber/${id}`, { token: admin.token, body })
    expect((await edit({ name: 'Siti' })).json).toMatchObject({ phonenumber: { consent_grade: 'import' } })
    expect((await edit({ consent_source: 'Kata Bu Rini' })).json).toMatchObject({
      phonenumber: { consent_grade: 'typed' },
    })
    expect((await edit({ consent_source: '' })).json).toMatchObject({ phonenumber: { consent_grade: null } })
    expect(await gradeAt('6281411111112')).toBeNull()
  })
  test('where it is below the lowest grade, its row says so from the beginning', async () => {
    await lowest('import')
    await add('6281411111113')
    await upload('6281411111114')
    expect([await flagOf('6281411111113'), await flagOf('6281411111114')]).toEqual([4, 0])
    await lowest('message')
    await upload('6281411111115')
    expect(await flagOf('6281411111115')).toBe(4)
    await lowest('typed')
    const { id } = await one<{ id: number }>(`select id from phone_numbers where number = '6281411111115'`)
    await ask('PUT', `/admin/phonenumber/${id}`, { token: admin.token, body: { name: 'Siti' } })
    expect(await flagOf('6281411111115')).toBe(0)
  })
  test('of a version without grades: by the moments of row and consent, and by what the audit log has of hands', async () => {
    await add('6281411111116')
    await upload('6281411111117')
    await upload('6281411111118')
    const { id } = await one<{ id: number }>(`select id from phone_numbers where number = '6281411111118'`)
    await ask('PUT', `/admin/phonenumber/${id}`, { token: admin.token, body: { consent_source: 'Kata Bu Rini' } })
    await run('update phone_numbers set consent_grade = null')
    // what that version leaves behind where a message had granted it
    await run('update phone_numbers set consent_grade = ? where id = ?', GRADES.message, id)
    await gradeTyped(db)
    await gradeTyped(db)
    expect([await gradeAt('6281411111116'), await gradeAt('6281411111117'), await gradeAt('6281411111118')]).toEqual([
      GRADES.typed,
      null,
      GRADES.typed,
    ])
    const grades = Object.fromEntries((await shown()).map((row) => [row.number, row.consent_grade]))
    expect(grades).toEqual({ 6281411111116: 'typed', 6281411111117: 'import', 6281411111118: 'typed' })
    // what was looked at is not looked at again
    await run('update phone_numbers set consent_grade = null')
    await gradeTyped(db)
    expect(await gradeAt('6281411111116')).toBeNull()
  })
})

describe('rule consent-grade: the cron marks whom no claim takes', () => {
  test('and lets them go once the settings ask for less', async () => {
    const [typed, imported] = [await person('typed'), await person('import')]
    await lowest('import')
    await walk()
    expect([await flagOf(typed), await flagOf(imported)]).toEqual([4, 0])
    expect(await claim()).toEqual([imported])
    await lowest('typed')
    await walk()
    expect(await flagOf(typed)).toBe(0)
    expect(await claim()).toEqual([typed, imported])
  })
  test('again once a day while the settings ask for anything, and else never', async () => {
    const number = await person('import', 29)
    await setting('consent_days_import', 30)
    await walk()
    expect(await flagOf(number)).toBe(0)
    await markWeak(db, NOW + 2 * DAY_MS, () => true)
    expect(await flagOf(number)).toBe(4)
    await setting('consent_days_import', 0)
    await markWeak(db, NOW + 2 * DAY_MS, () => true)
    expect(await flagOf(number)).toBe(0)
    await run('update phone_numbers set suppressed = 4')
    await markWeak(db, NOW + 9 * DAY_MS, () => true)
    expect(await flagOf(number)).toBe(4)
  })
  test('all of them once a setting was saved, also one that was taken back before it came', async () => {
    const number = await person('typed')
    await walk()
    const save = async (grade: Grade) => {
      const body = { consent_lowest_grade: grade, current_password: PASSWORD }
      expect((await ask('PUT', '/admin/setting/update', { token: admin.token, body })).status).toBe(200)
    }
    await save('import')
    await run('update phone_numbers set suppressed = 4')
    await save('typed')
    await walk()
    expect(await flagOf(number)).toBe(0)
  })
  test('in steps that go on where they were', async () => {
    await run(
      `with recursive n (i) as (select 0 union all select i + 1 from n where i < 5_999)
       insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at, consent_grade)
       select cast(6281500000000 + i as text), 'Ani', 'active', 'Formulir toko', 1, 'x', 1, 0 from n`.replace(
        '5_999',
        '5999',
      ),
    )
    await lowest('form')
    const marked = async () =>
      (await one<{ n: number }>('select count(*) as n from phone_numbers where suppressed = 4')).n
    let steps = 0
    await markWeak(db, NOW, () => steps++ < 1)
    expect(await marked()).toBe(5_000)
    expect(await claim()).toEqual([])
    await walk()
    expect(await marked()).toBe(6_000)
  })
  test('and leaves whoever stopped, is snoozed, or has a source that is held as they are', async () => {
    const people = [await person('typed'), await person('typed'), await person('typed')] as const
    await lowest('import')
    await walk()
    await run(`insert into suppressions (hash, number, via, created_at) values ('h', ?, 'admin', 1)`, people[0])
    await run(`insert into snoozes (number, until, via, created_at) values (?, ?, 'page', 1)`, people[1], NOW + DAY_MS)
    await lowest('typed')
    await run(`insert into consent_sources (name, held_at, created_at) values ('Formulir toko', 1, 1)`)
    await walk()
    expect(await Promise.all(people.map(flagOf))).toEqual([1, 2, 3])
    expect(await claim()).toEqual([])
  })
  test('also after a restoration', async () => {
    const number = await person('import')
    await lowest('import')
    await walk()
    await run('update phone_numbers set suppressed = 4')
    await matchFlags(db)
    await walk()
    expect(await flagOf(number)).toBe(0)
  })
})

test('rule consent-grade: the list is narrowed by it, and the settings keep what they are given', async () => {
  const people = await Promise.all(GRADE_NAMES.map((grade) => person(grade)))
  await person('typed', 0, { consent_at: null })
  for (const [i, grade] of GRADE_NAMES.entries())
    expect((await shown(`?grade=${grade}`)).map(({ number }) => number)).toEqual([people[i]])
  const put = (body: object) => ask('PUT', '/admin/setting/update', { token: admin.token, body })
  expect((await put({ consent_lowest_grade: 'import', consent_days_typed: 365 })).json).toMatchObject({
    setting: { consent_lowest_grade: 'import', consent_days_typed: 365 },
  })
  expect((await put({ consent_lowest_grade: 'api' })).status).toBe(422)
  expect((await put({ consent_days_form: 3_651 })).status).toBe(422)
  expect(await all(`select key, value from settings where key like 'consent_%' order by key`)).toEqual([
    { key: 'consent_days_typed', value: '365' },
    { key: 'consent_lowest_grade', value: 'import' },
  ])
})
