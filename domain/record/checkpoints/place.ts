// Under which name this place signs, and with which keys (rule checkpoints).
import { type RecordKey, recordKeys } from './keys.ts'
import { type Verifier, verifierText } from './note.ts'

export type Signer = { origin: string; keys: RecordKey[]; verifiers: Verifier[] }
/** Without keys there is nothing to sign with. */
export const signerOf = async (env: { APP_ORIGIN: string; RECORD_KEYS?: string }): Promise<Signer> => {
  const origin = `${new URL(env.APP_ORIGIN).host}/record`
  const keys = await recordKeys(env)
  return { origin, keys, verifiers: keys.map(({ publicKey }) => ({ name: origin, publicKey })) }
}
export const verifierTexts = ({ verifiers }: Pick<Signer, 'verifiers'>): Promise<string[]> =>
  Promise.all(verifiers.map(verifierText))
