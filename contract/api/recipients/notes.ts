// Notes of the office about a member or a recipient (rule notes).
import { done } from '../../ground/done.ts'
import { noteBody, noteIdBody, noteRow, notesQuery } from '../../recipients/notes.ts'
import { ADMINS, call } from '../call.ts'
import { list, saved } from '../shapes.ts'

export const noteCalls = {
  /** All about one person, the newest first. */
  'GET /admin/note/list': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: notesQuery,
    answer: list(noteRow),
  }),
  'POST /admin/note/create': call({ roles: ADMINS, own: 'none', body: noteBody, answer: saved('note', noteRow) }),
  /** By who wrote it, or dev. */
  'POST /admin/note/delete': call({ roles: ADMINS, own: 'none', body: noteIdBody, answer: done }),
}
