// What a cell of numbers says, as text. Pure.
/** Formats of Excel that every workbook has and none lists. */
const DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]
/** Codes between quotes and brackets are words and colours. */
const isDateCode = (code: string): boolean => /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
/** date: a count of days. width: shown with zeros before it, as in a code of members. */
export type Format = { isDate: boolean; width: number }
export const formatOf = (id: number, code: string | undefined): Format => ({
  isDate: code === undefined ? DATES.some(([from, to]) => id >= from && id <= to) : isDateCode(code),
  width: code !== undefined && /^0+$/.test(code) ? code.length : 0,
})

const DAY_MS = 86_400_000
/** Day 0 of a workbook; Excel has a 29 February 1900 that never was, so days before March 1900 are one off. */
const DAY_ZERO = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) }
const dateText = (days: number, is1904: boolean): string | null => {
  const time = (is1904 ? DAY_ZERO.from1904 : DAY_ZERO.from1900) + Math.round(days * 86_400) * 1_000
  const date = new Date(time)
  if (Number.isNaN(date.getTime()) || days < 0) return null
  const [day = '', clock = ''] = date.toISOString().slice(0, 19).split('T')
  if (time % DAY_MS === 0) return day
  return days < 1 ? clock : `${day} ${clock}`
}

/** Never with an exponent, which Excel shows for a long number and keeps in the file for some: 8.12346E+11 is no phone number. */
const wholeText = (value: number): string => {
  if (Number.isInteger(value)) return BigInt(value).toString()
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}

/** @param raw as it stands in the file */
export const numberText = (raw: string, { isDate, width }: Format, is1904: boolean): string => {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  const text = (isDate ? dateText(value, is1904) : null) ?? wholeText(value)
  return width > 0 && value >= 0 ? text.padStart(width, '0') : text
}
