// Texts for values that a schema refuses without a text of its own. The Worker and the page's forms both
// use them, because zod's own texts are English. Only zod's types are imported here.
import type { z } from 'zod'
import type { Rupiah } from './money.ts'

const whole = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 })
const shown = (limit: unknown): string => whole.format(typeof limit === 'bigint' ? limit : Number(limit))
/** 25.000 */
export const showWhole = (value: number): string => whole.format(value)
/** Rp 25.000, -Rp 25.000 */
export const showRupiah = (rupiah: Rupiah): string => `${rupiah < 0 ? '-' : ''}Rp ${whole.format(Math.abs(rupiah))}`

export const WORDS = {
  required: 'Wajib diisi.',
  text: 'Isi dengan teks.',
  number: 'Isi dengan angka.',
  whole: 'Isi dengan bilangan bulat.',
  digits: 'Isi dengan angka saja, tanpa huruf atau tanda lain.',
  unclear: 'Tidak jelas. Tulis bilangan bulat tanpa koma; titik hanya untuk ribuan, misalnya 25.000.',
  choice: 'Isi dengan ya atau tidak.',
  list: 'Isi dengan daftar.',
  email: 'Invalid email format.',
  url: 'Tulis alamat lengkap yang diawali https://, misalnya https://t.me/nama.',
  invalid: 'Isian tidak valid.',
} as const

const ofType = (expected: string, input: unknown): string => {
  switch (expected) {
    case 'int':
      return WORDS.whole
    case 'number':
      return WORDS.number
    case 'boolean':
      return WORDS.choice
    case 'array':
      return WORDS.list
    case 'string':
      return input === undefined || input === null ? WORDS.required : WORDS.text
    default:
      return input === undefined || input === null ? WORDS.required : WORDS.invalid
  }
}

export const wordsOf = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue.expected, issue.input)
    case 'too_small':
      if (issue.origin === 'array') return `Minimal ${shown(issue.minimum)} baris.`
      if (issue.origin !== 'string') return `Paling kecil ${shown(issue.minimum)}.`
      return Number(issue.minimum) <= 1 ? WORDS.required : `Minimal ${shown(issue.minimum)} karakter.`
    case 'too_big':
      if (issue.origin === 'array') return `Paling banyak ${shown(issue.maximum)} baris.`
      return issue.origin === 'string'
        ? `Paling panjang ${shown(issue.maximum)} karakter.`
        : `Paling besar ${shown(issue.maximum)}.`
    case 'not_multiple_of':
      return `Isi dengan kelipatan ${shown(issue.divisor)}.`
    case 'invalid_format':
      if (issue.format === 'email') return WORDS.email
      return issue.format === 'url' ? WORDS.url : WORDS.invalid
    default:
      return WORDS.invalid
  }
}
