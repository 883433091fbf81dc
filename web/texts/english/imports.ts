// Which column of an uploaded CSV holds what.
import type { importTexts as indonesian } from '../indonesian/imports.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

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
  reading: 'Reading the file...',
  fileEmpty: 'This file is empty. Choose the file that holds the list.',
  fileUnreadable: 'This file cannot be read. Choose it once more; if it fails again, save it as CSV UTF-8.',
  noText: 'What is in this file is no text, so it is no list. Choose the file that holds the list.',
  brokenLetter: (line: string) =>
    `A letter in line ${line} of this file is broken. Mend that letter, save the file as CSV UTF-8, then choose it again.`,
  readAs: (encoding: string, sample: string) =>
    sample === ''
      ? `Read as ${encoding}.`
      : `Read as ${encoding}. Check the letters: “${sample}”. If they are wrong, save the file as CSV UTF-8.`,
  sheet: 'Sheet',
  sheetHint: (count: number) => `Something is in ${many(count, 'sheet', 'sheets')}. Each upload takes one.`,
  sheetRead: (name: string, rows: string) => `Sheet “${name}”: ${many(rows, 'filled row', 'filled rows')}.`,
  sheetHidden: (rows: string) => `${rows} of them are hidden in Excel, and are uploaded, too.`,
  sheetRows: (most: string) =>
    `This sheet has more than ${many(most, 'row', 'rows')}. Split it into several files, or save it as CSV UTF-8.`,
  sheetLarge: 'This Excel file is too large to be read here. Save it as CSV UTF-8, then choose that file.',
  sheetBroken: 'This Excel file is broken. Open it in Excel, save it as CSV UTF-8, then choose that file.',
  landlines: (count: string) =>
    `${count} of the numbers that came in look like landlines (62 and the code of an area, such as 6221). Such numbers hardly ever use WhatsApp; check them by a validator, or search the list for the code of their area.`,
  last: 'Last imports',
  statuses: { running: 'Running', done: 'Done', failed: 'Stopped' },
  counts: (created: string, skipped: string) => `${created} in · ${skipped} skipped`,
  takenBack: (count: string) => `${count} deleted again`,
  takenBackOf: (count: string, created: string) =>
    `Deleted again, because the import was taken back: ${count} of ${many(created, 'number', 'numbers')}.`,
  by: (name: string, at: string) => `${name} · ${at}`,
  open: (file: string) => `Open the result of ${file}`,
  cancel: 'Cancel import',
  cancelOf: (file: string) => `Cancel the import of ${file}`,
  cancelTitle: (file: string) => `Cancel the import of ${file}?`,
  cancelText: 'The rows that came in stay. The rest is not read.',
  cancelled: 'Import cancelled.',
  cancelFailed: 'The import could not be cancelled.',
}
