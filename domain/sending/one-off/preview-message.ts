// What a one-off blast would do if it started now: how many get it and who not, how long it takes, what they read (rule
// one-off-preview). Claims and sends nothing.
import { REACH_MAX } from '../../../contract/ground/count-max.ts'
import type { Held } from '../../../contract/people/pauses.ts'
import {
  type OneOffPreview,
  REFUSED_SHOWN,
  type SkipReason,
  skipReason,
  SKIP_TEXTS,
  type sendMessageBody,
} from '../../../contract/sending/one-off.ts'
import { filledFields } from '../../../contract/sending/message-text.ts'
import type { AccountState } from '../../../contract/sending/whatsapp.ts'
import { previewReach } from '../blast/store.ts'
import type { Db } from '../../ground/db/connection.ts'
import { MEDIA_PREFIX } from '../templates/present.ts'
import type { AccountRow } from '../whatsapp/store.ts'
import { meanIntervalS, outlookOf } from './outlook-rules.ts'
import { withText } from './present.ts'
import { messageOf, noReceiver, notConnected, senderOf } from './send-message.ts'
import type { Refused } from './store.ts'

export type PreviewPorts = {
  db: Db
  now: number
  /** From the account's object; null: it does not answer, or there is none. */
  paceOf: (account: AccountRow) => Promise<{ state: AccountState; sentToday: number; held: Held | null } | null>
}
/** Messages that are shown as they will be read. */
const SAMPLES = 3
const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())

/** @throws Refusal as sending the same body would. */
export const previewMessage = async (
  { db, now, paceOf }: PreviewPorts,
  body: (typeof sendMessageBody)['_output'],
): Promise<OneOffPreview> => {
  const account = await senderOf(db, body.senders)
  const pace = await paceOf(account)
  if (pace?.state !== 'connected') throw notConnected(account, pace?.state ?? account.state)
  const said = await messageOf(db, body)
  const named = body.targets.all ? null : body.targets
  const reach = await previewReach(db, {
    accountId: account.id,
    userId: account.user_id,
    templateId: said.templateId,
    now,
    among: named?.numbers ?? null,
    samples: SAMPLES,
  })
  const invalid = (named?.invalid ?? []).map((number) => ({ number, reason: 'invalid' as const }))
  const refused: Refused[] = [...invalid, ...reach.refused]
  if (named && reach.count === 0) throw noReceiver(refused)
  const counts = new Map<SkipReason, number>(reach.rules.cooling ? [['cooldown', reach.rules.cooling]] : [])
  for (const { reason } of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const { interval, window, dailyCap } = reach.rules
  const isMore = reach.count >= REACH_MAX
  const outlook = outlookOf(reach.count, { interval, window, dailyCap, sentToday: pace.sentToday }, now)
  const place = reach.rules.person.paused ?? reach.rules.place.paused
  return {
    sender: account.phonenumber ?? account.clientid,
    count: reach.count,
    isMore,
    skipped: skipReason.options.flatMap((reason) => {
      const count = counts.get(reason) ?? 0
      return count > 0 ? [{ reason, text: SKIP_TEXTS[reason], count }] : []
    }),
    refused: refused.slice(0, REFUSED_SHOWN).map(withText),
    startsAt: iso(outlook?.startsAt),
    endsAt: isMore ? null : iso(outlook?.endsAt),
    days: isMore ? 0 : (outlook?.days ?? 0),
    interval: meanIntervalS(interval),
    window,
    dailyCap,
    sentToday: pace.sentToday,
    held: pace.held ?? place,
    samples: reach.first.map(({ number, name, fields }) => ({
      number,
      name,
      fields: filledFields(reach.rules.fallbacks ?? {}, fields ?? {}),
    })),
    message: {
      text_wa: said.message,
      button: said.button,
      media: said.media && `/api/media/${said.media.key.slice(MEDIA_PREFIX.length)}`,
    },
  }
}
