// Who got what of a campaign that ended long ago: its rows go to files, and its report says the same as before. Real Worker, D1 and R2.
import { beforeEach, expect, test } from 'vitest'
import { CAMPAIGN_FILED_DAYS, CAMPAIGN_ROWS_DAYS } from '../../contract/ground/campaign-days.ts'
import type { DataRequestAnswer } from '../../contract/privacy/data-requests.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { PERSON_STATES } from '../../contract/sending/reports.ts'
import { showNumber } from '../../domain/privacy/data-requests/show-number.ts'
import { hashesOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { findInCampaigns } from '../../domain/sending/campaigns/find-person.ts'
import { campaignsOfNumber, placesAfter } from '../../domain/sending/campaigns/people-store.ts'
import { fileEnded, reportPage } from '../../domain/sending/campaigns/report-store.ts'
import { dropOldReports } from '../../domain/sending/campaigns/report-files.ts'
import { call } from './support/api.ts'
import { stageCampaigns } from './support/campaigns.ts'
import { cron } from './support/cron.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { numbers } from './support/stage.ts'

const { as, launched, move, admin } = stageCampaigns('campaign-report')
const bucket = bound.MEDIA
const file = async (id: number, more = ''): Promise<string> =>
  (await call('GET', `/admin/campaign/export?id=${id}&format=csv${more}`, { token: admin().token })).text()
const filesOf = async (id: number): Promise<string[]> =>
  (await bucket.list({ prefix: `campaigns/${id}/` })).objects.map(({ key }) => key)
const rowsOf = async (id: number): Promise<number> =>
  (await one<{ n: number }>('select count(*) as n from campaign_people where campaign_id = ?', id)).n
/** What a data request says of the campaigns of a number. */
const shown = async (number: string | undefined): Promise<DataRequestAnswer> => {
  const body = { number, reference: 'Surat 9', after: 'campaigns:' }
  return (await as<DataRequestAnswer>('POST', '/admin/data-request', body)).json
}
/** A report once the rows are filed: who is held still is uncertain from then on. */
const asFiled = (report: string): string => report.replace(',held,', ',unknown,')
const rest = { bucket, now: Date.now(), hasTime: () => true }
const endedDaysAgo = (id: number, days: number) =>
  run('update campaigns set ended_at = ? where id = ?', Date.now() - days * DAY_MS, id)
/** One person in each place, in the order of PERSON_STATES; who got it, got the first template. */
const ended = async (from: number) => {
  const list = await numbers(from, PERSON_STATES.length)
  const id = await launched({ segment_id: '' })
  await run(
    `update campaign_people set
       state = number_id - (select min(number_id) from campaign_people where campaign_id = ?1),
       variant = iif(number_id - (select min(number_id) from campaign_people where campaign_id = ?1) = 2, 0, null),
       at = 1760000000000 + number_id
     where campaign_id = ?1`,
    id,
  )
  await move('cancel', id)
  await run('update phone_numbers set in_use = 0')
  return { id, list }
}
beforeEach(async () => {
  // nobody but its own people may be written down
  await run(`update phone_numbers set status = 'nonactive'`)
  // tests delete campaigns, so that an id may come again within a second
  const { objects } = await bucket.list({ prefix: 'campaigns/' })
  await bucket.delete(objects.map(({ key }) => key))
})

test('rule campaign-report: thirty days after its end its rows are files, and its report says the same', async () => {
  const { id, list } = await ended(0)
  const before = await file(id)
  expect(before.trim().split('\n')).toHaveLength(list.length + 1)
  expect(before).toContain('success')
  const ofState = await file(id, '&state=fail')
  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS - 1)
  await cron()
  expect([await rowsOf(id), await filesOf(id)]).toEqual([list.length, []])
  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS + 1)
  await cron()
  expect([await rowsOf(id), (await filesOf(id)).length]).toEqual([0, 1])
  expect(await file(id)).toBe(asFiled(before))
  expect(await file(id, '&state=fail')).toBe(ofState)
  // the list is empty and does not guess; the counters stay
  expect((await as<{ meta: { total: number } }>('GET', `/admin/campaign/people?id=${id}&page=1`)).json.meta.total).toBe(
    0,
  )
})

