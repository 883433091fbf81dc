import { describe, expect, test } from 'vitest'
import { lineOf } from './line.ts'

/** 00.02 in Jakarta. */
const NOW = Date.parse('2026-11-23T17:02:00Z')
const line = (more: Partial<Parameters<typeof lineOf>[0]>, left = 0) =>
  lineOf(
    {
      status: 'sending',
      attempting: false,
      attempingCode: null,
      waiting: false,
      waitReason: null,
      waitUntil: null,
      current_number: '6281',
      ...more,
    },
    left,
    NOW,
  )
const until = (iso: string) => Date.parse(iso)

describe('what a running job does now', () => {
  test.each<[string, Parameters<typeof line>, string]>([
    ['it asks about a number', [{}], 'Memeriksa 6281'],
    ['a job that rests does nothing', [{ status: 'idle' }], ''],
    [
      'a short wait counts down',
      [{ waiting: true, waitReason: 'interval', waitUntil: NOW + 5_000 }, 5],
      'Menunggu 5 dtk (jeda antar nomor)',
    ],
    [
      'rule lookup-cap: it says that it goes on by itself, and when: this very night',
      [{ waiting: true, waitReason: 'daily_cap', waitUntil: until('2026-11-23T17:04:10Z') }, 130],
      'Menunggu 2 mnt 10 dtk (batas pemeriksaan harian tercapai, lanjut sendiri pukul 00.04)',
    ],
    [
      'or tomorrow',
      [{ waiting: true, waitReason: 'daily_cap', waitUntil: until('2026-11-24T17:01:00Z') }, 86_340],
      'Menunggu 23 jam 59 mnt (batas pemeriksaan harian tercapai, lanjut sendiri besok pukul 00.01)',
    ],
    [
      'so does one that WhatsApp restricts',
      [{ waiting: true, waitReason: 'restricted', waitUntil: until('2026-11-26T03:00:00Z') }],
      'Menunggu: dibatasi WhatsApp, lanjut sendiri 26 Nov pukul 10.00',
    ],
    ['nobody said why', [{ waiting: true, waitUntil: NOW + 60_000 }, 60], 'Menunggu 1 mnt 00 dtk'],
  ])('%s', (_, given, said) => expect(line(...given)).toBe(said))
})
