// Who of a draft's people waits in other campaigns too, and after which messages the others rest (rule campaign-overlap).
import type { Overlap } from '../../../../../contract/recipients/segments.ts'
import { formatMoment, formatNumber } from '../../../../lib/format/format.ts'
import { campaignTexts } from '../../../../texts/indonesian.ts'

const texts = campaignTexts.overlap
const SHOWN = 3
const named = (overlap: Overlap, what: 'waiting' | 'resting'): string => {
  const all = overlap.campaigns.filter((one) => one[what] > 0).toSorted((a, b) => b[what] - a[what])
  const names = all.slice(0, SHOWN).map((one) => texts.one(one.name, formatNumber(one[what])))
  return all.length > SHOWN ? texts.andMore(names.join(', '), formatNumber(all.length - SHOWN)) : names.join(', ')
}

/** @param resting all who rest @param isCounted everybody was looked at */
export function Overlaps(props: { overlap: Overlap; resting: number; isCounted: boolean }) {
  const { overlap, resting, isCounted } = props
  const { waiting, resting: ofCampaigns, free_at: freeAt, is_all: isAll } = overlap
  const isExact = isCounted && isAll
  return (
    <>
      {waiting > 0 && (
        <p className="mt-1 text-warning-text">
          {texts.waiting(formatNumber(waiting), isExact, named(overlap, 'waiting'))}
        </p>
      )}
      {resting > 0 && (
        <p className="mt-1">
          {ofCampaigns > 0 && `${texts.afterCampaigns(formatNumber(ofCampaigns), isExact, named(overlap, 'resting'))} `}
          {isExact && resting > ofCampaigns && `${texts.afterOthers(formatNumber(resting - ofCampaigns))} `}
          {isCounted && freeAt !== null && texts.freeAt(formatMoment(freeAt))}
        </p>
      )}
    </>
  )
}
