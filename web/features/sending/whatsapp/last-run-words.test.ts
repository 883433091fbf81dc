import { describe, expect, test } from 'vitest'
import type { LastRun } from '../../../../contract/sending/last-run.ts'
import { failureLines, isOutOfNumbers, sumsOf, whyEnded } from './last-run-words.ts'

const NOW = Date.parse('2026-11-22T07:00:00Z')
const run: LastRun = {
  endedAt: '2026-11-22T07:00:00Z',
  end: 'finished',
  error: null,
  sent: 15,
  success: 12,
  fail: 2,
  failures: { unanswered: 1, not_registered: 1 },
  earned: 1_200,
  free_at: '2026-11-28T01:00:00Z',
}

describe('rule run-report: the end of a blast', () => {
  test('has what was sent, what failed and what was earned', () => {
    expect(sumsOf(run)).toBe('12 terkirim · 2 gagal · Rp\u00a01.200')
    expect(failureLines(run)).toEqual([
      '1 × tidak terdaftar di WhatsApp',
      '1 × tidak dijawab WhatsApp',
      '1 belum dijawab WhatsApp',
    ])
  })
  test('says when the first number is free again, until it is', () => {
    expect(whyEnded(run, NOW)).toBe('Semua nomor baru bisa dikirimi lagi 28 Nov')
    expect(whyEnded({ ...run, free_at: '2027-01-03T01:00:00Z' }, NOW)).toMatch(/3 Jan 2027$/)
    expect(whyEnded(run, Date.parse('2026-11-28T01:00:01Z'))).toBeNull()
  })
  test('rule recipients-again: is told from one that ended otherwise', () => {
    expect(isOutOfNumbers(run, NOW)).toBe(true)
    expect(isOutOfNumbers({ ...run, free_at: null, sent: 0 }, NOW)).toBe(true)
    expect(isOutOfNumbers(run, Date.parse('2026-11-28T01:00:01Z'))).toBe(false)
    expect(isOutOfNumbers({ ...run, error: 'Tidak ada template' }, NOW)).toBe(false)
    expect(isOutOfNumbers({ ...run, end: 'stop' }, NOW)).toBe(false)
  })
  test('says that nobody may be written to, and what stopped it', () => {
    expect(whyEnded({ ...run, free_at: null, sent: 0 }, NOW)).toBe('Belum ada nomor yang boleh dikirimi')
    expect(whyEnded({ ...run, free_at: null }, NOW)).toBeNull()
    expect(whyEnded({ ...run, end: 'error_blast', error: 'Tidak ada template' }, NOW)).toBe('Tidak ada template')
    expect(whyEnded({ ...run, end: 'stop', free_at: null, sent: 0 }, NOW)).toBeNull()
  })
})
