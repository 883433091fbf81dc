// What became of a press whose answer was lost.
import type { InEnglish } from '../in-english.ts'
import type { pressTexts as indonesian } from '../indonesian/presses.ts'

export const pressTexts: InEnglish<typeof indonesian> = {
  checking: 'It is not certain yet whether this happened. We are checking; keep this page open.',
  notHappened: 'It did not happen, and nothing has changed. Please try again.',
  happened: 'It happened, but the answer was lost on the way. This screen has been refreshed.',
  partly: 'Only a part of it happened. This screen has been refreshed; do the rest again.',
}
