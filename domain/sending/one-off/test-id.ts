// The id of a test, made from its key (rule one-off-test): the same press has the same id, and nobody's key is the id of another's
// one-off blast.
import { hex } from '../../ground/crypto/crypto.ts'

export const idOfTest = async (userId: string, accountId: string, key: string): Promise<string> => {
  const text = new TextEncoder().encode(`one-off-test:${userId}:${accountId}:${key.toLowerCase()}`)
  return `test-${hex(new Uint8Array(await crypto.subtle.digest('SHA-256', text))).slice(0, 32)}`
}
