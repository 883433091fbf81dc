// Under which key of VAULT_KEYS rows are sealed now, as the connected runners say (rule vault-keys). Pure.
import type { VaultKeyName } from '../../contract/vault-keys.ts'

/** keys null: an older runner, which does not say them. */
type Says = { vaultKeys?: VaultKeyName[] | null }

/**
 * The key that all of them write with; null: there is none, one does not say, or they differ. While a deploy spreads, some write with
 * the old key: what is sealed anew meanwhile would not end.
 */
export const writingKeyOf = (runners: readonly Says[]): VaultKeyName | null => {
  const firsts = runners.map(({ vaultKeys }) => vaultKeys?.[0] ?? null)
  const [first = null] = firsts
  const isSame = firsts.every((one) => one !== null && one.kid === first?.kid && one.proof === first.proof)
  return isSame ? first : null
}
/** Key ids in any ring of theirs. */
export const kidsOf = (runners: readonly Says[]): string[] =>
  [...new Set(runners.flatMap(({ vaultKeys }) => (vaultKeys ?? []).map(({ kid }) => kid)))].toSorted()
