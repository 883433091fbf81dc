// Global settings (s.3 and decisions 3–7, 13, 27, 29, 37). Intervals are seconds, price is whole rupiah.
import { z } from 'zod'
import { numeric } from './numeric.ts'

const count = (max: number) => numeric(z.number().int().min(0).max(max))
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Gunakan jam:menit, misalnya 08:00.')

export const settings = z.object({
  interval_min: count(86_400),
  interval_max: count(86_400),
  price: count(1_000_000),
  bank_names: z.string().max(500),
  colors: z.string().max(500),
  /** Whole percent as a string (s.3: default '0'). */
  referral_percent: z.coerce.string().regex(/^(100|[1-9]?\d)$/, 'Isi persen bulat 0 sampai 100.'),
  info: z.string().max(2_000),
  recipient_cooldown_hours: count(8_760),
  send_window_start: clock,
  send_window_end: clock.or(z.literal('24:00')),
  daily_cap: count(1_000_000),
  lookup_daily_cap: count(1_000_000),
  interval_floor: count(3_600),
  staff_can_process: z.union([
    z.boolean(),
    z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1'),
  ]),
  support_url: z.union([z.literal(''), z.url()]),
  whatsapp_version: z.string().regex(/^(\d+\.\d+\.\d+)?$/),
})
export type Settings = z.infer<typeof settings>
export const settingsUpdate = settings.partial()

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
  daily_cap: 200,
  lookup_daily_cap: 500,
  interval_floor: 1,
  staff_can_process: true,
  support_url: '',
  whatsapp_version: '',
}
/** Where nothing reaches WhatsApp: no limit, window all day, interval 0 allowed. */
export const SANDBOX_SETTINGS: Partial<Settings> = {
  recipient_cooldown_hours: 0,
  send_window_start: '00:00',
  send_window_end: '24:00',
  daily_cap: 1_000_000,
  lookup_daily_cap: 1_000_000,
  interval_floor: 0,
}
/** In production no setting goes below these. */
export const PRODUCTION_FLOOR = { interval_floor: 1, recipient_cooldown_hours: 24 } as const
export const listOf = (commaSeparated: string): string[] =>
  commaSeparated
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
