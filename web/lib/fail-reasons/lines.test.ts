import { describe, expect, test } from 'vitest'
import { linesOfAll } from './lines.ts'

describe('rule campaign-failures: why messages failed', () => {
  test.each([
    [
      'a line for each reason',
      { rejected: 2, not_registered: 1_300 },
      1_302,
      ['1.300 × tidak terdaftar di WhatsApp', '2 × ditolak WhatsApp'],
    ],
    [
      'others have no reason on record',
      { content: 1 },
      4,
      ['1 × isi pesan tidak dapat dibuat', '3 × tanpa sebab yang tercatat'],
    ],
    ['none failed', {}, 0, []],
    ['a reason of which none is left is not named', { rejected: 0 }, 0, []],
  ])('%s', (_, failures, fail, expected) => expect(linesOfAll(failures, fail)).toEqual(expected))
})
