import { afterEach, expect, test, vi } from 'vitest'
import { waitText } from '../format/wait-text.ts'
import { byServer, hearServerTime, serverNow } from './server-clock.ts'

const NOW = Date.parse('2026-11-23T14:00:00Z')
const HOUR_MS = 3_600_000
afterEach(() => {
  hearServerTime(String(Date.now()), Date.now())
  vi.useRealTimers()
})
const heard = (time: string | null, askedAt = NOW): number => {
  vi.useFakeTimers({ now: NOW })
  hearServerTime(time, askedAt)
  return serverNow() - NOW
}

test('rule today: a device’s clock that is hours off is put right by an answer, one that is right stays as it is', () => {
  expect(heard(String(NOW - 2 * HOUR_MS))).toBe(-2 * HOUR_MS)
  expect(byServer(5)).toBe(5 - 2 * HOUR_MS)
  // says nothing
  const silent = [heard(null), heard('soon'), heard(String(NOW - HOUR_MS), NOW - HOUR_MS)]
  expect(silent).toEqual([-2 * HOUR_MS, -2 * HOUR_MS, -2 * HOUR_MS])
  expect(heard(String(NOW + 29_000))).toBe(0)
})
test('a wait of eleven hours ends at 08.00 also on a phone that is two hours fast', () => {
  // 21.00 in Jakarta; the phone says 23.00
  vi.useFakeTimers({ now: NOW + 2 * HOUR_MS })
  hearServerTime(String(NOW), Date.now())
  expect(waitText('window', Date.now() + 11 * HOUR_MS)).toContain('besok pukul 08.00')
})
