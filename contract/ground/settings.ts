// Global settings (rule production-floors). Intervals are seconds, price is whole rupiah.
import { z } from 'zod'
import type { Rupiah } from './money.ts'
import { GRADE_NAMES } from './consent-grades.ts'
import { httpsAddress } from './addresses.ts'
import { wholeNumber } from './amounts.ts'
import { isPrivateAddress } from './private-hosts.ts'
import { RANGES } from './ranges.ts'
import { WORDS } from './value-texts.ts'

const storedNumber = z
  .union([z.number(), z.string().regex(/^\d+$/)])
  .transform(Number)
  .pipe(z.int().min(0))
/** Whole. */
const storedRupiah: z.ZodType<Rupiah> = storedNumber
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Gunakan jam:menit, misalnya 08:00.')

/** What may be stored and is answered: a value that an older version saved must not stop a running blast. */
export const settings = z.object({
  interval_min: storedNumber,
  interval_max: storedNumber,
  price: storedRupiah,
  bank_names: z.string(),
  colors: z.string(),
  /** Whole percent, as a string. */
  referral_percent: z.string().regex(/^\d+$/),
  info: z.string(),
  recipient_cooldown_hours: storedNumber,
  send_window_start: clock,
  send_window_end: clock.or(z.literal('24:00')),
  /** Nobody whose consent is of a lower grade is sent to (rule consent-grade). */
  consent_lowest_grade: z.enum(GRADE_NAMES),
  /** Days for which a consent of this grade counts; 0: for ever. */
  consent_days_typed: storedNumber,
  consent_days_import: storedNumber,
  consent_days_form: storedNumber,
  consent_days_message: storedNumber,
  /** Whole percent of at least fifty messages; 0: never. From it on an account rests, a template and a campaign are paused, a source is held (rule rates). */
  rate_stops_percent: storedNumber,
  /** The same of messages without a receipt: an account rests, and nothing else. */
  rate_undelivered_percent: storedNumber,
  daily_cap: storedNumber,
  lookup_daily_cap: storedNumber,
  interval_floor: storedNumber,
  /** Seconds after which an account hands its results to settlement; 25 results are handed over at once. */
  settle_after_s: storedNumber,
  /** Points: members with as many are listed to be looked at; with as many, their withdraws wait for that (rule withdraw-hold). */
  fraud_list_score: storedNumber,
  fraud_hold_score: storedNumber,
  staff_can_process: z.union([
    z.boolean(),
    z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1'),
  ]),
  /** Nobody launches a campaign that they changed last (rule campaign-review). */
  campaigns_reviewed: z.union([
    z.boolean(),
    z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1'),
  ]),
  /** Admin, dev and staff do nothing before they have a second factor (rule factor-required). */
  factor_required: z.union([
    z.boolean(),
    z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1'),
  ]),
  /** Whole rupiah: a bonus or withdraw above it needs a second person; 0: none does. */
  second_person_above: storedRupiah,
  /**
   * Whole rupiah that one person decides alone in a Jakarta day, bonuses and withdraws together (rule decider-day-limit); 0: as much as they
   * like. Absent: DECIDER_DAY_FACTOR times second_person_above.
   */
  decider_day_limit: storedRupiah,
  /** As `second_person_above`, for the price of one message: a person's own, and a level's. */
  second_person_fee_above: storedRupiah,
  /** Working days in which a request is paid, as its member is told. */
  payout_days: storedNumber,
  support_url: z.string(),
  /** Where troubles are told (rule alerts): addresses of mail with commas between them, and a webhook; empty: nowhere. */
  alert_email: z.string(),
  alert_webhook_url: z.string(),
  /** Where the record's checkpoints are mailed, daily (rule checkpoints): as `alert_email`. */
  checkpoint_email: z.string(),
  whatsapp_version: z.string().regex(/^(\d+\.\d+\.\d+)?$/),
})
export type Settings = z.infer<typeof settings>
export const settingKey = settings.keyof()

