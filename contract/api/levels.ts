// Levels.
import { asked } from '../approvals.ts'
import { level, levelEdit, newLevel } from '../levels.ts'
import { pageQuery } from '../paging.ts'
import { readVersion } from '../versions.ts'
import { ADMINS, call } from './call.ts'
import { both, done, page } from './shapes.ts'

export const levelCalls = {
  'POST /admin/level/create': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    body: newLevel,
    answer: done.extend({ level }),
    accepted: asked,
  }),
  'GET /admin/level/list-per-page': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: pageQuery,
    answer: page(level),
  }),
  'GET /admin/level/:id': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: both('level', level).extend(level.shape),
  }),
  'PUT /admin/level/:id': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    body: levelEdit,
    answer: done.extend({ level }),
    accepted: asked,
  }),
  'DELETE /admin/level/:id': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    query: readVersion,
    answer: done,
    accepted: asked,
  }),
}
