// Who gets or got a one-off blast (rule one-off-people).
import { z } from 'zod'
import { pageQuery } from '../ground/paging.ts'
import { ALL_CAMES, PERSON_STATES, reportedPerson } from './reports.ts'

/** Why a receiver of a stopped one waits. */
export const NOT_REACHED = 'Blaster ini berhenti sebelum gilirannya.'

export const oneOffPeopleQuery = z.object({
  id: z.string().min(1).max(80),
  state: z.enum(PERSON_STATES).optional(),
  /** Those whose message came to this. */
  came: z.enum(ALL_CAMES).optional(),
})
/** A row's place: a message by when it left and its id, a named receiver, or one that was refused. */
const PLACE = /^(tried:\d{1,15}:[\w-]{1,80}|(waits|out):\d{1,15})$/
export const oneOffPeoplePageQuery = oneOffPeopleQuery.extend({
  /** `next` of the page before. */
  after: z.string().regex(PLACE).optional(),
  limit: pageQuery.shape.limit,
})

const oneOffPerson = reportedPerson.extend({
  /** Of the recipient; null: nobody in the list has this number. */
  id: z.number().nullable(),
  /** Why it failed, waits or is not sent, in words; null: none of these, or it is not known. */
  why: z.string().nullable(),
})
export type OneOffPerson = z.infer<typeof oneOffPerson>
export const oneOffPeople = z.object({
  /** Those that were tried, in that order, then those that wait, then those that get nothing. */
  list: z.array(oneOffPerson),
  /** For `after` of the next page; null: this is the last one. */
  next: z.string().nullable(),
  /** So many more get nothing, and are counted without a number: the first REFUSED_SHOWN are kept. */
  unlisted: z.number(),
  /** So many more were tried, and are counted alone: messages are kept for a time. */
  forgotten: z.number(),
})
export type OneOffPeople = z.infer<typeof oneOffPeople>
