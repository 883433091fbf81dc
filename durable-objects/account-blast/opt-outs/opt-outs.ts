// Somebody asked to be left alone: known here at once, everywhere within seconds, answered once.
import { isOptOut } from '../../../contract/opt-out.ts'
import { lidKey } from '../../../domain/suppressions/hash.ts'
import { suppress } from '../../../domain/suppressions/suppress.ts'
import { accountObject } from '../../stubs.ts'
import type { AccountCore } from '../core.ts'
import { pendingTo } from '../sending/attempts-store.ts'
import { bufferedByNumber, unbuffer } from '../sending/buffer-store.ts'
import { doubtLeases, giveBack } from '../sending/claim.ts'
import { addToOutbox } from '../sending/outbox-store.ts'
import { newMessageId, sendCommand } from '../sending/send-command.ts'
import { scheduleFlush } from '../sending/settle.ts'
import {
  addOptOut,
  markOptOut,
  numberOfLid,
  openOptOuts,
  optOutByLid,
  type OptOut,
  rememberLid,
  stopTitles,
} from './opt-outs-store.ts'

const ANSWER = 'Baik, Anda tidak akan menerima pesan dari kami lagi.'
const RETRY_MS = 1_000

export type Inbound = { number: string | null; lid: string | null; text: string }

/** Who is who. Somebody known only by LID may have asked to be left alone: now everybody can be told the number. */
export const learnLid = (core: AccountCore, number: string, lid: string): void => {
  rememberLid(core.sql, number, lid)
  const via = optOutByLid(core.sql, lid)
  if (!via) return
  addOptOut(core.sql, { number, lid, via }, core.now())
  core.setTimer('opt-outs', core.now())
}

/** The fact: written before it is acknowledged; the text is compared and forgotten. */
export const onInbound = (core: AccountCore, item: Inbound): void => {
  if (item.number && item.lid) learnFromInbound(core, item.number, item.lid)
  const titles = stopTitles(core.sql)
  if (!isOptOut(item.text, titles)) return
  const number = item.number ?? (item.lid ? numberOfLid(core.sql, item.lid) : null)
  if (!number && !item.lid) return
  addOptOut(core.sql, { number, lid: item.lid, via: isOptOut(item.text) ? 'reply' : 'button' }, core.now())
  if (number) cancelSends(core, number)
  core.setTimer('opt-outs', core.now())
}
/** No result of ours tells the list who this is: the next batch does, for a stop that others heard by LID only. */
const learnFromInbound = (core: AccountCore, number: string, lid: string): void => {
  const known = numberOfLid(core.sql, lid) === number
  learnLid(core, number, lid)
  if (known) return
  addToOutbox(core.sql, { kind: 'contact', contact: { number, lidHash: lidKey(core.hashSecret, lid) } }, core.now())
  scheduleFlush(core)
}

/** A message that is still on its way out, held up at WhatsApp, say, must not leave any more. */
const cancelSends = (core: AccountCore, number: string): void => {
  const attemptIds = pendingTo(core.sql, number)
  if (attemptIds.length > 0) core.command([{ kind: 'cancel', attemptIds }])
}

/** Nothing more leaves for this number from here. What is on its way and comes back unsent is claimed anew, or not at all. */
export const dropNumber = async (core: AccountCore, number: string): Promise<void> => {
  if (!core.doc) return
  core.droppedDuringClaim?.add(number)
  unbuffer(core.sql, bufferedByNumber(core.sql, number))
  cancelSends(core, number)
  doubtLeases(core)
  await giveBack(core)
}

/** Until the whole product knows, this comes back; then the person gets one answer, outside caps and window. */
export const processOptOuts = async (core: AccountCore): Promise<void> => {
  let again = false
  for (const item of openOptOuts(core.sql)) {
    if (!item.suppressed) {
      try {
        await tellEverybody(core, item)
        markOptOut(core.sql, item.target, 'suppressed')
      } catch (error) {
        core.complain('opt-out', error)
        again = true
        continue
      }
    }
    if (!item.confirmed) again = !answer(core, item) || again
  }
  if (again) core.setTimer('opt-outs', core.now() + RETRY_MS + core.random() * RETRY_MS)
}

const tellEverybody = async (core: AccountCore, item: OptOut): Promise<void> => {
  const who = { number: item.number, lid: item.lid, via: item.via, by: core.account.accountId, reason: null }
  const found = await core.outside(({ db, env }) =>
    suppress(
      {
        db,
        secret: core.hashSecret,
        dropNumber: (accountId, number) =>
          accountId === core.account.accountId ? dropNumber(core, number) : accountObject(env, accountId).drop(number),
      },
      who,
      core.now(),
    ),
  )
  // some other account knew who is behind this LID: that person is answered here, where they wrote
  for (const number of found) if (item.lid) learnLid(core, number, item.lid)
}

/** true when there is nothing left to do: answered, or nobody to address. Marked first: at most one answer. */
const answer = (core: AccountCore, item: OptOut): boolean => {
  if (!item.number) {
    markOptOut(core.sql, item.target, 'confirmed')
    return true
  }
  if (core.account.connection !== 'open' || !core.socket()) return false
  markOptOut(core.sql, item.target, 'confirmed')
  core.command([
    sendCommand(core, {
      attemptId: `opt-out:${crypto.randomUUID()}`,
      messageId: newMessageId(),
      number: item.number,
      content: { text: ANSWER, media: null },
    }),
  ])
  return true
}
