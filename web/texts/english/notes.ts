// Notes of the office about a member or a recipient.
import type { noteTexts as indonesian } from '../indonesian/notes.ts'
import type { InEnglish } from '../in-english.ts'

export const noteTexts: InEnglish<typeof indonesian> = {
  title: 'Notes of the office',
  list: 'Notes that are there',
  loadFailed: 'The notes cannot be loaded.',
  write: 'New note',
  hint: 'Read by admin and dev. Part of the personal data: the person can ask for it and read it.',
  save: 'Write it down',
  saved: 'The note has been saved.',
  saveFailed: 'The note cannot be saved. Try again.',
  by: (who, when) => `${who} · ${when} WIB`,
  unknownPerson: 'Deleted user',
  more: (count) => `Show ${count} more`,
  delete: 'Delete',
  deleteOf: (when) => `Delete the note of ${when}`,
  deleteTitle: 'Delete this note?',
  deleteText: 'A deleted note cannot be brought back. The audit log keeps that it was deleted, not what it said.',
  deleteYes: 'Yes, delete',
  deleted: 'The note has been deleted.',
  deleteFailed: 'The note cannot be deleted. Try again.',
}
