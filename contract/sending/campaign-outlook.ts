// What the server knows of how a campaign goes on, by which its page estimates it (rule campaign-estimate).
import { z } from 'zod'

/** What is known of how fast and how dear its messages are, for an estimate (`estimateOf`). */
export const campaignOutlook = z.object({
  /** Messages in an open minute: of the campaign's last hours, or of the place's last week; null: too few to say. */
  per_minute: z.number().nullable(),
  /** How fast it went: messages for each hour of its last open ones; null: too few minutes to say. A release before does not say. */
  per_hour: z.number().nullable().optional(),
  /** Of each hour of the day, how many times that: the place is faster at some. null: not known, so all are alike. */
  by_hour: z.array(z.number()).length(24).nullable(),
  /** Rupiah a message: of the campaign's own, or of the place's last week, or as the settings say. */
  price: z.number(),
  /** When the last of those who wait has rested after another message; null: nobody waits, or all may be sent to now. */
  free_at: z.string().nullable(),
  /** Of a campaign with zones, from WIB on, also where nobody waits: about how many wait there, and when the last of them has rested. A release
   *  before does not say. */
  zones: z.array(z.object({ people: z.number(), free_at: z.string().nullable() })).optional(),
  /** Hours in which the place sends. */
  window: z.object({ start: z.string(), end: z.string() }),
})
export type CampaignOutlook = z.infer<typeof campaignOutlook>
