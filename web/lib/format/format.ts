// Numbers and money as people in Indonesia write them, in every language: amounts are typed that way, and a dot that groups thousands
// in one place and begins decimals in another would cost money. Dates and times follow the language; times are WIB. Each
// format takes a slow phone some time to make: marked as pure, those that a file does not use are left out of it.
import type { Rupiah } from '../../../contract/ground/money.ts'
import { serverNow } from '../api/server-clock.ts'
import { showRupiah, showWhole } from '../../../contract/ground/value-texts.ts'
import { formatTexts as texts } from '../../texts/indonesian.ts'

const twoDecimals = /* @__PURE__ */ new Intl.NumberFormat('id-ID', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const ZONE = 'Asia/Jakarta'
const clock = /* @__PURE__ */ new Intl.DateTimeFormat(texts.dates, {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})
const day = /* @__PURE__ */ new Intl.DateTimeFormat(texts.dates, {
  timeZone: ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const sortable = /* @__PURE__ */ new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE })

const showDecimals = (rupiah: Rupiah): string => `Rp ${twoDecimals.format(rupiah)}`.replace('Rp -', '-Rp ')
export const formatNumber = showWhole
/** Whole rupiah, rounded towards zero. */
export const formatRupiah = (rupiah: Rupiah): string => showRupiah(Math.trunc(rupiah) + 0).replace(' ', '\u00a0')
/** Rupiah to the sen: Rp 1.250 or Rp 10,50. */
export const formatRupiahExact = (rupiah: Rupiah): string =>
  (Number.isInteger(rupiah) ? formatRupiah(rupiah) : showDecimals(rupiah)).replace(' ', '\u00a0')
export const formatPercent = (percent: number): string => `${twoDecimals.format(percent)}%`
/** 14.05 in WIB; empty for what is no time. */
export const formatClock = (iso: string): string => (Number.isNaN(Date.parse(iso)) ? '' : clock.format(new Date(iso)))
export const formatDay = (iso: string): string => (Number.isNaN(Date.parse(iso)) ? '' : day.format(new Date(iso)))
const month = /* @__PURE__ */ new Intl.DateTimeFormat(texts.dates, { timeZone: ZONE, month: 'long', year: 'numeric' })
/** November 2026 */
export const formatMonth = (iso: string): string => (Number.isNaN(Date.parse(iso)) ? '' : month.format(new Date(iso)))
/** 14.05, with the date before it when it is not the day of `now`. */
export const formatUntil = (iso: string, now: number): string => {
  if (Number.isNaN(Date.parse(iso))) return ''
  const sameDay = sortable.format(new Date(iso)) === sortable.format(new Date(now))
  return sameDay ? formatClock(iso) : `${formatDay(iso)} ${formatClock(iso)}`
}
/** The same, seen now. */
export const formatSince = (iso: string): string => formatUntil(iso, serverNow())
const shortDay = /* @__PURE__ */ new Intl.DateTimeFormat(texts.dates, {
  timeZone: ZONE,
  day: 'numeric',
  month: 'short',
})
const DAY_MS = 86_400_000
/** 28 Nov; with the year when it is another than that of `now`. */
export const formatShortDay = (iso: string, now: number): string => {
  if (Number.isNaN(Date.parse(iso))) return ''
  const sameYear = formatDay(iso).slice(-4) === formatDay(new Date(now).toISOString()).slice(-4)
  return sameYear ? shortDay.format(new Date(iso)) : formatDay(iso)
}
/** pukul 14.05, besok pukul 08.00, 28 Nov pukul 08.00: from `now` on, in WIB. */
export const formatWhen = (iso: string, now: number): string => {
  if (Number.isNaN(Date.parse(iso))) return ''
  const dayOf = (at: number): string => sortable.format(new Date(at))
  const time = texts.at(formatClock(iso))
  if (dayOf(Date.parse(iso)) === dayOf(now)) return time
  return `${dayOf(Date.parse(iso)) === dayOf(now + DAY_MS) ? texts.tomorrow : formatShortDay(iso, now)} ${time}`
}
/** 45 dtk, 3 mnt 05 dtk, 2 jam 10 mnt. */
export const formatSeconds = (seconds: number): string => {
  const left = Math.max(0, Math.ceil(seconds))
  const pad = (value: number): string => String(value).padStart(2, '0')
  if (left < 60) return `${left} ${texts.second}`
  if (left < 3600) return `${Math.floor(left / 60)} ${texts.minute} ${pad(left % 60)} ${texts.second}`
  return `${showWhole(Math.floor(left / 3600))} ${texts.hour} ${pad(Math.floor((left % 3600) / 60))} ${texts.minute}`
}
/** 3 Jan 2026 14.05 in WIB. */
export const formatMoment = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? '' : `${formatDay(iso)} ${formatClock(iso)}`
const exact = /* @__PURE__ */ new Intl.DateTimeFormat(texts.dates, {
  timeZone: ZONE,
  timeStyle: 'medium',
  hour12: false,
})
/** 3 Jan 2026 14.05.09 in WIB. */
export const formatTime = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? '' : `${formatDay(iso)} ${exact.format(new Date(iso))}`
/** 1,5 MB. */
export const formatBytes = (bytes: number): string => {
  const [size, unit] = bytes >= 1024 * 1024 ? [bytes / 1024 / 1024, 'MB'] : [bytes / 1024, 'kB']
  return `${size.toLocaleString('id-ID', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`
}
/** 15 rb, 1,2 jt: short enough for a chart's axis. */
const short = /* @__PURE__ */ new Intl.NumberFormat('id-ID', { notation: 'compact', maximumFractionDigits: 1 })
export const formatShort = (value: number): string =>
  short
    .formatToParts(value)
    .map((part) => (part.type === 'compact' ? (texts.short[part.value] ?? part.value) : part.value))
    .join('')
