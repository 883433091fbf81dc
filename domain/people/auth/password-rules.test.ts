import { describe, expect, test } from 'vitest'
import { COMMON_PASSWORD_TEXT, NEAR_PASSWORD_TEXT } from '../../../contract/people/auth.ts'
import { newPasswordProblem } from './judge-password.ts'

const siti = { email: 'siti.aminah@example.com', firstname: 'Siti', lastname: 'Aminah' }

describe('rules passwords, password-words: refused as one that many people have', () => {
  test.each([
    'password',
    'PASSWORD',
    'Password1',
    'password2024!',
    'sayangku',
    'indonesia123',
    'bismillah',
    'katasandi1',
    'aaaaaaaa',
    '01010101',
    'abcdefgh',
    '87654321',
    'qwertyuiop',
    'WhatsApp2026',
    'rahasia-123',
    'r4h451a!',
    'P@ssw0rd-1945',
    'bismillah17081945',
    'sayang sayangku',
    'Indonesia Merdeka',
    'qwerty-qwerty-1',
    'cinta.mama.99',
    'j4k4rt4 2026',
    'wablaster1',
    'WA Blaster',
    'w4bl4st3r-99',
    'wa-blaster',
  ])('%s', async (password) => expect(await newPasswordProblem(password, siti)).toBe(COMMON_PASSWORD_TEXT))
})
describe('rule passwords: refused as near to its owner', () => {
  test.each(['siti.aminah', 'Siti1234', '1234aminah', 's1t1-am1nah'])('%s', async (password) =>
    expect(await newPasswordProblem(password, siti)).toBe(NEAR_PASSWORD_TEXT),
  )
})
describe('rule passwords: taken', () => {
  test.each([
    'rahasia-di-balik-hujan',
    'sayang83917264502',
    'kuda baterai staples',
    'siti-makan-bakso-2x',
    'x7!kTz0q',
    'sandi-panjang',
  ])('%s', async (password) => expect(await newPasswordProblem(password, siti)).toBeNull())
  test('a short name stands in many words, and is none of the parts', async () =>
    expect(await newPasswordProblem('ali-baba-77', { email: 'a@b.id', firstname: 'Ali', lastname: '' })).toBeNull())
})