/** Most addresses of mail that alerts, or checkpoints, go to. */
const EMAILS_MAX = 3
export const emailsOf = (written: string): string[] => [...new Set(listOf(written.toLowerCase()))]
const areEmails = (written: string): boolean => {
  const emails = emailsOf(written)
  return emails.length <= EMAILS_MAX && emails.every((email) => z.email().max(254).safeParse(email).success)
}
const newEmails = z.string().trim().refine(areEmails, 'Tulis paling banyak 3 alamat email, dipisahkan koma.')
/** The Worker dials it: no address of its own network, and no password in it that lists would show. */
const isWebhook = (url: string): boolean => {
  const { username, password } = URL.parse(url) ?? { username: '', password: '' }
  return httpsAddress(url) !== null && !isPrivateAddress(url) && username === '' && password === ''
}
/** What may be saved now; stricter than what may be stored. */
export const newSettings = settings.extend({
  interval_min: wholeNumber(RANGES.intervalS),
  interval_max: wholeNumber(RANGES.intervalS),
  price: wholeNumber(RANGES.fee),
  bank_names: z.string().max(500),
  colors: z.string().max(500),
  referral_percent: wholeNumber(RANGES.percent).transform(String),
  info: z.string().max(2_000),
  recipient_cooldown_hours: wholeNumber(RANGES.cooldownHours),
  consent_days_typed: wholeNumber(RANGES.consentDays),
  consent_days_import: wholeNumber(RANGES.consentDays),
  consent_days_form: wholeNumber(RANGES.consentDays),
  consent_days_message: wholeNumber(RANGES.consentDays),
  rate_stops_percent: wholeNumber(RANGES.percent),
  rate_undelivered_percent: wholeNumber(RANGES.percent),
  daily_cap: wholeNumber(RANGES.dailyCap),
  lookup_daily_cap: wholeNumber(RANGES.dailyCap),
  interval_floor: wholeNumber(RANGES.intervalFloorS),
  settle_after_s: wholeNumber(RANGES.settleAfterS),
  second_person_above: wholeNumber(RANGES.secondPerson),
  decider_day_limit: wholeNumber(RANGES.secondPerson),
  second_person_fee_above: wholeNumber(RANGES.fee),
  payout_days: wholeNumber(RANGES.payoutDays),
  fraud_list_score: wholeNumber(RANGES.fraudScore),
  fraud_hold_score: wholeNumber(RANGES.fraudScore),
  support_url: z
    .string()
    .trim()
    .refine((url) => url === '' || httpsAddress(url) !== null, WORDS.url),
  alert_email: newEmails,
  checkpoint_email: newEmails,
  alert_webhook_url: z
    .string()
    .trim()
    .max(500)
    .refine(
      (url) => url === '' || isWebhook(url),
      'Tulis alamat publik yang diawali https://, tanpa kata sandi di dalamnya.',
    ),
})
export const settingsUpdate = newSettings.partial()
/** Amounts once more, where they are more than three times the usual (rule usual-price). */
export const settingsAgain = z.object({
  price_again: newSettings.shape.price.optional(),
  referral_percent_again: wholeNumber(RANGES.percent).optional(),
})
/** A window without length could mean never or always, so it is refused; all day is written 00:00 to 24:00. */
export const isEmptyWindow = (window: { send_window_start: string; send_window_end: string }): boolean =>
  window.send_window_start === window.send_window_end

/** What one person decides alone in a day, in amounts that need nobody else, unless the setting says otherwise. */
export const DECIDER_DAY_FACTOR = 20
export const DEFAULT_SETTINGS: Settings = {
  interval_min: 5,
  interval_max: 15,
  price: 100,
  bank_names: 'BCA, MANDIRI, BRI',
  colors: '#2C2C2C, #3E3A32',
  referral_percent: '0',
  info: '',
  recipient_cooldown_hours: 168,
  send_window_start: '08:00',
  send_window_end: '20:00',
  consent_lowest_grade: 'typed',
  consent_days_typed: 0,
  consent_days_import: 0,
  consent_days_form: 0,
  consent_days_message: 0,
  rate_stops_percent: 10,
  rate_undelivered_percent: 70,
  daily_cap: 200,
  lookup_daily_cap: 500,
  interval_floor: 1,
  settle_after_s: 60,
  fraud_list_score: 40,
  fraud_hold_score: 100,
  staff_can_process: true,
  campaigns_reviewed: false,
  factor_required: true,
  second_person_above: 0,
  decider_day_limit: 0,
  second_person_fee_above: 0,
  payout_days: 2,
  support_url: '',
  alert_email: '',
  alert_webhook_url: '',
  checkpoint_email: '',
  whatsapp_version: '',
}
/** What a new place begins with, where its first person is made; a place from before keeps the defaults, which are off. */
export const FIRST_LIMITS = { second_person_above: 1_000_000, second_person_fee_above: 1_000 } as const
/** Defaults of the sandbox, where nothing reaches WhatsApp: no limit, window all day, interval 0 allowed, demo sign-ins by password alone. */
export const SANDBOX_SETTINGS: Partial<Settings> = {
  recipient_cooldown_hours: 0,
  send_window_start: '00:00',
  send_window_end: '24:00',
  rate_stops_percent: 0,
  rate_undelivered_percent: 0,
  daily_cap: 1_000_000,
  lookup_daily_cap: 1_000_000,
  interval_floor: 0,
  settle_after_s: 1,
  factor_required: false,
}
/** In production no setting goes below these. */
export const PRODUCTION_FLOOR = { interval_floor: 1, recipient_cooldown_hours: 24 } as const
export const listOf = (commaSeparated: string): string[] =>
  commaSeparated
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
/**
 * Settings whose change needs a proof (rule proof-money): they move money, say who may, protect recipients and members' accounts, hold
 * withdraws, say where troubles are told and members ask for help, or stand on each member's home.
 */
export const PROVEN_SETTINGS: readonly (keyof Settings)[] = [
  'price',
  'referral_percent',
  'staff_can_process',
  'second_person_above',
  'decider_day_limit',
  'second_person_fee_above',
  'campaigns_reviewed',
  'factor_required',
  'recipient_cooldown_hours',
  'send_window_start',
  'send_window_end',
  'consent_lowest_grade',
  'consent_days_typed',
  'consent_days_import',
  'consent_days_form',
  'consent_days_message',
  'rate_stops_percent',
  'rate_undelivered_percent',
  'daily_cap',
  'lookup_daily_cap',
  'interval_floor',
  'fraud_list_score',
  'fraud_hold_score',
  'support_url',
  'info',
  'alert_email',
  'alert_webhook_url',
  'checkpoint_email',
]
/**
 * Only admins read them: nobody else has to know where troubles are told, and an address may be a secret itself; who knows above which
 * amount or score somebody looks stays just below it (rule admin-settings).
 */
export const ADMIN_SETTINGS = [
  'alert_email',
  'alert_webhook_url',
  'checkpoint_email',
  'fraud_list_score',
  'fraud_hold_score',
  'second_person_above',
  'decider_day_limit',
  'second_person_fee_above',
] as const satisfies readonly (keyof Settings)[]
