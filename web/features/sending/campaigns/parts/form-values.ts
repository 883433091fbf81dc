// The fields of a campaign: as they are typed, checked, and told where two people changed them.
import { z } from 'zod'
import { momentOf } from '../../../../../contract/ground/moments.ts'
import { CAMPAIGN_NAME_MAX, campaignBody, WEEKDAYS, WHOLE_DAY } from '../../../../../contract/sending/campaigns.ts'
import { formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import { campaignTexts as texts } from '../../../../texts/indonesian.ts'
import type { Campaign } from '../api.ts'

const { fields: words } = texts
const { shape } = campaignBody
/** An empty box is no limit, and no price of its own. */
const orNone = (schema: z.ZodType) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text))
    .pipe(schema as z.ZodType<number | null, string | null>)
export const schema = z.object({
  name: shape.name,
  segment_id: z.string(),
  audience: shape.audience.unwrap(),
  templates: shape.templates,
  start_at: z.string(),
  end_at: z.string(),
  days: shape.days.unwrap(),
  from: z.string(),
  until: z.string(),
  zone_field: z.string().transform((key) => (key === '' ? null : key)),
  budget: orNone(shape.budget),
  budget_rupiah: orNone(shape.budget_rupiah),
  pace: shape.pace.unwrap(),
  price: orNone(shape.price),
  priority: z.coerce.number(),
})
export type Typed = z.input<typeof schema>

export const FIELDS = {
  name: { label: words.name },
  segment_id: { label: words.segment },
  audience: { label: words.audience, show: (value: unknown) => words.audiences[value as keyof typeof words.audiences] },
  templates: { label: words.templates, show: () => words.otherTemplates },
  start_at: { label: words.startAt },
  end_at: { label: words.endAt },
  days: { label: words.days, show: (days: unknown) => (days as number[]).map((day) => dayName(day)).join(' ') },
  from: { label: words.from },
  until: { label: words.until },
  zone_field: { label: words.zone, show: (key: unknown) => (key === null ? words.jakarta : words.zoneOf(String(key))) },
  budget: { label: words.budget, show: (value: unknown) => (value === null ? '–' : formatNumber(Number(value))) },
  budget_rupiah: {
    label: words.budgetRupiah,
    show: (value: unknown) => (value === null ? '–' : formatRupiah(Number(value))),
  },
  pace: { label: words.pace, show: (value: unknown) => words.paces[value as keyof typeof words.paces] },
  price: { label: words.price, show: (value: unknown) => (value === null ? '–' : formatRupiah(Number(value))) },
  priority: { label: words.priority },
}
export function dayName(day: number): string {
  return texts.weekdays[day as keyof typeof texts.weekdays]
}
const typed = (value: number | null | undefined): string => (typeof value === 'number' ? formatNumber(value) : '')
const momentIn = (iso: string | null): string => (iso === null ? '' : momentOf(Date.parse(iso)))
/** As the form has it, which is what the server calls the values that an edit read. */
export const typedOf = (campaign: Campaign | null): Typed => ({
  name: campaign?.name ?? '',
  segment_id: campaign?.segment_id ?? '',
  audience: campaign?.audience ?? 'frozen',
  templates: campaign?.templates.map(({ id, weight }) => ({ id, weight: String(weight) })) ?? [{ id: '', weight: '1' }],
  start_at: momentIn(campaign?.start_at ?? null),
  end_at: momentIn(campaign?.end_at ?? null),
  days: campaign?.days ?? [...WEEKDAYS],
  from: campaign?.from ?? WHOLE_DAY.from,
  until: campaign?.until ?? WHOLE_DAY.until,
  zone_field: campaign?.zone_field ?? '',
  budget: typed(campaign?.budget),
  budget_rupiah: typed(campaign?.budget_rupiah),
  pace: campaign?.pace ?? 'fast',
  price: typed(campaign?.price),
  priority: String(campaign?.priority ?? 5),
})
/** As the server has it, which an edit has read. */
export const readOf = (campaign: Campaign | null) => ({
  ...typedOf(campaign),
  budget: campaign?.budget ?? null,
  budget_rupiah: campaign?.budget_rupiah ?? null,
  price: campaign?.price ?? null,
  priority: campaign?.priority ?? 5,
  zone_field: campaign?.zone_field ?? null,
  version: campaign?.version,
})

/** Another one like it: its time is over, and its name is taken. */
export const copyOf = (campaign: Campaign): Typed => ({
  ...typedOf(campaign),
  name: texts.copyOf(campaign.name).slice(0, CAMPAIGN_NAME_MAX),
  start_at: '',
  end_at: '',
  // without an end there is nothing to spread it to, and nobody joins
  pace: 'fast',
  audience: 'frozen',
})
