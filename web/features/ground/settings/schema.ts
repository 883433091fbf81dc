// The settings as the form has them, text boxes and switches, checked by the contract's schema.
import { z } from 'zod'
import { REFUSALS } from '../../../../contract/ground/errors.ts'
import { RANGES } from '../../../../contract/ground/ranges.ts'
import { isEmptyWindow, newSettings, type Settings } from '../../../../contract/ground/settings.ts'
import { filled } from '../../../lib/forms/form-schema.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { settingsTexts as texts } from '../../../texts/indonesian.ts'

const { shape } = newSettings
const clock = (schema: z.ZodType<string>) => filled(schema)

export const settingsForm = z
  .object({
    interval_min: filled(shape.interval_min),
    interval_max: filled(shape.interval_max),
    interval_floor: filled(shape.interval_floor),
    settle_after_s: filled(shape.settle_after_s),
    fraud_list_score: filled(shape.fraud_list_score),
    fraud_hold_score: filled(shape.fraud_hold_score),
    recipient_cooldown_hours: filled(shape.recipient_cooldown_hours),
    consent_lowest_grade: shape.consent_lowest_grade,
    consent_days_message: filled(shape.consent_days_message),
    consent_days_form: filled(shape.consent_days_form),
    consent_days_import: filled(shape.consent_days_import),
    consent_days_typed: filled(shape.consent_days_typed),
    send_window_start: clock(shape.send_window_start),
    send_window_end: z
      .string()
      .trim()
      .refine((typed) => shape.send_window_end.safeParse(typed).success, texts.window),
    rate_stops_percent: filled(shape.rate_stops_percent),
    rate_undelivered_percent: filled(shape.rate_undelivered_percent),
    daily_cap: filled(shape.daily_cap),
    lookup_daily_cap: filled(shape.lookup_daily_cap),
    second_person_above: filled(shape.second_person_above),
    decider_day_limit: filled(shape.decider_day_limit),
    second_person_fee_above: filled(shape.second_person_fee_above),
    payout_days: filled(shape.payout_days),
    price: filled(shape.price),
    referral_percent: filled(shape.referral_percent),
    bank_names: shape.bank_names,
    colors: shape.colors,
    info: shape.info,
    support_url: shape.support_url,
    alert_email: shape.alert_email,
    alert_webhook_url: shape.alert_webhook_url,
    checkpoint_email: shape.checkpoint_email,
    whatsapp_version: z
      .string()
      .trim()
      .refine((typed) => shape.whatsapp_version.safeParse(typed).success, texts.version),
    staff_can_process: z.boolean(),
    campaigns_reviewed: z.boolean(),
    factor_required: z.boolean(),
  })
  .refine((next) => next.interval_min >= next.interval_floor, { path: ['interval_min'], message: texts.belowFloor })
  .refine((next) => next.interval_min <= next.interval_max, { path: ['interval_max'], message: texts.order })
  .refine((next) => !isEmptyWindow(next), { path: ['send_window_end'], message: REFUSALS.window_empty[1] })

export type SettingsInput = z.input<typeof settingsForm>
export type SettingsValues = z.output<typeof settingsForm>

/** The text boxes that take a number. */
export const NUMBERS = {
  interval_min: RANGES.intervalS,
  interval_max: RANGES.intervalS,
  interval_floor: RANGES.intervalFloorS,
  settle_after_s: RANGES.settleAfterS,
  fraud_list_score: RANGES.fraudScore,
  fraud_hold_score: RANGES.fraudScore,
  recipient_cooldown_hours: RANGES.cooldownHours,
  consent_days_message: RANGES.consentDays,
  consent_days_form: RANGES.consentDays,
  consent_days_import: RANGES.consentDays,
  consent_days_typed: RANGES.consentDays,
  rate_stops_percent: RANGES.percent,
  rate_undelivered_percent: RANGES.percent,
  daily_cap: RANGES.dailyCap,
  lookup_daily_cap: RANGES.dailyCap,
  second_person_above: RANGES.secondPerson,
  decider_day_limit: RANGES.secondPerson,
  second_person_fee_above: RANGES.fee,
  payout_days: RANGES.payoutDays,
  price: RANGES.fee,
  referral_percent: RANGES.percent,
} as const

export const toInput = (value: Settings): SettingsInput => ({
  ...value,
  interval_min: formatNumber(value.interval_min),
  interval_max: formatNumber(value.interval_max),
  interval_floor: formatNumber(value.interval_floor),
  settle_after_s: formatNumber(value.settle_after_s),
  fraud_list_score: formatNumber(value.fraud_list_score),
  fraud_hold_score: formatNumber(value.fraud_hold_score),
  recipient_cooldown_hours: formatNumber(value.recipient_cooldown_hours),
  consent_days_message: formatNumber(value.consent_days_message),
  consent_days_form: formatNumber(value.consent_days_form),
  consent_days_import: formatNumber(value.consent_days_import),
  consent_days_typed: formatNumber(value.consent_days_typed),
  rate_stops_percent: formatNumber(value.rate_stops_percent),
  rate_undelivered_percent: formatNumber(value.rate_undelivered_percent),
  daily_cap: formatNumber(value.daily_cap),
  lookup_daily_cap: formatNumber(value.lookup_daily_cap),
  second_person_above: formatNumber(value.second_person_above),
  decider_day_limit: formatNumber(value.decider_day_limit),
  second_person_fee_above: formatNumber(value.second_person_fee_above),
  payout_days: formatNumber(value.payout_days),
  price: formatNumber(value.price),
})

/** Sends only what was changed. */
export const changesOf = (before: Readonly<Record<string, unknown>>, after: SettingsValues): Partial<SettingsValues> =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value))
