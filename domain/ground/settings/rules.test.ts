import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import { changedSettings, parseSettings, settingsProblem } from './rules.ts'

describe('settings', () => {
  test('absent rows mean the defaults, stored words become values', () => {
    expect(parseSettings([])).toEqual(DEFAULT_SETTINGS)
    const some = parseSettings([
      { key: 'price', value: '150' },
      { key: 'staff_can_process', value: 'false' },
      { key: 'info', value: '123' },
      { key: 'daily_cap', value: 'broken' },
      { key: 'gone', value: '1' },
    ])
    expect(some).toEqual({ ...DEFAULT_SETTINGS, price: 150, staff_can_process: false, info: '123' })
  })
  test('rule production-floors: in production no floor goes below one second and a day', () => {
    const low = { ...DEFAULT_SETTINGS, interval_floor: 0, interval_min: 0 }
    expect(settingsProblem(DEFAULT_SETTINGS, low, true)).toEqual({ code: 'below_floor', field: 'interval_floor' })
    expect(settingsProblem(DEFAULT_SETTINGS, low, false)).toBeNull()
    const hot = { ...DEFAULT_SETTINGS, recipient_cooldown_hours: 23 }
    expect(settingsProblem(DEFAULT_SETTINGS, hot, true)?.field).toBe('recipient_cooldown_hours')
    expect(settingsProblem(DEFAULT_SETTINGS, hot, false)).toBeNull()
  })
  test('the interval has an order and a floor', () => {
    expect(settingsProblem(DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, interval_min: 20 }, false)?.code).toBe(
      'interval_order',
    )
    expect(settingsProblem(DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, interval_min: 0 }, false)?.code).toBe(
      'interval_below_floor',
    )
  })
  test('a window without length is refused, and one that stands from before is left alone', () => {
    const empty = { ...DEFAULT_SETTINGS, send_window_start: '08:00', send_window_end: '08:00' }
    expect(settingsProblem(DEFAULT_SETTINGS, empty, true)).toEqual({ code: 'window_empty', field: 'send_window_end' })
    expect(settingsProblem(empty, { ...empty, price: 1 }, true)).toBeNull()
    const other = { ...empty, send_window_start: '09:00', send_window_end: '09:00' }
    expect(settingsProblem(empty, other, true)?.code).toBe('window_empty')
    const day = { ...DEFAULT_SETTINGS, send_window_start: '00:00', send_window_end: '24:00' }
    expect(settingsProblem(DEFAULT_SETTINGS, day, true)).toBeNull()
  })
  test('what an older version stored is read as it was', () => {
    const rows = [
      { key: 'daily_cap', value: '0' },
      { key: 'send_window_end', value: '08:00' },
      { key: 'support_url', value: 'http://t.me/x' },
    ]
    expect(parseSettings(rows)).toMatchObject({ daily_cap: 0, send_window_end: '08:00', support_url: 'http://t.me/x' })
  })
  test('only what differs is written', () => {
    expect(changedSettings(DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, price: 1 })).toEqual({ price: 1 })
  })
})
