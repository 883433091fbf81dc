// Why an account does not send now, in one line with until when: what its card shows without a tap. Pure but for the clock.
import { serverNow } from '../../../lib/api/server-clock.ts'
import { formatSince } from '../../../lib/format/format.ts'
import { isLongWait, waitText } from '../../../lib/format/wait-text.ts'
import type { LiveAccount } from '../../../realtime/apply-event.ts'
import { pauseTexts, whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { whyEnded } from './last-run-words.ts'
import { isSuspended } from './use-activation.ts'

/** null: it sends, or nothing keeps it from it. */
export const whyNotSending = (account: LiveAccount, now: number = serverNow()): string | null => {
  const { state, status, held, waiting, waitReason, waitUntil, last_run: run } = account
  if (held?.of === 'account') return `${pauseTexts.account(held.by, formatSince(held.since))} ${held.reason}`
  if (held && status === 'sending') return held.of === 'person' ? pauseTexts.person : pauseTexts.place
  if (isSuspended(account)) return texts.causes.suspended
  if (status === 'sending') return waiting && isLongWait(waitReason) ? waitText(waitReason, waitUntil) : null
  if (state !== 'connected') return texts.causes[state]
  const why = run && whyEnded(run, now)
  return why ? `${why.replace(/[.!]+$/, '')}.` : null
}
