// The rows of the demo data, computed from one moment in time, so that all machines get the same on the same day.
import { partByPercent } from '../../contract/ground/percent-parts.ts'
import { rupiahToSen } from '../../contract/ground/money.ts'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { DEFAULT_SETTINGS, SANDBOX_SETTINGS } from '../../contract/ground/settings.ts'

export type Row = Record<string, string | number | null>
const REFERRAL_PERCENT = 10

export const LEVELS = [
  { id: 'demo-level-1', name: 'Perunggu', blast_fee: 100, requirement_blast: 0 },
  { id: 'demo-level-2', name: 'Perak', blast_fee: 125, requirement_blast: 1_000 },
  { id: 'demo-level-3', name: 'Emas', blast_fee: 150, requirement_blast: 5_000 },
] as const

export const settingsRows = (): Row[] => {
  const values = {
    ...DEFAULT_SETTINGS,
    ...SANDBOX_SETTINGS,
    interval_min: 1,
    interval_max: 3,
    colors: '#8C5A2B, #6B7280, #B7791F',
    referral_percent: String(REFERRAL_PERCENT),
    info: 'Selamat datang! Ini data contoh: tidak ada pesan yang sampai ke WhatsApp. Kirim hanya kepada penerima yang setuju.',
  }
  // What is as usual and empty texts are left out, so that they get their defaults.
  const usual: Record<string, unknown> = DEFAULT_SETTINGS
  return Object.entries(values)
    .filter(([key, value]) => value !== '' && (typeof value !== 'boolean' || value !== usual[key]))
    .map(([key, value]) => ({ key, value: String(value) }))
}

const FIRST = ['Agus', 'Ayu', 'Budi', 'Citra', 'Dedi', 'Eka', 'Fajar', 'Gita', 'Hadi', 'Indah']
const LAST = ['Santoso', 'Wijaya', 'Permata', 'Kusuma']
export const phoneRows = (now: number): Row[] =>
  Array.from({ length: 40 }, (_, i) => ({
    number: `62812900${String(10_001 + i * 37)}`,
    name: `${FIRST[i % FIRST.length]} ${LAST[Math.floor(i / FIRST.length)]}`,
    status: 'active',
    consent_source: 'Formulir pendaftaran pelanggan, data contoh',
    consent_at: now - (30 - (i % 20)) * DAY_MS,
    consent_by: 'demo-admin',
    created_at: now - (30 - (i % 20)) * DAY_MS,
  }))

/** The consent history of these numbers, which the product keeps apart from the numbers. */
export const consentRows = (phones: readonly Row[], hashOf: (number: string) => string): Row[] =>
  phones.map((phone) => ({
    hash: hashOf(String(phone['number'])),
    number: phone['number'] ?? '',
    event: 'granted',
    source: phone['consent_source'] ?? '',
    by: phone['consent_by'] ?? '',
    at: phone['consent_at'] ?? 0,
  }))

export const MEDIA_KEY = 'templates/demo-promo.png'
const button = (...buttons: { title: string; url?: string; type: string }[]): string =>
  JSON.stringify(buttons.map((b, i) => ({ id: `b${i + 1}`, title: b.title, url: b.url ?? '', type: b.type })))
export const templateRows = (now: number): Row[] => [
  {
    id: 'demo-template-1',
    media_key: null,
    media_type: null,
    media_name: null,
    text: '<p>Halo <b>{name}</b>,</p><p>pesanan langganan kakak bulan ini <i>gratis ongkir</i>. Info di toko kami.</p>',
    text_wa: 'Halo *{name}*,\npesanan langganan kakak bulan ini _gratis ongkir_. Info di toko kami.',
    button: button(
      { title: 'Lihat toko', url: 'https://toko.contoh.id', type: 'url_button' },
      { title: 'Berhenti', type: 'stop_button' },
    ),
    status: 'active',
    created_at: now - 20 * DAY_MS,
  },
  {
    id: 'demo-template-2',
    media_key: MEDIA_KEY,
    media_type: 'image/png',
    media_name: 'promo.png',
    text: '<p>Hai {name}, ada yang <b>baru</b> minggu ini. Harga lama <s>Rp 50.000</s>, sekarang Rp 35.000.</p>',
    text_wa: 'Hai {name}, ada yang *baru* minggu ini. Harga lama ~Rp 50.000~, sekarang Rp 35.000.',
    button: button({ title: 'Pesan sekarang', type: 'reply_button' }, { title: 'Berhenti', type: 'stop_button' }),
    status: 'active',
    created_at: now - 15 * DAY_MS,
  },
  {
    id: 'demo-template-3',
    media_key: null,
    media_type: null,
    media_name: null,
    text: '<p>Terima kasih sudah menjadi pelanggan kami, {name}. Nomor kakak {phoneNumber} terdaftar untuk info promo.</p>',
    text_wa: 'Terima kasih sudah menjadi pelanggan kami, {name}. Nomor kakak {phoneNumber} terdaftar untuk info promo.',
    button: button(),
    status: 'active',
    created_at: now - 10 * DAY_MS,
  },
]

