import { expect, test } from 'vitest'
import { countFigures } from './count.ts'
import type { Attempt, SentMessage } from './record.ts'

const frame = (id: string, recipient: string, more: Partial<SentMessage> = {}): SentMessage => ({
  id,
  sender: '6281100000001',
  recipient,
  time: 1,
  acked: 1,
  decrypted: 1,
  repeat: 0,
  asked: 0,
  ...more,
})
const paid = (messageId: string): Attempt => ({
  accountId: 'one',
  messageId,
  number: '6285500000001',
  outcome: 'success',
  priceSen: 100,
  toldSequence: 1,
  revokedAt: null,
  campaign: null,
})

test('a frame that the phone asked for is no duplicate, even when the first frame became readable by it', () => {
  const frames = [frame('a', '1', { asked: 1 }), frame('a', '1', { asked: 1, repeat: 1 })]
  expect(countFigures(frames, [paid('a')], [])).toMatchObject({ sent: 1, duplicates: 0, unreadable: 0, paid: 1 })
})

test('a frame more than the phone asked for is a duplicate', () => {
  const frames = [0, 1, 2].map((repeat) => frame('a', '1', { asked: 1, repeat }))
  expect(countFigures(frames, [paid('a')], [])).toMatchObject({ sent: 1, duplicates: 1 })
  expect(countFigures([frame('b', '2'), frame('b', '2', { repeat: 1 })], [], [])).toMatchObject({ duplicates: 1 })
})

test('a second message to the same recipient is a duplicate, and one that nobody could read is counted', () => {
  const frames = [frame('a', '1'), frame('b', '1', { decrypted: 0, asked: 3 })]
  expect(countFigures(frames, [], [])).toMatchObject({ sent: 2, duplicates: 1, unreadable: 1, ackedNotPaid: 2 })
})
