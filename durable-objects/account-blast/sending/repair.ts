// A recipient could not read a message and asks for it again. It leaves once more, so the rules are asked once more.
import type { MessageContent } from '../../../contract/runner.ts'
import { mayBeWrittenTo } from '../../../domain/blast/store.ts'
import type { AccountCore } from '../core.ts'
import { ANSWER } from '../opt-outs/opt-outs.ts'
import { hasOptedOut, isAnswer } from '../opt-outs/opt-outs-store.ts'
import { renderContent, sentUnder } from './contents-store.ts'

/** null: unknown here, not to be sent any more, or the list does not answer now; the recipient asks again. */
export const contentOf = async (core: AccountCore, messageId: string): Promise<MessageContent | null> => {
  if (isAnswer(core.sql, messageId)) return ANSWER
  const sent = sentUnder(core.sql, messageId)
  if (!sent || hasOptedOut(core.sql, sent.number)) return null
  try {
    const may = await core.outside(({ db }) => mayBeWrittenTo(db, sent.number))
    return may ? renderContent(sent.content, sent) : null
  } catch (error) {
    core.complain('repair', error)
    return null
  }
}
