// Thousands separators while somebody types: 150000 becomes 150.000. Only what is certainly meant as digits is regrouped; where a
// dot, a comma or a letter was written or pasted, the text stays as it is and the field says what is wrong with it. Pure.
const CANONICAL = /^(\d{1,3}(\.\d{3})*)?$/

/** What stands in `after` and not in `before`, between their common beginning and end. */
const written = (before: string, after: string): string => {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return after.slice(start, after.length - end)
}

/** @param before the text before this key, as it was shown */
export const regrouped = (before: string, typed: string): string => {
  if (!CANONICAL.test(before) || !/^[\d.]*$/.test(typed) || /\D/.test(written(before, typed))) return typed
  const digits = typed.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  return digits.replace(/\B(?=(\d{3})+$)/g, '.')
}
/** Where the caret stands after regrouping: as many digits are to its right as before. */
export const caretIn = (text: string, digitsAfter: number): number => {
  let left = digitsAfter
  let at = text.length
  while (at > 0 && left > 0) if (/\d/.test(text[--at] ?? '')) left--
  return at
}
