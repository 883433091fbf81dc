// Fields of recipients: columns of an import that were kept.
import type { fieldTexts as indonesian } from '../indonesian/fields.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const fieldTexts: InEnglish<typeof indonesian> = {
  title: 'Fields',
  lead: (most: number) =>
    `Columns that an import kept, at most ${most}. In a message’s text, {kota} becomes the city of each recipient.`,
  loadFailed: 'The fields could not be loaded.',
  saveFailed: 'This field could not be saved. Try again.',
  none: 'There are none yet. When you upload a CSV file, choose the columns that are kept.',
  about: (name: string, people: string | null) => (people === null ? name : `${name} · ${people}`),
  people: (count: string, isMore: boolean) =>
    `${isMore ? 'at least ' : ''}${many(count, 'recipient has', 'recipients have')} a value`,
  fallback: (key: string) => `Instead of {${key}} where there is none`,
  saved: 'The fallback was saved.',
  previewOf: (key: string) => `An active template that uses {${key}}, for a recipient without a value`,
  previewBare: (key: string) => `No active template uses {${key}} yet; this is how it reads in a sentence`,
  previewText: (key: string) => `Hello {name}, there is news for {${key}}.`,
  remove: (key: string) => `Delete field ${key}`,
  removeTitle: 'Delete the field?',
  removeText: (key: string) => `Everybody’s value of {${key}} is deleted. The recipients stay.`,
  removeYes: 'Yes, delete',
  deleted: 'The field was deleted.',
  ofStopped: 'This person asked to stop, so their values are not changed.',
}
