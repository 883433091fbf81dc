// Acts on every recipient that matches, and an import that goes back.
import { REFUSALS } from '../../../../contract/ground/errors.ts'
import { run } from '../database.ts'
import { INVALID, NOT_FOUND } from './tools.ts'
import type { Cases, World } from './world.ts'

const strangers = ({ member, staff }: World) => [member, staff]
const rule = { join: 'and', not: false, of: [{ is: 'stopped' }] }
const body = { act: 'deactivate', rule, people: 1 }
let serial = 0
const made = async (status: string): Promise<string> => {
  serial += 1
  const id = `act-${serial}`
  await run(
    `insert into bulk_acts (id, act, status, rule, by, people, last_id, total, cursor, created_at, updated_at)
     values (?, 'deactivate', ?, ?, 'x', 1, 0, 0, 0, 1, ?)`,
    id,
    status,
    JSON.stringify(rule),
    Date.now(),
  )
  return id
}
const ended = () => run(`update bulk_acts set status = 'done', undo_until = null`)

export const BULK_ACTS: Cases = {
  'POST /admin/bulk': async (line, world) => {
    await ended()
    await line.closed({ body }, strangers(world))
    await line.refused(
      { as: world.admin, body: { ...body, people: 0 } },
      { status: 422, text: INVALID, fields: ['people'] },
    )
    await line.good({ as: world.admin, body }, ['success', 'act.id', 'act.status', 'data.progress'])
    await run(`update bulk_acts set status = 'running'`)
    const [status, text] = REFUSALS.bulk_runs
    await line.refused({ as: world.admin, body }, { status, text })
    await ended()
  },
  'GET /admin/bulk': async (line, world) => {
    await made('done')
    await line.good({ as: world.admin }, ['data.0.id', 'data.0.changed', 'data.0.by_name', 'truncated'])
    await line.closed({}, strangers(world))
  },
  'POST /admin/bulk/{id}/cancel': async (line, world) => {
    const id = await made('running')
    await line.good({ as: world.admin, id }, ['success'])
    await line.refused({ as: world.admin, id: 'none' }, NOT_FOUND)
    await line.closed({ id }, strangers(world))
  },
  'POST /admin/bulk/{id}/undo': async (line, world) => {
    await ended()
    const id = await made('done')
    const [status, text] = REFUSALS.bulk_over
    await line.refused({ as: world.admin, id }, { status, text })
    await line.refused({ as: world.admin, id: 'none' }, NOT_FOUND)
    await run('update bulk_acts set undo_until = ? where id = ?', Date.now() + 60_000, id)
    await line.good({ as: world.admin, id }, ['success'])
    await ended()
    await line.closed({ id }, strangers(world))
  },
  'GET /admin/import/{id}/unused': async (line, world) => {
    await line.good({ as: world.admin, id: 'job-1' }, ['people', 'stays.written', 'stays.tagged'])
    await line.closed({ id: 'job-1' }, strangers(world))
  },
  'POST /admin/import/{id}/undo': async (line, world) => {
    const id = 'job-undo'
    await run(
      `insert into import_jobs (id, kind, status, file_name, file_key, format, size_bytes, head, by, cursor_bytes, created_at, updated_at)
       values (?, 'phonenumber', 'done', 'a.csv', '', 'csv', 10, '{}', 'x', 10, 1, 1)`,
      id,
    )
    await run('insert into import_made values (?, 900001, 900001)', id)
    const asked = { people: 1 }
    await line.closed({ id, body: asked }, strangers(world))
    await line.good({ as: world.admin, id, body: asked }, ['success', 'act.act', 'data.about'])
    await line.refused({ as: world.admin, id: 'none', body: asked }, NOT_FOUND)
    await ended()
  },
}
