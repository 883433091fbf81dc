// Opt-outs that reach this account (rules opt-out, opt-out-lid). They take effect here at once and everywhere within
// seconds, and the person gets one confirmation.
import { OPT_OUT_ANSWER } from '../../../contract/sending/account-texts.ts'
import { isInfo, isOptIn, isOptOut } from '../../../contract/recipients/opt-out.ts'
import { keywordIn } from '../../../contract/recipients/programme-words.ts'
import { type Meaning, meaningOf } from '../../../contract/recipients/replies.ts'
import type { MessageContent } from '../../../contract/operation/runner.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { addStops } from '../../../domain/operation/backup/journal.ts'
import { hashesOfLid, hashesOfNumber, lidHashes } from '../../../domain/recipients/suppressions/hash.ts'
import { ringForStops } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { recordOptIn } from '../../../domain/recipients/suppressions/lift-store.ts'
import { suppress } from '../../../domain/recipients/suppressions/suppress.ts'
import { freshStop } from '../../../domain/sending/rates/store.ts'
import { countStopAfter } from '../../../domain/sending/templates/store.ts'
import { accountObject } from '../../stubs.ts'
import { reportWaiting } from '../settle/account-row.ts'
import type { OptOutsPort } from './port.ts'
import { sayTo, triesAgain } from './answer.ts'
import { hearDoubt, processDoubts } from './doubts.ts'
import { hearInfo, processInfos } from './infos.ts'
import { hearWord, processKeywords } from './keywords.ts'
import { dropNumber } from './drop.ts'
import { isErased } from '../core/erased.ts'
import { hadWrittenTo, hasWrittenTo, lastTemplateTo, pendingTo } from '../tables/attempts-store.ts'
import { addToOutbox } from '../settle/outbox.ts'
import { cancelSends } from '../send/send-command.ts'
import { nameInfo } from '../tables/infos-store.ts'
import { openKeywords } from '../tables/keywords-store.ts'
import { openDoubts } from '../tables/doubts-store.ts'
import { markAnswered, markStopped } from '../tables/rates-store.ts'
import { ratesMoved } from '../send/rest.ts'
import { noteReached, scheduleFlush } from '../settle/settle.ts'
import { addUnnamedStop, takeUnnamedStop } from '../tables/unnamed-stops-store.ts'
import { formerNumberOf } from '../tables/people-keys-store.ts'
import {
  addOptIn,
  addOptOut,
  dropOptIn,
  lidOfNumber,
  markConfirmed,
  markSuppressed,
  numberOfLid,
  openOptIns,
  openOptOuts,
  optOutByLid,
  type OptOut,
  rememberLid,
  stopTitles,
} from '../tables/opt-outs-store.ts'

export const ANSWER: MessageContent = { text: OPT_OUT_ANSWER, media: null }
const RETRY_MS = 1_000

export type Inbound = {
  id: string
  number: string | null
  lid: string | null
  text: string
  means?: Meaning | null
  at: number
}

/**
 * Stores that this LID is this number. If the person opted out while only the LID was known, the number is suppressed now.
 * @param isInResult the settled success carries the LID to D1; else a contact of its own does
 */
export const learnLid = (
  core: OptOutsPort,
  number: string,
  lid: string,
  isInResult: boolean,
  attemptId: string | null = null,
): void => {
  const isNew = numberOfLid(core.sql, lid) !== number
  sometimes('somebody has another LID', () => isNew && lidOfNumber(core.sql, number) !== null)
  rememberLid(core.sql, number, lid, attemptId)
  if (isNew && !isInResult) {
    addToOutbox(core.account, { kind: 'contact', contact: { number, ...lidHashes(core.hashKeys, lid) } }, core.now())
    scheduleFlush(core)
  }
  if (isNew && openKeywords(core.sql).length > 0) core.setTimer('opt-outs', core.now())
  if (nameInfo(core.sql, lid, number)) core.setTimer('opt-outs', core.now())
  hearUnnamed(core, number, lid)
  const via = optOutByLid(core.sql, lid)
  if (!via) return
  sometimes('LID learned later than its stop')
  addOptOut(core.sql, { number, lid, via }, core.now())
  noteStop(core, number)
  core.setTimer('opt-outs', core.now())
}

