// Why an account sends or does not, for admin and dev (rule account-check): one reason, since when, what it waits for.
import { z } from 'zod'
import { accountState, runStatus } from './whatsapp.ts'
import { WAIT_REASONS } from './waits.ts'

/** What stands in the way, the first that holds; `sends` and those from `finished` on are no obstacle. */
const STANDINGS = [
  'never_linked',
  'removed',
  'banned',
  'messages_deleted',
  'held_account',
  'held_person',
  'closed_person',
  'linking',
  'logged_out',
  'opened_elsewhere',
  'unreadable',
  'disconnected',
  'reconnecting',
  'no_runner',
  'not_for_blast',
  'held_place',
  'blaster',
  'checks',
  'waits',
  'stopping',
  'sends',
  'restricted',
  'rests',
  'failed',
  'no_numbers',
  'stopped',
  'finished',
  'not_started',
] as const
export type Standing = (typeof STANDINGS)[number]

const standing = z.object({
  standing: z.enum(STANDINGS),
  /** Since when, ISO time; null: nobody noted it. */
  since: z.string().nullable(),
  /** Until when, or when it is tried again, ISO time; null: until somebody does something, or it is not known. */
  until: z.string().nullable(),
  /** Of `waits`. */
  wait: z.enum(WAIT_REASONS).nullable(),
  /** Who paused it, of the holds. */
  by: z.string().nullable(),
  /** Why, in words: of the holds, and of a blast that failed. */
  reason: z.string().nullable(),
  /** WhatsApp's code of the last close, where the connection is what is missing; null: there was none. */
  code: z.number().nullable(),
  strikes: z.number(),
  /** Of `sends`: the campaign that it sends at this minute, by its name; null: of none. */
  campaign: z.string().nullable(),
})
export type AccountStanding = z.infer<typeof standing>
const foundAccount = z.object({
  id: z.string(),
  clientid: z.string(),
  name: z.string(),
  phonenumber: z.string().nullable(),
  ownerId: z.string(),
  /** Empty: nobody has this id any more. */
  ownerName: z.string(),
  state: accountState,
  status: runStatus,
})
export type FoundAccount = z.infer<typeof foundAccount>
/** find: a name, the beginning of a number, an id or client id; empty or absent: nothing is asked. */
export const accountCheckQuery = z.object({ find: z.string().trim().max(80).default('') })
/** More than these are not told apart: the search says so. */
export const FOUND_MAX = 10
/** found: what the words may mean, one where they mean one; standing: of that one. */
export const accountCheckAnswer = z.looseObject({
  found: z.array(foundAccount),
  total: z.number(),
  standing: standing.nullable(),
})
