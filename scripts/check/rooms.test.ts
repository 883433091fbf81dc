import { expect, test } from 'vitest'
import { join } from 'node:path'
import { root } from '../stack/shell.ts'
import { circleIn, roomsOf } from './rooms.ts'

const rooms = (arrows: Record<string, string[]>) =>
  new Map(Object.entries(arrows).map(([room, known]) => [room, new Set(known)]))

test('rooms that know each other over others are found, and named from one back to it', () => {
  expect(circleIn(rooms({ users: ['levels'], levels: ['db'], db: [] }))).toBeNull()
  expect(circleIn(rooms({ audit: ['db'], db: ['money'], money: ['levels', 'db'], levels: [] }))).toEqual([
    'db',
    'money',
    'db',
  ])
})
test('the imports of the domain are read', () => {
  const found = roomsOf(join(root, 'domain'))
  expect(found.get('money/ledger')).toContain('ground/db')
  expect(found.size).toBeGreaterThan(40)
})
