// Levels.
import type { levelTexts as indonesian } from '../indonesian/levels.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const levelTexts: InEnglish<typeof indonesian> = {
  title: 'Levels',
  add: 'Add level',
  createTitle: 'Add level',
  editTitle: 'Edit level',
  loadFailed: 'Error fetching Level list',
  oneFailed: 'Error fetching Level',
  columns: { name: 'Name', fee: 'Price per message', requirement: 'Messages required', action: 'Action' },
  note: 'A member rises to the highest level whose requirement is met. A level never falls by itself.',
  empty: 'Without levels every member has the price of the settings.',
  name: 'Name of the level',
  fee: 'Price per message (Rp)',
  feeHint: 'What a member earns for every message delivered.',
  requirement: 'Messages required',
  requirementHint: 'Messages delivered in all to reach this level.',
  saved: 'The level has been saved.',
  subject: (name: string) => `level ${name}`,
  deleteText: (name: string) => `Level ${name} will be deleted. A level that members still have cannot be deleted.`,
  blasts: (count: string) => many(count, 'message', 'messages'),
}
