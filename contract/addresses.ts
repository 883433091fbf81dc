// Which addresses may leave in a message or stand on a screen. What is not on these lists is no address at all: a
// javascript: link once arrived at a recipient. Pure, and free of zod.
import { normalizePhone } from './phone.ts'

/** No spaces, quotes or invisible characters: what is read is where it leads. */
const HTTPS = /^https:\/\/[^\s<>"'\p{C}]+$/iu

/** As it was written, or null when it is no https address. */
export const httpsAddress = (written: string): string | null => {
  const url = written.trim()
  return HTTPS.test(url) && URL.canParse(url) ? url : null
}

/** 112, 14045, 1500888: numbers that are called as they are. */
const SHORT = /^1\d{2,7}$/
const ABROAD = /^\+[1-9]\d{7,14}$/
/** tel:+6281234567890 for every way of writing a phone number, or null when it is none. */
export const callAddress = (written: string): string | null => {
  const number = written
    .trim()
    .replace(/^tel:/i, '')
    .replace(/[\s().-]/g, '')
  if (SHORT.test(number)) return `tel:${number}`
  const own = normalizePhone(number)
  if (own !== null) return `tel:+${own}`
  return ABROAD.test(number) ? `tel:${number}` : null
}

/** Where a button leads, as it leaves; empty: nowhere. null: its address must not leave. */
export const buttonAddress = ({ type, url }: { type: string; url: string }): string | null => {
  if (url.trim() === '') return ''
  return type === 'call_button' ? callAddress(url) : httpsAddress(url)
}

/** Of links inside a caption. */
export const CAPTION_SCHEMES = ['http', 'https', 'tel', 'mailto'] as const
const CAPTION_LINK = new RegExp(`^(${CAPTION_SCHEMES.join('|')}):`, 'i')
export const isCaptionLink = (href: string): boolean => CAPTION_LINK.test(href)
