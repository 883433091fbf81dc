// How many a campaign could be sent to now, before it is launched.
import type { Group } from '../../../../../contract/recipients/segments.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { useCount } from '../../../../lib/segments/use-count.ts'
import { campaignTexts } from '../../../../texts/indonesian.ts'
import { useSegmentRule } from '../api.ts'

const texts = campaignTexts.reach
const EVERYBODY: Group = { join: 'and', not: false, of: [] }

/** @param segment empty: everybody */
export function Reach({ segment }: { segment: string }) {
  const { data, error } = useSegmentRule(segment)
  const { sendable, resting, looked, isExact, failure } = useCount(segment === '' ? EVERYBODY : (data ?? null))
  const count = formatNumber(sendable)
  const why = error ? errorText(error) : failure
  if (why !== null) return <span>{why}</span>
  if (isExact) return <span aria-live="polite">{texts.now(count, formatNumber(resting))}</span>
  return <span>{looked > 0 ? texts.atLeast(count) : texts.counting}</span>
}
