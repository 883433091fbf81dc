// The file of a payout batch for its bank, or for a spreadsheet (rules payout-file, spreadsheet-safe).
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./http/csv-stringify.d.ts" />
import { stringify } from 'csv-stringify/browser/esm/sync'
import type { z } from 'zod'
import { Refusal } from '../contract/ground/errors.ts'
import type { payoutFileQuery } from '../contract/money/payouts.ts'
import { caseTexts } from '../contract/ground/texts.ts'
import { jakartaDay } from '../contract/ground/time.ts'
import { fileRows, isUnusable, linesFor } from '../domain/money/payouts/bank-file-rules.ts'
import type { LineRow, PayoutRow } from '../domain/money/payouts/store.ts'

/** A bank's own file has the lines that still wait: what was paid is not ordered again. */
const chosen = (lines: readonly LineRow[], { format }: z.output<typeof payoutFileQuery>): LineRow[] =>
  format === 'csv' ? [...lines] : lines.filter(({ status }) => status === 'waiting')

/** @throws Refusal payout_no_lines, payout_account or payout_unusable with the references. */
export const payoutFile = (
  payout: PayoutRow,
  lines: readonly LineRow[],
  query: z.output<typeof payoutFileQuery>,
  now: number,
): Response => {
  const { format } = query
  const account = query.account ?? ''
  const paid = linesFor(format, chosen(lines, query))
  if (paid.length === 0) throw new Refusal('payout_no_lines')
  // people read the plain CSV, and a number as it was written; a bank's computer pays whatever account it finds
  const unusable = format === 'csv' ? [] : paid.filter(isUnusable).map(({ reference }) => reference)
  if (unusable.length > 0)
    throw new Refusal('payout_unusable', { text: caseTexts.unusableAccounts(unusable.join(', ')) })
  if (format === 'mandiri' && account === '') throw new Refusal('payout_account', { field: 'account' })
  const rows = fileRows(format, paid, { day: jakartaDay(now), account })
  // banks take plain text; the generic file is for a spreadsheet, which needs the mark to know UTF-8
  const text = stringify(rows, { escape_formulas: true, record_delimiter: 'windows' })
  return new Response(format === 'csv' ? `\ufeff${text}` : text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="payout-${payout.number}-${format}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
