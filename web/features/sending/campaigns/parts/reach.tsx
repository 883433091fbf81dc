// How many a campaign could be sent to now, before it is launched, who of them lacks what its texts ask for, and what the first would read.
import type { Group } from '../../../../../contract/recipients/segments.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { useCount } from '../../../../lib/segments/use-count.ts'
import { campaignTexts } from '../../../../texts/indonesian.ts'
import { useFields } from '../../../../lib/fields/api.ts'
import { MessageFigure } from '../../../../lib/message/message-figure.tsx'
import { fieldsIn, filledFields } from '../../../../../contract/sending/message-text.ts'
import { type Campaign, useActiveTemplates, useSegmentRule } from '../api.ts'
import { Estimate } from './estimate.tsx'
import { Overlaps } from './overlaps.tsx'

const texts = campaignTexts.reach
const EVERYBODY: Group = { join: 'and', not: false, of: [] }

/** Fields that these templates have placeholders of, and their templates. @param ids of templates */
const useAsked = (ids: readonly string[]) => {
  const { data: active } = useActiveTemplates()
  const fields = useFields().data?.fields ?? []
  const templates = (active ?? []).filter(({ id }) => ids.includes(id))
  const asked = fields.filter(({ key }) => templates.some(({ text_wa }) => fieldsIn(text_wa, [key]).length > 0))
  return { asked, templates }
}
const PEOPLE_SHOWN = 3

type Props = {
  /** Empty: everybody. */
  segment: string
  /** Ids of its templates. */
  templates: readonly string[]
  /** Key of the field that says their zone; null: the hours are WIB, for everybody. */
  zone?: string | null
  /** Whether the first people's messages are shown. */
  shows?: boolean
  /** The campaign whose end is estimated for so many, once they are counted. */
  estimated?: Campaign
}
export function Reach({ segment, templates: ids, zone = null, shows = false, estimated }: Props) {
  const { asked, templates } = useAsked(ids)
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
      {shows && templates.length > 0 && sample.length > 0 && (
        <div className="mt-3">
          <p className="mb-2">{texts.first}</p>
          <div className="flex flex-wrap items-start gap-3">
            {sample.slice(0, PEOPLE_SHOWN).map(({ id, name, number, fields }, place) => {
              const template = templates[place % templates.length]
              return (
                template && (
                  <MessageFigure
                    key={id}
                    label={texts.messageTo(name || number)}
                    template={template}
                    person={{ name, phoneNumber: number }}
                    fields={filledFields(fallbacks, fields)}
                    className="p-3"
                  >
                    <figcaption className="mt-2 max-w-80 truncate">{texts.to(name, number)}</figcaption>
                  </MessageFigure>
                )
              )
            })}
          </div>
        </div>
      )}
    </div>
  )
}
