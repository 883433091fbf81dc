// Topics of what the caller's own accounts send (rule topics).
import { done } from '../../ground/done.ts'
import { ownTopics, refuseTopicsBody } from '../../recipients/topics.ts'
import { call, MEMBERS } from '../call.ts'

export const topicCalls = {
  'GET /user/topics': call({ roles: MEMBERS, own: 'none', reads: 'replica', answer: ownTopics }),
  /** All that they refuse from now on: a blast under way follows with its next numbers. */
  'POST /user/topics': call({ roles: MEMBERS, own: 'none', body: refuseTopicsBody, answer: done }),
}
