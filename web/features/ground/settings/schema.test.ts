import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../../contract/ground/settings.ts'
import { changesOf, type SettingsInput, settingsForm, toInput } from './schema.ts'

const parse = (changes: Partial<SettingsInput>) => settingsForm.safeParse({ ...toInput(DEFAULT_SETTINGS), ...changes })
const problem = (changes: Partial<SettingsInput>): string | undefined => {
  const parsed = parse(changes)
  return parsed.success ? undefined : `${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`
}

describe('the settings form', () => {
  test('takes what the server gave and finds nothing changed', () => {
    const parsed = parse({})
    expect(parsed.success && changesOf(DEFAULT_SETTINGS, parsed.data)).toEqual({})
  })
  test('finds nothing changed where only the way of writing thousands differs', () => {
    const many = { ...DEFAULT_SETTINGS, daily_cap: 1_000_000 }
    const parsed = settingsForm.safeParse(toInput(many))
    expect(toInput(many).daily_cap).toBe('1.000.000')
    expect(parsed.success && changesOf(many, parsed.data)).toEqual({})
  })
  test('sends only what was changed, as the contract types it', () => {
    const parsed = parse({ price: '150', staff_can_process: false })
    expect(parsed.success && changesOf(DEFAULT_SETTINGS, parsed.data)).toEqual({ price: 150, staff_can_process: false })
  })
  test.each<[Partial<SettingsInput>, string]>([
    [{ price: '' }, 'price: Wajib diisi.'],
    [{ price: 'abc' }, 'price: Isi dengan angka saja, tanpa huruf atau tanda lain.'],
    [
      { price: '1.5' },
      'price: Tidak jelas. Tulis bilangan bulat tanpa koma; titik hanya untuk ribuan, misalnya 25.000.',
    ],
    [{ price: '1.000.001' }, 'price: Terlalu besar. Paling banyak Rp 1.000.000.'],
    [{ referral_percent: '101' }, 'referral_percent: Terlalu besar. Paling banyak 100.'],
    [{ daily_cap: '0' }, 'daily_cap: Paling sedikit 1.'],
    [
      { send_window_start: '08:00', send_window_end: '08:00' },
      'send_window_end: Jam mulai dan jam selesai sama. Untuk sepanjang hari tulis 00:00 sampai 24:00.',
    ],
    [{ send_window_start: '8:00' }, 'send_window_start: Gunakan jam:menit, misalnya 08:00.'],
    [{ send_window_end: '24:30' }, 'send_window_end: Gunakan jam:menit, misalnya 08:00.'],
    [
      { interval_min: '20', interval_max: '10' },
      'interval_max: Interval Min harus lebih kecil atau sama dengan Interval Max.',
    ],
    [{ interval_min: '0' }, 'interval_min: Interval Min tidak boleh di bawah batas bawah interval.'],
    [
      { support_url: 'telegram' },
      'support_url: Tulis alamat lengkap yang diawali https://, misalnya https://t.me/nama.',
    ],
    [{ whatsapp_version: '2.3' }, 'whatsapp_version: Tulis tiga angka, misalnya 2.3000.1023.'],
  ])('%o → %s', (changes, text) => expect(problem(changes)).toBe(text))
  test('the day may end at 24:00 and optional texts may be empty', () =>
    expect(problem({ send_window_end: '24:00', support_url: '', whatsapp_version: '', info: '' })).toBeUndefined())
})
