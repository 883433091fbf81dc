// Keys and values of the fields of recipients, as the server, the import's form and the preview of a message have them (rule
// recipient-fields). Free of zod. Pure.

export const FIELD_VALUE_MAX = 120
/** What a message fills already, or would be mistaken for it. */
const RESERVED = new Set(['name', 'nama', 'number', 'nomor', 'phonenumber', 'status', 'id'])

export const isReserved = (key: string): boolean => RESERVED.has(key)
/** The key that a column's header gives; null: it gives none. */
export const keyOfHeader = (header: string): string | null => {
  const plain = header
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
    .replace(/_+$/, '')
  if (plain === '') return null
  return isReserved(plain) ? `${plain}_lain` : plain
}

/**
 * A value as it may stand in a message: one line, without WhatsApp's marks, braces, or anything that WhatsApp makes a link of. Said of values
 * when they are stored, and again when they are filled in.
 */
export const plainValue = (raw: string): string =>
  raw
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}*_~`{}]+/gu, ' ')
    .replace(/:\/\//g, ' ')
    .replace(/([.。．｡])(?=\p{L})/gu, '$1 ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, FIELD_VALUE_MAX)
    .trim()
