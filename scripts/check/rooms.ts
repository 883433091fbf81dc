// The rooms of the domain stand in no circle: anyone who changes one room must not have to know another that knows it. Types count, too. dependency-cruiser
// looks for circles of folders through all that it reads, also through tests.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/** By room, as `wing/room`: the rooms that it imports. */
type Rooms = ReadonlyMap<string, ReadonlySet<string>>
const IMPORT = /(?:from|import\()\s*'(\.[^']+)'/g
const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/')

/** @param domain the folder. Tests may look anywhere. */
export const roomsOf = (domain: string): Rooms => {
  const rooms = new Map<string, Set<string>>()
  for (const path of readdirSync(domain, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const room = roomOf(path)
    const known = rooms.get(room) ?? new Set()
    rooms.set(room, known)
    for (const [, to = ''] of readFileSync(join(domain, path), 'utf8').matchAll(IMPORT)) {
      const target = relative(domain, normalize(join(domain, dirname(path), to)))
      if (!target.startsWith('..') && roomOf(target) !== room) known.add(roomOf(target))
    }
  }
  return rooms
}

/** null: there is none. Else one of them, from a room back to it. */
export const circleIn = (rooms: Rooms): string[] | null => {
  const done = new Set<string>()
  const walk = (room: string, way: string[]): string[] | null => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room]
    if (done.has(room)) return null
    for (const next of rooms.get(room) ?? []) {
      const found = walk(next, [...way, room])
      if (found) return found
    }
    done.add(room)
    return null
  }
  for (const room of rooms.keys()) {
    const found = walk(room, [])
    if (found) return found
  }
  return null
}