test('rule campaign-report: who rests after nothing has no moment of their own: list, file and recipient say the launch', async () => {
  const [fresh = '', resting = ''] = await numbers(2_000_000, 2)
  const attempted = Date.now() - DAY_MS
  await run('update phone_numbers set last_attempt_at = ? where number = ?', attempted, resting)
  const id = await launched()
  const stored = await all<{ number: string; at: number }>(
    'select p.number, q.at from campaign_people q cross join phone_numbers p on p.id = q.number_id where q.campaign_id = ?',
    id,
  )
  const at = (number: string) => stored.find((one) => one.number === number)?.at
  expect(at(fresh)).toBe(0)
  expect(at(resting)).toBeGreaterThan(Date.now())
  const launch = new Date((await one<{ at: number }>('select launched_at as at from campaigns where id = ?', id)).at)
  const { json } = await as<{ data: { number: string; at: string }[] }>('GET', `/admin/campaign/people?id=${id}&page=1`)
  expect(json.data.find(({ number }) => number === fresh)?.at).toBe(launch.toISOString())
  const running = await file(id)
  expect(running).toContain(launch.toISOString().slice(0, 10))
  expect(running).not.toContain('1970')
  const { id: person } = await one<{ id: number }>('select id from phone_numbers where number = ?', fresh)
  expect(await campaignsOfNumber(db, person)).toMatchObject([{ id, at: launch.toISOString() }])
  expect(await placesAfter(db, { number: fresh, after: 0, limit: 9 })).toMatchObject([{ at: launch.getTime() }])
})

test('rule campaign-report: a file names nobody, so who is deleted later is not in the report', async () => {
  const { id, list } = await ended(1_000_000)
  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS + 1)
  await fileEnded(db, rest)
  const [key = ''] = await filesOf(id)
  const stored = (await bucket.get(key))?.body.pipeThrough(new DecompressionStream('gzip'))
  const said = await new Response(stored).text()
  for (const number of list) expect(said).not.toContain(number)
  await run('delete from phone_numbers where number = ?', list[2])
  const lines = (await file(id)).trim().split('\n').slice(1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(list.filter((_, i) => i !== 2))
})

test('rule campaign-report: whoever is given a row since is not who a file speaks of', async () => {
  const { id, list } = await ended(8_000_000)
  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS + 1)
  await fileEnded(db, rest)
  const edit = async (number: string | undefined, body: object) => {
    const { id: row } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
    expect((await as('PUT', `/admin/phonenumber/${row}`, body)).status).toBe(200)
  }
  await edit(list[2], { number: '6281999000888', consent_source: 'Formulir lain' })
  await edit(list[3], { name: 'Nama lain' })
  const lines = (await file(id)).trim().split('\n').slice(1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(list.filter((_, i) => i !== 2))
  expect((await shown('6281999000888')).campaigns).toEqual([])
  expect((await shown(list[3])).campaigns).toMatchObject([{ id, state: 'fail' }])
})

test('rule data-request: what became of a person in a campaign is shown from their row, and later from its file', async () => {
  const { id, list } = await ended(7_000_000)
  const got = { id, state: 'success', template_name: expect.any(String), came: ['delivered', 'read'] }
  await run('update campaign_people set came = 3 where campaign_id = ? and state = 2', id)
  const [before, waits, after] = await Promise.all([shown(list[2]), shown(list[0]), shown('6281999000777')])
  expect(before.campaigns).toMatchObject([got])
  expect(waits.campaigns).toMatchObject([{ id, state: 'unsent', at: null, template_name: null, came: [] }])
  expect([after.campaigns, after.after]).toEqual([[], null])

  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS + 1)
  await fileEnded(db, rest)
  expect(await shown(list[2])).toMatchObject({ campaigns: before.campaigns, silent: [], after: null })
  expect((await shown(list[3])).campaigns).toMatchObject([{ id, state: 'fail' }])
  // who came to the list since is in no file
  const [later = ''] = await numbers(7_100_000, 1)
  expect((await shown(later)).campaigns).toEqual([])
  // a step that may read no file more ends before the campaign, and the next one goes on with it
  const look = (after: number, mayRead: boolean) =>
    findInCampaigns(
      { db, bucket },
      { number: list[2] ?? '', after, limit: 100, now: Date.now(), mayRead: () => mayRead },
    )
  const stopped = await look(0, false)
  expect(stopped).toEqual({ found: [], silent: [], last: id - 1 })
  expect((await look(stopped.last ?? 0, true)).found).toEqual(before.campaigns)
  // what cannot be read is said, and not passed over
  const [key = ''] = await filesOf(id)
  await bucket.put(key, 'broken')
  expect(await shown(list[2])).toMatchObject({ campaigns: [], silent: [expect.any(String)] })
})

