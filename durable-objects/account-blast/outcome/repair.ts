// A recipient could not decrypt a message and asks for it again. Sending it again needs the same permission as sending it
// first, so D1 is asked whether that number may still be written to, and about this (rule topics).
import type { MessageContent } from '../../../contract/operation/runner.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { mayBeWrittenTo } from '../../../domain/sending/blast/store.ts'
import type { OutcomePort } from './port.ts'
import { ANSWER } from '../opt-outs/opt-outs.ts'
import { questionAgain } from '../opt-outs/doubts.ts'
import { infoAgain } from '../opt-outs/infos.ts'
import { keywordAgain } from '../opt-outs/keywords.ts'
import { type Answer, answerUnder } from '../tables/answers-store.ts'
import { askedBy } from '../tables/doubts-store.ts'
import { hasOptedOut, isAnswer } from '../tables/opt-outs-store.ts'
import { renderContent, sentUnder } from '../tables/contents-store.ts'

/** null: the message is unknown, must not be sent any more, or D1 does not answer now; the recipient's app asks again. */
export const contentOf = async (core: OutcomePort, messageId: string): Promise<MessageContent | null> => {
  sometimes('somebody cannot read the answer to their stop', () => isAnswer(core.sql, messageId))
  if (isAnswer(core.sql, messageId)) return ANSWER
  const asked = askedBy(core.sql, messageId)
  const answer = answerUnder(core.sql, messageId)
  try {
    if (asked !== null) return await questionAgain(core, asked)
    if (answer !== null) return await answerAgain(core, answer)
    return await sentAgain(core, messageId)
  } catch (error) {
    sometimes('D1 does not say whether a message may be repeated')
    core.logError('repair', error)
    return null
  }
}
const answerAgain = (core: OutcomePort, { number, keyword_id }: Answer): Promise<MessageContent | null> =>
  keyword_id === null ? infoAgain(core, number) : keywordAgain(core, number, keyword_id)

const sentAgain = async (core: OutcomePort, messageId: string): Promise<MessageContent | null> => {
  const sent = sentUnder(core.sql, messageId)
  sometimes('somebody who stopped asks for a message again', () => sent !== null && hasOptedOut(core.sql, sent.number))
  if (!sent || hasOptedOut(core.sql, sent.number)) return null
  // no list has the account's own number
  const may = sent.isTest || (await core.saveThenCall(({ db }) => mayBeWrittenTo(db, { ...sent, now: core.now() })))
  sometimes('somebody who must not be written to asks for a message again', !may)
  return may ? renderContent(sent.content, sent) : null
}