/** How many accounts were connected on each of those days; '' is everybody. */
const CONNECTED: Record<string, number> = { 'demo-member': 2, 'demo-member2': 1, '': 3 }

type DayFigures = { userId: string; day: string; at: number; success: number; fail: number }

/** The 14 days before today; figures depend on how long ago a day is, so that every day shows the same, and sink once a week. */
export const dayFigures = (now: number): DayFigures[] =>
  Array.from({ length: 14 }, (_, i) => 14 - i).flatMap((ago) => {
    const at = now - ago * DAY_MS
    const busy = ago % 7 === 2 || ago % 7 === 3 ? 0.6 : 1
    const success = Math.round((84 + ((ago * 29) % 41)) * busy)
    const other = Math.round((22 + ((ago * 17) % 15)) * busy)
    const day = jakartaDay(at)
    return [
      { userId: 'demo-member', day, at, success, fail: (ago * 7) % 6 },
      { userId: 'demo-member2', day, at, success: other, fail: ago % 3 },
    ]
  })

export type Money = {
  ledger: Row[]
  /** The parts of each entry. */
  parts: Row[]
  balances: Row[]
  stats: Row[]
  /** income: sen. */
  totals: Map<string, { ok: number; bad: number; income: number }>
  /** Sen that each person's blasts earned their referrer. */
  given: Map<string, number>
}
/** The earnings of those days: ledger entries, balances and daily rows, all marked as demo. */
export const moneyRows = (figures: readonly DayFigures[], referrers: ReadonlyMap<string, string>): Money => {
  const ledger: Row[] = []
  const parts: Row[] = []
  const sums = new Map<string, { balance: number; referral: number }>()
  const stats = new Map<string, { user_id: string; day: string; s: number; f: number; income: number; ref: number }>()
  const totals = new Map<string, { ok: number; bad: number; income: number }>()
  const given = new Map<string, number>()
  const onDay = (userId: string, day: string, add: { s?: number; f?: number; income?: number; ref?: number }): void => {
    for (const who of [userId, '']) {
      const row = stats.get(`${who}|${day}`) ?? { user_id: who, day, s: 0, f: 0, income: 0, ref: 0 }
      row.s += add.s ?? 0
      row.f += add.f ?? 0
      row.income += add.income ?? 0
      row.ref += add.ref ?? 0
      stats.set(`${who}|${day}`, row)
    }
  }
  type Entered = { userId: string; kind: 'blast_income' | 'referral_income'; amount: number; day: string; at: number }
  const enter = ({ userId, kind, amount, day, at }: Entered, part: { source: string; price: number; n: number }) => {
    ledger.push({ user_id: userId, kind, amount_sen: amount, ref: `${userId}:${kind}:${day}:1`, at, demo: 1 })
    const { source, price, n } = part
    const of = { user_id: userId, day, posting: 1, kind, source }
    parts.push({ ...of, price_sen: price, messages: n, amount_sen: amount })
    const sum = sums.get(userId) ?? { balance: 0, referral: 0 }
    sum.balance += amount
    if (kind === 'referral_income') sum.referral += amount
    sums.set(userId, sum)
  }
  for (const { userId, day, at, success, fail } of figures) {
    const price = rupiahToSen(LEVELS[0].blast_fee)
    const income = success * price
    onDay(userId, day, { s: success, f: fail, income })
    enter({ userId, kind: 'blast_income', amount: income, day, at }, { source: 'demo', price, n: success })
    const total = totals.get(userId) ?? { ok: 0, bad: 0, income: 0 }
    totals.set(userId, { ok: total.ok + success, bad: total.bad + fail, income: total.income + income })
    const referrer = referrers.get(userId)
    if (referrer === undefined) continue
    const share = partByPercent(income, REFERRAL_PERCENT)
    onDay(referrer, day, { ref: share })
    given.set(userId, (given.get(userId) ?? 0) + share)
    const from = { source: userId, price: 0, n: success }
    enter({ userId: referrer, kind: 'referral_income', amount: share, day, at }, from)
  }
  return {
    ledger,
    parts,
    totals,
    given,
    balances: [...sums].map(([user_id, sum]) => ({
      user_id,
      balance_sen: sum.balance,
      bonus_sen: 0,
      referral_sen: sum.referral,
    })),
    stats: [...stats.values()].map((row) => ({
      user_id: row.user_id,
      day: row.day,
      success: row.s,
      fail: row.f,
      income_sen: row.income,
      referral_sen: row.ref,
      postings: row.user_id === '' ? 0 : 1,
      connected: CONNECTED[row.user_id] ?? 0,
      demo: 1,
    })),
  }
}
