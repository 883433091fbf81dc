// INFO: somebody asks what is kept about them, and gets the link to their own page, once a day (rule info-answer).
import { INFO_ANSWER } from '../../../contract/sending/account-texts.ts'
import { ringOf } from '../../../contract/ground/key-rings.ts'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import { hashesOfNumber, optOutToken } from '../../../domain/recipients/suppressions/hash.ts'
import { isSuppressed } from '../../../domain/recipients/suppressions/store.ts'
import { isErased } from '../core/erased.ts'
import { hasWrittenTo } from '../tables/attempts-store.ts'
import { addInfo, markInfoAnswered, openInfos } from '../tables/infos-store.ts'
import { hasOptedOut } from '../tables/opt-outs-store.ts'
import { sayTo, triesAgain } from './answer.ts'
import type { OptOutsPort } from './port.ts'

/** After that nobody waits for it. */
const ANSWERED_WITHIN_MS = HOUR_MS

/** A member's friends are not told of a list on which they may stand. */
export const hearInfo = (core: OptOutsPort, number: string): void => {
  if (!hasWrittenTo(core.sql, number) || isErased(core, number)) return
  addInfo(core.sql, number, core.now())
  core.setTimer('opt-outs', core.now())
}

/** null: they have stopped, here or anywhere, and get no message whatever they ask. */
const linkFor = (core: OptOutsPort, number: string): Promise<string | null> =>
  core.saveThenCall(async ({ db, env }) => {
    if (await isSuppressed(db, number, hashesOfNumber(core.hashKeys, number))) return null
    return `${env.APP_ORIGIN}/opt-out?token=${await optOutToken(ringOf('LINK_KEYS', env.LINK_KEYS), number)}`
  })

/** true: all of them are told, or never to be. */
export const processInfos = async (core: OptOutsPort): Promise<boolean> => {
  let done = true
  for (const number of openInfos(core.sql, core.now() - ANSWERED_WITHIN_MS)) {
    try {
      const link = await linkFor(core, number)
      // they may have stopped or been erased meanwhile
      if (!openInfos(core.sql, 0).includes(number)) continue
      if (link === null || hasOptedOut(core.sql, number)) markInfoAnswered(core.sql, number)
      else if (!sayTo(core, number, { text: INFO_ANSWER(link), media: null }, () => markInfoAnswered(core.sql, number)))
        done = !triesAgain(core) && done
    } catch (error) {
      core.logError('info', error)
      done = false
    }
  }
  return done
}
