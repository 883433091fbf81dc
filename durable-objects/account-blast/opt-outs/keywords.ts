// A keyword with its code: its author joins a programme, and is told so once a day (rule opt-in-message). Any other text of that shape is forgotten.
import { ENDED_ANSWER, OPT_IN_ANSWER } from '../../../contract/sending/account-texts.ts'
import { hearKeyword } from '../../../domain/recipients/programmes/hear-store.ts'
import { programmeByWord } from '../../../domain/recipients/programmes/store.ts'
import { hashesOfLid, hashesOfNumber } from '../../../domain/recipients/suppressions/hash.ts'
import { addKeyword, dropKeyword, type Keyword, openKeywords } from '../tables/keywords-store.ts'
import { openDoubts } from '../tables/doubts-store.ts'
import { numberOfLid, openOptOuts } from '../tables/opt-outs-store.ts'
import { sayTo, triesAgain } from './answer.ts'
import type { OptOutsPort } from './port.ts'

export const hearWord = (core: OptOutsPort, said: Keyword): void => {
  addKeyword(core.sql, said)
  core.setTimer('opt-outs', core.now())
}

/** What to tell its author; null: nothing. */
const answerTo = (core: OptOutsPort, number: string, { message_id, lid, word, at }: Keyword): Promise<string | null> =>
  core.saveThenCall(async ({ db }) => {
    const programme = await programmeByWord(db, word)
    if (!programme) return null
    const who = {
      number,
      hashes: hashesOfNumber(core.hashKeys, number),
      lidHashes: lid === null ? [] : hashesOfLid(core.hashKeys, lid),
    }
    const said = { ...who, messageId: message_id, accountId: core.account.accountId, at }
    const heard = await hearKeyword(db, programme, said, core.now())
    if (heard?.answers !== 1) return null
    return heard.outcome === 'granted' ? OPT_IN_ANSWER(programme.title) : ENDED_ANSWER(programme.title)
  })

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
      else if (!sayTo(core, number, { text, media: null }, () => dropKeyword(core.sql, keyword.message_id)))
        done = !triesAgain(core) && done
    } catch (error) {
      core.logError('keyword', error)
      done = false
    }
  }
  return done
}
