// Notes of the office about a member or a recipient (rule notes).
import { z } from 'zod'
import { wholeNumber } from '../ground/amounts.ts'
import { RANGES } from '../ground/ranges.ts'

export const NOTE_LONGEST = 1_000
/** About one person. */
export const NOTES_MAX = 200
export const TOO_MANY_NOTES = 'Paling banyak 200 catatan tentang satu orang. Hapus yang tidak perlu lagi.'

export const noteRow = z.object({
  id: z.number(),
  text: z.string(),
  at: z.string(),
  /** Id of who wrote it. */
  by: z.string(),
  by_name: z.string().nullable(),
})
export type NoteRow = z.infer<typeof noteRow>

const id = wholeNumber(RANGES.noteId)
/** Whom it is about: somebody who signs in, or a recipient. */
const about = z.object({ user_id: z.string().min(1).max(80).optional(), number_id: id.optional() })
export type About = z.output<typeof about>
const isOne = ({ user_id, number_id }: About): boolean => (user_id === undefined) !== (number_id === undefined)
const ONE = { path: ['user_id'], error: 'Sebut satu orang atau satu nomor.' }

export const notesQuery = about.refine(isOne, ONE)
export const noteText = z
  .string('Tulis catatan.')
  .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
  .pipe(z.string().min(1, 'Tulis catatan.').max(NOTE_LONGEST, 'Catatan paling panjang 1.000 huruf.'))
export const noteBody = about.extend({ text: noteText }).refine(isOne, ONE)
export const noteIdBody = z.object({ id })
