// How many a campaign could be sent to now, before it is launched, who of them lacks what its texts ask for, and what the first would read.
import type { Group } from '../../../../../contract/recipients/segments.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { useCount } from '../../../../lib/segments/use-count.ts'
import { campaignTexts } from '../../../../texts/indonesian.ts'
import { useFields } from '../../../../lib/fields/api.ts'
import { RANGES } from '../../../../../contract/ground/ranges.ts'
import { readWhole } from '../../../../../contract/ground/read-numbers.ts'
import { MessageFigure } from '../../../../lib/message/message-figure.tsx'
import { fieldsIn, filledFields } from '../../../../../contract/sending/message-text.ts'
import { type Campaign, useActiveTemplates, useSegmentRule } from '../api.ts'
import { Estimate } from './estimate.tsx'
import { Overlaps } from './overlaps.tsx'
import { shownMessages } from './shown-messages.ts'

const texts = campaignTexts.reach
const EVERYBODY: Group = { join: 'and', not: false, of: [] }

/** weight: as it is typed. */
type Weighed = { id: string; weight: string | number }
/** Fields that these templates have placeholders of, and their templates in the same order. */
const useAsked = (wanted: readonly Weighed[]) => {
  const { data: active } = useActiveTemplates()
  const fields = useFields().data?.fields ?? []
  const templates = wanted.flatMap(({ id, weight }, place) => {
    // a form may have one twice until it is saved
    if (wanted.findIndex((one) => one.id === id) !== place) return []
    const found = active?.find((one) => one.id === id)
    const read = readWhole(weight, RANGES.variantWeight)
    return found ? [{ ...found, weight: 'value' in read ? read.value : null }] : []
  })
  const asked = fields.filter(({ key }) => templates.some(({ text_wa }) => fieldsIn(text_wa, [key]).length > 0))
  return { asked, templates }
}

type Messages = ReturnType<typeof shownMessages<ReturnType<typeof useAsked>['templates'][number]>>
/** The messages of the first people. lead: what is said of who gets them. */
function Shown({
  isChosen,
  shown,
  lead,
  fallbacks,
}: Messages & { lead: string; fallbacks: Readonly<Record<string, string>> }) {
  if (shown.length === 0) return null
  return (
    <div className="mt-3">
      <p className="mb-2">{isChosen ? lead : texts.each}</p>
      <div className="flex flex-wrap items-start gap-3">
        {shown.map(({ person: { id, name, number, fields }, template }) => (
          <MessageFigure
            key={isChosen ? id : template.id}
            label={texts.messageTo(name || number)}
            template={template}
            person={{ name, phoneNumber: number }}
            fields={filledFields(fallbacks, fields)}
            className="p-3"
          >
            <figcaption className="mt-2 max-w-80 truncate">{texts.to(name, number)}</figcaption>
          </MessageFigure>
        ))}
      </div>
    </div>
  )
}

type Props = {
  /** Empty: everybody. */
  segment: string
  templates: readonly Weighed[]
  /** Key of the field that says their zone; null: the hours are WIB, for everybody. */
  zone?: string | null
  /** Whether the first people's messages are shown, of the campaign with this id; null: it has none yet. */
  shows?: { campaign: number | null }
  /** The campaign whose end is estimated for so many, once they are counted. */
  estimated?: Campaign
}
export function Reach({ segment, templates: wanted, zone = null, shows, estimated }: Props) {
  const { asked, templates } = useAsked(wanted)
  const keys = [...new Set([...asked.map(({ key }) => key), ...(zone === null ? [] : [zone])])]
  const { data, error } = useSegmentRule(segment)
  const rule = segment === '' ? EVERYBODY : (data ?? null)
  const { sendable, resting, looked, isExact, failure, without, sample } = useCount(rule, { fields: keys })
  // its steps are shorter, and the count does not wait for them
  const beside = useCount(rule, { overlap: true, zone: estimated?.zone_field ?? null })
  const [wita, wit] = beside.overlap?.zones ?? [0, 0]
  const fallbacks = Object.fromEntries(asked.map(({ key, fallback }) => [key, fallback]))
  const count = formatNumber(sendable)
  const why = error ? errorText(error) : failure
  if (why !== null) return <span>{why}</span>
  return (
    <div>
      <p aria-live="polite">
        {isExact ? texts.now(count, formatNumber(resting)) : looked > 0 ? texts.atLeast(count) : texts.counting}
      </p>
      {beside.overlap && <Overlaps overlap={beside.overlap} resting={beside.resting} isCounted={beside.isExact} />}
      {asked
        .filter(({ key }) => (without[key] ?? 0) > 0)
        .map(({ key, fallback }) => (
          <p key={key} className="mt-1 text-warning-text">
            {texts.without(formatNumber(without[key] ?? 0), isExact, key, fallback)}
          </p>
        ))}
      {zone !== null && (without[zone] ?? 0) > 0 && (
        <p className="mt-1 text-warning-text">{texts.withoutZone(formatNumber(without[zone] ?? 0), isExact, zone)}</p>
      )}
      {isExact && estimated && beside.isExact && (
        <Estimate
          campaign={estimated}
          reached={{ people: [sendable - wita - wit, wita, wit], freeAt: beside.overlap?.free_at ?? null }}
        />
      )}
      {shows && (
        <Shown
          {...shownMessages(templates, sample, shows.campaign)}
          lead={templates.length > 1 && templates.some(({ topic }) => topic !== '') ? texts.firstChosen : texts.first}
          fallbacks={fallbacks}
        />
      )}
    </div>
  )
}
