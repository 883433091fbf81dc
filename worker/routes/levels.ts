// /admin/level (rule level).
import { Refusal } from '../../contract/errors.ts'
import { levelBody } from '../../contract/levels.ts'
import { pageQuery, toPaged } from '../../contract/paging.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { deleteLevel, insertLevel, levelById, levelPage, updateLevel } from '../../domain/levels/store.ts'
import { door, routes } from '../http/door.ts'

export const levelRoutes = routes()

door(levelRoutes, 'POST /admin/level/create', { body: levelBody }, async ({ db, body, now, audit }) => {
  const id = crypto.randomUUID()
  await runBatch(db, [insertLevel(db, id, body, now), ...audit('level.create', id, undefined, body)])
  return { success: true, level: await levelById(db, id) }
})

door(levelRoutes, 'GET /admin/level/list-per-page', { query: pageQuery, reads: 'replica' }, async ({ db, query }) => {
  const { rows, total } = await levelPage(db, query)
  return toPaged(rows, total, query)
})

door(levelRoutes, 'GET /admin/level/:id', { reads: 'replica' }, async ({ db, param }) => {
  const level = await levelById(db, param('id'))
  if (!level) throw new Refusal('not_found')
  return { ...level, level, data: level }
})

door(levelRoutes, 'PUT /admin/level/:id', { body: levelBody }, async ({ db, body, param, audit }) => {
  const before = await levelById(db, param('id'))
  if (!before) throw new Refusal('not_found')
  await runBatch(db, [updateLevel(db, before.id, body), ...audit('level.update', before.id, before, body)])
  return { success: true, level: await levelById(db, before.id) }
})

door(levelRoutes, 'DELETE /admin/level/:id', {}, async ({ db, param, audit }) => {
  const before = await levelById(db, param('id'))
  if (!before) throw new Refusal('not_found')
  if ((await deleteLevel(db, before.id)) === 'in_use') throw new Refusal('level_in_use')
  await runBatch(db, audit('level.delete', before.id, before))
  return { success: true }
})
