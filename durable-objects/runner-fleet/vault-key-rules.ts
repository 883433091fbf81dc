// Under which key of VAULT_KEYS rows are sealed now, as the connected runners say (rule vault-keys). Pure.
import type { SealedRow, VaultKeyName } from '../../contract/vault-keys.ts'
import { kidOf } from '../../domain/vault-keys/rules.ts'

/** vaultKeys null: an older runner, which does not say them. Absent: it has dialled, and its hello is still to come. */
type Says = { vaultKeys?: VaultKeyName[] | null }

/** Until its hello a runner writes nothing: counted as one that does not say its keys, each dial would end the time a key was written with. */
export const saidHello = <T extends Says>(runners: [WebSocket, T][]): [WebSocket, T][] =>
  runners.filter(([, { vaultKeys }]) => vaultKeys !== undefined)

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
/** How many of these rows its ring opens. */
const rowsOpened = ({ vaultKeys }: Says, rows: readonly Pick<SealedRow, 'data'>[]): number =>
  rows.filter(({ data }) => vaultKeys?.some(({ kid }) => kid === kidOf(data))).length
type Resealer = Says & { draining: boolean; accounts: number; capacity: number }
/** Who seals these rows anew: the one that opens most of them, among equals the least used; undefined: none may. */
export const resealer = <S, R extends Resealer>(
  runners: readonly [S, R][],
  rows: readonly Pick<SealedRow, 'data'>[],
): [S, R] | undefined =>
  runners
    .filter(([, runner]) => !runner.draining)
    .toSorted(
      ([, a], [, b]) => rowsOpened(b, rows) - rowsOpened(a, rows) || a.accounts / a.capacity - b.accounts / b.capacity,
    )[0]
/** Key ids in any ring of theirs. */
export const kidsOf = (runners: readonly Says[]): string[] =>
  [...new Set(runners.flatMap(({ vaultKeys }) => (vaultKeys ?? []).map(({ kid }) => kid)))].toSorted()
