// Segments: recipients by what is known of them, under a name (rule segments). Free of what only the server needs, because the builder reads it too.
import { z } from 'zod'
import { fieldKey, FIELDS_MAX } from './fields.ts'
import { FIELD_VALUE_MAX, plainValue } from './plain-value.ts'
import { wholeNumber } from '../ground/amounts.ts'
import { GRADE_NAMES } from '../ground/consent-grades.ts'
import { phoneStart } from '../ground/phone.ts'
import { RANGES } from '../ground/ranges.ts'
import { readVersion, version } from '../ground/versions.ts'
import { SOURCE_MAX } from './consent-source.ts'
import { TOPIC_MAX } from './topics.ts'

export const SEGMENT_LONGEST = 60
export const SEGMENT_TAKEN = 'Sudah ada segmen dengan nama ini.'
export const RULE_GONE =
  'Label atau kolom tambahan di segmen ini sudah dihapus, atau tidak diketahui lagi siapa yang mendapat kampanyenya. Pilih yang lain.'
/** More conditions than anybody reads. */
const CONDITIONS_MAX = 30
const days = z
  .number('Tulis jumlah hari.')
  .int()
  .min(RANGES.segmentDays.min, 'Paling sedikit 1 hari.')
  .max(RANGES.segmentDays.max, 'Paling banyak 3.650 hari.')
const words = (max: number) => z.string('Wajib diisi.').trim().min(1, 'Wajib diisi.').max(max)
const prefix = z
  .string('Tulis awal nomor.')
  .transform(phoneStart)
  .pipe(z.string().regex(/^62\d{0,13}$/, 'Tulis awal nomor Indonesia, misalnya 0812.'))

/** What became of somebody in a campaign. */
export const WAS = ['sent', 'missed', 'read', 'unread', 'answered', 'unanswered'] as const
/** What somebody did with a message of any campaign. */
export const CAME_ASKED = ['read', 'answered'] as const
export const FIELD_HOWS = ['is', 'not', 'begins', 'none'] as const
const condition = z.discriminatedUnion('is', [
  z.object({ is: z.literal('tag'), tag: z.number('Pilih label.').int().positive('Pilih label.') }),
  /** Of a field of recipients (rule recipient-fields), capital and small letters being the same. not: also who has no value; none: who has none. */
  z
    .object({
      is: z.literal('field'),
      field: fieldKey,
      how: z.enum(FIELD_HOWS),
      value: z.string().max(FIELD_VALUE_MAX).transform(plainValue).default(''),
    })
    .refine(({ how, value }) => how === 'none' || value !== '', { path: ['value'], error: 'Tulis isinya.' }),
  z.object({ is: z.literal('source'), source: words(SOURCE_MAX) }),
  z.object({ is: z.literal('grade'), grade: z.enum(GRADE_NAMES, 'Pilih tingkat.') }),
  /** Agreed before so many days, or within them. */
  z.object({ is: z.literal('agreed'), when: z.enum(['before', 'within']), days }),
  z.object({ is: z.literal('consent') }),
  z.object({ is: z.literal('number'), prefix }),
  /** Words of the name begin with these. */
  z.object({ is: z.literal('name'), words: words(120) }),
  z.object({ is: z.literal('written'), when: z.enum(['before', 'within']), days }),
  z.object({ is: z.literal('never_written') }),
  /** Messages that WhatsApp accepted. */
  z.object({
    is: z.literal('sent'),
    at: z.enum(['least', 'most']),
    times: z.number('Tulis angka.').int().min(RANGES.segmentTimes.min).max(RANGES.segmentTimes.max),
  }),
  /**
   * sent: got the message of this campaign or may have got it, so that nobody else did. missed: was in it and never got it. unread, unanswered: got it,
   * and has not read or answered it as far as is known.
   */
  z.object({
    is: z.literal('campaign'),
    campaign: z.number('Pilih kampanye.').int().positive('Pilih kampanye.'),
    was: z.enum(WAS),
  }),
  /** Read or answered a message of a campaign that was sent within so many days: of longer ago it is in files. */
  z.object({
    is: z.literal('came'),
    came: z.enum(CAME_ASKED),
    days: z
      .number('Tulis jumlah hari.')
      .int()
      .min(RANGES.cameDays.min, 'Paling sedikit 1 hari.')
      .max(RANGES.cameDays.max, `Paling banyak ${RANGES.cameDays.max} hari.`),
  }),
  /** They agreed to it: it is the topic of their source of consent, which has that of its programme. */
  z.object({ is: z.literal('agreed_topic'), topic: words(TOPIC_MAX) }),
  z.object({ is: z.literal('refuses'), topic: words(TOPIC_MAX) }),
  z.object({ is: z.literal('active') }),
  z.object({ is: z.literal('stopped') }),
  /** May be sent to: active, agreed, and neither stopped, paused nor held. Whether they rest after a message is not asked. */
  z.object({ is: z.literal('sendable') }),
])
export type Condition = z.infer<typeof condition>
/** Of everybody else: `not`. Of none: everybody. */
const group = <T extends z.ZodType>(of: T) =>
  z.object({ join: z.enum(['and', 'or']), not: z.boolean().default(false), of: z.array(of).max(CONDITIONS_MAX) })
