import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ImportKind } from '../../../contract/recipients/imports.ts'
import { readGroups, readHead } from './read-file.ts'
import { readRecipient } from '../phone-numbers/rules.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const streamOf = (bytes: Uint8Array, step = bytes.length || 1): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (let i = 0; i < bytes.length; i += step) controller.enqueue(bytes.slice(i, i + step))
      controller.close()
    },
  })
const groupsOf = async (
  name: string,
  bytes: Uint8Array,
  step?: number,
  from?: number,
  kind: ImportKind = 'phonenumber',
) => {
  const head = readHead(kind, name, bytes)
  const start = from ?? head.startBytes
  const groups = []
  for await (const group of readGroups(head, streamOf(bytes.subarray(start), step), start)) groups.push(group)
  return groups
}
const read = async (name: string, text: string | Uint8Array, step?: number) => {
  const groups = await groupsOf(name, typeof text === 'string' ? bytesOf(text) : text, step)
  return groups.flatMap((g) => g.items).map((item) => readRecipient(item))
}
const two = [
  { number: '081200000001', name: 'Budi, S.E.' },
  { number: '081200000002', name: '' },
]

describe('a list of recipients', () => {
  test.each([
    ['a.csv', '\ufeffnumber,name,status\n081200000001,"Budi, S.E.",active\n081200000002,\n'],
    ['a.csv', '081200000001;Budi, S.E.\r\n\r\n081200000002\r\n'],
    ['a.CSV', 'name;number\n"Budi, S.E.";081200000001\n;081200000002'],
    ['a.csv', '\r\n Nama \tNo HP\r"Budi, S.E."\t081200000001\r\t081200000002'],
    ['a.json', JSON.stringify([two[0], '081200000002'])],
    ['a.json', JSON.stringify({ meta: { data: [1] }, data: two, more: [[]] })],
    ['a.json', ` \ufeff[]`.slice(1).replace('[]', JSON.stringify(two, null, 2))],
  ])('%s %j', async (name, text) => {
    for (const step of [1, 7, 1_000]) {
      expect((await read(name, text, step)).map(({ number, name: n }) => ({ number, name: n }))).toEqual(two)
    }
  })
  test('rule imports: two columns that both are the number are refused with both names, and read once one was chosen', async () => {
    const bytes = bytesOf('nama,nomor hp,no hp\nBudi,081200000001,081200000002\n')
    const text = /Kolom 2 \(“nomor hp”\) dan kolom 3 \(“no hp”\) sama-sama nomor/
    for (const kind of ['phonenumber', 'suppression'] as const)
      expect(() => readHead(kind, 'a.csv', bytes)).toThrow(text)
    expect(readHead('phonenumber', 'a.csv', bytes, { number: 2, header: true })).toMatchObject({
      columns: { number: 2 },
    })
  })
  test('an apostrophe that made a cell safe is taken off again, a line end in quotes is one', async () => {
    const rows = await read('a.csv', `number,name\n0812,"'=1+1"\n0813,"O'Neil ""Bo"""\n0814,"a\nb"\n`)
    expect(rows.map((r) => r.name)).toEqual(['=1+1', 'O\'Neil "Bo"', 'a b'])
  })
  test.each([
    ['a.json', '{"number":', /rusak/],
    ['a.json', '[{"number":1},', /rusak/],
    ['a.json', '[1 2]', /rusak/],
    ['a.json', '{"x":1}', /rusak/],
    ['a.json', '', /rusak/],
    ['a.txt', '0812', /csv atau .json/],
    ['a.csv', '0812,"never closed', /rusak/],
  ])('%s %j is broken', (name, text, words) => expect(read(name, text)).rejects.toThrow(words))
  test.each([
    ['a.csv', [0x89, 0x50, 0x4e, 0x47], /gambar/],
    ['a.json', [0x25, 0x50, 0x44, 0x46, 0x2d], /PDF/],
    ['a.csv', [0x50, 0x4b, 3, 4], /Excel \(\.xlsx\) atau zip/],
    ['a.csv', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], /Excel lama/],
  ])('%s of %j is no list', (name, bytes, words) => expect(read(name, Uint8Array.from(bytes))).rejects.toThrow(words))
  test.each([
    ['a.csv', [0xff, 0xfe, 0x30, 0x00], /UTF-16/],
    ['a.csv', [0x30, 0x00, 0x31, 0x00], /UTF-16/],
    ['a.csv', [0x30, 0x2c, 0xe9, 0x0a], /Windows-1252/],
    ['a.json', [0x5b, 0x22, 0xe9, 0x22, 0x5d], /Windows-1252/],
  ])('%s of %j is named by its encoding', (name, bytes, words) =>
    expect(read(name, Uint8Array.from(bytes))).rejects.toThrow(words),
  )
})

describe('a file goes on from the end of any group', () => {
  const rows = Array.from({ length: 12_000 }, (_, i) => ({ number: String(62812_0000_0000 + i), name: `é "${i}",\\;` }))
  const csv = `number,name\n${rows.map((r) => `${r.number},"${r.name.replaceAll('"', '""')}"`).join('\n')}`
  test.each([
    ['a.csv', csv],
    ['a.json', JSON.stringify(rows)],
    ['a.json', JSON.stringify({ data: rows, more: { x: 1 } }, null, 1)],
  ])('%s', async (name, text) => {
    const bytes = bytesOf(text)
    const whole = await groupsOf(name, bytes, 10_000)
    expect(whole.length).toBeGreaterThan(2)
    const items = whole.flatMap((g) => g.items)
    expect(items).toEqual(rows)
    const read = whole[0]?.items.length ?? 0
    for (const [i, group] of whole.slice(0, -1).entries()) {
      const rest = await groupsOf(name, bytes, 4_096, group.endBytes)
      const before = whole.slice(0, i + 1).reduce((n, g) => n + g.items.length, 0)
      expect(rest.flatMap((g) => g.items)).toEqual(rows.slice(before))
    }
    expect(read).toBeLessThanOrEqual(5_000)
  })
  // few and small files, and a time limit of its own: one that arrives byte by byte costs turns of the event loop for each byte
  test('whatever its cells hold and however it is cut', async () => {
    const cell = fc.string({ unit: 'binary', maxLength: 8 }).map((s) => s.toWellFormed().replaceAll('\u0000', ''))
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        async (names, step) => {
          const json = JSON.stringify(names.map((name) => ({ number: '0812', name })))
          const items = (await groupsOf('a.json', bytesOf(json), step)).flatMap((g) => g.items)
          expect(items).toEqual(names.map((name) => ({ number: '0812', name })))
          const csvText = `number,name\n${names.map((n) => `0812,"${n.replaceAll('"', '""')}"`).join('\n')}\n`
          const cells = (await groupsOf('a.csv', bytesOf(csvText), step)).flatMap((g) => g.items)
          expect(cells).toHaveLength(names.length)
        },
      ),
      { numRuns: 25, seed: 3 },
    )
  }, 60_000)
})
