// A chosen file as the server takes it: a CSV or JSON in UTF-8, or the words that say why it is none. Nothing is sent before (rule imports).
import { fileTexts } from '../../../contract/ground/texts.ts'
import { foreignKind, KIND_BYTES } from '../../../contract/recipients/file-kinds.ts'
import { fromServer, importTexts, listTexts } from '../../texts/indonesian.ts'
import { formatBytes } from '../format/format.ts'
import { keep } from '../../ui/part.tsx'
import { NotRead, type ReadAs, readText } from './file-text.ts'
import type { ReadSheet } from './workbook/read-book.ts'

/** Comes once an Excel file is chosen. */
const bookCode = keep(() => import('./workbook/read-book.ts'))

export type ReadFile = { file: File; readAs: ReadAs | null; sheet: ReadSheet | null }
type Accepted = { kinds: readonly string[]; maxBytes: number }

const WORKBOOK = '.xlsx'
const fits = (file: File, maxBytes: number): File => {
  if (file.size > maxBytes) throw new NotRead(listTexts.fileTooBig(formatBytes(maxBytes)))
  return file
}
/** @param sheetAt of the sheets of an Excel file. @throws NotRead with what the person reads */
export const readFile = async (file: File, sheetAt: number, { kinds, maxBytes }: Accepted): Promise<ReadFile> => {
  if (file.size === 0) throw new NotRead(importTexts.fileEmpty)
  fits(file, maxBytes)
  const kind = foreignKind(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()))
  if (kind === 'sheet' && kinds.includes(WORKBOOK)) {
    const { readBook } = await bookCode()
    const book = await readBook(file, sheetAt)
    return { file: fits(book.file, maxBytes), readAs: null, sheet: book.sheet }
  }
  if (kind) throw new NotRead(fromServer(fileTexts[kind]))
  const name = file.name.toLowerCase()
  if (name.endsWith(WORKBOOK) || !kinds.some((one) => name.endsWith(one)))
    throw new NotRead(listTexts.fileKind(kinds.join(', ')))
  const read = await readText(file)
  const begin = (await read.file.slice(0, KIND_BYTES).text()).trim()
  if (begin === '' && read.file.size <= KIND_BYTES) throw new NotRead(importTexts.fileEmpty)
  if (name.endsWith('.json') && !/^[[{]/.test(begin) && begin !== '')
    throw new NotRead(fromServer(fileTexts.jsonBroken))
  return { ...read, file: fits(read.file, maxBytes), sheet: null }
}
