// An uploaded file, .csv or .json of any size, as groups of its items, each with the bytes read so far (rule imports).
import { fileTexts } from '../../../contract/ground/texts.ts'
import type { ImportKind } from '../../../contract/recipients/imports.ts'
import { foreignKind } from '../../../contract/recipients/file-kinds.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { brokenCsv, csvBlocks, firstLineBytes, parseCsv } from '../../ground/csv/csv.ts'
import { jsonGroups } from './json-items.ts'
import {
  type ChosenColumns,
  type Columns,
  columnOf,
  columnsOf,
  delimiterOf,
  twoNumbers,
} from '../../../contract/recipients/import-columns.ts'
import { twoNumbersText } from '../../../contract/recipients/field-texts.ts'
import type { KeptColumn } from '../../../contract/recipients/fields.ts'
import { bomBytes, FIELD, foreignEncoding, type Head, OWN_TAG, unguarded } from './rules.ts'

/** So many bytes are enough for `readHead`. */
export const HEAD_BYTES = 64 * 1024
export type Group = { items: unknown[]; endBytes: number }

const wrongEncoding = (name: string) => new Refusal('file_encoding', { text: fileTexts.encoding(name) })
/** Files that are not UTF-8 are, in practice, CSV of older Excel versions. */
const notUtf8 = () => wrongEncoding('Windows-1252 (ANSI)')
const decode = (bytes: Uint8Array, decoder: TextDecoder): string => {
  try {
    return decoder.decode(bytes)
  } catch {
    throw notUtf8()
  }
}
/** Passes bytes through, and fails at the first that is not UTF-8. */
const onlyUtf8 = (): TransformStream<Uint8Array, Uint8Array> => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const check = (bytes?: Uint8Array): void => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw notUtf8()
    }
  }
  return new TransformStream({
    transform: (bytes, controller) => {
      check(bytes)
      controller.enqueue(bytes)
    },
    flush: () => check(),
  })
}

/** Field by field where a person's choice of columns puts it (`own_consent`: each row's own source of consent; `own_tag`: its tag). */
const chosenFields = (kind: ImportKind, cells: readonly string[], chosen: ChosenColumns): Columns => {
  const { number, name, consent, tag, header } = chosen
  // nobody is asked for these, and a person who was nonactive must not come back active
  const unasked = kind === 'suppression' ? ['reason', 'source', 'date'] : ['status']
  const found = unasked.map((field) => [field, header ? columnOf(kind, cells, field) : undefined] as const)
  return {
    number,
    ...Object.fromEntries(found.filter(([, at]) => at !== undefined)),
    ...(name === undefined ? {} : { name }),
    ...(consent === undefined ? {} : { own_consent: consent }),
    ...(tag === undefined ? {} : { [OWN_TAG]: tag }),
  }
}

/** From the file's name and its first bytes; `chosen` replaces what the header of a CSV says. @throws Refusal file_broken or file_encoding. */
export const readHead = (
  kind: ImportKind,
  fileName: string,
  first: Uint8Array,
  chosen: ChosenColumns | null = null,
  kept: readonly KeptColumn[] = [],
): Head => {
  // of a list of proxies each line is one, whatever stands in its password
  const isLines = kind === 'proxy' && /\.txt$/i.test(fileName)
  const format = isLines ? 'csv' : /\.(csv|json)$/i.exec(fileName)?.[1]?.toLowerCase()
  if (!format || (kind === 'message' && format === 'csv')) {
    throw new Refusal('file_broken', { text: kind === 'message' ? fileTexts.jsonOnly : fileTexts.csvOrJson })
  }
  const kindOfFile = foreignKind(first)
  if (kindOfFile) throw new Refusal('file_broken', { text: fileTexts[kindOfFile] })
  const foreign = foreignEncoding(first)
  if (foreign) throw wrongEncoding(foreign)
  const bom = bomBytes(first)
  if (format === 'json') return { format, startBytes: bom }
  const rest = first.subarray(bom)
  const text = new TextDecoder().decode(rest)
  const delimiter = isLines ? '\t' : delimiterOf(text.trimStart().split(/[\r\n]/, 1)[0] ?? '')
  let cells: string[]
  try {
    cells = parseCsv(text.slice(0, 8_192), delimiter, 1)[0] ?? []
  } catch {
    throw brokenCsv()
  }
  const two = chosen ? null : twoNumbers(kind, cells)
  if (two) throw new Refusal('file_broken', { field: 'columns', text: twoNumbersText(...two) })
  const { columns, hasHeader } = chosen
    ? { columns: chosenFields(kind, cells, chosen), hasHeader: chosen.header }
    : columnsOf(kind, cells)
  const blank = text.length - text.trimStart().length
  const lineBytes = hasHeader ? blank + firstLineBytes(rest.subarray(blank), delimiter) : 0
  const fields = Object.fromEntries(kept.map(({ key, column }) => [`${FIELD}${key}`, column]))
  return { format: 'csv', delimiter, columns: { ...columns, ...fields }, startBytes: bom + lineBytes }
}

const csvItems = (text: string, head: Extract<Head, { format: 'csv' }>): unknown[] => {
  const fields = Object.entries(head.columns)
  try {
    return parseCsv(text, head.delimiter).map((cells) =>
      Object.fromEntries(fields.map(([field, at]) => [field, unguarded(cells[at] ?? '')])),
    )
  } catch {
    throw brokenCsv()
  }
}

/** stream: the file from `fromBytes` on, which is the head's start or a group's end. @throws Refusal. */
export async function* readGroups(
  head: Head,
  stream: ReadableStream<Uint8Array>,
  fromBytes: number,
): AsyncGenerator<Group> {
  let endBytes = fromBytes
  if (head.format === 'json') {
    for await (const { items, size } of jsonGroups(stream.pipeThrough(onlyUtf8()), fromBytes > head.startBytes)) {
      endBytes += size
      yield { items, endBytes }
    }
    return
  }
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for await (const { bytes, size } of csvBlocks(stream, head.delimiter)) {
    endBytes += size
    yield { items: csvItems(decode(bytes, decoder), head), endBytes }
  }
}