/** Whose LID it is decides whether words of stopping were an answer to a message of this account. */
const hearUnnamed = (core: OptOutsPort, number: string, lid: string): void => {
  const said = takeUnnamedStop(core.sql, lid)
  if (said === null || !hadWrittenTo(core.sql, number, said.at)) return
  // a day's silence that was asked for longer ago is over
  if (said.means === 'stop') hearStop(core, { number, lid }, 'reply')
  else if (said.at > core.now() - DAY_MS) hearDoubt(core, number, said.at)
}
const hearStop = (
  core: OptOutsPort,
  { number, lid }: Pick<Inbound, 'number' | 'lid'>,
  via: 'reply' | 'button',
): void => {
  addOptOut(core.sql, { number, lid, via }, core.now())
  if (number) cancelSends(core, pendingTo(core.sql, number))
  if (number) noteStop(core, number)
  core.setTimer('opt-outs', core.now())
}

/** Stores an opt-out, a doubt or an opt-in before the fact is acknowledged. The text is only compared, never stored. */
export const onInbound = (core: OptOutsPort, item: Inbound): void => {
  // who writes after they were erased is suppressed already, and is not remembered again
  if (item.number && item.lid && !isErased(core, item.number)) learnLid(core, item.number, item.lid, false)
  const isWord = isOptOut(item.text)
  const isKeyword = isWord || isOptOut(item.text, stopTitles(core.sql))
  const meaning = isKeyword ? 'stop' : (item.means ?? meaningOf(item.text))
  const asksInfo = meaning === null && isInfo(item.text)
  const keyword = meaning === null ? keywordIn(item.text) : null
  noteAnswer(core, item, meaning)
  if (meaning === null && !asksInfo && keyword === null && !isOptIn(item.text)) return
  const now = item.number ?? (item.lid ? numberOfLid(core.sql, item.lid) : null)
  const number = now ?? (item.lid ? formerNumberOf(core.sql, item.lid) : null)
  sometimes('a stop by a LID that its person had before', meaning === 'stop' && now === null && number !== null)
  if (!number && !item.lid) return
  if (asksInfo) {
    hearInfo(core, { number, lid: item.lid })
    return
  }
  // WhatsApp's time of the message: one that was under way when its author stopped asks for nothing
  const at = Math.min(item.at, core.now())
  if (keyword !== null) return hearWord(core, { message_id: item.id, number, lid: item.lid, word: keyword, at })
  if (meaning === null) {
    addOptIn(core.sql, { message_id: item.id, number, lid: item.lid, at })
    core.setTimer('opt-outs', core.now())
    return
  }
  // a member's friends say "stop dulu ya", too: words of one's own count from whoever this account has written to
  if (!isKeyword && number === null && item.lid) return addUnnamedStop(core.sql, item.lid, { means: meaning, at })
  if (!isKeyword && (number === null || !hasWrittenTo(core.sql, number))) return
  if (meaning === 'doubt' && number !== null) return hearDoubt(core, number, at)
  sometimes('a stop known by LID only', number === null)
  sometimes('a stop while a claim is under way', core.droppedDuringClaim !== null)
  hearStop(core, { number, lid: item.lid }, isKeyword && !isWord ? 'button' : 'reply')
}

/** Of whoever stops after a message of this account, once: the next step looks at the rates (rule rates). */
const noteStop = (core: OptOutsPort, number: string): void => {
  if (markStopped(core.sql, number, core.now())) ratesMoved(core)
}
/** Whoever this account wrote to and who answers anything but a stop: counted by the message that they answer, never stored (rule rates). */
const noteAnswer = (core: OptOutsPort, { number, lid }: Inbound, meaning: Meaning | null): void => {
  if (meaning === 'stop') return
  const who = number ?? (lid ? numberOfLid(core.sql, lid) : null)
  const answered = who === null ? null : markAnswered(core.sql, who, core.now())
  if (answered !== null) noteReached(core, answered, { answered: true })
}

