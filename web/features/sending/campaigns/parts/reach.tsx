// How many a campaign could be sent to now, before it is launched.
import type { Group } from '../../../../../contract/recipients/segments.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { useCount } from '../../../../lib/segments/use-count.ts'
import { campaignTexts } from '../../../../texts/indonesian.ts'
import { useSegments } from '../api.ts'

const texts = campaignTexts.reach
const EVERYBODY: Group = { join: 'and', not: false, of: [] }

/** @param segment empty: everybody */
export function Reach({ segment }: { segment: string }) {
  const { data } = useSegments()
  const rule = segment === '' ? EVERYBODY : (data?.find(({ id }) => id === segment)?.rule ?? null)
  const { sendable, resting, looked, isExact, failure } = useCount(rule)
  const count = formatNumber(sendable)
  if (failure !== null) return <span>{failure}</span>
  if (isExact) return <span aria-live="polite">{texts.now(count, formatNumber(resting))}</span>
  return <span>{looked > 0 ? texts.atLeast(count) : texts.counting}</span>
}
