// What became of messages, by week and by what they have in common (rule rates).
import { z } from 'zod'
import { pageQuery } from '../ground/paging.ts'

/** What messages have in common: the recipient's source of consent, the template, the account that sent them. */
export const RATE_SUBJECTS = ['source', 'template', 'account'] as const
/** Weeks that are kept and listed, and those of a member's own figures. */
export const RATE_WEEKS = 26
export const OWN_RATE_WEEKS = 4

export const ratesQuery = pageQuery.extend({
  kind: z.enum(RATE_SUBJECTS).default('source'),
  /** YYYY-MM-DD of its Monday; absent: the newest. */
  week: z.iso.date().optional(),
})
const figures = z.object({
  /** Messages that WhatsApp accepted. */
  sent: z.number(),
  /** Of them, three days after each was sent. */
  delivered: z.number(),
  answered: z.number(),
  /** Disputes among them. */
  stopped: z.number(),
  disputed: z.number(),
})
export type RateFigures = z.infer<typeof figures>
export const rateRow = figures.extend({
  /** The words of a source, or the id of a template or account. */
  subject: z.string(),
  /** As people call it; null: it is gone. */
  name: z.string().nullable(),
})
/** week: of these rows, null: nothing is known yet. weeks: those of which something is known, the newest first. */
export const rateWeeks = z.object({ week: z.string().nullable(), weeks: z.array(z.string()) })
/** Of the last OWN_RATE_WEEKS weeks: of one's own accounts, and of all. */
export const ownRates = z.object({ own: figures, place: figures })
