// A recipient could not decrypt a message and asks for it again. Sending it again needs the same permission as sending it
// first, so D1 is asked whether that number may still be written to.
import type { MessageContent } from '../../../contract/runner.ts'
import { mayBeWrittenTo } from '../../../domain/blast/store.ts'
import type { AccountCore } from '../core.ts'
import { ANSWER } from '../opt-outs/opt-outs.ts'
import { hasOptedOut, isAnswer } from '../opt-outs/opt-outs-store.ts'
import { renderContent, sentUnder } from './contents-store.ts'

/** null: the message is unknown, must not be sent any more, or D1 does not answer now; the recipient's app asks again. */
export const contentOf = async (core: AccountCore, messageId: string): Promise<MessageContent | null> => {
  if (isAnswer(core.sql, messageId)) return ANSWER
  const sent = sentUnder(core.sql, messageId)
  if (!sent || hasOptedOut(core.sql, sent.number)) return null
  try {
    // no list has the account's own number
    const may = sent.isTest || (await core.saveThenCall(({ db }) => mayBeWrittenTo(db, sent.number)))
    return may ? renderContent(sent.content, sent) : null
  } catch (error) {
    core.logError('repair', error)
    return null
  }
}