test('rule data-request: its steps come to every campaign, however old its file is and however little time there is', async () => {
  const { id, list } = await ended(9_000_000)
  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS + 1)
  await fileEnded(db, rest)
  await endedDaysAgo(id, CAMPAIGN_FILED_DAYS)
  // the first of these may have files, and its own comes after more than one step looks at
  await run(
    `insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, ended_at, created_by, created_at)
     select value, 'Lama ' || value, 'finished', '', 254, 0, 1440, 5, iif(value <= 25, ?, 1), 'x', 1
     from (with recursive n (value) as (select 1 union all select value + 1 from n where value < 120) select value from n)`,
    Date.now() - 60 * DAY_MS,
  )
  const number = list[2] ?? ''
  const who = { number, hashes: hashesOfNumber(hashRing(bound), number) }
  const steps = async (untilMs: number) => {
    const looked: number[] = []
    const found: number[] = []
    for (let after: string | null = 'checks:'; after !== null && looked.length < 50; ) {
      let lists = 0
      const counting = new Proxy(bucket, {
        get: (target, name) => {
          if (name === 'list') lists += 1
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      const ports = {
        db,
        bucket: counting,
        askAccount: () => Promise.resolve(null),
        clock: () => Date.now(),
        until: untilMs,
      }
      const step: DataRequestAnswer = await showNumber(ports, { ...who, after })
      looked.push(lists)
      found.push(...step.campaigns.map((one) => one.id))
      after = step.after
    }
    return { looked, found }
  }
  const [quick, slow] = [await steps(Infinity), await steps(0)]
  await run('delete from campaigns where id <= 120')
  expect([quick.found, slow.found]).toEqual([[id], [id]])
  expect(quick.looked.slice(0, 2)).toEqual([0, 20])
  expect(Math.max(...slow.looked)).toBe(1)
})

test('who dies between the file and the rows leaves both, and each person is in the report once', async () => {
  const { id } = await ended(2_000_000)
  const before = await file(id)
  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS + 1)
  await run(
    `create trigger dies before delete on campaign_people begin select raise(abort, 'the Worker died here'); end`,
  )
  try {
    await expect(fileEnded(db, rest)).rejects.toThrow('the Worker died here')
  } finally {
    await run('drop trigger dies')
  }
  expect(await filesOf(id)).toHaveLength(1)
  expect(await file(id)).toBe(asFiled(before))
  await fileEnded(db, rest)
  expect([await rowsOf(id), (await filesOf(id)).length]).toEqual([0, 1])
  expect(await file(id)).toBe(asFiled(before))
})

test('a report that is read while the rows are filed misses nobody and names nobody twice', async () => {
  const { id, list } = await ended(6_000_000)
  const told = await reportPage({ db, bucket }, { id, after: 0, limit: 2 })
  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS + 1)
  await fileEnded(db, rest)
  const left = await reportPage({ db, bucket }, { id, after: told.last ?? 0, limit: 100 })
  expect([...told.rows, ...left.rows].map(({ number }) => number)).toEqual(list)
})

test('an outcome that comes after all takes nobody else out of the report', async () => {
  const { id, list } = await ended(3_000_000)
  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS + 1)
  await fileEnded(db, rest)
  const before = await file(id)
  await run(
    `insert into campaign_people (campaign_id, number_id, state, at)
     select ?, id, 2, 5 from phone_numbers where number = ?`,
    id,
    list[0],
  )
  await fileEnded(db, rest)
  expect([await rowsOf(id), await file(id)]).toEqual([0, asFiled(before)])
})

test('more people than a file holds are some files, in the order of the list, and a report goes through all of them', async () => {
  const { id } = await ended(4_000_000)
  const many = 9_000
  await run(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${many} - 1)
     insert into phone_numbers (number, name, status, created_at)
     select '62877' || (10000000 + i), 'Warga ' || i, 'nonactive', 1 from n`,
  )
  await run(
    `insert into campaign_people (campaign_id, number_id, state, at)
     select ?, id, 3, 7 from phone_numbers where number glob '62877*'`,
    id,
  )
  await run(
    `update campaign_people set state = 2 where campaign_id = ?1
     and number_id = (select max(number_id) from campaign_people where campaign_id = ?1)`,
    id,
  )
  const before = await file(id)
  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS + 1)
  await fileEnded(db, rest)
  expect([await rowsOf(id), (await filesOf(id)).length]).toEqual([0, 3])
  expect(await file(id)).toBe(asFiled(before))
  // the only ones of this outcome are in the first file and in the last
  expect((await file(id, '&state=success')).trim().split('\n')).toHaveLength(3)
  const numbersInOrder = await all<{ number: string }>(
    `select number from phone_numbers where number glob '62877*' order by id`,
  )
  const told = before.trim().split('\n').slice(-many)
  expect(told.map((line) => line.split(',')[0])).toEqual(numbersInOrder.map(({ number }) => number))
})

test('four hundred days after the end a file is gone, and not before', async () => {
  const { id } = await ended(5_000_000)
  await endedDaysAgo(id, CAMPAIGN_ROWS_DAYS + 1)
  await fileEnded(db, rest)
  const from = Date.now() + (CAMPAIGN_FILED_DAYS - CAMPAIGN_ROWS_DAYS) * DAY_MS
  await dropOldReports(bucket, from - DAY_MS, () => true)
  expect(await filesOf(id)).toHaveLength(1)
  await dropOldReports(bucket, from + DAY_MS, () => true)
  expect(await filesOf(id)).toEqual([])
})
