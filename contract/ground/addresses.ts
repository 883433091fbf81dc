// Which addresses may leave in a message or be shown on a screen. Everything else is refused: a javascript: link once reached
// a recipient. Pure, and free of zod, because the page's first load uses it.
import { normalizePhone } from './phone.ts'

/** Refuses spaces, quotes and invisible characters, with which a reader could be shown another address than the one that opens. */
const HTTPS = /^https:\/\/[^\s<>"'\p{C}]+$/iu

/** The address as it was written; null: it is no https address. */
export const httpsAddress = (written: string): string | null => {
  const url = written.trim()
  return HTTPS.test(url) && URL.canParse(url) ? url : null
}

/** Short service numbers such as 112, 14045 and 1500888, which are dialled without a country code. */
const SHORT = /^1\d{2,7}$/
const ABROAD = /^\+[1-9]\d{7,14}$/
/** tel:+6281234567890 for every way of writing a phone number; null: it is no phone number. */
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

/** Where a button leads, in the form that is sent; empty: the button has no address; null: its address must not be sent. */
export const buttonAddress = ({ type, url }: { type: string; url: string }): string | null => {
  if (url.trim() === '') return ''
  return type === 'call_button' ? callAddress(url) : httpsAddress(url)
}

/** The same for the links inside a caption. */
export const CAPTION_SCHEMES = ['https', 'tel', 'mailto'] as const
const CAPTION_LINK = new RegExp(`^(${CAPTION_SCHEMES.join('|')}):`, 'i')
export const isCaptionLink = (href: string): boolean => CAPTION_LINK.test(href)
