// What became of messages, and what they are about.
import { expect } from 'vitest'
import type { Cases } from './world.ts'

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
  'POST /user/topics': async (line, world) => {
    await line.good({ as: world.member, body: { topic: 'Promo', refused: true } }, ['success'])
    await line.closed({ body: { topic: 'Promo', refused: false } }, [world.staff])
  },
}
