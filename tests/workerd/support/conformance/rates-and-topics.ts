// What became of messages, what they are about, and what they are filled with.
import { expect } from 'vitest'
import { run } from '../database.ts'
import { INVALID, NOT_FOUND } from './tools.ts'
import type { Cases, World } from './world.ts'

const strangers = ({ member, staff }: World) => [member, staff]
const field = (key: string) =>
  run(`insert or ignore into recipient_fields (key, name, created_by, created_at) values (?1, ?1, 'x', 1)`, key)

export const RATES_AND_TOPICS: Cases = {
  'GET /admin/account-check': async (line, { admin, member, staff }) => {
    expect(await line.good({ as: admin, query: '?find=tidak-ada' }, ['found', 'total'])).toMatchObject({ found: [] })
    await line.closed({}, [member, staff])
  },
  'GET /admin/rates': async (line, world) => {
    await line.good({ as: world.admin }, ['data', 'list', 'meta', 'week', 'weeks'])
    await line.closed({}, [world.member, world.staff])
  },
  'GET /user/rates': async (line, world) => {
    await line.good({ as: world.member }, ['own', 'place'])
    await line.closed({}, [world.staff])
  },
  'GET /user/topics': async (line, world) => {
    await line.good({ as: world.member }, ['topics'])
    await line.closed({}, [world.staff])
  },
  'GET /admin/recipient-field/list': async (line, world) => {
    await line.good({ as: world.admin }, ['fields'])
    await line.closed({}, strangers(world))
  },
  'POST /admin/recipient-field/save': async (line, world) => {
    const body = { key: 'kota', name: 'Kota', fallback: 'Kota Anda' }
    await line.good({ as: world.admin, body }, ['success'])
    const refused = { status: 422, text: INVALID, fields: ['key'] }
    await line.refused({ as: world.admin, body: { ...body, key: 'name' } }, refused)
    await line.closed({ body }, strangers(world))
  },
  'GET /admin/recipient-field/people': async (line, world) => {
    await field('desa')
    await line.good({ as: world.admin, query: '?key=desa' }, ['count', 'isMore'])
    await line.closed({ query: '?key=desa' }, strangers(world))
  },
  'POST /admin/recipient-field/delete': async (line, world) => {
    await field('dusun')
    const body = { key: 'dusun' }
    await line.good({ as: world.admin, body }, ['success'])
    await line.refused({ as: world.admin, body }, NOT_FOUND)
    await line.closed({ body }, strangers(world))
  },
  'POST /user/topics': async (line, world) => {
    await line.good({ as: world.member, body: { topic: 'Promo', refused: true } }, ['success'])
    await line.closed({ body: { topic: 'Promo', refused: false } }, [world.staff])
  },
}
