// An Excel file as a CSV of one of its sheets. Fetched only once such a file is chosen.
import { importTexts as texts } from '../../../texts/indonesian.ts'
import { SHEET_MAX_ROWS } from '../../../../contract/recipients/file-kinds.ts'
import { NotRead } from '../file-text.ts'
import { readSheet } from './sheet.ts'
import { openWorkbook } from './workbook.ts'

/** names, at: of the sheets with something in them, and which of them was read. hidden: rows among them that Excel does not show. */
export type ReadSheet = { names: readonly string[]; at: number; rows: number; hidden: number }

/** unpacked: bytes of all that is read of one workbook; 200,000 rows of 20 columns have less. */
const MOST = { rows: SHEET_MAX_ROWS, unpacked: 256 * 1024 * 1024 }
/** @throws NotRead */
export const readBook = async (
  file: File,
  sheetAt: number,
  most: typeof MOST = MOST,
): Promise<{ file: File; sheet: ReadSheet }> => {
  const book = await openWorkbook(file, most.unpacked)
  const at = sheetAt < book.sheets.length ? sheetAt : 0
  const sheet = book.sheets[at]
  if (sheet === undefined) throw new NotRead(texts.fileEmpty)
  const base = file.name.replace(/\.[^.]*$/, '')
  const name = book.sheets.length > 1 ? `${base} (${sheet.name}).csv` : `${base}.csv`
  const { file: csv, ...counts } = await readSheet(book, sheet, { name, most: most.rows })
  return { file: csv, sheet: { names: book.sheets.map((one) => one.name), at, ...counts } }
}
