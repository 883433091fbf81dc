// What is said of a checkpoint that was kept elsewhere, and of the proof of one entry (rules checkpoints, inclusion).
import { type Held } from '../../domain/record/checkpoints/hold.ts'
import { checkInclusion, type InclusionProblem } from '../../domain/record/checkpoints/inclusion.ts'
import { readVerifier, type Verifier } from '../../domain/record/checkpoints/note.ts'

/** @param key as people keep it; undefined: any that the text has, as a mail does */
export const verifiersOf = async (text: string, key: string | undefined): Promise<Verifier[]> => {
  const written = key === undefined ? (text.match(/\S+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+/g) ?? []) : [key]
  return (await Promise.all(written.map(readVerifier))).filter((verifier) => verifier !== null)
}

const TEXTS: Record<Held['is'], string> = {
  same: 'Checkpoint: the record still is what it says',
  fewer: 'Checkpoint: CHANGED: the record has fewer days than it says',
  other: 'Checkpoint: CHANGED: the record is not the one that was signed',
  form: 'Checkpoint: the file holds none',
  origin: 'Checkpoint: it is of another place, or its key is missing (--key)',
  key: 'Checkpoint: none of these keys has signed it',
  forged: 'Checkpoint: FORGED: its signature is not of this key',
}
export const heldText = ({ is, size, day }: Held): string =>
  `${TEXTS[is]}${size === null ? '' : ` (${size} days${day === null ? '' : ` up to ${day}`})`}`

const PROBLEMS: Record<InclusionProblem, string> = {
  form: 'Proof: the file holds none',
  entry: 'Proof: CHANGED: its entry is not the one that it names',
  path: 'Proof: CHANGED: it does not lead to what the checkpoint signs',
  origin: 'Proof: its checkpoint is of another place, or its key is missing (--key)',
  key: 'Proof: none of these keys has signed its checkpoint',
  forged: 'Proof: FORGED: the signature of its checkpoint is not of this key',
}
/** @param checkpoint one that was kept elsewhere; undefined: the one that the proof brings along, which says as much as the key does */
export const inclusionText = async (
  proof: string,
  checkpoint: string | undefined,
  key: string | undefined,
): Promise<{ ok: boolean; line: string }> => {
  const checked = await checkInclusion(proof, await verifiersOf(checkpoint ?? '', key), checkpoint ?? null)
  if ('problem' in checked) return { ok: false, line: PROBLEMS[checked.problem] }
  return {
    ok: true,
    line: `Proof: this entry stands in the record since ${checked.day}: ${JSON.stringify(checked.entry)}`,
  }
}
