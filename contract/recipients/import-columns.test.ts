// What a header of a list of recipients may call its columns, and what is guessed where it calls them otherwise (rule imports).
import { describe, expect, test } from 'vitest'
import { columnsOf, firstRecords, guessColumns, twoNumbers } from './import-columns.ts'

describe('rule imports: a header is understood', () => {
  test.each([
    ['nama,nomor hp', 1, 0],
    ['Nama;No. HP', 1, 0],
    ['No,Nama,Nomor HP', 2, 1],
    ['name,number', 1, 0],
    ['NOMOR,NAMA', 0, 1],
    ['no hp,nama lengkap', 0, 1],
    ['Telepon\tNama', 0, 1],
    ['telp,nama', 0, 1],
    ['WhatsApp,Nama Pelanggan', 0, 1],
    ['nama,wa', 1, 0],
    ['Full Name,Phone', 1, 0],
    ['nama,No. WhatsApp', 1, 0],
    ['nama,No Handphone', 1, 0],
    ['phone_number,name', 0, 1],
  ])('%s', (line, number, name) => {
    const [first = []] = firstRecords(line, 1)
    expect(columnsOf('phonenumber', first)).toEqual({ columns: { number, name }, hasHeader: true })
    expect(guessColumns([first])).toMatchObject({ isClear: true, chosen: { number, name, header: true } })
  })
})

describe('rule imports: of two columns that both are the number none is taken unasked', () => {
  test.each([
    ['nama,nomor hp,kota,nomor hp', [2, 'nomor hp'], [4, 'nomor hp']],
    ['No. HP;Nama;Nomor HP', [1, 'No. HP'], [3, 'Nomor HP']],
    ['WhatsApp,telepon', [1, 'WhatsApp'], [2, 'telepon']],
    ['number,number', [1, 'number'], [2, 'number']],
  ])('%s', (line, one, other) => {
    const [first = []] = firstRecords(line, 1)
    expect(twoNumbers('phonenumber', first)).toEqual([one, other])
    expect(guessColumns([first])).toMatchObject({ isClear: false, chosen: { number: undefined, header: true } })
  })
  test.each([['No,Nama,Nomor HP'], ['Kontak,HP'], ['number,phone'], ['nama,wa'], ['orang,isi']])('one is: %s', (line) =>
    expect(twoNumbers('phonenumber', firstRecords(line, 1)[0] ?? [])).toBeNull(),
  )
  test('a list of proxies has none', () => expect(twoNumbers('proxy', ['value', 'hp', 'hp'])).toBeNull())
})

test('a file without a header whose first cell is a number is clear, too', () => {
  expect(guessColumns([['0812 3456 7890', 'Budi']])).toMatchObject({
    isClear: true,
    chosen: { number: 0, header: false },
  })
})
test('an unknown header is unclear, and the column that holds numbers is proposed', () => {
  const rows = firstRecords('kode,orang,isi\nA1,Budi,081234567890\nA2,"Sari, S.E.",+62 812-3456-7891\n', 4)
  expect(rows[2]).toEqual(['A2', 'Sari, S.E.', '+62 812-3456-7891'])
  expect(guessColumns(rows)).toEqual({ isClear: false, chosen: { number: 2, name: undefined, header: true } })
})
test('without a header, numbers in another column than the first are proposed as rows', () => {
  expect(guessColumns([['Budi', '081234567890']])).toEqual({
    isClear: false,
    chosen: { number: 1, name: undefined, header: false },
  })
})
test('where no column holds numbers none is proposed', () => {
  expect(guessColumns([['a', 'b']]).chosen.number).toBeUndefined()
})
test.each([
  [
    'a;b\r\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\ufeffa,"b ""c"", d"\n\n1,2\n',
    [
      ['a', 'b "c", d'],
      ['1', '2'],
    ],
  ],
  [
    'a|b\n"x\ny"|2',
    [
      ['a', 'b'],
      ['x\ny', '2'],
    ],
  ],
  [
    'a,\n,b',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['', []],
])('the first records of %j', (text, records) => expect(firstRecords(text, 9)).toEqual(records))
