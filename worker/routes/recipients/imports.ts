// /admin/import: how far a large import is, and what it left out (rule imports).
import { Refusal } from '../../../contract/ground/errors.ts'
import { presentSkip, SKIPPED_FILES } from '../../../domain/recipients/imports/present.ts'
import { importStatus } from '../../../domain/sending/importing/run-import.ts'
import { importById, skipsAfter } from '../../../domain/recipients/imports/store.ts'
import { door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../../http/export.ts'

export const importRoutes = routes()

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
