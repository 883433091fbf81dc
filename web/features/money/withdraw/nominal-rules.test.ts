import { expect, test } from 'vitest'
import { WORDS } from '../../../../contract/ground/value-texts.ts'
import { readNominal } from './nominal-rules.ts'

test.each<[string, number | null, object]>([
  ['25000', null, { value: 25_000 }],
  [' 25.000 ', 50_000, { value: 25_000 }],
  ['Rp 1.250.000', null, { value: 1_250_000 }],
  ['10.000', 10_000, { value: 10_000 }],
  ['10,000', 50_000, { problem: WORDS.unclear }],
  ['10.5', 50_000, { problem: WORDS.unclear }],
  ['10.000,50', 50_000, { problem: WORDS.unclear }],
  ['1e5', 50_000, { problem: WORDS.digits }],
  ['', 50_000, { problem: WORDS.required }],
  ['-10000', 50_000, { refused: 'minimum' }],
  ['9.999', 50_000, { refused: 'minimum' }],
  ['50.001', 50_000, { refused: 'overBalance' }],
  ['50.001', null, { value: 50_001 }],
])('%s with a balance of %j: %j', (typed, balance, read) => expect(readNominal(typed, balance)).toEqual(read))
