// What the server says of a bank's file of results, in English.
import type { payoutResultTexts } from '../../../contract/money/file-texts.ts'
import type { InEnglish } from '../in-english.ts'

export const payoutResults: Omit<InEnglish<typeof payoutResultTexts>, 'twice'> & {
  twice: (reference: string, row: string) => string
} = {
  columns: 'The first row must have the names of the columns Reference and Status.',
  nothing: 'Not one row has a status.',
  noReference: 'The reference is empty.',
  unknown: (reference: string) => `Reference ${reference} is not in this batch.`,
  twice: (reference: string, row: string) => `Reference ${reference} stands in row ${row} already.`,
  status: (said: string) => `Unknown status “${said}”. Write accepted or returned.`,
  decided: (reference: string, accepted: boolean) =>
    `Reference ${reference} was ${accepted ? 'accepted' : 'returned'} before. Change it by itself in Withdrawal requests.`,
  released: (reference: string) => `Reference ${reference} was released from this batch.`,
  returnWaits: (reference: string) =>
    `Reference ${reference} waits for approval as returned by the bank. Refuse that first if it was paid after all.`,
  noReason: 'Returned by the bank.',
}
