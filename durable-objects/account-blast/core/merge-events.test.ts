import { expect, test } from 'vitest'
import type { BrowserEvent } from '../../../contract/operation/events.ts'
import { merge } from './merge-events.ts'

const progress = (value: number, jobId?: string) =>
  ({
    event: 'progressing',
    payload: { deviceId: 'd', value, ...(jobId === undefined ? {} : { jobId }) },
  }) as BrowserEvent
const state = { event: 'connection.update', payload: { deviceId: 'd' } } as BrowserEvent
const merged = (...events: BrowserEvent[]): BrowserEvent[] => {
  const frame: BrowserEvent[] = []
  for (const event of events) merge(frame, event)
  return frame
}

test('of an account’s progress the newest stays, and beside it that of each job; every change of its state stays', () => {
  expect(merged(state, progress(1), progress(1, 'a'), progress(2, 'b'), state, progress(2), progress(3, 'a'))).toEqual([
    state,
    progress(2, 'b'),
    state,
    progress(2),
    progress(3, 'a'),
  ])
})
