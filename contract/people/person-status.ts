// Whether a person may work here (rule person-status). Apart from the schemas of people, so that the page's first load needs no zod.
export const PERSON_STATUSES = ['active', 'paused', 'closed'] as const
/** paused: signs in and sees everything, sends and withdraws nothing. closed: cannot sign in. */
export type PersonStatus = (typeof PERSON_STATUSES)[number]
