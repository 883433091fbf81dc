// People who asked not to be written to.
import type { suppressionTexts as indonesian } from '../indonesian/suppressions.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const suppressionTexts: InEnglish<typeof indonesian> = {
  title: 'Opt-outs',
  lead: 'People in this list get no message from any account.',
  table: 'People who opted out',
  search: 'Search number',
  searchHint: 'Beginning of a number',
  failedLoad: 'The opt-outs could not be loaded.',
  nothingToExport: 'Nobody has opted out, so there is nothing to export.',
  emptyNote: 'Nobody has opted out yet.',
  columns: { number: 'Number', via: 'Through', reason: 'Note', by: 'By', at: 'Since', action: 'Action' },
  via: {
    reply: 'Reply',
    button: 'Stop button',
    page: 'Opt-out page',
    admin: 'Admin',
    import: 'File',
  },
  lid: (lid: string) => `WhatsApp ID ${lid}`,
  erased: 'Personal data erased',
  wib: (text: string) => `${text} WIB`,
  add: 'Add',
  addTitle: 'Stop sending to a number',
  addLead: 'Holds at once for all accounts, those that are sending included.',
  number: 'Number',
  numberHint: 'Example: 6281234567890',
  reason: 'Note (optional)',
  reasonHint: 'For example “Asked by phone”.',
  added: 'Sending to this number has stopped.',
  addFailed: 'The number could not be added. Try again.',
  importLink: 'Upload a list',
  importTitle: 'Upload opt-outs',
  importLead:
    'Numbers in the file get no message from any account any more, as soon as their row is processed. A column of numbers, and reasons, sources and dates if there are any; numbers as 08…, 8… and +62… are taken. What is in the list already does not change.',
  importReason: 'Note on the list (optional)',
  importReasonHint: 'For rows without a reason of their own, for example “Opt-outs of the old CRM”.',
  registered: (count: string) => `${many(count, 'number', 'numbers')} added to the opt-outs`,
  noneRegistered: 'No new number was added to the opt-outs',
  skippedTitle: (count: string) => `${many(count, 'row', 'rows')} skipped`,
  skippedColumns: { number: 'Number', reason: 'Reason' },
  liftText: (subject: string) =>
    `${subject} leaves this list if the person has written MULAI since they opted out, or once a second person approves. The number stays inactive until the recipient agrees again, and the cooldown still holds.`,
  lift: 'Take off',
  liftTitle: 'Take off the opt-outs',
  liftReason: 'Why they may get messages again',
  liftHint: 'For example “Filled in a new form in the shop”. Kept in the consent history, so do not write the number.',
  lifted: 'Taken off the opt-outs.',
  liftFailed: 'It could not be removed from the list. Try again.',
  exportFile: 'suppressions',
}
