// Indonesian phone numbers: one stored form (62 and 8 to 13 digits) for every way people write them (rule
// phone-format).
import { z } from 'zod'

const STORED = /^62[1-9]\d{7,12}$/
/** 6281234567890.0, as spreadsheets and JSON write numbers: taken for a separator, the dot would make it somebody else's number. */
const FRACTION = /^\+?\d{9,}\.\d+$/

/** 08…, 8…, +62…, 62…, with spaces, dots, dashes or brackets → 62…; null: it is no Indonesian number. */
export const normalizePhone = (raw: string): string | null => {
  const typed = raw.trim()
  if (FRACTION.test(typed)) return null
  const written = typed.replace(/[\s().-]/g, '')
  // a number with another country's code is no Indonesian one
  if (written.startsWith('+') && !written.startsWith('+62')) return null
  const digits = written.replace(/^\+/, '')
  if (!/^\d+$/.test(digits)) return null
  const national = digits.startsWith('62') ? digits.slice(2) : digits.startsWith('0') ? digits.slice(1) : digits
  const stored = `62${national}`
  return STORED.test(stored) ? stored : null
}

/** The beginning of a number as people write it: 0812, 812 and +62 812 are 62812. What has letters keeps them. */
export const phoneStart = (typed: string): string => typed.replace(/[\s+().-]/g, '').replace(/^0|^(?=8)/, '62')

/** 62 and the code of an area: mobile numbers begin with 628. Hardly any of these has WhatsApp. */
export const isLandline = (stored: string): boolean => /^62[2-79]/.test(stored)

export const phoneNumber = z.string().transform((raw, ctx) => {
  const stored = normalizePhone(raw)
  if (stored) return stored
  ctx.addIssue({ code: 'custom', message: 'Nomor tidak valid. Contoh: 6281234567890.' })
  return z.NEVER
})

/** 62812••••890, for logs and monitors. */
export const maskPhone = (number: string): string =>
  number.length < 8 ? '•••' : `${number.slice(0, 5)}••••${number.slice(-3)}`
