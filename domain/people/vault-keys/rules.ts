// Which key a row of a vault is sealed with, as the row itself says (rule vault-keys). Pure: no key is needed to read that.
import { HOUR_MS } from '../../../contract/ground/time.ts'

/** Key id → rows sealed with it. */
export type VaultCount = Record<string, number>
/** In place of a key id: the account was counted, and has no row. No key has such an id. */
export const KEEPS_NOTHING = ''
/** In place of a key id: the row does not say one. */
export const UNREADABLE_KID = '?'
/** So many characters of a sealed row hold the id of its key, which has 16 letters at most. */
export const KID_CHARS = 24

/** @param sealed base64 of the id's length, the id, iv, ciphertext and tag; its first KID_CHARS are enough */
export const kidOf = (sealed: string): string => {
  let head: string
  try {
    head = atob(sealed.slice(0, KID_CHARS))
  } catch {
    return UNREADABLE_KID
  }
  const length = head.charCodeAt(0)
  const kid = head.slice(1, 1 + length)
  return /^[\w-]{1,16}$/.test(kid) && kid.length === length ? kid : UNREADABLE_KID
}

export const countKids = (heads: Iterable<string>): VaultCount => {
  const count: VaultCount = {}
  for (const head of heads) {
    const kid = kidOf(head)
    count[kid] = (count[kid] ?? 0) + 1
  }
  return count
}

export type KeyUse = { kid: string; rows: number; accounts: number }
/** Each account counts its rows once a day; one hour for those that are late. */
const COUNTED_WITHIN_MS = 25 * HOUR_MS
/**
 * Of each key that a ring or a row names, whether it can be taken out of the ring: no row is under it, every account was counted, and all
 * runners have written with another for longer than a count takes.
 */
export const freeKeys = (
  said: { writing: { kid: string; since: number } | null; kids: readonly string[] },
  counted: { keys: readonly KeyUse[]; uncounted: number },
  now: number,
): (KeyUse & { free: boolean })[] => {
  const { writing } = said
  const isCounted = writing !== null && counted.uncounted === 0 && now - writing.since > COUNTED_WITHIN_MS
  const kids = [...new Set([...said.kids, ...counted.keys.map(({ kid }) => kid)])].toSorted()
  return kids.map((kid) => {
    const use = counted.keys.find((key) => key.kid === kid) ?? { kid, rows: 0, accounts: 0 }
    return { ...use, free: isCounted && use.rows === 0 && kid !== writing.kid }
  })
}

/** Of a connected runner: keys by name, without those that are another key under that name; null: an older one, which does not say them. */
export type Ring = { draining: boolean; kids: readonly string[] | null }
type Said = { draining: boolean; vaultKeys?: readonly { kid: string }[] | null; foreignKids?: readonly string[] }
export const ringOfRunner = ({ draining, vaultKeys, foreignKids = [] }: Said): Ring => ({
  draining,
  kids: vaultKeys ? vaultKeys.map(({ kid }) => kid).filter((kid) => !foreignKids.includes(kid)) : null,
})
/** So many runners do not have this key, of so many that said theirs. */
type Lacking = { kid: string; runners: number; of: number }
/** With the rows that are under it, and the accounts that these belong to. */
export type LackingUse = Lacking & { rows: number; accounts: number }
/**
 * Keys that rows are under and that not every runner has; null: no runner says its keys, and nothing is known. One that drains is given no account
 * any more, whatever it has.
 */
export const lackingKeys = (kidsInUse: readonly string[], rings: readonly Ring[]): Lacking[] | null => {
  const said = rings.flatMap(({ draining, kids }) => (draining || kids === null ? [] : [kids]))
  if (said.length === 0) return null
  return kidsInUse
    .map((kid) => ({ kid, runners: said.filter((kids) => !kids.includes(kid)).length, of: said.length }))
    .filter(({ runners }) => runners > 0)
}