const third = group(condition)
const second = group(z.union([condition, third]))
/** Three levels of groups. Nobody reads a fourth. */
const first = group(z.union([condition, second]))
export type Rule = z.infer<typeof first>
export type Group = { join: 'and' | 'or'; not: boolean; of: (Condition | Group)[] }
export const isGroup = (one: Condition | Group): one is Group => 'join' in one
export const conditionsOf = (one: Condition | Group): Condition[] =>
  isGroup(one) ? one.of.flatMap(conditionsOf) : [one]
export const segmentRule = first.refine(
  (rule) => conditionsOf(rule).length <= CONDITIONS_MAX,
  'Paling banyak 30 syarat dalam satu segmen.',
)
/** A whole number has 8 digits after 62 at the least. */
const isBeginning = (one: Condition): boolean => one.is !== 'number' || /^62\d{0,7}$/.test(one.prefix)
const isNumber = (text: string): boolean => /^62\d{8,}$/.test(phoneStart(text))
/** No whole number is kept: an erasure would not find it in a segment, nor in what the log says of it. */
export const keptRule = segmentRule
  .refine((rule) => conditionsOf(rule).every(isBeginning), 'Tulis awal nomor saja, paling banyak 8 angka.')
  .refine(
    (rule) => conditionsOf(rule).every((one) => one.is !== 'field' || !isNumber(one.value)),
    'Nomor lengkap seseorang tidak disimpan di segmen. Tulis isi kolom yang lain.',
  )
/** In an address. */
const ruleText = z
  .string()
  .max(8_000)
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      ctx.addIssue({ code: 'custom', message: 'Syarat segmen tidak terbaca.' })
      return z.NEVER
    }
  })
  .pipe(segmentRule)

export const segmentName = z
  .string('Tulis nama segmen.')
  .trim()
  .min(1, 'Tulis nama segmen.')
  .max(SEGMENT_LONGEST, 'Nama segmen paling panjang 60 huruf.')
export const segmentBody = z.object({ name: segmentName, rule: keptRule })
export const segmentUpdateBody = segmentBody.extend(readVersion.shape)
export const segmentIdQuery = z.object({ id: z.string().min(1).max(80) })
export const segmentRow = z.object({
  id: z.string(),
  name: z.string(),
  rule: first,
  created_by_name: z.string().nullable(),
  created_at: z.string(),
  changed_at: z.string(),
})
export type SegmentRow = z.infer<typeof segmentRow>
export const editableSegment = segmentRow.extend({ version })

/** Recipients are counted in steps of so many: a look at a million of them at once would hold up everybody else. */
export const COUNT_STEP = 50_000
export const segmentCountQuery = z.object({
  rule: ruleText,
  /** The id after which this step begins. */
  after: z.coerce.number().int().min(0).default(0),
  /** Keys of fields, apart by commas: of whom they are asked (rule campaign-placeholders). */
  fields: z
    .string()
    .max(FIELDS_MAX * 31)
    .default('')
    .transform((text) => (text === '' ? [] : text.split(',')))
    .pipe(z.array(fieldKey).max(FIELDS_MAX)),
})
/** Steps that ask for overlaps are shorter, because each campaign's people of it are read. */
export const OVERLAP_STEP = 10_000
/** So many campaigns are looked at: those that have not ended, newest first, then those whose people may still rest. */
export const OVERLAPS_LOOKED_AT = 10
/** Of those who may be sent to. */
const overlap = z.object({
  /** Wait in another campaign that has not ended, or are held for it: each person once. */
  waiting: z.number(),
  /** Rest now because of a message of a campaign; whoever rests beside them had another message. */
  resting: z.number(),
  /** When the last of all who rest now is free; null: nobody rests. */
  free_at: z.string().nullable(),
  /** Whose clock is one hour and two hours ahead of Jakarta's, by the field that was asked for; a release before counts nobody. */
  zones: z.tuple([z.number(), z.number()]).optional(),
  campaigns: z.array(z.object({ id: z.number(), name: z.string(), waiting: z.number(), resting: z.number() })),
  /** false: there are more campaigns than were looked at, so the counts are what there is at least. */
  is_all: z.boolean(),
})
export type Overlap = z.infer<typeof overlap>
/** One step. The sums of all steps are exact; of some of them they are what there is at least. */
export const segmentCount = z.object({
  people: z.number(),
  /** Of them, may be sent to. */
  sendable: z.number(),
  /** Of these, rest after a message of the last hours. */
  resting: z.number(),
  /** The first of them. */
  sample: z.array(
    z.object({
      id: z.number(),
      number: z.string(),
      name: z.string(),
      fields: z.record(z.string(), z.string()),
      /** Whether they may be sent to, and topics that they refuse; a release before does not say. */
      may: z.boolean().optional(),
      off: z.array(z.string()).optional(),
    }),
  ),
  /** Of those who may be sent to, how many have no value of each field that was asked for, by key. */
  without: z.record(z.string(), z.number()),
  /** null: it was not asked. */
  overlap: overlap.nullable(),
  /** After which id the next step begins; null: this was the last. */
  next: z.number().nullable(),
  /** Recipients that this step looked at, of all there are. */
  looked: z.number(),
  all: z.number(),
})
export type SegmentCount = z.infer<typeof segmentCount>
/** Gives a tag to everybody of a segment, or takes it from them: a step of them, as in a count. */
export const segmentTagBody = z.object({
  rule: keptRule,
  tag: wholeNumber(RANGES.noticeId),
  on: z.boolean(),
  after: wholeNumber({ ...RANGES.noticeId, min: 0 }),
})
