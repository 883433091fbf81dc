import { expect, test } from 'vitest'
import { needsProof, profileForm } from './profile-schema.ts'

const kept = { email: 'rani@toko.id', account_bank: 'BCA', account_number: '123 456', account_name: 'Rani Pratama' }
const form = profileForm(kept)
const good = {
  email: 'rani@toko.id',
  firstname: ' Rani ',
  lastname: 'Pratama',
  account_bank: 'BCA',
  account_number: '123 456',
  account_name: 'Rani Pratama',
  password: '',
  current_password: 'sandi-lama',
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

test('the present password is asked for only where something changes that only its owner may change', () => {
  expect(needsProof(kept, { ...kept, password: '' })).toBe(false)
  for (const change of [{ password: 'x' }, { email: 'lain@toko.id' }, { account_number: '9' }])
    expect(needsProof(kept, { ...kept, password: '', ...change })).toBe(true)
  expect(problemsOf({ current_password: '' })).toEqual([])
  expect(problemsOf({ current_password: '', account_name: 'Lain' })).toEqual([
    'current_password: Tulis kata sandi Anda sekarang.',
  ])
})
