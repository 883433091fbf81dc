// The report of an account's last blast in words (rule run-report). Pure.
import type { LastRun } from '../../../../contract/sending/last-run.ts'
import { formatNumber, formatRupiah, formatShortDay } from '../../../lib/format/format.ts'
import { reasonLines } from '../../../lib/fail-reasons/lines.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { fromServer, whatsappTexts } from '../../../texts/indonesian.ts'

const { lastRun: texts } = whatsappTexts

/** 12 terkirim · 2 gagal · Rp 1.200 */
export const sumsOf = (run: LastRun): string =>
  texts.sums(formatNumber(run.success), formatNumber(run.fail), formatRupiah(run.earned))

/** true: it ended because no number was left that may get a message, and so far none is expected to. */
export const isOutOfNumbers = (run: LastRun, now: number = serverNow()): boolean =>
  run.error === null &&
  run.end === 'finished' &&
  (run.free_at === null ? run.sent === 0 : Date.parse(run.free_at) > now)

/** Why it ended although nobody stopped it, as far as that still holds; null: there is nothing to say. */
export const whyEnded = (run: LastRun, now: number = serverNow()): string | null => {
  if (run.error !== null) return fromServer(run.error)
  if (!isOutOfNumbers(run, now)) return null
  return run.free_at === null ? texts.nobody : texts.freeAt(formatShortDay(run.free_at, now))
}

/** One line for each reason, and one for what WhatsApp had not answered. */
export const failureLines = (run: LastRun): string[] => {
  const failed = reasonLines(run.failures)
  const open = run.sent - run.success - run.fail
  return open > 0 ? [...failed, texts.open(formatNumber(open))] : failed
}
