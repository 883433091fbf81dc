// Turns the items of an uploaded list of stops into people to suppress (each number once, in stored form) or into reasons for skipping
// them.
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { normalizePhone } from '../../../contract/ground/phone.ts'
import { fieldOf } from '../imports/rules.ts'
import type { Skip } from '../imports/store.ts'
import { hashesOfNumber } from './hash.ts'
import type { StopItem } from './import-store.ts'

const RAW_MAX = 60
const REASON_MAX = 300
const text = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()

/**
 * @param row that of the first item
 * @param reason of all that say none themselves
 */
export const planStops = (
  items: readonly unknown[],
  row: number,
  { hashKeys, reason }: { hashKeys: KeyRing; reason: string | null },
): { items: StopItem[]; skips: Skip[] } => {
  const skips: Skip[] = []
  const fresh = new Map<string, StopItem>()
  for (const [i, item] of items.entries()) {
    const fields = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : { number: item }
    const of = (field: string): string => text(fieldOf('suppression', fields, field))
    const raw = of('number').slice(0, RAW_MAX)
    const number = normalizePhone(raw)
    const r = row + i
    if (number === null) skips.push({ row: r, value: raw, name: '', reason: 'invalid' })
    else if (fresh.has(number)) skips.push({ row: r, value: number, name: '', reason: 'duplicate' })
    else {
      const said = [of('reason') || (reason ?? ''), of('source'), of('date')].filter((part) => part !== '').join(' · ')
      fresh.set(number, { r, n: number, h: hashesOfNumber(hashKeys, number), t: said.slice(0, REASON_MAX) || null })
    }
  }
  return { items: [...fresh.values()], skips }
}
