// /admin/note: what the office writes down about a member or a recipient (rule notes).
import { listed, twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { type About, TOO_MANY_NOTES } from '../../../contract/recipients/notes.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { insertNote, noteById, notesAbout, removeNote } from '../../../domain/recipients/notes/store.ts'
import { door, routes } from '../../http/door.ts'

export const noteRoutes = routes()

const withRefusals = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    const why = refusalOf(error)
    if (why === 'too_many_notes') throw new Refusal('invalid_input', { field: 'text', text: TOO_MANY_NOTES })
    throw why === 'status_moved' ? new Refusal('not_found') : error
  }
}
/** The audit log says that something was written about whom, never what: an erasure takes the note alone. */
const entryOf = ({ user_id, number_id }: About) =>
  number_id === undefined
    ? ({ written: 'user.note', deleted: 'user.note_delete', target: String(user_id) } as const)
    : ({ written: 'phonenumber.note', deleted: 'phonenumber.note_delete', target: String(number_id) } as const)

door(noteRoutes, 'GET /admin/note/list', async ({ db, query }) => {
  const notes = await notesAbout(db, query)
  return listed(notes, notes.length)
})
door(noteRoutes, 'POST /admin/note/create', async ({ db, body: { text, ...about }, who, now, audit }) => {
  const { written, target } = entryOf(about)
  const note = await withRefusals(() => insertNote(db, { about, by: who.id, now, text }, audit(written, target)))
  return { ...DONE, ...twice('note', note) }
})
door(noteRoutes, 'POST /admin/note/delete', async ({ db, body: { id }, who, audit }) => {
  const note = await noteById(db, id)
  if (!note) throw new Refusal('not_found')
  if (note.by !== who.id && who.role !== 'dev') throw new Refusal('forbidden')
  const about = note.number_id === null ? { user_id: note.user_id ?? '' } : { number_id: note.number_id }
  const { deleted, target } = entryOf(about)
  await withRefusals(() => runBatch(db, [...removeNote(db, id), ...audit(deleted, target)]))
  return DONE
})
