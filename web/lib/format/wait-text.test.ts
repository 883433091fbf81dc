import { expect, test } from 'vitest'
import type { WaitReason } from '../../../contract/sending/waits.ts'
import { waitText } from './wait-text.ts'

const NOW = Date.parse('2026-11-21T05:00:00Z')
test('a wait says why and when it goes on', () => {
  expect(waitText('late', NOW + 60_000, NOW)).toMatch(/^Pesan terlambat keluar .* Dicoba lagi .*12[.:]01/)
})
test('rule newer-words: a reason that only a newer server knows is left unsaid, and the screen stays', () => {
  const reason = 'of-the-future' as Exclude<WaitReason, 'interval'>
  expect(waitText(reason, NOW, NOW)).toBe('')
})
