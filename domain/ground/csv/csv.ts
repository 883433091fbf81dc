// Splits a CSV of any size into blocks of whole records. Only quotes and line ends are searched for, so that each block can be
// parsed by itself, and an import can resume at the end of any block.
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./csv-parse.d.ts" />
import { fileTexts } from '../../../contract/ground/texts.ts'
import { parse } from 'csv-parse/browser/esm/sync'
import { IMPORT_NOW_ROWS } from '../../../contract/recipients/imports.ts'
import { Refusal } from '../../../contract/ground/errors.ts'

/** A block's rows go to the database as one parameter of less than 2 MB. */
const BLOCK_BYTES = 640 * 1024
const RECORD_BYTES = 256 * 1024
const FIRST_BYTES = 16 * 1024
const QUOTE = 34
const LF = 10
const CR = 13
const SPACE = 32

const MOST_BYTES = BLOCK_BYTES + RECORD_BYTES
export const brokenCsv = () => new Refusal('file_broken', { text: fileTexts.csvBroken })

/** Parses a block that has no quote in it. */
const plainRows = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = []
  for (const line of text.split(/[\r\n]+/)) {
    if (line.trim() !== '') rows.push(line.split(delimiter).map((cell) => cell.trim()))
  }
  return rows
}
/** @throws what csv-parse throws. */
export const parseCsv = (text: string, delimiter: string, to?: number): string[][] => {
  if (to === undefined && !text.includes('"')) return plainRows(text, delimiter)
  return parse(text, {
    delimiter: [delimiter],
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    ...(to === undefined ? {} : { to }),
  })
}

/** Finds, byte by byte, where records end. A quote opens a field only where the field begins. */
class RecordEnds {
  private inQuotes = false
  private closing = false
  private fieldBegins = true
  private readonly separator: number
  constructor(delimiter: string) {
    this.separator = delimiter.charCodeAt(0)
  }
  /** Index after the end of the record at `from`; -1: it does not end before `to`. */
  next(bytes: Uint8Array, from: number, to: number): number {
    let { inQuotes, closing, fieldBegins } = this
    let end = -1
    for (let i = from; i < to; i++) {
      const byte = bytes[i]
      if (inQuotes) {
        if (byte === QUOTE) {
          inQuotes = false
          closing = true
        }
        continue
      }
      if (closing && byte === QUOTE) {
        closing = false
        inQuotes = true
        continue
      }
      closing = false
      if (byte === LF || byte === CR) {
        fieldBegins = true
        end = i + 1
        break
      }
      if (byte === QUOTE && fieldBegins) inQuotes = true
      if (byte === this.separator) fieldBegins = true
      else if (byte !== SPACE) fieldBegins = false
    }
    this.inQuotes = inQuotes
    this.closing = closing
    this.fieldBegins = fieldBegins
    return end
  }
}

/** Length of the first line with its line end; of all bytes when there is none. */
export const firstLineBytes = (bytes: Uint8Array, delimiter: string): number => {
  const end = new RecordEnds(delimiter).next(bytes, 0, bytes.length)
  if (end < 0) return bytes.length
  return bytes[end - 1] === CR && bytes[end] === LF ? end + 1 : end
}

/** @throws Refusal file_broken for a record without an end. */
export async function* csvBlocks(
  stream: ReadableStream<Uint8Array>,
  delimiter: string,
): AsyncGenerator<{ bytes: Uint8Array; size: number }> {
  const ends = new RecordEnds(delimiter)
  let held = new Uint8Array(FIRST_BYTES)
  let length = 0
  let scanned = 0
  let cut = 0
  let records = 0
  const take = (): { bytes: Uint8Array; size: number } => {
    const block = { bytes: held.slice(0, cut), size: cut }
    held.copyWithin(0, cut, length)
    length -= cut
    scanned -= cut
    cut = 0
    records = 0
    return block
  }
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; ) {
      if (length === held.length && held.length < MOST_BYTES) {
        const larger = new Uint8Array(Math.min(MOST_BYTES, held.length * 4))
        larger.set(held)
        held = larger
      } else if (length === held.length) {
        if (cut === 0) throw brokenCsv()
        yield take()
      }
      const some = chunk.subarray(at, at + held.length - length)
      held.set(some, length)
      length += some.length
      at += some.length
      for (let end = ends.next(held, scanned, length); end >= 0; end = ends.next(held, scanned, length)) {
        scanned = end
        cut = end
        records += 1
        if (records >= IMPORT_NOW_ROWS || cut >= BLOCK_BYTES) yield take()
      }
      scanned = length
    }
  }
  cut = length
  if (cut > 0) yield take()
}
