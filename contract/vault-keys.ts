// What runners and Worker tell each other of the keys of VAULT_KEYS (rule vault-keys): names, and rows that stay sealed.
import { z } from 'zod'

/** A row of a vault as it is stored, for whoever seals it anew. */
export const sealedRow = z.object({ type: z.string().max(40), id: z.string().max(200), data: z.string() })
export type SealedRow = z.infer<typeof sealedRow>
/** A key by name; the proof tells it from another key of the same name, and says nothing about it. */
export const vaultKey = z.object({ kid: z.string().max(16), proof: z.string().max(64) })
export type VaultKeyName = z.infer<typeof vaultKey>
/** Of a ring: more are not said. */
export const VAULT_KEYS_SAID = 8
