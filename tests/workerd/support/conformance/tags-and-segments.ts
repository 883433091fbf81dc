// Tags of recipients, and segments.
import { SEGMENT_TAKEN } from '../../../../contract/recipients/segments.ts'
import { TAG_RENAMED, TAG_TAKEN } from '../../../../contract/recipients/tags.ts'
import { expect } from 'vitest'
import { all, one, run } from '../database.ts'
import { INVALID, NOT_FOUND } from './tools.ts'
import type { Cases, World } from './world.ts'

const rule = { join: 'and', not: false, of: [{ is: 'active' }] }
const RULE = encodeURIComponent(JSON.stringify(rule))
const strangers = (world: World) => [world.member, world.staff]
let serial = 0
const tag = async (): Promise<{ id: number; name: string }> => {
  serial += 1
  const name = `Label ${serial}`
  await run(
    `insert into tags (name, key, people, created_by, created_at) values (?, ?, 0, 'x', 1)`,
    name,
    `label ${serial}`,
  )
  return one<{ id: number; name: string }>('select id, name from tags where name = ?', name)
}
const segment = async (): Promise<{ id: string; name: string }> => {
  serial += 1
  const made = { id: `segmen-${serial}`, name: `Segmen ${serial}` }
  await run(`insert into segments values (?, ?, ?, 'x', 1, 1)`, made.id, made.name, JSON.stringify(rule))
  return made
}

