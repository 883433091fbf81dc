import { describe, expect, test } from 'vitest'
import { EMPTY, isIncomplete, NEW_SENDER, schemaOf, sizeOfRange, type Values } from './form-schema.ts'

const filled: Values = {
  ...EMPTY,
  start_number: '0812 3000 0001',
  end_number: '6281230000300',
  whatsapp_id: 'acc1',
}
const csv = new File(['number\n62811'], 'a.csv')
const messages = (values: Values, kind: 'generator' | 'validator', editing = false): string[] =>
  schemaOf(kind, editing)
    .safeParse(values)
    .error?.issues.map(({ message }) => message) ?? []

describe('a generator', () => {
  test('is sent with whole numbers', () => {
    expect(schemaOf('generator', false).parse({ ...filled, b_insert: true })).toEqual({
      start_number: '6281230000001',
      end_number: '6281230000300',
      whatsapp_id: 'acc1',
      b_insert: 1,
      interval_min: 1,
      interval_max: 2,
    })
  })

  test.each<[Partial<Values>, string]>([
    [{ start_number: '6281230000301' }, 'Target nomor awal harus lebih kecil dari nomor akhir'],
    [{ interval_min: '3' }, 'Interval minimal harus lebih kecil dari interval maksimal'],
    [{ interval_max: '' }, 'Wajib diisi.'],
    [{ interval_max: 'x' }, 'Isi dengan angka saja, tanpa huruf atau tanda lain.'],
    [
      { interval_max: '2,5' },
      'Tidak jelas. Tulis bilangan bulat tanpa koma; titik hanya untuk ribuan, misalnya 25.000.',
    ],
    [{ whatsapp_id: '' }, 'Pilih WhatsApp.'],
    [{ end_number: '6281230010001' }, 'Paling banyak 10.000 nomor untuk satu generator.'],
  ])('with %o is refused: %s', (changes, message) => {
    expect(messages({ ...filled, ...changes }, 'generator')).toContain(message)
  })

  test('when edited asks for neither start nor end', () => {
    expect(messages({ ...EMPTY, whatsapp_id: 'acc1' }, 'generator', true)).toEqual([])
  })
})

describe('a validator', () => {
  test('needs a file when it is made', () => {
    expect(messages({ ...filled, file: csv }, 'validator')).toEqual([])
    expect(messages(filled, 'validator')).toEqual(['Pilih berkas terlebih dahulu.'])
  })

  test('keeps its file when it is edited', () => {
    expect(messages(filled, 'validator', true)).toEqual([])
  })
})

describe('the button', () => {
  test.each<[string, 'generator' | 'validator', boolean, Partial<Values>, boolean]>([
    ['a whole generator', 'generator', false, {}, false],
    ['no start', 'generator', false, { start_number: ' ' }, true],
    ['no end', 'generator', false, { end_number: '' }, true],
    ['the new sender', 'generator', false, { whatsapp_id: NEW_SENDER }, true],
    ['the new sender while editing', 'validator', true, { whatsapp_id: NEW_SENDER }, true],
    ['no file', 'validator', false, {}, true],
    ['a file', 'validator', false, { file: csv }, false],
    ['no file while editing', 'validator', true, {}, false],
  ])('with %s', (_name, kind, editing, changes, incomplete) => {
    expect(isIncomplete(kind, editing, { ...filled, ...changes })).toBe(incomplete)
  })
})

test.each<[string, string, number | null]>([
  ['081230000001', '6281230000300', 300],
  ['6281230000001', '6281230000001', 1],
  ['6281230000002', '6281230000001', null],
  ['6281230000001', '6281230010001', null],
  ['62', '', null],
])('from %s to %s are %s numbers', (start, end, size) => expect(sizeOfRange(start, end)).toBe(size))
