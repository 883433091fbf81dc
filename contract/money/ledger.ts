// A person's statement: the ledger's entries with their parts, and what accrued and is not posted yet. Rupiah,
// with up to two decimals.
import { z } from 'zod'
import { rupiah } from '../ground/amounts.ts'
import { pageQuery } from '../ground/paging.ts'

/** What settled batches add up to, day by day; posting a day makes one ledger entry of each kind. */
export const ACCRUED_KINDS = ['blast_income', 'income_reversal', 'referral_income'] as const
export const LEDGER_KINDS = [...ACCRUED_KINDS, 'bonus', 'bonus_reversal', 'withdraw_hold', 'withdraw_release'] as const
const statementKind = z.enum(LEDGER_KINDS)
/** One part of a line: messages of one account at one price, or what one referred person's messages earned the referrer. */
const statementPart = z.object({
  /** Name and number of the account, or the person's name; empty when neither is known any more. */
  name: z.string(),
  phonenumber: z.string().nullable(),
  messages: z.number(),
  /** The price of one message; null for referral income. */
  price: rupiah.nullable(),
  amount: rupiah,
})
export const statementLine = z.object({
  /** null: accrued, not posted yet. */
  id: z.number().nullable(),
  kind: statementKind,
  amount: rupiah,
  /** The balance after this line; only posted lines have one. */
  balance: rupiah.nullable(),
  /** The Jakarta day whose messages the line is about; null: it is about no messages, or is older than daily postings. */
  day: z.string().nullable(),
  /** When it was posted; null: not yet. */
  createdAt: z.string().nullable(),
  /** The request that held or released the money; null: it is about none. */
  withdrawId: z.string().nullable(),
  parts: z.array(statementPart),
})
export type StatementLine = z.infer<typeof statementLine>
export type StatementKind = z.infer<typeof statementKind>
const absent = z.literal(['', 'null']).transform((): undefined => undefined)
const dayOrNone = absent.or(z.iso.date()).optional()
/** from, to: Jakarta days, both included; absent: no bound. Of a line that is about a day's messages that day counts, else its posting's. */
const range = { from: dayOrNone, to: dayOrNone }
const lineCursor = absent.or(z.string().regex(/^\d{1,15}$/)).optional()
const incomeCursor = absent.or(z.string().regex(/^\d{4}-\d{2}-\d{2}\|[\w-]{1,64}$/)).optional()
const statementFilter = z.object({ ...range, kind: absent.or(statementKind).optional() })
/** before, after: a cursor of an earlier answer; with one of them `page` is ignored. */
export const statementQuery = pageQuery.extend({
  ...statementFilter.shape,
  before: lineCursor,
  after: lineCursor,
})
export const statementExportQuery = statementFilter.extend({ format: z.enum(['csv', 'json']).default('csv') })
/** Cursors of the pages beside this one; null: there is none. */
export const cursors = z.object({ older: z.string().nullable(), newer: z.string().nullable() })
export type Cursors = z.infer<typeof cursors>

/** What one account earned on one Jakarta day, what is not posted yet included. Rupiah. */
export const incomeDay = z.object({
  day: z.string(),
  accountId: z.string(),
  /** Empty and null where the account is not known any more. */
  name: z.string(),
  phonenumber: z.string().nullable(),
  /** Messages that were paid, and those whose income was taken back on that day. */
  messages: z.number(),
  reversed: z.number(),
  income: rupiah,
})
export type IncomeDay = z.infer<typeof incomeDay>
export const incomeDaysQuery = z.object({
  ...range,
  limit: pageQuery.shape.limit,
  before: incomeCursor,
  after: incomeCursor,
})
export const incomeDaysExportQuery = z.object({ ...range, format: z.enum(['csv', 'json']).default('csv') })
export const settleBody = z.object({ userId: z.string().max(64).nullish() })
