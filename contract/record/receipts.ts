// A receipt of consent that its person keeps: a JWT whose claims follow ISO/IEC TS 27560 where they fit (rule receipts).
import { z } from 'zod'

/** In the header of each, so that nothing else that these keys sign passes for one. */
export const RECEIPT_TYPE = 'consent-receipt+jwt'
/** Longer than any that this place signs. */
export const RECEIPT_MAX_CHARS = 16_000

const event = z.object({ time: z.string(), state: z.string() })
export const receiptClaims = z.object({
  /** The place that signed. */
  iss: z.string(),
  /** When, epoch seconds. */
  iat: z.number(),
  jti: z.string(),
  schema_version: z.literal('ISO/IEC TS 27560:2023'),
  /** 62812••••890: enough for its owner to recognise it. */
  pii_principal_id: z.string(),
  pii_type: z.literal('phone number'),
  lawful_basis: z.literal('consent'),
  /** Whether messages may be sent, as it was signed: given, withdrawn, or not now: snoozed, nonactive, its source held, or not sure enough. */
  consent_state: z.enum(['given', 'paused', 'withdrawn']),
  /** The source: what a consent is called here, null: that is not on record; and how sure it is. null: none is recorded any more. */
  consent: z.object({ source: z.string().nullable(), grade: z.string().nullable(), time: z.string() }).nullable(),
  /** What people were told, and by whom; null: nobody wrote it down. */
  purpose: z.string().nullable(),
  /** Of purpose and controller: consent: the very words that were agreed to; now: what is kept of the source as it is signed. */
  words_of: z.enum(['consent', 'now']),
  topic: z.string().nullable(),
  pii_controller: z.string().nullable(),
  privacy_notice: z.object({ version: z.string(), text: z.string() }).nullable(),
  withdrawal_method: z.string(),
  /** Newest first. */
  events: z.array(event),
})
export type ReceiptClaims = z.infer<typeof receiptClaims>
