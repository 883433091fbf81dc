// What the page behind a person's own link shows and takes (rule recipient-page).
import { z } from 'zod'

/** For so long somebody is left alone at their own wish. */
export const SNOOZE_DAYS = 30

/** What a form of the page asks for; the last two bring a file. */
export const ACTS = ['stop', 'snooze', 'dispute', 'erase', 'topics', 'receipt', 'data'] as const
/** What the page asks about before it does it. */
export const ASKS = ['dispute', 'erase'] as const
/** An address that somebody cut short or typed is told apart from none. */
export const recipientQuery = z.object({
  token: z.string().max(200).optional(),
  lang: z.string().optional(),
  ask: z.enum(ASKS).optional().catch(undefined),
})
export const tokenBody = z.object({ token: z.string().max(200) })
const shownEvent = z.object({
  event: z.string(),
  /** The words of a consent, or how it was said. */
  source: z.string().nullable(),
  date: z.string(),
})
export const recipientShown = z.object({
  /** 62812••••890. */
  number: z.string(),
  /** null: nobody has recorded one. Its source null: that they agreed is on record, and by which words is not. */
  consent: z.object({ source: z.string().nullable(), date: z.string() }).nullable(),
  messages: z.object({ count: z.number(), last: z.string().nullable() }),
  stopped_at: z.string().nullable(),
  snoozed_until: z.string().nullable(),
  /** Newest first, 20 at most. */
  history: z.array(shownEvent),
})
export type RecipientShown = z.infer<typeof recipientShown>
