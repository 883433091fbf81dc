// Recovery codes: sixteen letters of 32, which are 80 random bits, so that their hash alone guesses none (rule factor-codes).
/** Without letters that are taken for others. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
export const CODES = 10

/** @param bytes 16 random ones */
export const recoveryCode = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')
/** As somebody types it: capitals, spaces, and the letters that look like digits. */
export const plainCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
