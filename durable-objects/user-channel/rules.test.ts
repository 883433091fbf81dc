import { expect, test } from 'vitest'
import { QUIET_MS, rememberSilent, type Silent, SILENT_MAX, takeSilent } from './rules.ts'

test('who spoke to nobody is told once, the newest first', () => {
  const silent: Silent = new Map()
  for (const [id, at] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
  ] as const)
    rememberSilent(silent, id, at)
  expect(takeSilent(silent, 4)).toEqual(['a', 'b'])
  expect(takeSilent(silent, 4)).toEqual([])
})

test('whose pause has run out is not told', () => {
  const silent: Silent = new Map()
  rememberSilent(silent, 'old', 0)
  rememberSilent(silent, 'new', 1)
  expect(takeSilent(silent, QUIET_MS)).toEqual(['new'])
})

test('no more are kept than are told; old ones make room first', () => {
  const silent: Silent = new Map()
  rememberSilent(silent, 'old', 0)
  for (let i = 0; i < SILENT_MAX + 5; i++) rememberSilent(silent, `a${i}`, QUIET_MS)
  expect(silent.size).toBe(SILENT_MAX)
  expect(silent.has('old')).toBe(false)
  expect(takeSilent(silent, QUIET_MS).at(0)).toBe(`a${SILENT_MAX + 4}`)
})
