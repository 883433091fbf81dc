// A person's statement: the ledger's entries with their parts, and what accrued and is not posted yet. Rupiah,
// with up to two decimals.
import { z } from 'zod'

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
  price: z.number().nullable(),
  amount: z.number(),
})
export const statementLine = z.object({
  /** null: accrued, not posted yet. */
  id: z.number().nullable(),
  kind: statementKind,
  amount: z.number(),
  /** The balance after this line; only posted lines have one. */
  balance: z.number().nullable(),
  /** The Jakarta day whose messages the line is about; null: it is about no messages, or is older than daily postings. */
  day: z.string().nullable(),
  /** When it was posted; null: not yet. */
  createdAt: z.string().nullable(),
  parts: z.array(statementPart),
})
export type StatementLine = z.infer<typeof statementLine>
export type StatementKind = z.infer<typeof statementKind>
export const settleBody = z.object({ userId: z.string().max(64).nullish() })
