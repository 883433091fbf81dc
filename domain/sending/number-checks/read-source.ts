// Cuts a validator's file into parts of 5,000 numbers in the bucket (rule validator-files). A small file is cut at once, a large
// one in steps: after a crash the next run resumes at the last whole step. Numbers that come twice are left out. Memory: two
// parts, a piece of the file, and the set of numbers (16 bytes each).
import { fileTexts } from '../../../contract/ground/texts.ts'
import { VALIDATOR_MAX } from '../../../contract/sending/number-checks.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Db } from '../../ground/db/connection.ts'
import { HEAD_BYTES, readGroups, readHead } from '../../recipients/imports/read-file.ts'
import type { Head } from '../../recipients/imports/rules.ts'
import { readRecipient } from '../../recipients/phone-numbers/rules.ts'
import { PART_ROWS, partKey, type Target, targetOf } from './rules.ts'
import { NumberSet } from './number-set-rules.ts'
import { endReading, type Reading, readingOf, saveReading } from './source-store.ts'

export type Parts = Pick<R2Bucket, 'get' | 'put'>
const noNumbers = () => new Refusal('file_broken', { text: fileTexts.noNumbers })

/** Collects numbers and writes each full part at once, and the last one in `settle`. */
class PartWriter {
  total: number
  private readonly bucket: Parts
  private readonly checkId: string
  private rows: Target[] = []
  private readonly seen = new NumberSet()
  private constructor(bucket: Parts, checkId: string, total: number) {
    this.bucket = bucket
    this.checkId = checkId
    this.total = total
  }
  /** total: numbers that are in the parts already; a part may hold more, of a step that was lost. */
  static async at(bucket: Parts, checkId: string, total: number): Promise<PartWriter> {
    const writer = new PartWriter(bucket, checkId, total)
    for (let from = 0; from < total; from += PART_ROWS) {
      const part = await bucket.get(partKey(checkId, from / PART_ROWS))
      if (!part) throw new Refusal('file_broken')
      const rows = (await part.json<Target[]>()).slice(0, total - from)
      for (const { number } of rows) writer.seen.add(number)
      if (rows.length < PART_ROWS) writer.rows = rows
    }
    return writer
  }
  private put(rows: readonly Target[], part: number): Promise<unknown> {
    return this.bucket.put(partKey(this.checkId, part), JSON.stringify(rows))
  }
  async add(targets: readonly Target[]): Promise<void> {
    const fresh = targets.filter(({ number }) => this.seen.add(number))
    this.rows.push(...fresh)
    this.total += fresh.length
    while (this.rows.length >= PART_ROWS) {
      const part = Math.floor((this.total - this.rows.length) / PART_ROWS)
      await this.put(this.rows.slice(0, PART_ROWS), part)
      this.rows = this.rows.slice(PART_ROWS)
    }
  }
  async settle(): Promise<void> {
    if (this.rows.length > 0) await this.put(this.rows, Math.floor(this.total / PART_ROWS))
  }
}

const numbersOf = (items: readonly unknown[]): Target[] =>
  items.map((item) => targetOf(readRecipient(item))).filter((target) => target !== null)
const mustFit = (rows: number): void => {
  if (rows > VALIDATOR_MAX) throw new Refusal('file_rows')
}

/** @throws Refusal for a file that is no .csv or .json, or not UTF-8. */
export const sourceHead = (fileName: string, first: Uint8Array): Head =>
  readHead('phonenumber', fileName, first.subarray(0, HEAD_BYTES))

/** A small file, whole in memory. @throws Refusal; some parts may lie in the bucket then. */
export const readSmallSource = async (
  bucket: Parts,
  checkId: string,
  head: Head,
  bytes: Uint8Array,
): Promise<{ rows: number; total: number }> => {
  const writer = await PartWriter.at(bucket, checkId, 0)
  const stream = new Response(bytes.slice(head.startBytes)).body as ReadableStream<Uint8Array>
  let rows = 0
  for await (const { items } of readGroups(head, stream, head.startBytes)) {
    rows += items.length
    mustFit(rows)
    await writer.add(numbersOf(items))
  }
  if (writer.total === 0) throw noNumbers()
  await writer.settle()
  return { rows, total: writer.total }
}

export type ReadPorts = {
  db: Db
  bucket: Parts
  clock: () => number
  /** Epoch ms after which no further step begins. */
  until: number
}
/** more: call again. elsewhere: another run reads it, or the check is deleted. */
export type ReadEnd = 'ended' | 'more' | 'elsewhere'

/** @throws what the database or the bucket throws: the file stands where its last step ended. */
export const readSource = async (ports: ReadPorts, checkId: string): Promise<ReadEnd> => {
  const check = await readingOf(ports.db, checkId)
  if (!check) return 'elsewhere'
  let row = check.read_rows
  try {
    const end = await takeSteps(ports, check, (at) => {
      row = at
    })
    if (end === 'ended') await endReading(ports.db, checkId, null, ports.clock())
    return end
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await endReading(ports.db, checkId, fileTexts.afterRow(error.message, row), ports.clock())
    return 'ended'
  }
}

const takeSteps = async (ports: ReadPorts, check: Reading, at: (row: number) => void): Promise<ReadEnd> => {
  const { bucket, db, clock } = ports
  const writer = await PartWriter.at(bucket, check.id, check.total)
  let bytes = check.read_bytes
  let rows = check.read_rows
  const rest = bytes < check.file_bytes ? await bucket.get(check.file_key ?? '', { range: { offset: bytes } }) : null
  if (bytes < check.file_bytes && rest === null) throw new Refusal('file_broken')
  const head = JSON.parse(check.file_head) as Head
  for await (const { items, endBytes } of rest ? readGroups(head, rest.body, bytes) : []) {
    rows += items.length
    mustFit(rows)
    await writer.add(numbersOf(items))
    await writer.settle()
    const step = { fromBytes: bytes, toBytes: endBytes, rows, total: writer.total, now: clock() }
    if (!(await saveReading(db, check.id, step))) return 'elsewhere'
    bytes = endBytes
    at(rows)
    if (bytes < check.file_bytes && clock() > ports.until) return 'more'
  }
  if (writer.total === 0) throw noNumbers()
  return 'ended'
}
