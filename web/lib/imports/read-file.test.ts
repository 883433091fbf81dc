import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readFile } from './read-file.ts'
import { readBook } from './workbook/read-book.ts'

const ACCEPTED = { kinds: ['.csv', '.xlsx', '.json'], maxBytes: 1_000_000 }
const bytesOf = (...bytes: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)
const latin = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Array.from(text, (c) => c.charCodeAt(0)))
const read = (name: string, ...parts: BlobPart[]) => readFile(new File(parts, name), 0, ACCEPTED)
const words = async (name: string, ...parts: BlobPart[]) => (await read(name, ...parts)).file.text()

/** A zip of these parts, as Excel writes it. */
const zipOf = (parts: Record<string, string>): Blob => {
  const bodies: Uint8Array<ArrayBuffer>[] = []
  const list: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const [packed, title] = [new Uint8Array(deflateRawSync(text)), latin(name)]
    const local = new DataView(new ArrayBuffer(30))
    local.setUint32(0, 0x04_03_4b_50, true)
    local.setUint16(26, title.length, true)
    const listed = new DataView(new ArrayBuffer(46))
    listed.setUint32(0, 0x02_01_4b_50, true)
    listed.setUint16(10, 8, true)
    listed.setUint32(20, packed.length, true)
    listed.setUint16(28, title.length, true)
    listed.setUint32(42, at, true)
    bodies.push(new Uint8Array(local.buffer), title, packed)
    list.push(new Uint8Array(listed.buffer), title)
    at += 30 + title.length + packed.length
  }
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06_05_4b_50, true)
  end.setUint32(
    12,
    list.reduce((sum, { length }) => sum + length, 0),
    true,
  )
  end.setUint32(16, at, true)
  return new Blob([...bodies, ...list, end.buffer])
}
const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`
/** sheets: names, and what stands between the tags of their rows. */
const bookOf = (sheets: Record<string, string>, more: Record<string, string> = {}, name = 'kontak.xlsx'): File => {
  const names = Object.keys(sheets)
  const parts = {
    'xl/workbook.xml': `<workbook><sheets>${names
      .map((sheet, i) => `<sheet name="${sheet}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  }
  return new File([zipOf(parts)], name)
}
const inline = (...cells: string[]): string =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`

describe('what is no list is refused before it is sent', () => {
  test.each([
    ['foto.csv', [bytesOf(0xff, 0xd8, 0xff, 0xe0)], /gambar atau video/],
    ['foto.png', [latin('\u0089PNG\r\n')], /gambar atau video/],
    ['foto.csv', [bytesOf(0, 0, 0, 0x18), latin('ftypheic')], /gambar atau video/],
    ['faktur.pdf', ['%PDF-1.7'], /PDF/],
    ['lama.xls', [bytesOf(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)], /Excel lama/],
    ['kontak.xlsx', [zipOf({ 'readme.txt': 'hello' })], /arsip/],
    ['kontak.csv', [bytesOf(0x1f, 0x8b, 8)], /arsip/],
    ['kontak.csv', ['<html><table>'], /halaman web/],
    ['kontak.csv', [], /kosong/],
    ['kontak.csv', ['\ufeff\r\n \r\n'], /kosong/],
    ['kontak.csv', [bytesOf(0x30, 0, 1, 0xe9)], /bukan teks/],
    ['kontak.txt', ['0812'], /berakhiran/],
    ['kontak.xlsx', ['0812'], /berakhiran/],
    ['kontak.json', ['0812'], /JSON rusak/],
    ['kontak.csv', ['0'.repeat(1_000_001)], /paling besar/],
    ['kontak.xlsx', ['PK\u0003\u0004'], /rusak/],
    // of three letters one was cut
    ['kontak.csv', ['number,name\n0812,é\n0813,ü'], [bytesOf(0xc3)], /baris 3/],
  ])('%s %#', async (name, ...rest) => {
    const said = rest.pop() as RegExp
    await expect(read(name, ...(rest.flat() as BlobPart[]))).rejects.toThrow(said)
  })
  test('and a sheet of more rows, or one that unpacks to more than may be', async () => {
    const book = bookOf({ A: inline('nomor') + inline('0812').repeat(3) })
    const most = { rows: 3, unpacked: 1_000_000 }
    expect((await readBook(book, 0, most)).sheet.rows).toBe(4)
    await expect(readBook(book, 0, { ...most, rows: 2 })).rejects.toThrow(/lebih dari 2 baris/)
    const bomb = bookOf({ A: `${inline('0812')}${' '.repeat(2_000_000)}` })
    expect(bomb.size).toBeLessThan(10_000)
    await expect(readBook(bomb, 0, most)).rejects.toThrow(/terlalu besar/)
  })
})

describe('other letters than those of UTF-8', () => {
  test('are read as Windows-1252, with a word by which one sees it', async () => {
    const { file, readAs } = await read(
      'kontak.csv',
      latin('number,name\n0812,Jos\u00e9 d\u0092Arc\n0813,"\u0093Bo\u0094"\n'),
    )
    expect(await file.text()).toBe('number,name\n0812,José d’Arc\n0813,"“Bo”"\n')
    expect(readAs).toEqual({ encoding: 'Windows-1252 (ANSI)', sample: 'José' })
    expect(await words('kontak.json', latin('[{"name":"Jos\u00e9"}]'))).toBe('[{"name":"José"}]')
  })
  test('or of UTF-16, where its mark says so', async () => {
    const text = Buffer.from('\ufeffnumber,name\n0812,José', 'utf16le')
    expect(await words('kontak.csv', text)).toBe('number,name\n0812,José')
    expect(await words('kontak.csv', Buffer.from(text).swap16())).toBe('number,name\n0812,José')
    await expect(read('kontak.csv', text, bytesOf(0x61))).rejects.toThrow(/bukan teks/)
  })
  test('and UTF-8 is sent as it is', async () => {
    const file = new File(['number,name\n0812,José'], 'kontak.csv')
    expect(await readFile(file, 0, ACCEPTED)).toEqual({ file, readAs: null, sheet: null })
  })
})

describe('a sheet of Excel', () => {
  test('is a CSV: numbers whole, days as days, texts of every kind', async () => {
    const shared = `<sst><si><t>nomor</t></si><si><r><t>Jo</t></r><r><t xml:space="preserve">sé, S.E.</t></r><rPh><t>x</t></rPh></si></sst>`
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>nama "lengkap"</t></is></c><c r="D1" t="str"><f>1+1</f><v>lahir</v></c></row>
      <row r="2"><c r="A2"><v>8.12346123456E+11</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" s="1"><v>32874</v></c><c r="E2" s="2"><v>42</v></c></row>
      <row r="3"/>
      <row r="4" hidden="1"><c r="A4"><v>81200000002</v></c><c r="B4" t="inlineStr"><is><t>a_x000D_&#10;b &amp; c</t></is></c><c r="D4" s="1"><v>32874.5</v></c></row>
      <row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5"><v>0.5</v></c><c><v>1E+21</v></c><c><v>1E-7</v></c></row>`
    const { file, sheet } = await read('a.xlsx', bookOf({ Kontak: rows }, { 'xl/sharedStrings.xml': shared }))
    expect(file.name).toBe('a.csv')
    expect(await file.text()).toBe(
      [
        'nomor,"nama ""lengkap""",,lahir',
        '812346123456,"José, S.E.",,1990-01-01,00042',
        '81200000002,a b & c,,1990-01-01 12:00:00',
        'TRUE,0.5,1000000000000000000000,0.0000001',
        '',
      ].join('\n'),
    )
    expect(sheet).toEqual({ names: ['Kontak'], at: 0, rows: 4, hidden: 1 })
  })
  test('of several with something in them, the one that is chosen', async () => {
    const book = bookOf({ Kosong: '<row/>', A: inline('nomor;hp'), B: inline('nomor', 'nama') })
    const first = await readFile(book, 0, ACCEPTED)
    expect(first.sheet?.names).toEqual(['A', 'B'])
    // read back by commas, whatever its words hold
    expect(await first.file.text()).toBe('"nomor;hp",,\n')
    const second = await readFile(book, 1, ACCEPTED)
    expect([second.file.name, await second.file.text()]).toEqual(['kontak (B).csv', 'nomor,nama\n'])
  })
  test('and a workbook without rows is empty', () =>
    expect(read('a.xlsx', bookOf({ A: '' }))).rejects.toThrow(/kosong/))
})
