// Why work waits: a blast, a number check, a one-off blast.
export const WAIT_REASONS = [
  'interval',
  'window',
  'daily_cap',
  'cooldown',
  'restricted',
  /** Too many of those written to have stopped, or got nothing (rule rates). */
  'rest',
  /** WhatsApp refuses what is asked of it before a message or in a look-up. */
  'refused',
  /** Messages could not leave within their time. */
  'late',
  /** Nothing that was sent was answered for a minute. */
  'no_answer',
  'overload',
  'connection',
] as const
export type WaitReason = (typeof WAIT_REASONS)[number]
