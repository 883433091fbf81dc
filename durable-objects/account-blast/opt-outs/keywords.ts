// A keyword with its code: its author joins a programme, and is told so once a day (rule opt-in-message). Any other text of that shape is forgotten.
import { ringOf } from '../../../contract/ground/key-rings.ts'
import { partsOf } from '../../../contract/recipients/programme-words.ts'
import { ENDED_ANSWER, FORM_OVER_ANSWER, OPT_IN_ANSWER } from '../../../contract/sending/account-texts.ts'
import type { MessageContent } from '../../../contract/operation/runner.ts'
import { readFormCode } from '../../../domain/recipients/programmes/form-code.ts'
import { hearKeyword, heardBefore, type Outcome } from '../../../domain/recipients/programmes/hear-store.ts'
import { programmeByWord } from '../../../domain/recipients/programmes/store.ts'
import { hashesOfLid, hashesOfNumber } from '../../../domain/recipients/suppressions/hash.ts'
import { addAnswer } from '../tables/answers-store.ts'
import { addKeyword, dropKeyword, type Keyword, openKeywords } from '../tables/keywords-store.ts'
import { openDoubts } from '../tables/doubts-store.ts'
import { lidOfNumber, numberOfLid, openOptOuts } from '../tables/opt-outs-store.ts'
import { sayTo, triesAgain } from './answer.ts'
import type { OptOutsPort } from './port.ts'

export const hearWord = (core: OptOutsPort, said: Keyword): void => {
  addKeyword(core.sql, said)
  core.setTimer('opt-outs', core.now())
}

const whoOf = (core: OptOutsPort, number: string, lid: string | null) => ({
  number,
  hashes: hashesOfNumber(core.hashKeys, number),
  lidHashes: lid === null ? [] : hashesOfLid(core.hashKeys, lid),
})
/** What to tell its author; null: nothing. */
const answerTo = (core: OptOutsPort, number: string, { message_id, lid, word, at }: Keyword): Promise<string | null> =>
  core.saveThenCall(async ({ db, env }) => {
    const parts = partsOf(word)
    const programme = await programmeByWord(db, parts.word)
    if (!programme) return null
    const ring = ringOf('LINK_KEYS', env.LINK_KEYS)
    const form =
      parts.form === null ? undefined : ((await readFormCode(ring, programme.id, parts.form, at)) ?? ('over' as const))
    const said = { ...whoOf(core, number, lid), messageId: message_id, accountId: core.account.accountId, at, form }
    const heard = await hearKeyword(db, programme, said, core.now())
    return heard?.answers === 1 ? textOf(heard.outcome, programme) : null
  })
const textOf = (outcome: Outcome, { title, keyword }: { title: string; keyword: string }): string => {
  if (outcome === 'form_over') return FORM_OVER_ANSWER(title, keyword)
  return outcome === 'granted' ? OPT_IN_ANSWER(title) : ENDED_ANSWER(title)
}
const told = (core: OptOutsPort, number: string, keywordId: string, answerId: string): void => {
  dropKeyword(core.sql, keywordId)
  addAnswer(core.sql, { answer_id: answerId, number, keyword_id: keywordId }, core.now())
}
/** For somebody who could not read it; null: they have stopped meanwhile. */
export const keywordAgain = async (
  core: OptOutsPort,
  number: string,
  keywordId: string,
): Promise<MessageContent | null> => {
  const lid = lidOfNumber(core.sql, number)
  const said = await core.saveThenCall(({ db }) => heardBefore(db, keywordId, whoOf(core, number, lid)))
  return said === null || isBehind(core, number, lid) ? null : { text: textOf(said.outcome, said), media: null }
}

/** A stop or a snooze that D1 does not have yet could not be compared with what they wrote, nor be ended by it. */
const isBehind = ({ sql }: OptOutsPort, number: string, lid: string | null): boolean =>
  openOptOuts(sql).some((o) => o.suppressed === 0 && (o.number === number || (lid !== null && o.lid === lid))) ||
  openDoubts(sql).some((doubt) => doubt.snoozed === 0 && doubt.number === number)

/** true: all of them are heard and answered, or never to be. One of whom only the LID is known waits a day for the number. */
export const processKeywords = async (core: OptOutsPort): Promise<boolean> => {
  let done = true
  for (const keyword of openKeywords(core.sql)) {
    const number = keyword.number ?? (keyword.lid === null ? null : numberOfLid(core.sql, keyword.lid))
    if (number === null) continue
    if (isBehind(core, number, keyword.lid)) {
      done = false
      continue
    }
    try {
      const text = await answerTo(core, number, keyword)
      // they may have been erased meanwhile
      if (!openKeywords(core.sql).some(({ message_id }) => message_id === keyword.message_id)) continue
      if (isBehind(core, number, keyword.lid)) done = false
      else if (text === null) dropKeyword(core.sql, keyword.message_id)
      else if (!sayTo(core, number, { text, media: null }, (id) => told(core, number, keyword.message_id, id)))
        done = !triesAgain(core) && done
    } catch (error) {
      core.logError('keyword', error)
      done = false
    }
  }
  return done
}
