import { describe, expect, test } from 'vitest'
import { sendMessageBody, TARGETS_MAX } from './one-off.ts'

const read = (body: object) =>
  sendMessageBody.safeParse({ senders: '6281234567890', targets: 'All', message: 'Halo', ...body })
const targets = (value: unknown) => read({ targets: value }).data?.targets
const wrong = (body: object) => read(body).error?.issues[0]?.message

describe('receivers', () => {
  test.each(['All', 'all', [' ALL ']])('%j is the flag', (value) => expect(targets(value)).toEqual({ all: true }))
  test('are read in any way people write them, each once; texts that are no numbers are listed apart', () =>
    expect(targets('0812-3456-7890, +6281234567890;\n8123456789, halo, ')).toEqual({
      all: false,
      numbers: ['6281234567890', '628123456789'],
      invalid: ['halo'],
    }))
  test.each([
    [{ targets: ' , ' }, 'Pilih penerima.'],
    [{ targets: undefined }, 'Pilih penerima.'],
    [{ targets: 'All, 0812345678' }, 'Pilih semua penerima atau beberapa nomor, bukan keduanya.'],
    [
      { targets: Array.from({ length: TARGETS_MAX + 1 }, () => '1').join() },
      'Paling banyak 1.000 penerima. Untuk semuanya pilih All.',
    ],
    [{ senders: '' }, 'Pilih pengirim.'],
    [{ message: ' ' }, 'Tulis pesan.'],
  ])('%j is refused', (body, text) => expect(wrong(body)).toBe(text))
})
test('one sender, alone or in a list', () => {
  expect(read({ senders: ['a'] }).data?.senders).toBe('a')
  expect(wrong({ senders: ['a', 'b'] })).toBeDefined()
})
