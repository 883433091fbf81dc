// Which column of an uploaded CSV holds what.
import type { importTexts as indonesian } from '../indonesian/imports.ts'
import type { InEnglish } from '../in-english.ts'

export const importTexts: InEnglish<typeof indonesian> = {
  title: 'Columns of the file',
  lead: 'Choose what each column holds.',
  unclear: 'The headings of this file are not recognised. Choose the column with the numbers before you upload.',
  preview: 'First rows of the file',
  clear: (number: string, name: string | null) =>
    name === null
      ? `Numbers from column “${number}”.`
      : `Numbers from column “${number}”, names from column “${name}”.`,
  change: 'Change columns',
  fields: {
    number: 'Column of numbers',
    name: 'Column of names',
    consent: 'Column of consent sources',
    tag: 'Column of tags',
  },
  consentHint: 'Rows without one take the source of consent below.',
  tagHint: 'A tag that is not there yet is made.',
  tag: 'Tag for all rows',
  tagAllHint: 'May be empty. Whoever is on the list already gets this tag, too.',
  notKept: (names: string) => `Not kept: ${names}.`,
  keep: 'Keep these columns for texts of messages, too',
  keepAs: (name: string, key: string) => `${name}: ${key}`,
  columnAt: (place: number, first: string) => (first === '' ? `Column ${place}` : `Column ${place} (${first})`),
  pick: 'Choose a column',
  noColumn: 'None',
  unused: 'not used',
  header: 'The first row holds headings, not a number',
  numberRequired: 'Choose the column with the numbers.',
  last: 'Last imports',
  statuses: { running: 'Running', done: 'Done', failed: 'Stopped' },
  counts: (created: string, skipped: string) => `${created} in · ${skipped} skipped`,
  by: (name: string, at: string) => `${name} · ${at}`,
  open: (file: string) => `Open the result of ${file}`,
  cancel: 'Cancel import',
  cancelOf: (file: string) => `Cancel the import of ${file}`,
  cancelTitle: (file: string) => `Cancel the import of ${file}?`,
  cancelText: 'The rows that came in stay. The rest is not read.',
  cancelled: 'Import cancelled.',
  cancelFailed: 'The import could not be cancelled.',
}
