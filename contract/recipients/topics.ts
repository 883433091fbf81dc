// Topics of what is sent: a recipient refuses one on their own page, a member for their own accounts (rule topics).
import { z } from 'zod'

export const TOPIC_MAX = 60
/** So many are listed; a place has a handful. */
export const TOPICS_MAX = 50
export const topicName = z.string().trim().max(TOPIC_MAX, 'Topik paling panjang 60 karakter.')

const ownTopic = z.object({
  topic: z.string(),
  /** Active templates that have it. */
  templates: z.number(),
  /** How one of them begins, as its readers see it. */
  example: z.string(),
  /** The caller's accounts do not send it. */
  refused: z.boolean(),
})
export type OwnTopic = z.infer<typeof ownTopic>
export const ownTopics = z.object({ topics: z.array(ownTopic) })
/** One topic: what a tab that was opened before does not show stays as it is. */
export const refuseTopicBody = z.object({ topic: topicName.min(1, 'Wajib diisi.'), refused: z.boolean() })
