// Turns the items of an uploaded file into recipients (each number once, in stored form) or into reasons for skipping them.
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { normalizePhone } from '../../../contract/ground/phone.ts'
import { plainValue } from '../../../contract/recipients/plain-value.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { tagName, tagTooLong } from '../../../contract/recipients/tags.ts'
import type { ImportedTags } from '../tags/import-store.ts'
import type { ImportedValues } from '../fields/store.ts'
import { FIELD, OWN_TAG } from '../imports/rules.ts'
import type { Skip } from '../imports/store.ts'
import { hashesOfNumber } from '../suppressions/hash.ts'
import type { PhoneItem } from './import-store.ts'
import { readRecipient } from './rules.ts'

/** What a row brings of the fields that are kept; an empty cell brings nothing. */
const valuesIn = (item: unknown, fields: readonly string[]): Record<string, string> => {
  const row = item as Record<string, string | undefined>
  const cells = fields.map((key): [string, string] => [key, plainValue(row[`${FIELD}${key}`] ?? '')])
  return Object.fromEntries(cells.filter(([, value]) => value !== ''))
}

/** @throws Refusal for one that is too long: half a name is no name */
const tagIn = (item: unknown, row: number): string | null => {
  const { [OWN_TAG]: cell = '' } = item as Record<string, string | undefined>
  if (cell.trim() === '') return null
  const name = tagName.safeParse(cell)
  if (name.success) return name.data
  throw new Refusal('invalid_input', { field: 'columns', text: tagTooLong(row) })
}

/**
 * row: that of the first item; fields: keys of the columns that are kept; tag: what everybody of the file gets.
 * ownTag: a column of tags was chosen, which a file of JSON never has.
 */
export const planPhones = (
  items: readonly unknown[],
  row: number,
  hashKeys: KeyRing,
  {
    fields = [],
    tag = null,
    ownTag = false,
  }: { fields?: readonly string[]; tag?: string | null; ownTag?: boolean } = {},
): { items: PhoneItem[]; skips: Skip[]; skipsBetween: number; values: ImportedValues[]; tags: ImportedTags[] } => {
  const values: ImportedValues[] = []
  const tags: ImportedTags[] = []
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
      const f = valuesIn(item, fields)
      if (Object.keys(f).length > 0) values.push({ r, n: number, f })
      const t = [tag, ownTag ? tagIn(item, r) : null].filter((name) => name !== null)
      if (t.length > 0) tags.push({ r, n: number, t })
    }
  }
  const planned = [...fresh.values()]
  const [first, last] = [planned[0]?.r ?? 0, planned.at(-1)?.r ?? 0]
  return {
    items: planned,
    values,
    tags,
    skips,
    skipsBetween: skips.filter((s) => s.row >= first && s.row <= last).length,
  }
}
