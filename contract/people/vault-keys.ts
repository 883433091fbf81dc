// What runners and Worker tell each other of the keys of VAULT_KEYS (rule vault-keys): names, and rows that stay sealed.
import { z } from 'zod'

/** A row of a vault as it is stored, for the runner that reseals it. */
const sealedRow = z.object({ type: z.string().max(40), id: z.string().max(200), data: z.string() })
export type SealedRow = z.infer<typeof sealedRow>
/** A key by name; the proof tells it from another key of the same name, and says nothing about it. */
const vaultKey = z.object({ kid: z.string().max(16), proof: z.string().max(64) })
export type VaultKeyName = z.infer<typeof vaultKey>
/** Of a ring: more are not said. */
export const VAULT_KEYS_SAID = 20
/** In a runner's hello: the ring in its order, the first seals. null: an older runner, which reseals nothing. */
export const vaultKeys = z.array(vaultKey).max(VAULT_KEYS_SAID).nullable().default(null)

/**
 * In a heartbeat: with which of them stored rows were opened, and rows sealed, since the process started. It proves that rows are under this key,
 * and not under another one of its name. Absent: an older runner, or none yet.
 */
const kids = z.array(z.string().max(16)).max(VAULT_KEYS_SAID)
export const vaultUse = z.object({ opened: kids, sealed: kids }).optional()
export type VaultUse = z.infer<typeof vaultUse>

/** Down: seal these rows of an account, no matter who holds it, with the first key of the ring. Sent to runners that said their keys. */
export const reseal = z.object({
  kind: z.literal('reseal'),
  requestId: z.string(),
  accountId: z.string(),
  rows: z.array(sealedRow),
})
/** Up, the answer: the rows under the first key. A row that no key of this runner opens is left out. */
export const resealed = z.object({
  kind: z.literal('resealed'),
  requestId: z.string().max(80),
  rows: z.array(sealedRow),
})
