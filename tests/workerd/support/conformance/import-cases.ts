// Imports: the list, one of them, and the end of one that runs.
import { bound } from '../database.ts'
import { NOT_FOUND } from './tools.ts'
import type { Cases, World } from './world.ts'

const strangers = ({ member, staff }: World) => [member, staff]
const importRow = (id: string, status: string) =>
  bound.DB.prepare(
    `insert into import_jobs (id, kind, status, file_name, file_key, format, size_bytes, head, by, cursor_bytes, created_at, updated_at)
     values (?, 'phonenumber', ?, 'a.csv', '', 'csv', 10, '{}', 'x', 5, 1, 1)`,
  )
    .bind(id, status)
    .run()

export const IMPORT_CASES: Cases = {
  'GET /admin/import/{id}': async (line, world) => {
    await importRow('job-1', 'done')
    const keys = ['jobId', 'status', 'progress', 'createdCount', 'skippedCount', 'skipped', 'skippedUrl']
    await line.good({ as: world.admin, id: 'job-1' }, keys, [['createdCount', 'data.createdCount']])
    await line.refused({ as: world.admin, id: 'none' }, NOT_FOUND)
    await line.closed({ id: 'job-1' }, strangers(world))
  },
  'GET /admin/import': async (line, world) => {
    await importRow('job-list', 'done')
    const query = '?kind=phonenumber'
    await line.good({ as: world.admin, query }, ['data.0.jobId', 'data.0.progress', 'data.0.byName', 'truncated'])
    await line.closed({ query }, strangers(world))
  },
  'POST /admin/import/{id}/cancel': async (line, world) => {
    await importRow('job-stop', 'running')
    await line.good({ as: world.admin, id: 'job-stop' }, ['success'])
    await line.refused({ as: world.admin, id: 'none' }, NOT_FOUND)
    await line.closed({ id: 'job-stop' }, strangers(world))
  },
}
