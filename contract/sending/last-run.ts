// How an account's last blast ended (rule run-report).
import { z } from 'zod'

/**
 * Why a message failed. unanswered: WhatsApp said nothing for too long; content: its content could not be made; rejected:
 * any other refusal of WhatsApp.
 */
export const FAIL_REASONS = ['not_registered', 'restricted', 'rejected', 'unanswered', 'content'] as const
export const failReason = z.enum(FAIL_REASONS)
export type FailReason = z.infer<typeof failReason>

/** Of the blast alone, while the account's counters add up all of them. */
export const lastRun = z.object({
  /** ISO time. */
  endedAt: z.string(),
  end: z.enum(['finished', 'stop', 'error_blast']),
  /** Why it could not go on, in words; null: it could, or was stopped. */
  error: z.string().nullable(),
  /** Messages tried: success + fail, and those that WhatsApp had not answered. */
  sent: z.number(),
  success: z.number(),
  fail: z.number(),
  /** Messages that failed, by reason. */
  failures: z.partialRecord(failReason, z.number()),
  /** Rupiah. */
  earned: z.number(),
  /** Of a finished one: when the first number may get a message again, ISO time; null: no number waits for that. */
  free_at: z.string().nullable(),
})
export type LastRun = z.infer<typeof lastRun>
