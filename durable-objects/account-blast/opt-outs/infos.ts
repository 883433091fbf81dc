// INFO: somebody asks what is kept about them, and gets the link to their own page, once a day (rule info-answer).
import { INFO_ANSWER } from '../../../contract/sending/account-texts.ts'
import { ringOf } from '../../../contract/ground/key-rings.ts'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import type { MessageContent } from '../../../contract/operation/runner.ts'
import { joinedByMessage } from '../../../domain/recipients/programmes/store.ts'
import { hashesOfNumber, optOutToken } from '../../../domain/recipients/suppressions/hash.ts'
import { isSuppressed } from '../../../domain/recipients/suppressions/store.ts'
import { isErased } from '../core/erased.ts'
import { addAnswer } from '../tables/answers-store.ts'
import { hasWrittenTo } from '../tables/attempts-store.ts'
import { addInfo, addInfoOfLid, dropInfo, markInfoAnswered, openInfos } from '../tables/infos-store.ts'
import { hasOptedOut } from '../tables/opt-outs-store.ts'
import { sayTo, triesAgain } from './answer.ts'
import type { OptOutsPort } from './port.ts'

/** After that nobody waits for it. */
const ANSWERED_WITHIN_MS = HOUR_MS

/** @param who number null: WhatsApp named them by their LID alone, and they are answered once it is known whose it is */
export const hearInfo = (core: OptOutsPort, { number, lid }: { number: string | null; lid: string | null }): void => {
  if (number === null) {
    if (lid !== null) addInfoOfLid(core.sql, lid, core.now())
    return
  }
  if (isErased(core, number)) return
  addInfo(core.sql, number, core.now())
  core.setTimer('opt-outs', core.now())
}

/**
 * stopped: here or anywhere, and they get no message whatever they ask. friend: a member's, who is not told of a list on which they may stand; one who
 * joined by a message of their own knows it.
 */
const linkFor = (core: OptOutsPort, number: string): Promise<{ link: string } | 'stopped' | 'friend'> =>
  core.saveThenCall(async ({ db, env }) => {
    if (!hasWrittenTo(core.sql, number) && !(await joinedByMessage(db, number))) return 'friend'
    if (await isSuppressed(db, number, hashesOfNumber(core.hashKeys, number))) return 'stopped'
    const token = await optOutToken(ringOf('LINK_KEYS', env.LINK_KEYS), number)
    return { link: `${env.APP_ORIGIN}/opt-out?token=${token}` }
  })

const answerWith = (link: string): MessageContent => ({ text: INFO_ANSWER(link), media: null })
const told = (core: OptOutsPort, number: string, answerId: string): void => {
  markInfoAnswered(core.sql, number)
  addAnswer(core.sql, { answer_id: answerId, number, keyword_id: null }, core.now())
}
/** For somebody who could not read it; null: they have stopped meanwhile. */
export const infoAgain = async (core: OptOutsPort, number: string): Promise<MessageContent | null> => {
  const found = await linkFor(core, number)
  return typeof found === 'string' || hasOptedOut(core.sql, number) ? null : answerWith(found.link)
}

/** true: all of them are told, or never to be. */
export const processInfos = async (core: OptOutsPort): Promise<boolean> => {
  let done = true
  for (const number of openInfos(core.sql, core.now() - ANSWERED_WITHIN_MS)) {
    try {
      const found = await linkFor(core, number)
      // they may have stopped or been erased meanwhile
      if (!openInfos(core.sql, 0).includes(number)) continue
      if (found === 'friend') dropInfo(core.sql, number)
      else if (found === 'stopped' || hasOptedOut(core.sql, number)) markInfoAnswered(core.sql, number)
      else if (!sayTo(core, number, answerWith(found.link), (id) => told(core, number, id)))
        done = !triesAgain(core) && done
    } catch (error) {
      core.logError('info', error)
      done = false
    }
  }
  return done
}
