// Asks account after account, then campaign after campaign, what they know of a number (rule timeline).
import { EVERYBODY, type Timeline } from '../../../contract/privacy/timeline.ts'
import { timelineTexts as texts } from '../../texts/indonesian.ts'
import { askAgain } from '../api/ask-again.ts'
import { call } from '../api/http.ts'
import { addStep } from './add-step.ts'

const step = (id: string, after: string, signal: AbortSignal): Promise<Timeline> =>
  askAgain(
    () =>
      call(
        'GET /admin/phonenumber/:id/timeline',
        { params: { id }, query: { after } },
        { signal, fallback: texts.failed },
      ),
    signal,
  )

/** @param onStep how many accounts were asked so far */
export const askEverybody = async (
  id: string,
  onStep: (asked: number) => void,
  signal: AbortSignal,
): Promise<Timeline> => {
  const found = await step(id, EVERYBODY, signal)
  onStep(found.asked)
  while (found.after !== null) {
    addStep(found, await step(id, found.after, signal))
    onStep(found.asked)
  }
  // the steps go by accounts and by the ids of campaigns
  found.events.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  found.campaigns.reverse()
  return found
}
