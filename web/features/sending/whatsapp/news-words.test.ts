import { expect, test } from 'vitest'
import type { News } from './news-rules.ts'
import { toldAtOnce } from './news-words.ts'

const PRICE = 100
const run = (sent: number) => ({
  sent,
  success: sent,
  fail: 0,
  failures: {},
  earned: sent * PRICE,
  end: 'finished' as const,
  error: null,
  free_at: null,
  endedAt: '2026-11-27T05:00:00.000Z',
})
const end = (sent: number): News => ({ kind: 'finished', name: 'Sari', lastRun: run(sent) })
test('one account is told by its name', () => {
  expect(toldAtOnce([end(2)])).toEqual({
    tone: 'success',
    text: 'Blast Sari selesai: 2 terkirim · 0 gagal · Rp\u00a0200.',
  })
  expect(toldAtOnce([end(0)])?.text).toBe('Blast Sari tidak mengirim: Belum ada nomor yang boleh dikirimi.')
  expect(toldAtOnce([])).toBeNull()
})
test('many are told in one sentence by reason, and the worst of it gives its tone', () => {
  const failed: News = { kind: 'failed', why: 'Tidak ada template aktif.' }
  expect(toldAtOnce([end(1), end(3)])).toEqual({ tone: 'success', text: 'Blast 2 akun selesai.' })
  expect(toldAtOnce([failed, end(0), end(1), end(0)])).toEqual({
    tone: 'error',
    text: 'Blast 1 akun selesai. 2 akun tidak mengirim: Belum ada nomor yang boleh dikirimi. 1 akun tidak mengirim: Tidak ada template aktif.',
  })
})
