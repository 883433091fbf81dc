// Which files may prove a payment or a return, said before they are sent; the server looks at the bytes (rule payout-proof).
import { payoutTexts as texts } from '../../texts/indonesian.ts'

export const PROOF_KINDS: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
const MAX_BYTES = 2 * 1024 * 1024

/** Why this file cannot be sent, in words. */
export const proofProblem = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  // some systems do not name the kind of a file
  if (type !== '' && !PROOF_KINDS.includes(type)) return texts.proofKind
  return size > MAX_BYTES ? texts.proofSize : undefined
}
