// A receipt of consent, checked with a public key alone: without the service, its database or the network (rule receipts).
import { readVerifier } from '../../domain/record/checkpoints/note.ts'
import { openReceipt, type ReceiptProblem } from '../../domain/record/receipts/receipt.ts'

const PROBLEMS: Record<ReceiptProblem | 'needs-key', string> = {
  'needs-key': 'Receipt: give the public key of its place with --key name+id+key (/api/public/record has it)',
  form: 'Receipt: the file holds none',
  origin: 'Receipt: it is of another place than the key',
  key: 'Receipt: the key did not sign it',
  forged: 'Receipt: FORGED: its signature is not of this key',
}
/** @param key as people keep it: name+id+key, the name with the place's host @returns the line to print, and whether it is genuine */
export const receiptText = async (text: string, key: string | undefined): Promise<{ ok: boolean; line: string }> => {
  const verifier = key === undefined ? null : await readVerifier(key)
  if (verifier === null) return { ok: false, line: PROBLEMS['needs-key'] }
  const opened = await openReceipt(text, null, [{ kid: null, publicKey: verifier.publicKey }])
  if ('problem' in opened) return { ok: false, line: PROBLEMS[opened.problem] }
  const { iss, iat, pii_principal_id, consent_state, consent } = opened.claims
  if (new URL(iss).host !== verifier.name.split('/')[0]) return { ok: false, line: PROBLEMS.origin }
  const when = new Date(iat * 1_000).toISOString()
  const words = consent?.source ? `“${consent.source}”` : 'a consent without words'
  const source = consent === null ? 'no consent' : `${words} of ${consent.time}`
  return {
    ok: true,
    line: `Receipt: genuine: ${iss} said on ${when} of ${pii_principal_id}: ${consent_state}, ${source}`,
  }
}
