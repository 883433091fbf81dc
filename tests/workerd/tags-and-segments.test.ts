// Tags of recipients and segments by what is known of them (rules tags, segments): real Worker, real D1.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Condition, COUNT_STEP, type Group, type SegmentCount } from '../../contract/recipients/segments.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { TAG_STEP } from '../../domain/recipients/segments/store.ts'
import { ask } from './support/api.ts'
import { cron } from './support/cron.ts'
import { all, one, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'
import { stage } from './support/stage.ts'

let admin: Person
beforeAll(async () => {
  await stage()
  admin = await makePerson('admin')
})
beforeEach(async () => {
  for (const table of ['phone_tags', 'tags', 'segments', 'phone_numbers', 'topic_refusals', 'suppressions'])
    await run(`delete from ${table}`)
})
const asAdmin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: admin.token, body })
const now = Date.now()
type Told = { name?: string; status?: string; suppressed?: number; source?: string | null; consentDays?: number | null }
type Sent = { attemptDays?: number | null; success?: number; grade?: number | null; id?: number }
let serial = 0
const recipient = async (said: Told & Sent = {}): Promise<number> => {
  const { name = 'Ani', status = 'active', suppressed = 0, source = 'Pameran', consentDays = 10 } = said
  const { attemptDays = null, success = 0, grade = null, id = null } = said
  const ago = (days: number | null) => (days === null ? null : now - days * DAY_MS)
  serial += 1
  const [row] = await all<{ id: number }>(
    `insert into phone_numbers (id, number, name, status, suppressed, consent_source, consent_at, consent_by, consent_grade,
       last_attempt_at, count_success, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
    id,
    String(6281500000000 + serial),
    name,
    status,
    suppressed,
    source,
    ago(consentDays),
    admin.id,
    grade,
    ago(attemptDays) ?? 0,
    success,
    serial,
  )
  return row?.id ?? 0
}
const tag = async (name: string): Promise<number> =>
  (await asAdmin<{ tag: { id: number } }>('POST', '/admin/tag/create', { name })).json.tag.id
const give = (id: number, ids: number[], on = true) =>
  asAdmin<{ changed: number }>('POST', '/admin/tag/people', { tag: id, ids, on })
const people = (id: number) => one<{ people: number }>('select people from tags where id = ?', id)
const all_ = (...of: (Condition | Group)[]): Group => ({ join: 'and', not: false, of })
const any = (...of: (Condition | Group)[]): Group => ({ join: 'or', not: false, of })
const not = (...of: (Condition | Group)[]): Group => ({ join: 'or', not: true, of })
const step = (rule: Group, after = 0) =>
  asAdmin<SegmentCount & { errors?: { field: string; message: string }[] }>(
    'GET',
    `/admin/segment/count?rule=${encodeURIComponent(JSON.stringify(rule))}&after=${after}`,
  )
const idsOf = async (rule: Group): Promise<number[]> => (await step(rule)).json.sample.map(({ id }) => id)

describe('rule tags: a word of the office', () => {
  test('a tag is given and taken once, counted exactly, shown with its people, and named once however it is written', async () => {
    const [first, second] = [await recipient(), await recipient()]
    const id = await tag('  Pelanggan   setia ')
    expect((await asAdmin('POST', '/admin/tag/create', { name: 'PELANGGAN setia' })).status).toBe(422)
    expect((await give(id, [first, second, 99_999])).json.changed).toBe(2)
    expect((await give(id, [first])).json.changed).toBe(0)
    expect(await people(id)).toEqual({ people: 2 })
    expect((await give(id, [second], false)).json.changed).toBe(1)
    expect((await give(id, [second], false)).json.changed).toBe(0)
    expect(await people(id)).toEqual({ people: 1 })
    const { json } = await asAdmin<{ data: { id: number; tags: string[] }[] }>(
      'GET',
      '/admin/phonenumber/list-per-page',
    )
    expect(json.data.map((row) => [row.id, row.tags])).toEqual([
      [second, []],
      [first, ['Pelanggan setia']],
    ])
  })
  test('narrows the list, in either order, with other filters, its count and its file', async () => {
    const [first, second, third] = [await recipient(), await recipient({ status: 'nonactive' }), await recipient()]
    const id = await tag('Solo')
    await give(id, [third, first, second])
    await recipient()
    type Page = { data: { id: number }[]; meta: { total: number } }
    const found = async (query: string) => {
      const { json } = await asAdmin<Page>('GET', `/admin/phonenumber/list-per-page?tag=${id}${query}`)
      return [json.data.map((row) => row.id), json.meta.total]
    }
    expect(await found('')).toEqual([[third, second, first], 3])
    expect(await found('&sort=createdAt&limit=2')).toEqual([[first, second], 3])
    expect(await found('&sort=number')).toEqual([[first, second, third], 3])
    expect(await found('&state=active')).toEqual([[third, first], 2])
    expect(await found('&sent=never&state=active')).toEqual([[third, first], 2])
    const file = await asAdmin<unknown[]>('GET', `/admin/phonenumber/export?tag=${id}&format=json`)
    expect(file.json).toHaveLength(3)
  })
  test('goes with the row of its person, and not to whom the row is given', async () => {
    const [first, second] = [await recipient(), await recipient()]
    const id = await tag('Solo')
    await give(id, [first, second])
    await asAdmin('DELETE', `/admin/phonenumber/${first}`)
    expect(await people(id)).toEqual({ people: 1 })
    await asAdmin('PUT', `/admin/phonenumber/${second}`, { name: 'Nama baru' })
    expect(await people(id)).toEqual({ people: 1 })
    const other = { number: '081577778888', consent_source: 'Formulir toko' }
    expect((await asAdmin('PUT', `/admin/phonenumber/${second}`, other)).status).toBe(200)
    expect(await people(id)).toEqual({ people: 0 })
    expect(await all('select * from phone_tags')).toEqual([])
  })
  test('is renamed by whoever read its name, and deleted unless a segment asks for it', async () => {
    const first = await recipient()
    const id = await tag('Lama')
    await give(id, [first])
    expect((await asAdmin('PUT', '/admin/tag/rename', { id, name: 'Baru', was: 'Lama' })).status).toBe(200)
    expect((await asAdmin('PUT', '/admin/tag/rename', { id, name: 'Lain', was: 'Lama' })).status).toBe(422)
    const segment = { name: 'Yang baru', rule: all_({ is: 'tag', tag: id }) }
    const made = await asAdmin<{ segment: { id: string } }>('POST', '/admin/segment/create', segment)
    const refused = await asAdmin<{ msg: string }>('DELETE', `/admin/tag/${id}`)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.json)).toContain('Yang baru')
    await asAdmin('DELETE', `/admin/segment/${made.json.segment.id}`)
    expect((await asAdmin('DELETE', `/admin/tag/${id}`)).status).toBe(200)
    expect((await asAdmin<{ data: unknown[] }>('GET', '/admin/tag/list')).json.data).toEqual([])
    expect((await asAdmin<{ tags: string[] }>('GET', `/admin/phonenumber/${first}`)).json.tags).toEqual([])
    expect((await give(id, [first])).status).toBe(404)
    // the name is free at once
    await tag('Baru')
    await run(`delete from cron_ends where round = 'hour'`)
    await cron(0)
    expect(await all('select 1 from phone_tags')).toEqual([])
    expect(await all('select name from tags')).toEqual([{ name: 'Baru' }])
  })
  test('there are at most two hundred', async () => {
    await run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 200)
       insert into tags (name, key, people, created_by, created_at) select 'l' || i, 'l' || i, 0, 'x', 1 from n`,
    )
    expect((await asAdmin('POST', '/admin/tag/create', { name: 'Satu lagi' })).status).toBe(422)
    // one that was deleted takes no room, although its rows are not gone yet
    await run(`update tags set deleted_at = 1, key = 'deleted:' || id where name = 'l7'`)
    expect((await asAdmin('POST', '/admin/tag/create', { name: 'Satu lagi' })).status).toBe(200)
  })
})

