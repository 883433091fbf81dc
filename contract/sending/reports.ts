// Who got what: the states, news and rows that the reports of a campaign and of a one-off blast share.
import { z } from 'zod'
import { CAMES } from '../ground/came.ts'

/**
 * held: an account has them, of a one-off blast their message is on its way; dropped: gets nothing. A campaign's rows and files store the place
 * in this list.
 */
export const PERSON_STATES = ['waiting', 'held', 'success', 'fail', 'unknown', 'dropped'] as const
export type PersonState = (typeof PERSON_STATES)[number]
/** unsent: a campaign has ended while they waited. No row or file says it. */
export const CAMPAIGN_PERSON_STATES = [...PERSON_STATES, 'unsent'] as const
export type CampaignPersonState = (typeof CAMPAIGN_PERSON_STATES)[number]
/** What an account knows of its own messages, also who stopped after one, and that its sender deleted it. */
export const ALL_CAMES = [...CAMES, 'stopped', 'revoked'] as const
export type AnyCame = (typeof ALL_CAMES)[number]

export const reportedPerson = z.object({
  number: z.string(),
  name: z.string(),
  state: z.enum(PERSON_STATES),
  /** When it was sent, or when they may be sent to; null: it is not known. */
  at: z.string().nullable(),
  /** What their message came to. Who has turned read receipts off is never among those who have read. */
  came: z.array(z.enum(ALL_CAMES)),
})
export type ReportedPerson = z.infer<typeof reportedPerson>

/** As the line of a file, without what is of one report alone. */
export const reportLine = <S>({ number, name, state, at, came }: Omit<ReportedPerson, 'state'> & { state: S }) => ({
  number,
  name,
  state,
  at: at ?? '',
  came: came.join(' '),
})
