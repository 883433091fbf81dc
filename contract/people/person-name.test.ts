import { expect, test } from 'vitest'
import { isPersonName, nameProblem } from './person-name.ts'

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

test('what makes it no name is said, so that whoever typed it knows what to take away', () => {
  expect(nameProblem('Buka evil.com ya')).toMatch(/ Hapus “evil\.com”\.$/)
  expect(nameProblem('<b>x')).toMatch(/ Hapus “<b>x”\.$/)
  expect(nameProblem('Siti\nAminah')).toMatch(/ Hapus tanda yang tidak terlihat\.$/)
})
