// An Excel file that was chosen, and which of its sheets have something in them (rule imports).
import { fileTexts } from '../../../../contract/ground/texts.ts'
import { fromServer, importTexts as texts } from '../../../texts/indonesian.ts'
import { NotRead } from '../file-text.ts'
import { attributeOf, readXml } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

const BOOK = 'xl/workbook.xml'
const MOST_SHEETS = 50

export type Sheet = { name: string; path: string }
export type Workbook = {
  zip: Zip
  /** Those that are shown and have something in them. */
  sheets: readonly Sheet[]
  is1904: boolean
}
/** Where each id of the book leads. */
const pathsOf = async (zip: Zip): Promise<Map<string, string>> => {
  const paths = new Map<string, string>()
  await readXml(zip, 'xl/_rels/workbook.xml.rels', {
    open: (tag, attributes) => {
      const { Id: id, Target: target } = attributes
      if (tag === 'Relationship' && id && target) paths.set(id, target.startsWith('/') ? target : `xl/${target}`)
    },
  })
  return paths
}

const hasText = async (zip: Zip, { path }: Sheet): Promise<boolean> => {
  let [isInside, found] = [false, false]
  await readXml(
    zip,
    path,
    {
      open: (tag) => {
        isInside = tag === 'v' || tag === 't'
      },
      text: (text) => {
        if (isInside && text.trim() !== '') found = true
      },
      close: () => {
        isInside = false
      },
    },
    () => found,
  )
  return found
}

/** @param unpacked as many bytes may be. @throws NotRead for a zip that is no workbook, and one without rows */
export const openWorkbook = async (file: Blob, unpacked: number): Promise<Workbook> => {
  const zip = await openZip(file, unpacked)
  if (!zip.parts.has(BOOK)) throw new NotRead(fromServer(fileTexts.archive))
  const paths = await pathsOf(zip)
  const all: Sheet[] = []
  let is1904 = false
  await readXml(zip, BOOK, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
      const path = tag === 'sheet' ? paths.get(attributeOf(attributes, 'id') ?? '') : undefined
      if (path && (attributes['state'] ?? 'visible') === 'visible') all.push({ name: attributes['name'] ?? '', path })
    },
  })
  const sheets: Sheet[] = []
  for (const sheet of all.slice(0, MOST_SHEETS)) if (await hasText(zip, sheet)) sheets.push(sheet)
  if (sheets.length === 0) throw new NotRead(texts.fileEmpty)
  return { zip, sheets, is1904 }
}
