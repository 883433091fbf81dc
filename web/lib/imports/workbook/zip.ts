// The parts of a zip, unpacked by the browser, no further than a limit: a few kB can unpack to as much as one likes.
import { importTexts as texts } from '../../../texts/indonesian.ts'
import { NotRead } from '../file-text.ts'

const MOST_PACKED_LIST = 4 * 1024 * 1024
const END = 0x06_05_4b_50
const END_BYTES = 22
const COMMENT_MAX = 65_535
const LISTED = 0x02_01_4b_50
const LISTED_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8

type Part = { at: number; packed: number; method: number; locked: boolean }
/** take: how much a reader has unpacked. @throws NotRead beyond the limit */
export type Zip = { file: Blob; parts: ReadonlyMap<string, Part>; take: (bytes: number) => void }
const broken = () => new NotRead(texts.sheetBroken)

const view = async (file: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await file.slice(from, to).arrayBuffer())
/** Writers differ in slashes and case. */
const plainName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** @param most bytes of all parts together. @throws NotRead */
export const openZip = async (file: Blob, most: number): Promise<Zip> => {
  const tail = await view(file, Math.max(0, file.size - END_BYTES - COMMENT_MAX), file.size)
  let at = tail.byteLength - END_BYTES
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1
  if (at < 0) throw broken()
  const [size, from] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
  if (size > MOST_PACKED_LIST || from + size > file.size) throw broken()
  const list = await view(file, from, from + size)
  const parts = new Map<string, Part>()
  for (let i = 0; i + LISTED_BYTES <= size && list.getUint32(i, true) === LISTED; ) {
    const nameBytes = list.getUint16(i + 28, true)
    const end = i + LISTED_BYTES + nameBytes
    if (end > size) throw broken()
    parts.set(plainName(new TextDecoder().decode(list.buffer.slice(i + LISTED_BYTES, end))), {
      at: list.getUint32(i + 42, true),
      packed: list.getUint32(i + 20, true),
      method: list.getUint16(i + 10, true),
      locked: (list.getUint16(i + 8, true) & 1) === 1,
    })
    i = end + list.getUint16(i + 30, true) + list.getUint16(i + 32, true)
  }
  let left = most
  const take = (bytes: number): void => {
    left -= bytes
    if (left < 0) throw new NotRead(texts.sheetLarge)
  }
  return { file, parts, take }
}

const unpacked = async ({ file, parts }: Zip, name: string): Promise<ReadableStream<BufferSource> | null> => {
  const part = parts.get(plainName(name))
  if (part === undefined) return null
  const head = await view(file, part.at, part.at + LOCAL_BYTES)
  if (part.locked || head.byteLength < LOCAL_BYTES) throw broken()
  const from = part.at + LOCAL_BYTES + head.getUint16(26, true) + head.getUint16(28, true)
  const packed = file.slice(from, from + part.packed).stream()
  if (part.method === STORED) return packed
  if (part.method !== DEFLATED) throw broken()
  return packed.pipeThrough(new DecompressionStream('deflate-raw'))
}

const PATIENCE_MS = 30
/** Lets the page draw, and hear a press: a read takes a turn of its own. A timer would take a second each once another tab is in front. */
const pause = (file: Blob): Promise<unknown> => file.slice(0, 1).arrayBuffer()

/** The text of a part, in pieces; of one that is not there nothing. @throws NotRead */
export async function* textOf(zip: Zip, name: string): AsyncGenerator<string> {
  const stream = await unpacked(zip, name)
  if (stream === null) return
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let since = performance.now()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      zip.take(next.value.byteLength)
      if (performance.now() - since > PATIENCE_MS) {
        await pause(zip.file)
        since = performance.now()
      }
      yield decoder.decode(next.value, { stream: true })
    }
  } catch (error) {
    // what cannot be unpacked
    throw error instanceof NotRead ? error : broken()
  } finally {
    // also what a reader leaves before its end; a stream that has failed has nothing left
    await reader.cancel().catch(() => undefined)
  }
  yield decoder.decode()
}