describe('rule segments: a condition', () => {
  test('each finds its people, and `not` everybody else', async () => {
    const plainOne = await recipient({ name: 'Sari Dewi', source: 'Toko' })
    const never = await recipient({ consentDays: null, source: null, status: 'nonactive', name: 'Budi' })
    const written = await recipient({ attemptDays: 3, success: 2, consentDays: 100 })
    const stopped = await recipient({ suppressed: 1, attemptDays: 40 })
    const everybody = [plainOne, never, written, stopped]
    const id = await tag('Solo')
    await give(id, [written])
    await run("insert into topic_refusals select number, iif(id = ?, 'Promo', 'Jadwal'), 1 from phone_numbers", written)
    await run('update phone_numbers set number = ? where id = ?', '6281590000001', never)
    const found: [Condition, number[]][] = [
      [{ is: 'tag', tag: id }, [written]],
      [{ is: 'source', source: 'Toko' }, [plainOne]],
      [{ is: 'agreed', when: 'before', days: 50 }, [written]],
      [{ is: 'agreed', when: 'within', days: 50 }, [plainOne, stopped]],
      [{ is: 'consent' }, [plainOne, written, stopped]],
      [{ is: 'number', prefix: '628159' }, [never]],
      [{ is: 'name', words: 'dew' }, [plainOne]],
      [{ is: 'written', when: 'within', days: 7 }, [written]],
      [{ is: 'written', when: 'before', days: 7 }, [stopped]],
      [{ is: 'never_written' }, [plainOne, never]],
      [{ is: 'sent', at: 'least', times: 1 }, [written]],
      [{ is: 'sent', at: 'most', times: 0 }, [plainOne, never, stopped]],
      [{ is: 'refuses', topic: 'Promo' }, [written]],
      [{ is: 'active' }, [plainOne, written, stopped]],
      [{ is: 'stopped' }, [stopped]],
      [{ is: 'sendable' }, [plainOne, written]],
    ]
    for (const [condition, ids] of found) {
      expect([condition, await idsOf(all_(condition))]).toEqual([condition, ids])
      const others = everybody.filter((one_) => !ids.includes(one_))
      expect(['not', condition, await idsOf(not(condition))]).toEqual(['not', condition, others])
    }
    expect(
      await idsOf(any({ is: 'stopped' }, all_({ is: 'consent' }, not({ is: 'source', source: 'Pameran' })))),
    ).toEqual([plainOne, stopped])
    expect(await idsOf(all_())).toEqual(everybody)
  })
  test('of a grade: who has no consent has none', async () => {
    const own = await recipient({ grade: 4 })
    const typed = await recipient({ grade: 0 })
    await recipient({ grade: null, consentDays: null, source: null })
    expect(await idsOf(all_({ is: 'grade', grade: 'message' }))).toEqual([own])
    expect(await idsOf(all_({ is: 'grade', grade: 'typed' }))).toEqual([typed])
    expect(await idsOf(all_({ is: 'grade', grade: 'form' }))).toEqual([])
  })
})

