import { expect, test } from 'vitest'
import { writePoints } from './points.ts'
import { Tally } from '../tally/rules.ts'

test('each series is a point: the metric, its part and labels, and the number; without a dataset nothing is written', () => {
  const tally = new Tally()
  tally.add('wa_sends_total', { outcome: 'fail', reason: 'rejected' }, 3)
  tally.observe('wa_ack_seconds', {}, 0.4)
  const counts = tally.take()
  const points: unknown[] = []
  writePoints({ writeDataPoint: (point) => void points.push(point) }, counts)
  expect(points).toEqual([
    { indexes: ['wa_sends_total'], blobs: ['value', 'outcome=fail', 'reason=rejected'], doubles: [3] },
    { indexes: ['wa_ack_seconds'], blobs: ['le=0.5'], doubles: [1] },
    { indexes: ['wa_ack_seconds'], blobs: ['sum'], doubles: [0.4] },
  ])
  expect(() => writePoints(undefined, counts)).not.toThrow()
  // a metric of another version is not taken for one of this
  writePoints({ writeDataPoint: (point) => void points.push(point) }, { 'wa_gone_total|a=b': 1 })
  expect(points).toHaveLength(3)
})
