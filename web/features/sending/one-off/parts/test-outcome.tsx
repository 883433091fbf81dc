// What came of a test, live: its own events, and the row where one was missed.
import { useQueryClient } from '@tanstack/react-query'
import { userClientId } from '../../../../../contract/ground/channels.ts'
import { useCountdown } from '../../../../lib/browser/use-countdown.ts'
import { formatSeconds } from '../../../../lib/format/format.ts'
import { keys, refresh } from '../../../../lib/api/query-keys.ts'
import { testWords } from '../../../../lib/one-off/test-words.ts'
import { useRealtime } from '../../../../realtime/use-realtime.ts'
import { oneOffTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { useTest } from '../api.ts'
import { applyOneOffEvents, type LiveOneOff } from '../apply-one-off-events.ts'

const texts = oneOffTexts.test
const ENDS: readonly string[] = ['finished', 'stop', 'error_blast']
/** What comes with the row alone: why it failed. */
const FETCHES: readonly string[] = [...ENDS, 'count_fail']

export function TestOutcome({ id, to, userId }: { id: string; to: string; userId: string }) {
  const cache = useQueryClient()
  const { data: test } = useTest(id)
  useRealtime(userClientId(userId), (events) => {
    const own = events.filter(({ payload }) => payload.jobId === id)
    if (own.length === 0) return
    const key = keys.one('one-offs', id)
    cache.setQueryData<LiveOneOff>(key, (known) => known && (applyOneOffEvents([known], own, Date.now())[0] ?? known))
    if (!own.some(({ event }) => FETCHES.includes(event))) return
    void cache.invalidateQueries({ queryKey: key })
    // the account is free again, and has one message less today
    if (own.some(({ event }) => ENDS.includes(event))) void refresh(cache, 'accounts')
  })
  const left = useCountdown(test?.waiting ? test.waitUntil : null)
  if (!test) return null
  const { tone, text } = testWords(test, to)
  return (
    <Alert tone={tone}>
      {text} {tone === 'info' && left > 0 && texts.waits(formatSeconds(left))}
    </Alert>
  )
}
