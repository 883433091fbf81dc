// One sheet of an Excel file as a CSV, row by row: dates as days, numbers whole (rule imports).
import { delimiterOf } from '../../../../contract/recipients/import-columns.ts'
import { importTexts as texts } from '../../../texts/indonesian.ts'
import { formatNumber } from '../../format/format.ts'
import { NotRead } from '../file-text.ts'
import { type Format, formatOf, numberText } from './cells.ts'
import type { Sheet, Workbook } from './workbook.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

const MOST_COLUMNS = 1_000
const PIECE_CHARS = 1_000_000

/** hidden: rows among them that Excel does not show, as behind a filter. */
export type SheetText = { file: File; rows: number; hidden: number }

/** Texts that cells name by their place. What is written beside them, as how to say them, is no part of them. */
const sharedTexts = async (zip: Zip): Promise<string[]> => {
  const all: string[] = []
  let [isText, beside, now] = [false, 0, '']
  await readXml(zip, 'xl/sharedStrings.xml', {
    open: (tag) => {
      if (tag === 'si') now = ''
      if (tag === 'rPh') beside += 1
      isText = tag === 't' && beside === 0
    },
    text: (text) => {
      if (isText) now += text
    },
    close: (tag) => {
      isText = false
      if (tag === 'rPh') beside -= 1
      if (tag === 'si') all.push(now)
    },
  })
  return all
}

/** By the number that a cell names. */
const formatsOf = async (zip: Zip): Promise<Format[]> => {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  let isCells = false
  await readXml(zip, 'xl/styles.xml', {
    open: (tag, { numFmtId, formatCode }) => {
      const id = Number(numFmtId)
      if (tag === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode)
      if (tag === 'cellXfs') isCells = true
      else if (tag === 'xf' && isCells) formats.push(formatOf(id, codes.get(id)))
    },
    close: (tag) => {
      if (tag === 'cellXfs') isCells = false
    },
  })
  return formats
}

const NO_FORMAT: Format = { isDate: false, width: 0 }
/** B of B2 is 1; null: the cell does not say it. */
const columnOf = (reference: string | undefined): number | null => {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? '')?.[0].toUpperCase()
  if (letters === undefined) return null
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
/** Excel writes signs that XML cannot hold so. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text

/** A line of the CSV is one row: what stands in a cell below another line stands beside it. */
const inOneLine = (text: string): string => text.replace(/\s*[\r\n\t]+\s*/g, ' ').trim()
const quoted = (cell: string): string => (/[",;|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
/** One that is read back by commas: where its words hold more of another sign, empty columns follow. */
const firstLine = (line: string): string => (delimiterOf(line) === ',' ? line : firstLine(`${line},`))

type Cell = { at: number; kind: string; format: Format; text: string }
/** Collects the rows of a sheet as lines of a CSV. */
class Lines {
  rows = 0
  hidden = 0
  readonly pieces: string[] = []
  private lines: string[] = []
  private chars = 0
  private readonly most: number
  /** most: rows below that of the heads. */
  constructor(most: number) {
    this.most = most
  }
  /** @throws NotRead */
  add(cells: readonly string[], isHidden: boolean): void {
    if (cells.every((cell) => cell === '')) return
    const line = cells.map(quoted).join(',')
    if (this.rows > this.most) throw new NotRead(texts.sheetRows(formatNumber(this.most)))
    this.lines.push(this.rows === 0 ? firstLine(line) : line)
    this.rows += 1
    if (isHidden) this.hidden += 1
    this.chars += line.length
    if (this.chars >= PIECE_CHARS) this.flush()
  }
  flush(): void {
    if (this.lines.length > 0) this.pieces.push(`${this.lines.join('\n')}\n`)
    this.lines = []
    this.chars = 0
  }
}

/** @param csv its name, and how many rows it may have. @throws NotRead */
export const readSheet = async (
  { zip, is1904 }: Workbook,
  { path }: Sheet,
  csv: { name: string; most: number },
): Promise<SheetText> => {
  const shared = await sharedTexts(zip)
  const formats = await formatsOf(zip)
  const lines = new Lines(csv.most)
  let row: string[] = []
  let isHidden = false
  let cell: Cell | null = null
  let [isValue, beside] = [false, 0]
  const textOfCell = ({ kind, format, text }: Cell): string => {
    if (kind === 's') return unescaped(shared[Number(text)] ?? '')
    if (kind === 'n') return numberText(text, format, is1904)
    if (kind === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    return unescaped(text)
  }
  await readXml(zip, path, {
    open: (tag, attributes) => {
      if (tag === 'row') {
        row = []
        isHidden = /^(1|true)$/.test(attributes['hidden'] ?? '')
      } else if (tag === 'c') {
        const format = formats[Number(attributes['s'] ?? 0)] ?? NO_FORMAT
        cell = { at: columnOf(attributes['r']) ?? row.length, kind: attributes['t'] ?? 'n', format, text: '' }
      }
      if (tag === 'rPh') beside += 1
      isValue = (tag === 'v' || tag === 't') && beside === 0
    },
    text: (text) => {
      if (isValue && cell) cell.text += text
    },
    close: (tag) => {
      isValue = false
      if (tag === 'rPh') beside -= 1
      if (tag === 'row') lines.add(row, isHidden)
      if (tag !== 'c' || cell === null) return
      if (cell.at < MOST_COLUMNS && cell.text !== '') {
        while (row.length < cell.at) row.push('')
        row[cell.at] = inOneLine(textOfCell(cell))
      }
      cell = null
    },
  })
  lines.flush()
  return { file: new File(lines.pieces, csv.name, { type: 'text/csv' }), rows: lines.rows, hidden: lines.hidden }
}
