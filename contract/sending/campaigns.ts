// Campaigns: a message for chosen recipients, when and how much of it, and what came of it (rule campaigns). Free of what only the server needs.
import { z } from 'zod'
import { fieldKey } from '../recipients/fields.ts'
import { wholeNumber } from '../ground/amounts.ts'
import { CAMES } from '../ground/came.ts'
import { RANGES } from '../ground/ranges.ts'
import { moment, momentAt } from '../ground/moments.ts'
import { readVersion, version } from '../ground/versions.ts'
import { failReason } from './last-run.ts'
import { CAMPAIGN_PERSON_STATES, reportedPerson } from './reports.ts'
import { templateButton } from './templates.ts'

/**
 * draft → launching (its recipients are being written down) → running ⇄ paused → finished or cancelled, which are ends. Running before its start
 * is what people call scheduled.
 */
export const CAMPAIGN_STATES = ['draft', 'launching', 'running', 'paused', 'finished', 'cancelled'] as const
export const CAMPAIGN_WHYS = ['nobody', 'restored', 'fails', 'stops', 'disputes'] as const
export const CAMPAIGN_NAME_MAX = 60
export const VARIANTS_MAX = 10
export const CAMPAIGN_TAKEN = 'Sudah ada kampanye dengan nama ini.'
export const CAMPAIGN_NOBODY = 'Tidak ada penerima yang bisa dikirimi di segmen ini. Ubah segmennya dulu.'
export const CAMPAIGN_SEGMENT_GONE = 'Segmen ini sudah dihapus. Pilih segmen lain.'
export const CAMPAIGN_TEMPLATE_OFF =
  'Ada template yang belum aktif atau sudah dihapus. Aktifkan dulu atau pilih yang lain.'
export const CAMPAIGN_MOVED =
  'Kampanye ini baru saja diubah, oleh orang lain atau di tab lain. Periksa keadaannya sekarang.'
export const CAMPAIGN_BUSY = 'Kampanye yang sedang berjalan tidak bisa diubah. Jeda dulu.'
export const CAMPAIGN_SEGMENT_FIXED =
  'Segmen sudah ditetapkan saat kampanye dimulai. Buat kampanye baru untuk segmen lain.'
/** frozen: who fits the segment at the launch. rolling: within each hour whoever comes to fit joins, and who waits and fits no more leaves. */
export const AUDIENCES = ['frozen', 'rolling'] as const
/** As long as it is remembered of a deleted row when it was written to (rule recipient-memory): nobody gets a rolling one twice by a row made anew. */
export const ROLLING_DAYS_MAX = RANGES.cooldownHours.max / 24
export const CAMPAIGN_ROLLING_WITHOUT_END = 'Untuk penerima yang diperbarui tiap jam, tulis dulu waktu selesainya.'
export const CAMPAIGN_ROLLING_TOO_LONG = 'Penerima diperbarui tiap jam paling lama setahun. Majukan waktu selesainya.'
export const CAMPAIGN_NOT_ROLLING =
  'Penerima sudah ditetapkan saat kampanye dimulai. Buat kampanye baru untuk penerima yang diperbarui tiap jam.'
export const CAMPAIGN_EVEN_WITHOUT_END = 'Untuk dibagi rata, tulis dulu waktu selesainya.'
/** even: so many in each ten minutes that all are sent by its end; fast: as the members send. */
export const PACES = ['fast', 'even'] as const
export const CAMPAIGN_COST_SPENT = 'Anggaran ini lebih kecil dari biaya yang sudah keluar.'
export const CAMPAIGN_BUDGET_SPENT = 'Batas ini lebih kecil dari pesan yang sudah dikirim.'
/** @param most an amount in rupiah, in words */
export const campaignPriceText = (most: string): string =>
  `Harga di atas ${most} per pesan perlu orang kedua. Buka Ubah lalu simpan, supaya ia diminta menyetujuinya.`
export const CAMPAIGN_PRICE_WAITS =
  'Harga kampanye ini menunggu orang kedua. Tunggu keputusannya, atau batalkan permintaannya di Persetujuan.'
