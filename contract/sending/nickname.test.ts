import { describe, expect, test } from 'vitest'
import { accountName, accountTitle } from './account-name.ts'
import { nickname } from './nickname.ts'

const read = (text: unknown) => {
  const parsed = nickname.safeParse(text)
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message
}

describe('rule nickname: a name', () => {
  test.each(['Toko Ibu', 'Nomor 2 (lama)', 'A.Yani', 'Pak. Budi', '👨‍👩‍👧 Keluarga', 'x'.repeat(30), '😀'.repeat(30)])(
    '%j is taken',
    (text) => expect(read(text)).toBe(text),
  )
  test('is trimmed', () => expect(read('  Toko  ')).toBe('Toko'))
  test.each([
    ['', 'Tulis nama akun.'],
    ['   ', 'Tulis nama akun.'],
    [undefined, 'Tulis nama akun.'],
    ['x'.repeat(31), 'Nama akun paling panjang 30 karakter.'],
    ['Toko\nIbu', 'Nama akun hanya boleh berisi huruf, angka, tanda baca, dan emoji.'],
    ['Toko\u0000', 'Nama akun hanya boleh berisi huruf, angka, tanda baca, dan emoji.'],
    ['\u202eokoT', 'Nama akun hanya boleh berisi huruf, angka, tanda baca, dan emoji.'],
    ['https://x', 'Nama akun tidak boleh berisi tautan.'],
    ['www.toko', 'Nama akun tidak boleh berisi tautan.'],
    ['wa.me/62812', 'Nama akun tidak boleh berisi tautan.'],
    ['Toko.co.id', 'Nama akun tidak boleh berisi tautan.'],
  ])('%j is refused: %s', (text, why) => expect(read(text)).toBe(why))
})

test('rule nickname: what an account is called', () => {
  const account = { pushname: 'Budi', phonenumber: '62812', clientid: 'client.1' }
  expect(accountName({ ...account, nickname: 'Toko' })).toBe('Toko')
  expect(accountName({ ...account, nickname: null })).toBe('Budi')
  expect(accountTitle({ ...account, nickname: null, pushname: null })).toBe('62812')
  expect(accountTitle({ ...account, nickname: null, pushname: null, phonenumber: null })).toBe('client.1')
})
