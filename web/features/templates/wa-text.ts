// What WhatsApp shows of a caption: the same marks, links and lines that the server sends (s.5, decisions 3, 11, 19). Pure.
import { OPT_OUT_LINE } from '../../../contract/opt-out.ts'
import type { TemplateButton } from '../../../contract/templates.ts'
import { templateTexts as texts } from '../../texts/id.ts'

export type CaptionNode = string | { name: string; href: string; children: readonly CaptionNode[] }
const MARKS: Record<string, string> = { b: '*', strong: '*', i: '_', em: '_', s: '~' }

/** WhatsApp's marks end with their line and touch their words; an address stays bare. */
const mark = (sign: string, text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const words = line.trim()
      if (words === '' || /^[a-z]+:\/\/\S+$/.test(words)) return line
      return line.replace(words, () => `${sign}${words}${sign}`)
    })
    .join('\n')

const textOf = (nodes: readonly CaptionNode[]): string => nodes.map(nodeText).join('')
const nodeText = (node: CaptionNode): string => {
  if (typeof node === 'string') return node.replace(/[ \t\r\n]+/g, ' ')
  if (node.name === 'br') return '\n'
  const inside = textOf(node.children)
  const sign = MARKS[node.name]
  if (sign) return mark(sign, inside)
  if (node.name === 'p') return `${inside}\n`
  if (node.name !== 'a' || node.href === '') return inside
  const words = inside.trim()
  return words === node.href || words === '' ? `${node.href}\n` : `${inside}\n${node.href}\n`
}

export const toWaText = (caption: readonly CaptionNode[]): string =>
  textOf(caption)
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const buttonLine = ({ title, url, type }: TemplateButton): string => {
  if (type === 'stop_button') return texts.stopLine
  return title !== '' && url !== '' ? `${title}: ${url}` : title || url
}
/** An empty row of the form is no button; one that stops needs no words. */
export const isFilled = ({ title, url, type }: TemplateButton): boolean =>
  title.trim() !== '' || url.trim() !== '' || type === 'stop_button'

/** The message one person reads: placeholders filled, buttons as lines, always a way out. */
export const previewText = (
  textWa: string,
  buttons: readonly TemplateButton[],
  person: { name: string; phoneNumber: string },
): string => {
  const caption = textWa.replaceAll('{name}', () => person.name).replaceAll('{phoneNumber}', () => person.phoneNumber)
  const lines = buttons.filter(isFilled).map(buttonLine)
  const stops = buttons.some(({ type }) => type === 'stop_button')
  return [caption.trim(), lines.join('\n'), stops ? '' : OPT_OUT_LINE].filter((part) => part !== '').join('\n\n')
}

export type Span = string | { kind: 'bold' | 'italic' | 'strike'; spans: Span[] } | { kind: 'link'; url: string }
const KINDS = { '*': 'bold', _: 'italic', '~': 'strike' } as const
const PART = /(https?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}])/gu

/** WhatsApp's marks as it draws them; a mark inside a word or beside a space stays a character. */
export const spansOf = (text: string): Span[] => {
  const spans: Span[] = []
  let at = 0
  for (const match of text.matchAll(PART)) {
    if (match.index > at) spans.push(text.slice(at, match.index))
    const [whole, url, sign, inside] = match
    if (url !== undefined) spans.push({ kind: 'link', url })
    else spans.push({ kind: KINDS[sign as keyof typeof KINDS], spans: spansOf(inside ?? '') })
    at = match.index + whole.length
  }
  if (at < text.length) spans.push(text.slice(at))
  return spans
}

const IMAGE = /\.(jpe?g|png|gif|webp|bmp|svg)$/i
/** Of the list's thumbnails (s.2). */
export const isImage = (name: string): boolean => IMAGE.test(name.split(/[?#]/)[0] ?? '')
