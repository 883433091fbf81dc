// Under which key of VAULT_KEYS rows are sealed now, as the connected runners say (rule vault-keys). Pure.
import type { SealedRow, VaultKeyName, VaultUse } from '../../contract/people/vault-keys.ts'
import { kidOf } from '../../domain/people/vault-keys/rules.ts'

/** vaultKeys null: an older runner, which does not say them. Absent: it has dialled, and its hello is still to come. */
type Says = { vaultKeys?: VaultKeyName[] | null; foreignKids?: string[] }

/** Until its hello a runner writes nothing: counted as one that does not say its keys, each dial would end the time a key was written with. */
export const saidHello = <T extends Says>(runners: readonly T[]): T[] =>
  runners.filter(({ vaultKeys }) => vaultKeys !== undefined)

/**
 * The key that all of them write with; null: there is none, one does not say, or they differ. While a deploy spreads, some write with
 * the old key: what is resealed meanwhile would not end.
 */
export const writingKeyOf = (runners: readonly Says[]): VaultKeyName | null => {
  const firsts = runners.map(({ vaultKeys }) => vaultKeys?.[0] ?? null)
  const [first = null] = firsts
  const isSame = firsts.every((one) => one !== null && one.kid === first?.kid && one.proof === first.proof)
  return isSame ? first : null
}
/** How many of these rows its ring opens. */
const rowsOpened = (runner: Says, rows: readonly Pick<SealedRow, 'data'>[]): number =>
  rows.filter(({ data }) => opensAll(runner, [kidOf(data)])).length
type Resealer = Says & { draining: boolean; accounts: number; capacity: number }
/** Who reseals these rows: the one that opens most of them, among equals the least used; undefined: none may. */
export const resealer = <S, R extends Resealer>(
  runners: readonly [S, R][],
  rows: readonly Pick<SealedRow, 'data'>[],
): [S, R] | undefined =>
  runners
    .filter(([, runner]) => !runner.draining && runner.vaultKeys)
    .toSorted(
      ([, a], [, b]) => rowsOpened(b, rows) - rowsOpened(a, rows) || a.accounts / a.capacity - b.accounts / b.capacity,
    )[0]
/** Key ids in any ring of theirs. */
export const kidsOf = (runners: readonly Says[]): string[] =>
  [...new Set(runners.flatMap(({ vaultKeys }) => (vaultKeys ?? []).map(({ kid }) => kid)))].toSorted()

/** Key ids under which it has another key than this one, which rows are under. Until rows are known to be under one, none is another. */
export const foreignOf = ({ vaultKeys }: Says, known: readonly VaultKeyName[]): string[] =>
  (vaultKeys ?? []).flatMap(({ kid, proof }) =>
    known.some((one) => one.kid === kid && one.proof !== proof) ? [kid] : [],
  )
type Use = { key: VaultKeyName; how: 'opened' | 'sealed' }
/** What a runner did with its keys says which key rows are under, by name and proof. */
export const usesOf = ({ vaultKeys }: Says, use: VaultUse): Use[] => {
  const keyOf = (kid: string): VaultKeyName[] => (vaultKeys ?? []).filter((key) => key.kid === kid)
  const all = (kids: readonly string[] = [], how: Use['how']): Use[] => kids.flatMap(keyOf).map((key) => ({ key, how }))
  return [...all(use?.sealed, 'sealed'), ...all(use?.opened, 'opened')]
}
/** Whether rows under these keys can be opened there. An older runner does not say its keys: it is tried. */
export const opensAll = ({ vaultKeys, foreignKids = [] }: Says, kids: readonly string[]): boolean =>
  !vaultKeys || kids.every((kid) => vaultKeys.some((key) => key.kid === kid) && !foreignKids.includes(kid))
