// What a job that runs does now: the number it asks about, or what it waits for and until when.
import { formatSeconds } from '../../../lib/format/format.ts'
import { waitEnd } from '../../../lib/format/wait-text.ts'
import { checkTexts as texts } from '../../../texts/indonesian.ts'
import type { Live } from './apply-check-events.ts'

type Shown = Pick<
  Live,
  'status' | 'attempting' | 'attempingCode' | 'waiting' | 'waitReason' | 'waitUntil' | 'current_number'
>

/** The reason, with when the job goes on by itself where that may be hours away (rule lookup-cap). */
const reasonOf = ({ waitReason, waitUntil }: Shown, now: number): string => {
  if (waitReason === null) return ''
  const text = texts.waits[waitReason]
  return typeof text === 'string' ? text : text(waitEnd(waitUntil, now))
}

/**
 * Empty: there is nothing to say.
 * @param left seconds of the wait; now: epoch ms
 */
export const lineOf = (row: Shown, left: number, now: number = Date.now()): string => {
  if (row.status !== 'sending') return ''
  if (row.attempting) return texts.attempting(row.attempingCode ?? 0)
  const reason = reasonOf(row, now)
  if (row.waiting && left > 0) return texts.waiting(formatSeconds(left), reason)
  if (row.waiting && reason !== '') return texts.waitingFor(reason)
  return row.current_number ? texts.asking(row.current_number) : ''
}
