// How a template is shown: its complete buttons, WhatsApp's text marks, thumbnails. Pure.
import type { TemplateButton } from '../../../contract/sending/templates.ts'

/** false: an empty row of the form. A stop button needs neither title nor address. */
export const isFilled = ({ title, url, type }: TemplateButton): boolean =>
  title.trim() !== '' || url.trim() !== '' || type === 'stop_button'

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
/** By the ending: a picture, which the list shows as a thumbnail. */
export const isImage = (name: string): boolean => IMAGE.test(name.split(/[?#]/)[0] ?? '')
