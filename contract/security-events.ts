// What the security record holds (rule security-events): the kinds of event. Free of zod, because screens read it.
export const SECURITY_KINDS = [
  'sign_in',
  'new_device',
  'sign_in_failed',
  'locked_out',
  'sign_out',
  'sessions_ended',
  'password_changed',
  'email_changed',
  'bank_changed',
  'role_changed',
  'paused',
  'closed',
  'opened',
  'factor_added',
  'factor_removed',
  'factor_replaced',
  'factor_used',
  'data_shown',
  'data_erased',
  'act_refused',
] as const
export type SecurityKind = (typeof SECURITY_KINDS)[number]
