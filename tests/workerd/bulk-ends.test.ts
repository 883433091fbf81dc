// What cannot go back of those who match, stops and deletions, and an import that can (rule bulk-acts): real Worker, real D1.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UnimportCount } from '../../contract/recipients/bulk-acts.ts'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { type ActPorts, runAct } from '../../domain/recipients/bulk-acts/run-act.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { hashesOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { runImport } from '../../domain/sending/importing/run-import.ts'
import { ask } from './support/api.ts'
import {
  ACTIVE,
  acts,
  admin,
  type Answer,
  begin,
  counters,
  done,
  nobody,
  people,
  ports,
  press,
  rule,
  stageActs,
} from './support/bulk-acts.ts'
import { all, bound, one, run } from './support/database.ts'
import { madeFile, portsOf as importPortsOf, startJob } from './support/imports.ts'

beforeAll(stageActs)
beforeEach(nobody)

describe('rule bulk-acts: stops', () => {
  test('are on record as of the office, reach other numbers of the same person, and do not go back', async () => {
    await people(1, 3)
    await people(50, 1, `status = 'nonactive', lid_hash = 'abc'`)
    await run(`update phone_numbers set lid_hash = 'abc' where id = 1`)
    const told: string[] = []
    const journal: NonNullable<ActPorts['journal']> = async (stops) => void told.push(...stops.map(({ hash }) => hash))
    const body = { act: 'stop', reason: 'Permintaan dari pameran', rule: ACTIVE, people: 3 }
    const { json } = await begin(body)
    await runAct(ports({ journal }), json.act.id)
    const stops = await all('select number, via, by, reason from suppressions order by number')
    expect(stops).toHaveLength(4)
    expect(stops[0]).toEqual({ number: '6281510000001', via: 'admin', by: admin.id, reason: body.reason })
    expect(await one('select count(*) as n from phone_numbers where suppressed = 1')).toEqual({ n: 4 })
    const events = await all(`select event, source, import_no from consent_history where event = 'opt_out'`)
    expect(events).toEqual(Array.from({ length: 4 }, () => ({ event: 'opt_out', source: 'admin', import_no: null })))
    expect(told).toContain(hashesOfNumber(hashRing(bound), '6281510000002')[0])
    expect((await acts())[0]).toMatchObject({ changed: 3, undo_until: null })
    expect((await press(json.act.id, 'undo')).json.reason).toBe('bulk_over')
    // whoever had stopped is heard again, and listed once
    await done({ ...body, rule: rule() })
    expect(await all('select 1 from suppressions')).toHaveLength(4)
    expect((await acts())[0]).toMatchObject({ changed: 0 })
    expect((await begin({ act: 'stop', rule: ACTIVE, people: 3 })).status).toBe(422)
  })
  test('rule journal: nobody of a step is stopped before the journal has it', async () => {
    await people(1, 2)
    const { json } = await begin({ act: 'stop', reason: 'Surat', rule: ACTIVE, people: 2 })
    const stopped: number[] = []
    const journal: NonNullable<ActPorts['journal']> = async ({ length }) => {
      for (let looks = 0; looks < 20; looks++) await all('select 1 from suppressions')
      if (length > 0) stopped.push((await all('select 1 from suppressions')).length)
    }
    expect(await runAct(ports({ journal }), json.act.id)).toBe('ended')
    expect(stopped).toEqual([0])
    expect(await all('select 1 from suppressions')).toHaveLength(2)
  })
})

describe('rule bulk-acts: deletion', () => {
  test('is as of one by one: what is remembered, the consents and the claims stay on record', async () => {
    await people(1, 1_200)
    const attempt = Date.now() - HOUR_MS
    await run('update phone_numbers set last_attempt_at = ? where id = 3', attempt)
    await run(`update phone_numbers set in_use = 1, in_use_by = 'holder' where id = 4`)
    await people(5_000, 1, `status = 'nonactive'`)
    const dropped: string[] = []
    const { json } = await begin({ act: 'delete', rule: ACTIVE, people: 1_200 })
    await runAct(ports({ dropNumber: async (_, number) => void dropped.push(number) }), json.act.id)
    expect(await all('select id from phone_numbers')).toEqual([{ id: 5_000 }])
    const [hash] = hashesOfNumber(hashRing(bound), '6281510000003')
    expect(await one('select last_attempt_at from recipient_memory where hash = ?', hash)).toEqual({
      last_attempt_at: attempt,
    })
    expect(dropped).toEqual(['6281510000004'])
    const left = await one(
      `select count(*) as n, count(distinct hash) as hashes from consent_history where event = 'withdrawn'`,
    )
    expect(left).toEqual({ n: 1_200, hashes: 1_200 })
    expect(await counters()).toEqual([
      { name: 'phone.total', value: 1 },
      { name: 'phone.unblasted', value: 0 },
    ])
    expect((await acts())[0]).toMatchObject({ changed: 1_200, undo_until: null })
    expect(await all('select 1 from bulk_moves')).toEqual([])
  })
})