describe('rule segments: a count', () => {
  test('goes through everybody in steps, whose sums are exact, and says who may be sent to and who rests', async () => {
    await recipient({ id: 5, attemptDays: 0.1 })
    await run(
      `with recursive n (i) as (select 0 union all select i + 1 from n where i < ? - 2)
       insert into phone_numbers (id, number, name, status, created_at) select 10 + i, 'x' || i, 'x', 'nonactive', 1 from n`,
      COUNT_STEP,
    )
    await recipient({ id: 10 ** 12, attemptDays: 30 })
    await recipient({ id: 2 * 10 ** 12, suppressed: 1, attemptDays: 0.1 })
    const rule = not({ is: 'number', prefix: '6281599' })
    const steps: SegmentCount[] = []
    for (let after: number | null = 0; after !== null; ) {
      const { json }: { json: SegmentCount } = await step(rule, after)
      steps.push(json)
      after = json.next
    }
    expect(steps.map(({ looked, people: n, sendable, resting, next }) => [looked, n, sendable, resting, next])).toEqual(
      [
        [COUNT_STEP, COUNT_STEP, 1, 1, COUNT_STEP + 8],
        [2, 2, 1, 0, null],
      ],
    )
  })
  test('of a deleted tag, of no rule, or of one with too much is refused', async () => {
    const id = await tag('Sebentar')
    await asAdmin('DELETE', `/admin/tag/${id}`)
    const gone = await step(all_({ is: 'tag', tag: id }))
    expect([gone.status, JSON.stringify(gone.json)]).toEqual([422, expect.stringContaining('sudah dihapus')])
    expect((await asAdmin('GET', '/admin/segment/count?rule=%7B')).status).toBe(422)
    const conditions = Array.from({ length: 16 }, (): Condition => ({ is: 'stopped' }))
    expect((await step(all_(any(...conditions), any(...conditions)))).status).toBe(422)
    const deep = all_(all_(all_(all_({ is: 'stopped' }))))
    expect((await step(deep)).status).toBe(422)
  })
})