/** @param problem of its placeholders, in words */
export const campaignTemplateText = (name: string, problem: string): string => `Template “${name}”: ${problem}`
export const CAMPAIGN_NEEDS_ANOTHER =
  'Anda, atau orang yang dapat masuk sebagai Anda, mengubah kampanye ini, template, segmen, atau kolomnya. Orang lain harus memeriksa lalu memulainya. Bila ia juga mengubah sesuatu, ia menyimpan formulirnya dulu, dan Anda yang memulai.'
/** Of an edit that recipients would notice. */
export const TEMPLATE_IS_SENT =
  'Kampanye yang sedang berjalan mengirim ini, dan orang lain harus memeriksa perubahannya. Jeda dulu kampanyenya.'
export const CAMPAIGN_UNHEARD =
  'Sebagian akun belum mendengar jedanya dan masih memegang penerima. Coba lagi sebentar lagi.'
export const CAMPAIGN_ZONE_GONE = 'Kolom ini sudah dihapus. Pilih kolom lain, atau WIB untuk semua.'
export const CAMPAIGN_ZONE_FIXED =
  'Zona tiap penerima sudah ditulis saat kampanye dimulai. Buat kampanye baru untuk zona lain.'
/** @param window of the place, as 08:00–20:00 @param zone WIB, WITA or WIT */
export const campaignClosedText = (window: string, zone: string): string =>
  `Dengan hari, jam, dan waktu selesai ini tidak ada pesan yang bisa dikirim: tempat ini hanya mengirim ${window} WIB${zone === 'WIB' ? '' : `, dan jam ini menurut ${zone}`}.`
export const CAMPAIGN_START_OVER =
  'Waktu mulai sudah lewat. Kosongkan agar dikirim begitu kampanye dimulai, atau pilih waktu yang akan datang.'
export const CAMPAIGN_OVER = 'Waktu selesai sudah lewat. Ubah dulu sebelum melanjutkan.'

const MINUTES_OF_DAY = 1_440
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Tulis jam, misalnya 08:00.')
/** Minutes since midnight. */
export const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
export const WHOLE_DAY = { from: clockOf(0), until: clockOf(MINUTES_OF_DAY) }
/** Monday is 1. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

const fields = {
  name: z
    .string('Tulis nama kampanye.')
    .trim()
    .min(1, 'Tulis nama kampanye.')
    .max(CAMPAIGN_NAME_MAX, 'Nama kampanye paling panjang 60 huruf.'),
  /** Empty: everybody who may be sent to. */
  segment_id: z.string().max(80).default(''),
  audience: z.enum(AUDIENCES).default('frozen'),
  templates: z
    .array(z.object({ id: z.string().min(1).max(80), weight: wholeNumber(RANGES.variantWeight) }), 'Pilih template.')
    .min(1, 'Pilih sedikitnya satu template.')
    .max(VARIANTS_MAX, 'Paling banyak 10 template.')
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Template ini dipilih dua kali.'),
  start_at: moment.default(''),
  end_at: moment.default(''),
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1, 'Pilih sedikitnya satu hari.')
    .max(7)
    .default([...WEEKDAYS]),
  from: clock.default(WHOLE_DAY.from),
  until: clock.default(WHOLE_DAY.until),
  /** Key of the field of recipients that has the zone in which these hours are; null: WIB, for everybody. */
  zone_field: fieldKey.nullable().default(null),
  /** Messages; null: no limit. */
  budget: wholeNumber(RANGES.campaignBudget).nullable().default(null),
  /** Rupiah that all its messages may cost; null: no limit. */
  budget_rupiah: wholeNumber(RANGES.campaignCost).nullable().default(null),
  pace: z.enum(PACES).default('fast'),
  /** Rupiah for each message, where it is more than what the member gets anyway; null: what they get anyway. */
  price: wholeNumber(RANGES.fee).nullable().default(null),
  priority: wholeNumber(RANGES.campaignPriority).default(5),
}
type Times = Pick<z.output<z.ZodObject<typeof fields>>, 'start_at' | 'end_at' | 'from' | 'until' | 'pace' | 'audience'>
const inOrder = ({ start_at, end_at, from, until, pace, audience }: Times, ctx: z.RefinementCtx): void => {
  if (start_at !== '' && end_at !== '' && momentAt(start_at) >= momentAt(end_at))
    ctx.addIssue({ code: 'custom', path: ['end_at'], message: 'Waktu selesai harus sesudah waktu mulai.' })
  if (pace === 'even' && end_at === '')
    ctx.addIssue({ code: 'custom', path: ['end_at'], message: CAMPAIGN_EVEN_WITHOUT_END })
  if (audience === 'rolling' && end_at === '')
    ctx.addIssue({ code: 'custom', path: ['end_at'], message: CAMPAIGN_ROLLING_WITHOUT_END })
  if (minutesOf(from) >= minutesOf(until))
    ctx.addIssue({ code: 'custom', path: ['until'], message: 'Jam selesai harus sesudah jam mulai.' })
}
export const campaignBody = z.object(fields).superRefine(inOrder)
export type CampaignBody = z.infer<typeof campaignBody>
/** The price once more, where it is more than three times the usual (rule usual-price). */
const priceAgain = { price_again: wholeNumber(RANGES.fee).optional() }
/** copied_from: the campaign that its form began with. */
export const campaignCreateBody = z
  .object({ ...fields, ...priceAgain, copied_from: wholeNumber(RANGES.campaignId).optional() })
  .superRefine(inOrder)
