import { describe, expect, test } from 'vitest'
import { normalizePhone } from '../../contract/ground/phone.ts'
import { consentRows, dayFigures, moneyRows, phoneRows, settingsRows } from './rows.ts'

const now = Date.UTC(2026, 10, 21, 3)
const money = moneyRows(dayFigures(now), new Map([['demo-member2', 'demo-member']]))

describe('the demo data', () => {
  test('balances are the sums of their entries', () => {
    for (const balance of money.balances) {
      const entries = money.ledger.filter((entry) => entry['user_id'] === balance['user_id'])
      expect(entries.reduce((sum, entry) => sum + Number(entry['amount_sen']), 0)).toBe(balance['balance_sen'])
    }
  })
  test('each entry is the sum of its parts', () => {
    for (const entry of money.ledger) {
      const parts = money.parts.filter(
        (p) => entry['ref'] === `${p['user_id']}:${p['kind']}:${p['day']}:${p['posting']}`,
      )
      expect(parts.reduce((sum, part) => sum + Number(part['amount_sen']), 0)).toBe(entry['amount_sen'])
    }
  })
  test('every entry and every day is marked as demo', () => {
    expect([...money.ledger, ...money.stats].every((row) => row['demo'] === 1)).toBe(true)
  })
  test('the referrer earns a whole ten percent of the referred', () => {
    const sum = (kind: string, user: string): number =>
      money.ledger
        .filter((entry) => entry['kind'] === kind && entry['user_id'] === user)
        .reduce((total, entry) => total + Number(entry['amount_sen']), 0)
    expect(sum('referral_income', 'demo-member') * 10).toBe(sum('blast_income', 'demo-member2'))
  })
  test('covers fourteen days, none of them today', () => {
    const days = new Set(money.stats.map((row) => row['day']))
    expect(days.size).toBe(14)
    expect(days.has('2026-11-21')).toBe(false)
  })
  test('shows the same figures on every day, so that pictures of it can be compared', () => {
    const figures = (at: number): number[][] => dayFigures(at).map(({ success, fail }) => [success, fail])
    expect(figures(now + 3 * 86_400_000)).toEqual(figures(now))
  })
  test('its forty numbers are distinct, valid and agreed', () => {
    const numbers = phoneRows(now)
    expect(new Set(numbers.map((row) => row['number'])).size).toBe(40)
    for (const row of numbers) {
      expect(normalizePhone(String(row['number']))).toBe(row['number'])
      expect(row['consent_at']).toBeLessThan(now)
    }
  })
  test('each number has its consent in the history, under its own hash', () => {
    const rows = consentRows(phoneRows(now), (number) => `hash of ${number}`)
    expect(rows).toHaveLength(40)
    for (const [i, phone] of phoneRows(now).entries())
      expect(rows[i]).toEqual({
        hash: `hash of ${phone['number']}`,
        number: phone['number'],
        event: 'granted',
        source: phone['consent_source'],
        by: phone['consent_by'],
        at: phone['consent_at'],
      })
  })
  test('its settings let the sandbox send without a wait for the window or the cooldown', () => {
    const values = Object.fromEntries(settingsRows().map((row) => [row['key'], row['value']]))
    expect(values).toMatchObject({ send_window_start: '00:00', send_window_end: '24:00', referral_percent: '10' })
  })
})