describe('rule segments: under a name', () => {
  const rule = all_({ is: 'active' })
  test('is made once, edited by whoever read it, exported, and deleted', async () => {
    const first = await recipient()
    type Made = { segment: { id: string; version: string } }
    const { json } = await asAdmin<Made>('POST', '/admin/segment/create', { name: 'Semua aktif', rule })
    expect((await asAdmin('POST', '/admin/segment/create', { name: 'Semua aktif', rule })).status).toBe(422)
    const { id, version } = json.segment
    const path = `/admin/segment/${id}`
    expect((await asAdmin('PUT', path, { name: 'Aktif', rule, version })).status).toBe(200)
    const late = await asAdmin<{ reason: string }>('PUT', path, { name: 'Lain', rule, version })
    expect([late.status, late.json.reason]).toEqual([409, 'edited_meanwhile'])
    const listed = await asAdmin<{ data: { name: string }[] }>('GET', '/admin/segment/list-per-page?search=akt')
    expect(listed.json.data.map(({ name }) => name)).toEqual(['Aktif'])
    const [row] = await all<{ number: string }>('select number from phone_numbers where id = ?', first)
    const file = await asAdmin<{ number: string }[]>('GET', `/admin/segment/export?id=${id}&format=json`)
    expect(file.json.map(({ number }) => number)).toEqual([row?.number])
    expect((await asAdmin('DELETE', path)).status).toBe(200)
    expect((await asAdmin('GET', path)).status).toBe(404)
    const entries = await all<{ action: string }>('select action from audit_log where target = ? order by id', id)
    expect(entries.map(({ action }) => action)).toEqual(
      ['create', 'update', 'export', 'delete'].map((verb) => `segment.${verb}`),
    )
  })
  test('all its people get a tag, or lose it, step by step', async () => {
    await recipient({ id: 3 })
    await recipient({ id: 4, status: 'nonactive' })
    await run(
      `with recursive n (i) as (select 0 union all select i + 1 from n where i < ? - 1)
       insert into phone_numbers (id, number, name, status, created_at) select 10 + i, 'x' || i, 'x', 'nonactive', 1 from n`,
      TAG_STEP,
    )
    await recipient({ id: 10 ** 12 })
    const id = await tag('Aktif semua')
    const act = async (on: boolean) => {
      const moved: number[] = []
      for (let after: number | null = 0; after !== null; ) {
        const { json }: { json: { changed: number; next: number | null } } = await asAdmin(
          'POST',
          '/admin/segment/tag',
          { rule, tag: id, on, after },
        )
        moved.push(json.changed)
        after = json.next
      }
      return moved
    }
    expect(await act(true)).toEqual([1, 1])
    expect(await people(id)).toEqual({ people: 2 })
    expect(await act(true)).toEqual([0, 0])
    const entries = () =>
      all<{ after: string }>(`select after from audit_log where action = 'segment.tag' and target = ?`, String(id))
    expect(await act(false)).toEqual([1, 1])
    expect(await people(id)).toEqual({ people: 0 })
    // one an act, however many steps it has
    const said = [true, true, false].map((on) => JSON.stringify({ name: 'Aktif semua', on, rule }))
    expect((await entries()).map(({ after }) => after)).toEqual(said)
    // of an act that began otherwise than the log says
    await asAdmin('POST', '/admin/segment/tag', { rule: { ...rule, not: true }, tag: id, on: false, after: 9 })
    await asAdmin('POST', '/admin/segment/tag', { rule, tag: id, on: true, after: 9 })
    expect((await entries()).length).toBe(4)
  })
})
