// Levels.
import { asked } from '../../people/approvals.ts'
import { level, levelEdit, newLevel } from '../../people/levels.ts'
import { pageQuery } from '../../ground/paging.ts'
import { readVersion } from '../../ground/versions.ts'
import { ADMINS, call } from '../call.ts'
import { both, page } from '../shapes.ts'
import { done } from '../../ground/done.ts'

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
