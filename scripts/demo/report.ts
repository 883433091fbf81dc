// The demo's figures, counted from the stores of the stopped run.
import { countFigures, paidAttempts, priceSenOf } from '../drive/count.ts'
import { readAttempts, readBooks, readOptOuts, readSent } from '../drive/record.ts'
import type { Played } from './play.ts'

type DemoFigures = {
  accounts: number
  recipients: number
  sent: number
  success: number
  fail: number
  unknown: number
  duplicates: number
  /** Messages whose income is in the ledger. */
  paid: number
  /** Sen. */
  ledgerDifference: number
  optOuts: number
  sentAfterOptOut: number
  rescans: number
}

export const report = (home: string, played: Played): DemoFigures => {
  const optOuts = readOptOuts(home)
  const attempts = readAttempts(home)
  const figures = countFigures(readSent(home), attempts, optOuts)
  const books = readBooks(home)
  // Income must equal the price of the paid messages to the sen; any difference is a fault of the ledger.
  const priceOf = priceSenOf(paidAttempts(attempts))
  return {
    accounts: played.accounts,
    recipients: played.recipients,
    sent: figures.sent,
    success: figures.success,
    fail: figures.fail,
    unknown: figures.unknown,
    duplicates: figures.duplicates,
    paid: figures.paid,
    ledgerDifference: books.ledgerDifference + Math.abs(priceOf - books.blastIncomeSen),
    optOuts: optOuts.length,
    sentAfterOptOut: figures.sentAfterOptOut,
    rescans: books.rescans,
  }
}
