// A checkpoint that was kept elsewhere, held against the database (rule checkpoints).
import { openNote, type NoteProblem, readVerifier } from '../../domain/record/checkpoints/note.ts'
import { allDays, checkAgainst } from '../../domain/record/checkpoints/tree.ts'
import type { Read } from '../../domain/record/record/read.ts'

/** day: the last one that it has, as the database says now. */
export type Held = { is: 'same' | 'fewer' | 'other' | NoteProblem; size: number | null; day: string | null }

/** The name under which this place signed; null: it has signed nothing yet. */
const nameHere = async (read: Read): Promise<string | null> => {
  const [row] = (await read('select note from record_checkpoints order by day desc limit 1')) as { note: string }[]
  return row?.note.split('\n')[0] ?? null
}
/** @param key as people keep it; undefined: any that the text has, as a mail does */
export const holdAgainst = async (read: Read, text: string, key: string | undefined): Promise<Held> => {
  const written = key === undefined ? (text.match(/\S+\+[0-9a-f]{8}\+\S+/g) ?? []) : [key]
  const verifiers = (await Promise.all(written.map(readVerifier))).filter((verifier) => verifier !== null)
  const opened = await openNote(text, verifiers)
  if ('problem' in opened) return { is: opened.problem, size: null, day: null }
  const { checkpoint } = opened
  const here = await nameHere(read)
  if (here !== null && here !== checkpoint.origin) return { is: 'origin', size: checkpoint.size, day: null }
  const days = await allDays(read)
  return { is: checkAgainst(days, checkpoint), size: checkpoint.size, day: days[checkpoint.size - 1]?.day ?? null }
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
