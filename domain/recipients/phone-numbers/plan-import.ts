// Turns the items of an uploaded file into recipients (each number once, in stored form) or into reasons for skipping them.
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { normalizePhone } from '../../../contract/ground/phone.ts'
import type { Skip } from '../imports/store.ts'
import { hashesOfNumber } from '../suppressions/hash.ts'
import type { PhoneItem } from './import-store.ts'
import { readRecipient } from './rules.ts'

/** row: that of the first item. */
export const planPhones = (
  items: readonly unknown[],
  row: number,
  hashKeys: KeyRing,
): { items: PhoneItem[]; skips: Skip[]; skipsBetween: number } => {
  const skips: Skip[] = []
  const fresh = new Map<string, PhoneItem>()
  for (const [i, item] of items.entries()) {
    const { number: raw, name, off, declined, source, unproved } = readRecipient(item)
    const number = normalizePhone(raw)
    const r = row + i
    if (number === null) skips.push({ row: r, value: raw, name, reason: 'invalid' })
    else if (fresh.has(number)) skips.push({ row: r, value: number, name, reason: 'duplicate' })
    else if (declined) skips.push({ row: r, value: number, name, reason: 'declined' })
    else if (unproved) skips.push({ row: r, value: number, name, reason: 'source' })
    else {
      const more = { ...(off ? { o: 1 as const } : {}), ...(source === '' ? {} : { c: source }) }
      fresh.set(number, { r, n: number, m: name, h: hashesOfNumber(hashKeys, number), ...more })
    }
  }
  const planned = [...fresh.values()]
  const [first, last] = [planned[0]?.r ?? 0, planned.at(-1)?.r ?? 0]
  return { items: planned, skips, skipsBetween: skips.filter((s) => s.row >= first && s.row <= last).length }
}
