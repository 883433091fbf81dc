// Somebody asked to be left alone: known here at once, everywhere within seconds, answered once (decision 3).
import { isOptOut } from '../../../contract/opt-out.ts'
import { releaseNumbers } from '../../../domain/blast/store.ts'
import { suppress } from '../../../domain/suppressions/suppress.ts'
import { accountObject } from '../../stubs.ts'
import type { AccountCore } from '../core.ts'
import { newMessageId, sendCommand } from '../sending/send-command.ts'
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
import { bufferedByNumber, unbuffer } from '../sending/buffer-store.ts'

const ANSWER = 'Baik, Anda tidak akan menerima pesan dari kami lagi.'
const RETRY_MS = 1_000

export type Inbound = { number: string | null; lid: string | null; text: string }

/** Who is who. Somebody known only by lid may have asked to be left alone: now everybody can be told the number. */
export const learnLid = (core: AccountCore, number: string, lid: string): void => {
  rememberLid(core.sql, number, lid)
  const via = optOutByLid(core.sql, lid)
  if (!via) return
  addOptOut(core.sql, { number, lid, via }, core.now())
  core.timer('opt-outs', core.now())
}

/** The fact: written before it is acknowledged; the text is compared and forgotten. */
export const onInbound = (core: AccountCore, item: Inbound): void => {
  if (item.number && item.lid) learnLid(core, item.number, item.lid)
  const titles = stopTitles(core.sql)
  if (!isOptOut(item.text, titles)) return
  const number = item.number ?? (item.lid ? numberOfLid(core.sql, item.lid) : null)
  if (!number && !item.lid) return
  addOptOut(core.sql, { number, lid: item.lid, via: isOptOut(item.text) ? 'reply' : 'button' }, core.now())
  core.timer('opt-outs', core.now())
}

/** Nothing more leaves for this number from here; answers once its lease is given back. */
export const dropNumber = async (core: AccountCore, number: string): Promise<void> => {
  if (core.claiming) core.droppedMeanwhile.add(number)
  const ids = bufferedByNumber(core.sql, number)
  unbuffer(core.sql, ids)
  await releaseNumbers(core.db, core.account.accountId, ids)
}

/** Until the whole product knows, this comes back; then the person gets one answer, outside caps and window. */
export const processOptOuts = async (core: AccountCore): Promise<void> => {
  let again = false
  for (const item of openOptOuts(core.sql)) {
    if (!item.suppressed) {
      try {
        await tellEverybody(core, item)
        markOptOut(core.sql, item.target, 'suppressed')
      } catch {
        again = true
        continue
      }
    }
    if (!item.confirmed) again = !answer(core, item) || again
  }
  if (again) core.timer('opt-outs', core.now() + RETRY_MS + core.random() * RETRY_MS)
}

const tellEverybody = (core: AccountCore, item: OptOut): Promise<unknown> =>
  suppress(
    {
      db: core.db,
      secret: core.env.LINK_SECRET,
      dropNumber: (accountId, number) =>
        accountId === core.account.accountId
          ? dropNumber(core, number)
          : accountObject(core.env, accountId).drop(number),
    },
    { number: item.number, lid: item.lid, via: item.via, by: core.account.accountId, reason: null },
    core.now(),
  )

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
