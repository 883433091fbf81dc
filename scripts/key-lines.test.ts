import { expect, test } from 'vitest'
import { keyLines } from './key-lines.ts'

test('rule vault-keys: each key of the ring is in use, not free yet and why, or free', () => {
  const old = { kid: 'v1', rows: 0, accounts: 0, free: false, lackedBy: [] as string[] }
  const used = { ...old, kid: 'v2', rows: 812, accounts: 3 }
  const lines = (keys: (typeof old)[], writing: { kid: string; since: number } | null = { kid: 'v2', since: 0 }) =>
    keyLines({ writing, uncounted: 0, keys }).join('\n')
  expect(lines([{ ...old, free: true }, used])).toContain(
    'v1: free, it may leave the ring and stays in the kept file for twelve months\n  v2: in use, 812 rows of 3 accounts',
  )
  expect(lines([old, used])).toContain('v1: not free, no rows, wait a day')
  expect(lines([{ ...old, rows: 7, accounts: 2 }, used])).toContain('v1: not free, 7 rows of 2 accounts')
  expect(lines([old, used], null)).toContain('the runners do not write with one key')
  expect(
    lines([
      { ...old, lackedBy: ['r-1'] },
      { ...used, lackedBy: ['r-1', 'r-2'] },
    ]),
  ).toMatch(/^VAULT_KEYS[^\n]*\n {2}v2: not on r-1, r-2, or another key/)
  expect(keyLines({ writing: null, uncounted: 4, keys: [] }).at(-1)).toContain('4 accounts have not counted')
})
