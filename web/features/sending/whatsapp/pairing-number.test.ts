import { expect, test } from 'vitest'
import { pairingNumber } from './pairing-number.ts'

test.each(['081234567890', '81234567890', '6281234567890', '62081234567890', '620081234567890'])(
  'rule phone-format: %s is the same number',
  (typed) => expect(pairingNumber(typed)).toBe('6281234567890'),
)
test.each(['', '62', '620', '6212'])('%s is no number yet', (typed) => expect(pairingNumber(typed)).toBeNull())
