// Topics of what the caller's own accounts send (rule topics).
import { done } from '../../ground/done.ts'
import { ownTopics, refuseTopicBody } from '../../recipients/topics.ts'
import { call, MEMBERS } from '../call.ts'

export const topicCalls = {
  'GET /user/topics': call({ roles: MEMBERS, own: 'none', reads: 'replica', answer: ownTopics }),
  /** A blast under way follows with its next claim. */
  'POST /user/topics': call({ roles: MEMBERS, own: 'none', body: refuseTopicBody, answer: done }),
}
