// Splits a JSON list of any size into groups of its items: the file's list, or the one under `data` or `list`. An import can
// resume at any comma of the list.
import { fileTexts } from '../../../contract/ground/texts.ts'
import { TokenParser, TokenType, Tokenizer } from '@streamparser/json'
import { IMPORT_NOW_ROWS } from '../../../contract/recipients/imports.ts'
import { Refusal } from '../../../contract/ground/errors.ts'

const GROUP_BYTES = 640 * 1024
const ITEM_BYTES = 512 * 1024
const LISTS = new Set(['data', 'list'])
const broken = () => new Refusal('file_broken', { text: fileTexts.jsonBroken })
const OPENING: readonly TokenType[] = [TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]
const CLOSING: readonly TokenType[] = [TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]

/**
 * size: bytes since the last group. goesOn: the stream begins after a comma of the list, not at the file's beginning.
 * @throws Refusal file_broken.
 */
export async function* jsonGroups(
  stream: ReadableStream<Uint8Array>,
  goesOn: boolean,
): AsyncGenerator<{ items: unknown[]; size: number }> {
  const ready: { items: unknown[]; size: number }[] = []
  const tokenizer = new Tokenizer({ stringBufferSize: 16 * 1024, numberBufferSize: 64 })
  const parser = new TokenParser({ paths: ['$.*'], keepStack: false })
  let items: unknown[] = []
  /** Offset of the group's first byte, and of the last comma. A resumed list gets a bracket before it, which shifts them by one. */
  const shift = goesOn ? 1 : 0
  let begins = shift
  let lastComma = begins
  let depth = 0
  let listDepth = 0
  let key: unknown = null
  let over = false

  const flush = (end: number): void => {
    ready.push({ items, size: end - begins })
    items = []
    begins = end
  }
  parser.onValue = ({ value }) => void items.push(value)
  tokenizer.onToken = ({ token, value, offset }) => {
    if (listDepth === 0 && !over) {
      const named = depth === 1 && typeof key === 'string' && LISTS.has(key)
      if (token === TokenType.LEFT_BRACKET && (depth === 0 || named)) listDepth = depth + 1
      else if (depth === 1) key = token === TokenType.COLON ? key : value
    }
    if (OPENING.includes(token)) depth += 1
    if (listDepth > 0) parser.write({ token, value })
    if (CLOSING.includes(token)) {
      depth -= 1
      if (listDepth > 0 && depth < listDepth) {
        listDepth = 0
        over = true
      }
    }
    if (token !== TokenType.COMMA || depth !== listDepth || listDepth === 0) return
    lastComma = offset + 1
    if (items.length >= IMPORT_NOW_ROWS || lastComma - begins >= GROUP_BYTES) flush(lastComma)
  }

  let fed = 0
  const feed = (bytes: Uint8Array): void => {
    fed += bytes.length
    try {
      tokenizer.write(bytes)
    } catch {
      throw broken()
    }
    if (!over && listDepth > 0 && fed - Math.max(lastComma, begins) > ITEM_BYTES + bytes.length) throw broken()
  }
  if (goesOn) feed(new TextEncoder().encode('['))
  for await (const chunk of stream) {
    // after a resumed list come closing brackets of parts that this tokenizer never saw
    if (over && goesOn) continue
    feed(chunk)
    yield* ready.splice(0)
  }
  if (!over || (!goesOn && depth !== 0)) throw broken()
  flush(fed)
  yield* ready.splice(0)
}
