// Of which rows a login is made, and the key of VAULT_KEYS that they are under: only a runner that has it is asked for (rule runner-keys).
import { CREDS_TYPE } from '../../../contract/operation/runner.ts'
import { kidOf, UNREADABLE_KID } from '../../../domain/people/vault-keys/rules.ts'
import type { SessionPort } from './port.ts'
import { rowsById } from '../tables/vault-store.ts'

/** Keys of a link in progress are stored as the next generation, so that a failed attempt leaves the session in use intact. */
export const stagingGeneration = (core: SessionPort): number => core.account.vaultGeneration + 1
/** The generation whose rows the runner reads and writes now. */
export const generationInUse = (core: SessionPort): number => {
  const { link, vaultGeneration } = core.account
  return link && link.phase !== 'stored' ? stagingGeneration(core) : vaultGeneration
}

/**
 * The key of the creds alone: without them nothing logs in. Rows of people under a key that is missing count as absent there, and their sessions
 * are made again. Empty: a new pairing reads no rows.
 */
export const neededKids = (core: SessionPort): string[] =>
  rowsById(core.sql, generationInUse(core), [{ type: CREDS_TYPE, id: CREDS_TYPE }])
    .map(({ data }) => kidOf(data ?? ''))
    .filter((kid) => kid !== UNREADABLE_KID)
