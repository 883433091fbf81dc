// One domain, one word, one wing: in domain/, contract/, contract/api/, worker/routes/ and web/features/ (decision record 0082).
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

const ROOMS = 'domain'
const CALLED_AS_ROOMS = ['contract/api', 'worker/routes', 'web/features']
/** About no room, or about several. */
const OF_NO_ROOM = ['docs', 'home', 'legal', 'public', 'realtime', 'runner']
/** What it says of whom: consents are the rows of suppressions' store, the hold on all pay is people/holds. */
const OTHER_WORD = ['consent', 'pay-hold']
/** Counted at the ground, read in operation. */
const IN_TWO_WINGS = ['metrics']

type Place = { floor: string; wing: string; name: string }
const placesOf = (floor: string): Place[] =>
  readdirSync(join(root, floor), { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== 'api')
    .flatMap(({ name: wing }) =>
      readdirSync(join(root, floor, wing)).map((file) => ({ floor, wing, name: file.replace(/(\.test)?\.ts$/, '') })),
    )
const rooms = placesOf(ROOMS)
const called = CALLED_AS_ROOMS.flatMap(placesOf)

test('a name stands in one wing, wherever it is used', () => {
  const wings = new Map<string, Set<string>>()
  for (const { name, wing } of [...rooms, ...called, ...placesOf('contract')])
    wings.set(name, (wings.get(name) ?? new Set()).add(wing))
  const inSeveral = [...wings].filter(([, of]) => of.size > 1).map(([name]) => name)
  expect(wings.size).toBeGreaterThan(100)
  expect(inSeveral).toEqual(IN_TWO_WINGS)
})

test('a call, a route or a screen is called as the room that it is about', () => {
  const isOfRoom = ({ name, wing }: Place): boolean =>
    rooms.some((room) => room.wing === wing && (name === room.name || name.startsWith(`${room.name}-`)))
  const others = new Set(called.filter((place) => !isOfRoom(place)).map(({ name }) => name))
  expect(called.length).toBeGreaterThan(80)
  expect([...others].sort()).toEqual([...OF_NO_ROOM, ...OTHER_WORD].sort())
})
