import { expect, test } from 'vitest'
import { isPersonName } from './person-name.ts'

test.each(['Siti Aminah', 'M.Rizky', 'Dr. Budi', "Nur'aini", 'Ayu-Lestari', 'Йван', '李明', 'R.A. Kartini'])(
  '%s is a name',
  (name) => expect(isPersonName(name)).toBe(true),
)
test.each([
  'Hadiah di https://evil.test',
  'buka evil.com',
  'www.evil',
  'bit.ly/x',
  'a@b.test',
  'Siti\nAkun Anda diblokir',
  'Siti\u0000',
  'Siti\u202eitiS',
  'Siti\u2028x',
  '<b>x</b>',
])('%j is no name of a person', (name) => expect(isPersonName(name)).toBe(false))
