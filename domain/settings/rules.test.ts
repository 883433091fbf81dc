import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../contract/settings.ts'
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
  test('in production no floor goes below one second and a day', () => {
    const low = { ...DEFAULT_SETTINGS, interval_floor: 0, interval_min: 0 }
    expect(settingsProblem(low, true)).toEqual({ code: 'below_floor', field: 'interval_floor' })
    expect(settingsProblem(low, false)).toBeNull()
    const hot = { ...DEFAULT_SETTINGS, recipient_cooldown_hours: 23 }
    expect(settingsProblem(hot, true)?.field).toBe('recipient_cooldown_hours')
    expect(settingsProblem(hot, false)).toBeNull()
  })
  test('the interval has an order and a floor', () => {
    expect(settingsProblem({ ...DEFAULT_SETTINGS, interval_min: 20 }, false)?.code).toBe('interval_order')
    expect(settingsProblem({ ...DEFAULT_SETTINGS, interval_min: 0 }, false)?.code).toBe('interval_below_floor')
  })
  test('only what differs is written', () => {
    expect(changedSettings(DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, price: 1 })).toEqual({ price: 1 })
  })
})
