// The files that banks take for many transfers at once (rule payout-file). Pure. The layouts are
// those commonly described for each bank's corporate site; no bank has confirmed them (docs/decisions/0053-payout-batches.md).
import type { Rupiah } from '../../../contract/ground/money.ts'
import { accountNumberProblem, bareNumber } from '../../../contract/people/banks.ts'
import type { PayoutFormat } from '../../../contract/money/payouts.ts'
import { payoutFileTexts as texts } from '../../../contract/money/file-texts.ts'

export type PaidLine = {
  reference: string
  nominal: Rupiah
  account_bank: string
  account_number: string
  account_name: string
  status: string
  reason: string | null
}
type BankFormat = Exclude<PayoutFormat, 'csv'>
/** day: YYYY-MM-DD of the transfer. account: the money leaves from it. */
type Order = { day: string; account: string }

/** Banks take plain capitals; what begins a formula in a spreadsheet, parts cells or ends a line is none of them. */
const bankText = (text: string, max: number): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 .]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
    .slice(0, max)
type Account = Pick<PaidLine, 'account_bank' | 'account_number' | 'account_name'>
/** A bank could not pay it, or would pay somebody else: of a number nothing is guessed. Rows from before may have such numbers. */
export const isUnusable = ({ account_bank, account_number, account_name }: Account): boolean =>
  bareNumber(account_number) === '' ||
  accountNumberProblem(account_bank, account_number) !== null ||
  bankText(account_name, 35) === ''
const totalOf = (lines: readonly PaidLine[]): Rupiah => lines.reduce((sum, { nominal }) => sum + nominal, 0)

const LAYOUTS: Record<BankFormat, (lines: readonly PaidLine[], order: Order) => (string | number)[][]> = {
  bca: (lines) => [
    [
      'Transaction ID',
      'Transfer Type',
      'Beneficiary ID',
      'Credited Account',
      'Receiver Name',
      'Amount',
      'NIP',
      'Remark',
      'Beneficiary email address',
      'Receiver Swift Code',
      'Receiver Cust Type',
      'Receiver Cust Residence',
    ],
    ...lines.map((line) => [
      line.reference,
      'BCA',
      '',
      bareNumber(line.account_number),
      bankText(line.account_name, 70),
      line.nominal,
      '',
      line.reference,
      '',
      '',
      '',
      '',
    ]),
  ],
  mandiri: (lines, { day, account }) => [
    ['P', day.replaceAll('-', ''), account, lines.length, totalOf(lines)],
    ...lines.map((line) => [
      bareNumber(line.account_number),
      bankText(line.account_name, 35),
      '',
      '',
      '',
      'IDR',
      line.nominal,
      line.reference,
      line.reference,
      'IBU',
      '',
      'BANK MANDIRI',
      '',
      '',
      '',
      '',
      'N',
    ]),
  ],
  bri: (lines) => [
    ['NO', 'NAMA', 'ACCOUNT', 'AMOUNT', 'EMAIL', 'REMARK'],
    ...lines.map((line, i) => [
      i + 1,
      bankText(line.account_name, 40),
      bareNumber(line.account_number),
      line.nominal,
      '',
      line.reference,
    ]),
    ['COUNT', '', '', lines.length, '', ''],
    ['TOTAL', '', '', totalOf(lines), '', ''],
  ],
}
const BANKS: Record<BankFormat, RegExp> = {
  bca: /^(bank )?bca$/i,
  mandiri: /^(bank )?mandiri$/i,
  bri: /^(bank )?bri$/i,
}
/** The lines that a file has: all of them, or those whose account is at its bank. */
export const linesFor = (format: PayoutFormat, lines: readonly PaidLine[]): PaidLine[] =>
  lines.filter(({ account_bank }) => format === 'csv' || BANKS[format].test(account_bank.trim()))

const STATUSES: Record<string, string> = {
  accepted: texts.accepted,
  returned: texts.returned,
  released: texts.released,
}
const DIGITS = /^\d+$/
/** The apostrophe keeps a spreadsheet from reading a number, which would lose its zeros or its last digits. */
const textNumber = (number: string): string => (DIGITS.test(number) ? `'${number}` : number)
/** Rows of cells, the header first. The generic file can be filled in and uploaded as the result. */
export const fileRows = (format: PayoutFormat, lines: readonly PaidLine[], order: Order): (string | number)[][] =>
  format === 'csv'
    ? [
        [...texts.heads],
        ...lines.map((line) => [
          line.reference,
          line.account_bank,
          textNumber(line.account_number),
          line.account_name,
          line.nominal,
          STATUSES[line.status] ?? '',
          line.reason ?? '',
        ]),
      ]
    : LAYOUTS[format](lines, order)
