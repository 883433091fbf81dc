// A long reply with words of stopping in it: its author gets nothing for a day, from any account, and is asked once whether to stop for good
// (rule own-words).
import { DOUBT_QUESTION } from '../../../contract/sending/account-texts.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { MessageContent } from '../../../contract/operation/runner.ts'
import { ringForStops } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { hashesOfNumber } from '../../../domain/recipients/suppressions/hash.ts'
import { snooze } from '../../../domain/recipients/suppressions/snooze.ts'
import { isSuppressed } from '../../../domain/recipients/suppressions/store.ts'
import { accountObject } from '../../stubs.ts'
import type { OptOutsPort } from './port.ts'
import { pendingTo } from '../tables/attempts-store.ts'
import { addDoubt, isUnasked, markAsked, markSnoozed, openDoubts } from '../tables/doubts-store.ts'
import { hasOptedOut } from '../tables/opt-outs-store.ts'
import { cancelSends } from '../send/send-command.ts'
import { sayTo, triesAgain } from './answer.ts'
import { dropNumber } from './drop.ts'

const QUESTION: MessageContent = { text: DOUBT_QUESTION, media: null }

/** @param at when it was written, as WhatsApp says: what its author wrote later counts after it. The day begins when it is heard. */
export const hearDoubt = (core: OptOutsPort, number: string, at: number): void => {
  addDoubt(core.sql, number, at)
  cancelSends(core, pendingTo(core.sql, number))
  core.setTimer('opt-outs', core.now())
}

/** true: all of them are snoozed in D1, and asked or never to be. */
export const processDoubts = async (core: OptOutsPort): Promise<boolean> => {
  let done = true
  for (const { number, at, snoozed } of openDoubts(core.sql)) {
    if (snoozed === 0) {
      try {
        const { hasStopped } = await snoozeEverywhere(core, number, at)
        markSnoozed(core.sql, number, at)
        // who has stopped is told so where they did
        if (hasStopped) markAsked(core.sql, number, null)
      } catch (error) {
        core.logError('doubt', error)
        done = false
        continue
      }
    }
    // they may have been erased meanwhile
    if (!isUnasked(core.sql, number)) continue
    // who has said it plainly meanwhile was answered already
    if (hasOptedOut(core.sql, number)) markAsked(core.sql, number, null)
    else if (!sayTo(core, number, QUESTION, (id) => markAsked(core.sql, number, id))) done = !triesAgain(core) && done
  }
  return done
}
/** For somebody who could not read it; null: they have stopped meanwhile, here or anywhere. */
export const questionAgain = async (core: OptOutsPort, number: string): Promise<MessageContent | null> => {
  if (hasOptedOut(core.sql, number)) return null
  const hashes = hashesOfNumber(core.hashKeys, number)
  return (await core.saveThenCall(({ db }) => isSuppressed(db, number, hashes))) ? null : QUESTION
}
const snoozeEverywhere = (core: OptOutsPort, number: string, at: number): Promise<{ hasStopped: boolean }> =>
  core.saveThenCall(async ({ db, env }) =>
    snooze(
      {
        db,
        hashKeys: await ringForStops(env),
        dropNumber: (accountId, held) =>
          accountId === core.account.accountId ? dropNumber(core, held) : accountObject(env, accountId).drop(held),
      },
      { number, at, until: core.now() + DAY_MS, via: 'reply', by: core.account.accountId },
      core.now(),
    ),
  )