export const TAGS_AND_SEGMENTS: Cases = {
  'GET /admin/note/list': async (line, world) => {
    await run(`insert into notes (user_id, by, at, text) values (?, 'x', 1, 'Halo')`, world.member.id)
    const query = `?user_id=${world.member.id}`
    await line.good({ as: world.admin, query }, ['data.0.text', 'data.0.at'], [['data', 'list']])
    await line.refused({ as: world.admin }, { status: 422, text: INVALID, fields: ['user_id'] })
    await line.closed({ query }, strangers(world))
  },
  'POST /admin/note/create': async (line, world) => {
    const body = { user_id: world.member.id, text: 'Sudah ditelepon' }
    await line.good({ as: world.admin, body }, ['success', 'note.id', 'data.text'])
    await line.refused(
      { as: world.admin, body: { ...body, text: ' ' } },
      { status: 422, text: INVALID, fields: ['text'] },
    )
    await line.refused({ as: world.admin, body: { number_id: 999_999, text: 'Halo' } }, NOT_FOUND)
    await line.closed({ body }, strangers(world))
  },
  'POST /admin/note/delete': async (line, world) => {
    await run(`insert into notes (user_id, by, at, text) values (?, ?, 1, 'Halo')`, world.member.id, world.admin.id)
    const { id } = await one<{ id: number }>('select max(id) as id from notes')
    await line.good({ as: world.admin, body: { id } }, ['success'])
    await line.refused({ as: world.admin, body: { id } }, NOT_FOUND)
    await line.closed({ body: { id } }, strangers(world))
  },
  'GET /admin/tag/list': async (line, world) => {
    await tag()
    await line.good({ as: world.admin }, ['list', 'data.0.id', 'data.0.name', 'data.0.people', 'truncated'])
    await line.closed({}, strangers(world))
  },
  'POST /admin/tag/create': async (line, world) => {
    const body = { name: 'Pelanggan lama' }
    await line.good({ as: world.admin, body }, ['success', 'tag.id', 'data.name'])
    await line.refused({ as: world.admin, body }, { status: 422, text: TAG_TAKEN, fields: ['name'] })
    await line.refused({ as: world.admin, body: { name: ' ' } }, { status: 422, text: INVALID, fields: ['name'] })
    await line.closed({ body }, strangers(world))
  },
  'PUT /admin/tag/rename': async (line, world) => {
    const { id, name } = await tag()
    const body = { id, name: 'Nama lain', was: name }
    await line.good({ as: world.admin, body }, ['success'])
    await line.refused({ as: world.admin, body }, { status: 422, text: TAG_RENAMED, fields: ['name'] })
    await line.refused({ as: world.admin, body: { ...body, id: 999_999 } }, NOT_FOUND)
    await line.closed({ body }, strangers(world))
  },
  'POST /admin/tag/people': async (line, world) => {
    const { id } = await tag()
    const [first] = await all<{ id: number }>('select id from phone_numbers limit 1')
    const body = { tag: id, ids: [first?.id ?? 0], on: true }
    expect(await line.good({ as: world.admin, body }, ['success', 'changed'])).toMatchObject({ changed: 1 })
    await line.refused({ as: world.admin, body: { ...body, ids: [] } }, { status: 422, text: INVALID, fields: ['ids'] })
    await line.refused({ as: world.admin, body: { ...body, tag: 999_999 } }, NOT_FOUND)
    await line.closed({ body }, strangers(world))
  },
  'DELETE /admin/tag/{id}': async (line, world) => {
    const { id } = await tag()
    await line.closed({ id }, strangers(world))
    await line.good({ as: world.admin, id }, ['success'])
    await line.refused({ as: world.admin, id }, NOT_FOUND)
  },
  'GET /admin/segment/list-per-page': async (line, world) => {
    await segment()
    await line.page({ as: world.admin }, ['id', 'name', 'rule', 'created_at'])
    await line.closed({}, strangers(world))
  },
  'GET /admin/segment/count': async (line, world) => {
    const query = `?rule=${RULE}`
    await line.good({ as: world.admin, query }, ['people', 'sendable', 'resting', 'sample', 'looked', 'all'])
    await line.refused({ as: world.admin, query: '?rule=x' }, { status: 422, text: INVALID, fields: ['rule'] })
    await line.closed({ query }, strangers(world))
  },
  'GET /admin/segment/export': async (line, world) => {
    const { id } = await segment()
    const text = await line.file({ as: world.admin, query: `?id=${id}` }, 'segment.csv', /^text\/csv/)
    expect(text).toContain(world.numbers[0])
    await line.refused({ as: world.admin, query: '?id=none' }, NOT_FOUND)
    await line.closed({ query: `?id=${id}` }, strangers(world))
  },
  'POST /admin/segment/create': async (line, world) => {
    const body = { name: 'Yang aktif', rule }
    await line.good({ as: world.admin, body }, ['success', 'segment.id', 'segment.version', 'data.name'])
    await line.refused({ as: world.admin, body }, { status: 422, text: SEGMENT_TAKEN, fields: ['name'] })
    await line.closed({ body }, strangers(world))
  },
  'POST /admin/segment/tag': async (line, world) => {
    const { id } = await tag()
    const body = { rule, tag: id, on: true, after: 0 }
    await line.good({ as: world.admin, body }, ['success', 'changed', 'looked', 'all'])
    await line.refused({ as: world.admin, body: { ...body, tag: 999_999 } }, NOT_FOUND)
    await line.closed({ body }, strangers(world))
  },
  'GET /admin/segment/{id}': async (line, world) => {
    const { id } = await segment()
    await line.good({ as: world.admin, id }, ['segment.name', 'data.rule', 'version'])
    await line.refused({ as: world.admin, id: 'none' }, NOT_FOUND)
    await line.closed({ id }, strangers(world))
  },
  'PUT /admin/segment/{id}': async (line, world) => {
    const { id, name } = await segment()
    const other = await segment()
    await line.good({ as: world.admin, id, body: { name: `${name} baru`, rule } }, ['success', 'segment.version'])
    const taken = { name: other.name, rule }
    await line.refused({ as: world.admin, id, body: taken }, { status: 422, text: SEGMENT_TAKEN, fields: ['name'] })
    await line.refused({ as: world.admin, id: 'none', body: taken }, NOT_FOUND)
    await line.closed({ id, body: taken }, strangers(world))
  },
  'DELETE /admin/segment/{id}': async (line, world) => {
    const { id } = await segment()
    await line.closed({ id }, strangers(world))
    await line.good({ as: world.admin, id }, ['success'])
    await line.refused({ as: world.admin, id }, NOT_FOUND)
  },
}
