// How long a proof of who somebody is counts for what a thief of a sign-in would do first (rule step-up).
import { MINUTE_MS } from '../../../contract/ground/time.ts'

const PROOF_MS = 5 * MINUTE_MS
/** @param standing null: not of a signed-in person, who then has no proof either */
export const mustProve = (standing: { provedAt: number } | null, now: number): boolean =>
  standing === null || now - standing.provedAt > PROOF_MS