/** Repeated until the suppression is written and every holder has dropped the number; then the person gets one confirmation, outside caps and window. */
export const processOptOuts = async (core: OptOutsPort): Promise<void> => {
  let again = false
  for (const item of openOptOuts(core.sql)) {
    if (!item.suppressed) {
      try {
        await suppressEverywhere(core, item)
        markSuppressed(core.sql, item.target)
        // with the row goes how long the stop took; it may also have said that it waits
        core.touchRow()
      } catch (error) {
        sometimes('D1 does not take a stop')
        core.logError('opt-out', error)
        reportWaiting(core)
        again = true
        continue
      }
    }
    if (!item.confirmed) again = (!answer(core, item) && triesAgain(core)) || again
  }
  again = !(await processDoubts(core)) || again
  again = !(await processInfos(core)) || again
  again = !(await processKeywords(core)) || again
  // after the stops: the person who wrote both has said the later one last
  if (!(await processOptIns(core)) || again) core.setTimer('opt-outs', core.now() + RETRY_MS + core.random() * RETRY_MS)
}
/** false: D1 does not have all of them yet. */
const processOptIns = async (core: OptOutsPort): Promise<boolean> => {
  let done = true
  // a snooze that D1 does not have yet could not be ended by it
  const waiting = new Set(openDoubts(core.sql).flatMap((doubt) => (doubt.snoozed === 0 ? [doubt.number] : [])))
  for (const { message_id: messageId, number, lid, at } of openOptIns(core.sql)) {
    if (number !== null && waiting.has(number)) {
      done = false
      continue
    }
    const hashes = [
      ...(number === null ? [] : hashesOfNumber(core.hashKeys, number)),
      ...(lid === null ? [] : hashesOfLid(core.hashKeys, lid)),
    ]
    try {
      const by = core.account.accountId
      await core.saveThenCall(({ db }) => recordOptIn(db, { hashes, number, messageId, by, at }))
    } catch (error) {
      core.logError('opt-in', error)
      return false
    }
    dropOptIn(core.sql, messageId)
  }
  return done
}

const suppressEverywhere = async (core: OptOutsPort, item: OptOut): Promise<void> => {
  const who = { number: item.number, lid: item.lid, via: item.via, by: core.account.accountId, reason: null }
  const now = core.now()
  const { number } = item
  const template = number === null ? null : lastTemplateTo(core.sql, number)
  const found = await core.saveThenCall(async ({ db, env }) => {
    const hashKeys = await ringForStops(env)
    const answered =
      number === null || template === null
        ? null
        : { number, hashes: hashesOfNumber(hashKeys, number), sentAt: template.sentAt, now }
    return suppress(
      {
        db,
        hashKeys,
        journal: async (stop) => {
          await (env.BACKUPS && addStops(env.BACKUPS, now, [stop]))?.catch((error: unknown) => {
            sometimes('a stop that the journal does not take')
            core.logError('journal', error)
          })
        },
        dropNumber: (accountId, number) =>
          accountId === core.account.accountId ? dropNumber(core, number) : accountObject(env, accountId).drop(number),
      },
      who,
      now,
      template === null || answered === null
        ? []
        : [countStopAfter(db, template.id, answered), freshStop(db, template.id, answered)],
      item.at,
    )
  })
  // another account knew the number of this LID: the person is answered here, where they wrote. Of several one is theirs now, and nobody knows which
  sometimes('another account knew whose LID it was', found.length > 0)
  const [one, another] = found
  if (item.lid && one !== undefined && another === undefined) learnLid(core, one, item.lid, true)
}

/** true: the person was answered, or cannot be. */
const answer = (core: OptOutsPort, { target, number }: OptOut): boolean => {
  if (number) return sayTo(core, number, ANSWER, (id) => markConfirmed(core.sql, target, id))
  markConfirmed(core.sql, target, null)
  return true
}
