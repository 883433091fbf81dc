// The text of a chosen file as UTF-8, whatever it was written in: the server takes nothing else (rule imports).
import { importTexts as texts } from '../../texts/indonesian.ts'
import { formatNumber } from '../format/format.ts'

/** sample: a word with a letter that only this encoding says, by which a person sees whether it is right; empty: there is none. */
export type ReadAs = { encoding: string; sample: string }
export type Text = { file: File; readAs: ReadAs | null }
/** Its words are shown instead of an upload. */
export class NotRead extends Error {
  override name = 'NotRead'
}

async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}
/** @throws TypeError of a decoder that is fatal */
async function* decoded(file: Blob, decoder: TextDecoder): AsyncGenerator<string> {
  for await (const chunk of chunksOf(file)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const isUtf8 = async (file: Blob): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunksOf(file)) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

const LOST = /\ufffd/g
const BEYOND_ASCII = /[^\0-\u007f\ufffd]/gu
const count = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0
/** The line of the first letter that is broken, where the file is UTF-8 and only some letters are; null: it is of another encoding. */
const brokenLine = async (file: Blob): Promise<number | null> => {
  let [good, bad, line] = [0, 0, 1]
  for await (const text of decoded(file, new TextDecoder())) {
    good += count(text, BEYOND_ASCII)
    const isFirst = bad === 0
    bad += count(text, LOST)
    if (isFirst) line += count(bad > 0 ? text.slice(0, text.indexOf('\ufffd')) : text, /\n/g)
  }
  return good > bad ? line : null
}

const SAMPLE_LONGEST = 40
const sampleOf = (text: string): string =>
  /[^\s,;|"]*[^\0-\u007f][^\s,;|"]*/u.exec(text)?.[0].slice(0, SAMPLE_LONGEST) ?? ''
/** No text has these. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\0-\u0008\u000e-\u0019\u001c-\u001f]/

const written = async (file: File, label: string, encoding: string): Promise<Text> => {
  const parts: string[] = []
  let sample = ''
  for await (const text of decoded(file, new TextDecoder(label, { fatal: true }))) {
    if (UNPRINTABLE.test(text)) throw new NotRead(texts.noText)
    if (sample === '') sample = sampleOf(text)
    parts.push(text)
  }
  return { file: new File(parts, file.name, { type: file.type }), readAs: { encoding, sample } }
}

/** @throws NotRead */
export const readText = async (file: File): Promise<Text> => {
  const [a, b] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const utf16 = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : null
  if (utf16)
    return written(file, utf16, 'UTF-16').catch((error: unknown) => {
      throw error instanceof TypeError ? new NotRead(texts.noText) : error
    })
  if (await isUtf8(file)) return { file, readAs: null }
  const line = await brokenLine(file)
  if (line !== null) throw new NotRead(texts.brokenLetter(formatNumber(line)))
  return written(file, 'windows-1252', 'Windows-1252 (ANSI)')
}