/** zone_field: absent from a page of before, which leaves it as it is. */
export const campaignUpdateBody = z
  .object({ ...fields, ...priceAgain, zone_field: fieldKey.nullable().optional(), ...readVersion.shape })
  .superRefine(inOrder)
export const campaignMoveBody = z.object({ id: wholeNumber(RANGES.campaignId) })
/** on: whether it is away from now on. Of one that has ended. */
export const campaignArchiveBody = campaignMoveBody.extend({ on: z.boolean() })
export const CAMPAIGN_NOT_OVER = 'Hanya kampanye yang sudah selesai atau dibatalkan yang bisa diarsipkan.'
/** Of the campaign as it was read: what somebody changed meanwhile is not launched. */
export const campaignLaunchBody = campaignMoveBody.extend({
  ...readVersion.shape,
  /** Its templates as the question showed them; of one that is not named nobody was shown any version. */
  messages: z
    .array(z.object({ id: z.string().min(1).max(80), version: version.max(64) }))
    .max(VARIANTS_MAX)
    .default([]),
})

export const campaignRow = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  /**
   * Why it stopped by itself; null: it did not. nobody: its segment had nobody to send to; restored: the database came from a backup;
   * fails, stops, disputes: too many of those it was sent to.
   */
  why: z.enum(CAMPAIGN_WHYS).nullable(),
  /** What it stopped by itself over (rule campaign-stops): so many of so many messages. */
  why_count: z.number(),
  why_of: z.number(),
  segment_id: z.string(),
  /** As it was called at the launch, or is called now; null: everybody, or it was deleted. */
  segment_name: z.string().nullable(),
  audience: z.enum(AUDIENCES),
  /** When its people were last looked through anew; null: never. */
  rolled_at: z.string().nullable(),
  /** Something that its segment asks for is gone (a label, or who got another campaign): its people stay those of `rolled_at`. */
  audience_lost: z.boolean(),
  templates: z.array(z.object({ id: z.string(), name: z.string(), weight: z.number(), ready: z.boolean() })),
  start_at: z.string().nullable(),
  end_at: z.string().nullable(),
  days: z.array(z.number()),
  from: z.string(),
  until: z.string(),
  zone_field: z.string().nullable().default(null),
  budget: z.number().nullable(),
  budget_rupiah: z.number().nullable(),
  pace: z.enum(PACES),
  price: z.number().nullable(),
  /** What waits for a second person, in whose place `price` counts meanwhile; null: nothing waits. */
  price_asked: z.number().nullable().default(null),
  priority: z.number(),
  /** Written down; it grows until the launch is done, and of a rolling one each hour. */
  people: z.number(),
  /** Of them: not decided yet, and held by an account just now. */
  waiting: z.number(),
  held: z.number(),
  success: z.number(),
  fail: z.number(),
  unknown: z.number(),
  /** Failed ones by reason, as far as it is known; a release before says none. */
  failures: z.partialRecord(failReason, z.number()).optional(),
  /** Messages that brought a receipt, were read, were answered, as far as accounts have told it: each does within a quarter of an hour. */
  delivered: z.number(),
  read: z.number(),
  answered: z.number(),
  /** Who cannot be sent to any more (stopped, say), and whose row was deleted. */
  dropped: z.number(),
  gone: z.number(),
  /** Rupiah of what was sent, by the prices of the attempts. */
  cost: z.number(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
  launched_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** It is in no list unless somebody asks for it. */
  archived: z.boolean(),
})
export type CampaignRow = z.infer<typeof campaignRow>
export const editableCampaign = campaignRow.extend({ version })

