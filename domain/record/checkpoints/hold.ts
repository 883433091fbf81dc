// A checkpoint that was kept elsewhere, held against the database (rule checkpoints).
import type { Read } from '../record/read.ts'
import { type NoteProblem, openNote, type Verifier } from './note.ts'
import { allDays, checkAgainst } from './tree.ts'

/** day: the last one that it has, as the database says now. */
export type Held = { is: 'same' | 'fewer' | 'other' | NoteProblem; size: number | null; day: string | null }

/** The name under which this place signed; null: it has signed nothing yet. */
const nameHere = async (read: Read): Promise<string | null> => {
  const [row] = (await read('select note from record_checkpoints order by day desc limit 1')) as { note: string }[]
  return row?.note.split('\n')[0] ?? null
}
/** @param text as it was kept, with what a mail has around it */
export const holdAgainst = async (read: Read, text: string, verifiers: readonly Verifier[]): Promise<Held> => {
  const opened = await openNote(text, verifiers)
  if ('problem' in opened) return { is: opened.problem, size: null, day: null }
  const { checkpoint } = opened
  const here = await nameHere(read)
  if (here !== null && here !== checkpoint.origin) return { is: 'origin', size: checkpoint.size, day: null }
  const days = await allDays(read)
  return { is: checkAgainst(days, checkpoint), size: checkpoint.size, day: days[checkpoint.size - 1]?.day ?? null }
}