describe('rule bulk-acts: an import goes back', () => {
  const unused = async (id: string, after = 0) =>
    (await ask<UnimportCount>('GET', `/admin/import/${id}/unused?after=${after}`, { token: admin.token })).json
  const undo = (id: string, count: number) =>
    ask<Answer>('POST', `/admin/import/${id}/undo`, { token: admin.token, body: { people: count } })
  test('its own new rows that nobody used since, counted first with why the others stay', async () => {
    for (const table of ['import_jobs', 'import_skips', 'import_made', 'consent_ranges'])
      await run(`delete from ${table}`)
    await run(
      `insert into phone_numbers (number, name, status, created_at) values ('6281910000000', 'Dulu', 'nonactive', 1)`,
    )
    const file = madeFile(6_000)
    await startJob('wrong', file.size)
    await runImport(importPortsOf(file.open), 'wrong')
    const first = (await one<{ id: number }>(`select min(id) as id from phone_numbers where name <> 'Dulu'`)).id
    await run(`update phone_numbers set last_attempt_at = created_at + 5, count_success = 1 where id = ?`, first)
    await run('update phone_numbers set suppressed = 1 where id = ?', first + 1)
    await run(`update phone_numbers set in_use = 1, in_use_by = 'holder' where id = ?`, first + 4)
    await ask('PUT', `/admin/phonenumber/${first + 2}`, { token: admin.token, body: { name: 'Dikenal' } })
    const { json: made } = await ask<{ tag: { id: number } }>('POST', '/admin/tag/create', {
      token: admin.token,
      body: { name: 'T' },
    })
    await ask('POST', '/admin/tag/people', {
      token: admin.token,
      body: { tag: made.tag.id, ids: [first + 3], on: true },
    })
    await people(90_000, 1)
    expect(await unused('wrong')).toEqual({
      people: 5_994,
      // one was sent to, and one is held by an account that is about to
      stays: { written: 2, stopped: 1, edited: 1, tagged: 1 },
      next: null,
    })
    const { json } = await undo('wrong', 5_994)
    expect(await runAct(ports(), json.act.id)).toBe('ended')
    expect((await acts())[0]).toMatchObject({ act: 'unimport', about: 'x.csv', changed: 5_994 })
    expect(await one('select count(*) as n from phone_numbers')).toEqual({ n: 7 })
    expect((await unused('wrong')).people).toBe(0)
    const shown = (path: string) => ask<{ data: { takenBackCount: number }[] }>('GET', path, { token: admin.token })
    const listed = (await shown('/admin/import?kind=phonenumber')).json.data
    expect(listed.map(({ takenBackCount }) => takenBackCount)).toEqual([5_994])
    expect((await shown('/admin/import/wrong')).json).toMatchObject({ createdCount: 5_999, takenBackCount: 5_994 })
    const consents = `select event, count(*) as n from consent_history group by event order by event`
    expect(await all(consents)).toMatchObject([{ event: 'granted' }, { event: 'withdrawn', n: 5_994 }])
    expect((await undo('nobody', 1)).status).toBe(404)
  })
  test('while it runs it is cancelled first', async () => {
    await startJob('still', 100)
    await people(1, 1)
    await run(`insert into import_made values ('still', 1, 1)`)
    expect((await undo('still', 1)).status).toBe(404)
    for (const [table, column] of [
      ['import_jobs', 'id'],
      ['import_made', 'job_id'],
    ])
      await run(`delete from ${table} where ${column} = 'still'`)
  })
})
