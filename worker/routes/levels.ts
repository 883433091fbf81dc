// /admin/level (rule level).
import { DONE, twice } from '../../contract/api/shapes.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Level } from '../../contract/levels.ts'
import { toPaged } from '../../contract/paging.ts'
import { type Db, runBatch } from '../../domain/db/connection.ts'
import { deleteLevel, insertLevel, levelById, levelPage, updateLevel } from '../../domain/levels/store.ts'
import { door, routes } from '../http/door.ts'

export const levelRoutes = routes()

const mustFind = async (db: Db, id: string): Promise<Level> => {
  const level = await levelById(db, id)
  if (!level) throw new Refusal('not_found')
  return level
}

door(levelRoutes, 'POST /admin/level/create', async ({ db, body, now, audit }) => {
  const id = crypto.randomUUID()
  await runBatch(db, [insertLevel(db, id, body, now), ...audit('level.create', id, undefined, body)])
  return { ...DONE, level: await mustFind(db, id) }
})

door(levelRoutes, 'GET /admin/level/list-per-page', async ({ db, query }) => {
  const { rows, total } = await levelPage(db, query)
  return toPaged(rows, total, query)
})

door(levelRoutes, 'GET /admin/level/:id', async ({ db, param }) => {
  const level = await mustFind(db, param('id'))
  return { ...level, ...twice('level', level) }
})

door(levelRoutes, 'PUT /admin/level/:id', async ({ db, body, param, audit }) => {
  const before = await mustFind(db, param('id'))
  await runBatch(db, [updateLevel(db, before.id, body), ...audit('level.update', before.id, before, body)])
  return { ...DONE, level: await mustFind(db, before.id) }
})

door(levelRoutes, 'DELETE /admin/level/:id', async ({ db, param, audit }) => {
  const before = await mustFind(db, param('id'))
  if ((await deleteLevel(db, before.id)) === 'in_use') throw new Refusal('level_in_use')
  await runBatch(db, audit('level.delete', before.id, before))
  return DONE
})
