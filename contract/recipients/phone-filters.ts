// What the list of recipients may be narrowed by, for its call and its screen. Free of zod, because screens read it too.

/** By name: the values that the query takes; empty or absent: all. `source` takes any text besides. */
export const PHONE_FILTERS = {
  /** May be written to, or not. The name `status` is taken: with it the call answers choices of receivers. */
  state: ['active', 'nonactive'],
  consent: ['yes', 'no'],
  /** Asked to stop. */
  stopped: ['yes', 'no'],
  /** Of those that may be sent to now: never tried, tried in the last seven days, not for 30 days. */
  sent: ['never', 'week', 'month'],
  /** How sure it is that they agreed (rule consent-grade). */
  grade: ['message', 'form', 'import', 'typed'],
} as const
export type PhoneFilterName = keyof typeof PHONE_FILTERS
export type PhoneFilters = { [N in PhoneFilterName]?: (typeof PHONE_FILTERS)[N][number] | undefined } & {
  /** Exactly this source of consent. */
  source?: string | undefined
  /** Has this tag. */
  tag?: number | undefined
}
