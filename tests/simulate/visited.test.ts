// What the simulator says of rare states: it counts histories, and fails when none of many was in one of them.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SOMETIMES, sometimes } from '../../contract/ground/sometimes.ts'
import { REACHES_ALL, Visited } from './visited.ts'

const root = join(import.meta.dirname, '../..')
const sources = (where: string): string =>
  globSync(where, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
const [first, second] = SOMETIMES

test('a state counts once a history, and what no history reached is named', () => {
  const visited = new Visited([first, second])
  visited.add([first, first])
  visited.add([first])
  expect(visited.figures).toEqual({ named: 2, reached: 1, never: [second] })
  expect(visited.table().split('\n').slice(2)).toEqual([`| ${second} | 0 |`, `| ${first} | 2 |`])
})
test('a state that so many histories never reach is a complaint, and of fewer it is not', () => {
  const visited = new Visited([first, second])
  for (let i = 1; i < REACHES_ALL; i++) visited.add([first])
  expect(visited.complaint).toBeNull()
  visited.add([first])
  expect(visited.complaint).toBe(`${REACHES_ALL} histories never reached: ${second}`)
  visited.add([second])
  expect(visited.complaint).toBeNull()
})
test('nobody listens unless the simulator does, and a condition that costs something is not asked then', () => {
  const heard: unknown[] = []
  const hear = (name: unknown): void => void heard.push(name)
  const asked = (): never => {
    throw new Error('asked')
  }
  sometimes(first, asked)
  subscribe('sometimes', hear)
  try {
    sometimes(first, () => true)
    sometimes(second, () => false)
    sometimes(second, false)
    sometimes(second)
  } finally {
    unsubscribe('sometimes', hear)
  }
  sometimes(first)
  expect(heard).toEqual([first, second])
  expect(
    sources('{contract,domain,durable-objects,worker,runner,web}/**/*.{ts,tsx}').split('diagnostics_channel'),
  ).toHaveLength(2)
})
test('each name is unique, and used in one place', () => {
  const text = sources('{domain,durable-objects,worker,runner,tests/simulate}/**/*.ts')
  const used = [...text.matchAll(/\bsometimes\(\s*'([^']+)'/g)].map(([, name]) => String(name))
  expect(used.toSorted()).toEqual([...SOMETIMES].toSorted())
})
