// What points at earnings that may not be honest (rule fraud-signals), and the hold on withdraws that a person puts or lifts (rule
// withdraw-hold). Free of zod, because screens read it.
/** Points of each signal. Together they only order a list: no member is punished by a score. */
export const SIGNAL_POINTS = {
  /** Messages of a member arrived at accounts of their own. */
  own_number: 40,
  /** Members whose messages arrive at one another's accounts. */
  ring: 60,
  shared_bank: 40,
  shared_device: 25,
  /** Families and offices share one, so it alone must stay far below any list. */
  shared_network: 5,
  /** Somebody referred a person with their own bank account or device. It stands for all that those two share. */
  referral_self: 60,
  referral_circle: 40,
  deleted_after_pay: 40,
  never_delivered: 50,
} as const
/**
 * What a couple, a family or an office never shows, however much they share: without one of these no score holds a withdraw by itself.
 */
export const HOLDING_SIGNALS: readonly SignalKind[] = ['own_number', 'ring', 'deleted_after_pay', 'never_delivered']
export type SignalKind = keyof typeof SIGNAL_POINTS
export const SIGNAL_KINDS = Object.keys(SIGNAL_POINTS) as SignalKind[]
