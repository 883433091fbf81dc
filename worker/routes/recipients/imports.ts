// /admin/import: how far a large import is, and what it left out (rule imports).
import { listed } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { presentListed, presentSkip, SKIPPED_FILES } from '../../../domain/recipients/imports/present.ts'
import { cancelImport, importStatus } from '../../../domain/sending/importing/run-import.ts'
import { importById, lastImports, skipsAfter } from '../../../domain/recipients/imports/store.ts'
import { door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../../http/export.ts'

export const importRoutes = routes()
const LAST = 10

door(importRoutes, 'GET /admin/import', async ({ db, query }) => {
  const rows = await lastImports(db, query.kind, LAST + 1)
  return listed(rows.slice(0, LAST).map(presentListed), rows.length)
})
door(importRoutes, 'POST /admin/import/:id/cancel', async ({ db, env, now, param, audit }) => {
  const open = async (key: string) => (await env.MEDIA.get(key))?.body ?? null
  const id = param('id')
  const ended = await cancelImport({ db, now, open }, id, ({ file_name, kind, rows_read }) =>
    audit('import.cancel', file_name, undefined, { jobId: id, kind, rows: rows_read }),
  )
  // the queue finds it ended, and deletes its file
  if (ended) await env.IMPORTS.send({ jobId: id })
  return DONE
})

door(importRoutes, 'GET /admin/import/:id', async ({ db, param }) => {
  const found = await importStatus(db, param('id'))
  if (!found) throw new Refusal('not_found')
  return { ...found, data: found }
})
door(importRoutes, 'GET /admin/import/:id/skipped', async ({ db, param, query }) => {
  const found = await importById(db, param('id'))
  if (!found) throw new Refusal('not_found')
  const { name, columns } = SKIPPED_FILES[found.kind]
  return exportFile({
    format: query.format,
    name,
    columns,
    page: async (after: number | null) => {
      const rows = await skipsAfter(db, found.id, after ?? 0, EXPORT_PAGE)
      return pageOf(rows, presentSkip, (row) => row.row)
    },
  })
})
