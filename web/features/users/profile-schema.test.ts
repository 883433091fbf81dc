import { expect, test } from 'vitest'
import { profileForm } from './profile-schema.ts'

const form = profileForm('rani@toko.id')
const good = {
  firstname: ' Rani ',
  lastname: 'Pratama',
  account_bank: 'BCA',
  account_number: '123 456',
  account_name: 'Rani Pratama',
  password: '',
}
const problemsOf = (change: Partial<typeof good>): string[] =>
  form.safeParse({ ...good, ...change }).error?.issues.map(({ path, message }) => `${path.join()}: ${message}`) ?? []

test('a blank password and missing bank details are allowed; names are trimmed', () => {
  expect(form.parse({ ...good, account_bank: '', account_number: '', account_name: '' }).firstname).toBe('Rani')
})

test.each([
  [{ firstname: '  ' }, 'firstname: Wajib diisi.'],
  [{ lastname: '' }, 'lastname: Wajib diisi.'],
  [{ account_number: '12ab' }, 'account_number: Isi dengan angka saja.'],
  [{ password: 'pendek' }, 'password: Kata sandi minimal 8 karakter.'],
  [{ password: 'Rani@toko.id' }, 'password: Kata sandi tidak boleh sama dengan email.'],
])('%j is told at its field', (change, problem) => expect(problemsOf(change)).toEqual([problem]))
