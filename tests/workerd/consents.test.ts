// An erased person leaves a hash and a history of consents, by an admin's calls (rules erasure, consent-history).
// What accounts, checks and books keep of them is in erasure.test.ts.
import { beforeAll, describe, expect, test } from 'vitest'
import { cron } from './support/cron.ts'
import { ask } from './support/api.ts'
import { all, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

type Fail = { reason: string }
type Page<T> = { data: T[]; meta: { total: number } }
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const as = <T = Fail>(who: Person, method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: who.token, body })

describe('an erased person', () => {
  const number = '6281299990001'
  test('rule erasure: leaves nothing but the hash that keeps them suppressed', async () => {
    const made = await as<{ data: { id: number } }>(admin, 'POST', '/admin/phonenumber/save', {
      number,
      name: 'Budi Rahasia',
      consent_source: 'acara',
    })
    await as(admin, 'PUT', `/admin/phonenumber/${made.json.data.id}`, { name: 'Budi Sangat Rahasia' })
    // what was suppressed and lifted, and an entry about another row that had the number before
    await as(admin, 'POST', '/admin/suppression', { number, reason: 'Budi' })
    const [row] = await all<{ id: number }>('select id from suppressions where number = ?', number)
    await run(`update suppressions set lid = '998877665544' where id = ?`, row?.id)
    expect((await as(admin, 'DELETE', `/admin/suppression/${row?.id}`)).status).toBe(200)
    await run(
      `insert into audit_log (at, actor_id, actor_role, action, target, before, after)
       values (1, 'x', 'admin', 'phonenumber.update', '987654', ?, ?)`,
      JSON.stringify({ number, name: 'Budi' }),
      JSON.stringify({ number: '6281299990002' }),
    )
    await run(
      `insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes, created_at, updated_at)
       values ('j', 'phonenumber', 'done', '', 'a.csv', 'csv', 1, '{}', 'x', 0, 0, 0)`,
    )
    // however the file wrote it: what is a number is stored in its one form
    await run(
      `insert into import_skips (job_id, row, value, name, reason) values ('j', 1, ?, 'Budi', 'duplicate')`,
      number,
    )
    await run(
      `insert into number_checks (id, kind, user_id, whatsapp_id, current_number, total, interval_min, interval_max, created_at, updated_at)
       values ('c', 'validator', 'x', 'x', ?, 1, 1, 2, 0, 0)`,
      number,
    )
    await as(admin, 'POST', '/admin/suppression', { number, reason: 'telepon dari Budi' })
    expect((await as(admin, 'POST', '/admin/consent/erase', { number: '0812-9999-0001' })).status).toBe(200)
    // the number stays in the list of open erasures until every place that knew the person was reached
    await cron()
    const tables = await all<{ name: string }>(
      `select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'd1_%' and name not like 'sqlite_%' and name not like '%_names%'`,
    )
    for (const { name } of tables) {
      const rows = JSON.stringify(await all(`select * from ${name}`))
      const traces = [number, '99990001', '9999 0001', '9999-0001', '998877665544', 'Rahasia', 'Budi']
      expect([name, traces.filter((trace) => rows.includes(trace))]).toEqual([name, []])
    }
    const again = await as(admin, 'POST', '/admin/phonenumber/save', { number, name: 'Budi', consent_source: 'lagi' })
    expect([again.status, again.json.reason]).toEqual([409, 'number_suppressed'])
    expect(await all(`select value from counters where name in ('phone.total', 'phone.unblasted')`)).toEqual([
      { value: 0 },
      { value: 0 },
    ])
  })
  test('rule consent-history: is found in the history by the whole number', async () => {
    const { json } = await as<Page<{ event: string; number: string | null }>>(
      admin,
      'GET',
      `/admin/consent?search=${number}`,
    )
    expect(json.data.map((row) => [row.event, row.number])).toEqual([
      ['erased', null],
      ['opt_out', null],
      ['opt_out', null],
      ['granted', null],
    ])
    const all = await as<Page<object>>(admin, 'GET', '/admin/consent?limit=2')
    expect([all.json.data.length, all.json.meta.total]).toEqual([2, 4])
  })
})
