import { expect, test } from 'vitest'
import type { BrowserEvent } from '../../../../contract/operation/events.ts'
import { newsOf } from './news-rules.ts'

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
