// The reason that somebody writes who pauses, closes or holds. Those that nobody wrote are in reason-texts.ts.
import { z } from 'zod'

export const REASON_MAX = 200
/** Whom it is about reads it. */
export const writtenReason = z
  .string('Tulis alasannya.')
  .trim()
  .min(1, 'Tulis alasannya.')
  .max(REASON_MAX, 'Alasan paling panjang 200 karakter.')
