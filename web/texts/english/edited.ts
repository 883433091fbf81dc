// Somebody else changed what this person is changing: both values, and whose stays.
import type { editedTexts as indonesian } from '../indonesian/edited.ts'
import type { InEnglish } from '../in-english.ts'

export const editedTexts: InEnglish<typeof indonesian> = {
  title: 'Changed by somebody else',
  lead: 'The fields below were changed after you opened this. Nothing is saved yet. Choose for each field which value to use.',
  read: 'When you opened it',
  now: 'Now',
  mine: 'What you entered',
  by: (name: string, when: string) => `changed by ${name}, ${when}`,
  byOffice: (when: string) => `changed by an admin, ${when}`,
  empty: 'empty',
  yes: 'Yes',
  no: 'No',
  choice: (field: string) => `What to use for ${field}`,
  useTheirs: 'Use theirs',
  useMine: 'Use mine',
  stays: 'You did not change this, so it stays as it is now.',
  missing: 'Choose for this field first.',
  save: 'Save with these choices',
  media: 'Media file',
}