export const campaignPeopleQuery = z.object({
  id: wholeNumber(RANGES.campaignId),
  /** waiting: also the unsent, since a page of the release before asks for them by it. */
  state: z.enum(CAMPAIGN_PERSON_STATES).optional(),
  /** Those whose message came to this. */
  came: z.enum(CAMES).optional(),
})
/** What their message came to, as its account has told it. Who has turned read receipts off is never among those who have read. */
export const came = z.array(z.enum(CAMES))
export const campaignPerson = reportedPerson.extend({
  id: z.number(),
  state: z.enum(CAMPAIGN_PERSON_STATES),
  template_name: z.string().nullable(),
  came,
})
export type CampaignPerson = z.infer<typeof campaignPerson>

/** Of an hour and a template: what came of it. */
export const campaignHour = z.object({
  hour: z.string(),
  template_id: z.string(),
  success: z.number(),
  fail: z.number(),
  unknown: z.number(),
  /** Of the messages of this hour, as far as accounts have told it: each does within a quarter of an hour. */
  delivered: z.number(),
  read: z.number(),
  answered: z.number(),
})
export type CampaignHour = z.infer<typeof campaignHour>
/** Of those who got it: who stopped afterwards, and who of them says that they never agreed. */
export const campaignStops = z.object({ stopped: z.number(), disputed: z.number() })
export type CampaignStops = z.infer<typeof campaignStops>

/** What came of a campaign, as its page compares it with the one before (rule campaign-before). */
export const campaignFigures = z.object({
  id: z.number(),
  name: z.string(),
  success: z.number(),
  fail: z.number(),
  delivered: z.number(),
  read: z.number(),
  answered: z.number(),
  cost: z.number(),
  /** null: it ended so long ago that who got it is in files. */
  stops: campaignStops.nullable(),
})
export type CampaignFigures = z.infer<typeof campaignFigures>

/** So many are shown to a member; those that go first come first. */
export const OWN_CAMPAIGNS_MAX = 10
/** One that the caller's accounts may be given people of at present, with the templates that they do not refuse. */
export const ownCampaign = z.object({
  id: z.number(),
  name: z.string(),
  /** Rupiah for each message: the caller's own price, or the campaign's where that is higher. */
  price: z.number(),
  from: z.string(),
  until: z.string(),
  /** As of the campaign: these hours are of each recipient's zone; null: WIB. */
  zone_field: z.string().nullable().default(null),
  days: z.array(z.number()),
  end_at: z.string().nullable(),
  templates: z.array(
    z.object({
      id: z.string(),
      text_wa: z.string(),
      button: z.array(templateButton),
      /** Address of its file; null: it has none. */
      media: z.string().nullable(),
    }),
  ),
  /** What stands for each field of recipients that they ask for, where a person has no value. A release before does not say. */
  fallbacks: z.record(z.string(), z.string()).optional(),
})
export type OwnCampaign = z.infer<typeof ownCampaign>
