// The number of a bank account or e-wallet, hidden but for its end: enough to recognise, too little to be read off a screen or a list
// (rule masked-accounts). Pure.
const SHOWN = 4
export const maskAccount = (number: string): string => {
  const digits = number.replace(/\s/g, '')
  if (digits === '') return ''
  const shown = Math.min(SHOWN, Math.floor(digits.length / 2))
  return `••••${shown === 0 ? '' : digits.slice(-shown)}`
}
