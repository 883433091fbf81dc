import { expect, test } from 'vitest'
import type { BrowserEvent } from '../../../../contract/operation/events.ts'
import { type News, newsOf, toldAtOnce } from './news-rules.ts'

const finished: BrowserEvent = { event: 'finished', payload: { deviceId: 'wa-4f9c', progress: 100 } }

test('the end of a blast names the account as its owner knows it', () => {
  const row = { pushname: 'Sari', nickname: null, phonenumber: '6281234567890', clientid: 'wa-4f9c' }
  expect(newsOf(finished, row)).toEqual({ kind: 'finished', name: 'Sari', lastRun: null })
  expect(newsOf(finished, { ...row, pushname: null, nickname: null })).toMatchObject({ name: '6281234567890' })
  // an id is no name
  expect(newsOf(finished, undefined)).toMatchObject({ name: null })
})
test('a job’s events are not the account’s', () => {
  expect(newsOf({ ...finished, payload: { ...finished.payload, jobId: 'job1' } }, undefined)).toBeNull()
})
test('what ended a blast, and what ended a connection, is said where there is more to say', () => {
  const about = { deviceId: 'wa-4f9c' }
  const news = (event: BrowserEvent) => newsOf(event, undefined)
  expect(news({ event: 'error_blast', payload: { ...about, sendError: 'Tidak ada template' } })).toEqual({
    kind: 'failed',
    why: 'Tidak ada template',
  })
  expect(
    news({ event: 'connection.update', payload: { ...about, state: 'connected', restricted_until: null } }),
  ).toBeNull()
  expect(
    news({ event: 'connection.update', payload: { ...about, msg: 'Sesi rusak', restricted_until: null } }),
  ).toEqual({ kind: 'failed', why: 'Sesi rusak' })
})

const run = (sent: number) => ({
  sent,
  success: sent,
  fail: 0,
  failures: {},
  earned: 100 * sent,
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
