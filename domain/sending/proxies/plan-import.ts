// Turns the items of an uploaded file into proxies (each valid address once) or into reasons for skipping them.
import { isPrivateAddress } from '../../../contract/ground/private-hosts.ts'
import { proxyValue } from '../../../contract/sending/proxies.ts'
import { orderedId } from '../../recipients/imports/ordered-id.ts'
import { fieldOf } from '../../recipients/imports/rules.ts'
import type { Skip } from '../../recipients/imports/store.ts'
import type { ProxyItem } from './import-store.ts'

const RAW_MAX = 300
const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, RAW_MAX) : '')

/** Without them it would be one. */
const onlySpaces = (raw: string): boolean => /\s/.test(raw) && proxyValue.safeParse(raw.replace(/\s+/g, '')).success

/** row: that of the first item. mayBePrivate: in the sandbox alone. */
export const planProxies = (
  items: readonly unknown[],
  row: number,
  mayBePrivate: boolean,
): { items: ProxyItem[]; skips: Skip[] } => {
  const skips: Skip[] = []
  const fresh = new Map<string, ProxyItem>()
  for (const [i, item] of items.entries()) {
    const fields = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : { value: item }
    const raw = text(fieldOf('proxy', fields, 'value'))
    const parsed = proxyValue.safeParse(raw)
    const s = text(fieldOf('proxy', fields, 'status')) === 'nonactive' ? 'nonactive' : 'active'
    const r = row + i
    if (!parsed.success) skips.push({ row: r, value: raw, name: '', reason: onlySpaces(raw) ? 'spaces' : 'invalid' })
    else if (!mayBePrivate && isPrivateAddress(parsed.data))
      skips.push({ row: r, value: raw, name: '', reason: 'private' })
    else if (fresh.has(parsed.data)) skips.push({ row: r, value: parsed.data, name: '', reason: 'duplicate' })
    else fresh.set(parsed.data, { r, i: orderedId(r), v: parsed.data, s })
  }
  return { items: [...fresh.values()], skips }
}
