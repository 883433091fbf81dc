import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import { newDocument } from '../document/new-document.ts'
import { addReached, reachedDue, takeReached } from './reached.ts'

const NOW = 10 * HOUR_MS + 5 * MINUTE_MS
const empty = () => newDocument({ accountId: 'a', clientid: 'c', userId: 'u', purpose: 'blast', now: 0 })
const message = (campaign: number | null, created_at = NOW) => ({ campaign, created_at, template_id: 't' })

describe('rule campaign-reach: what became of messages', () => {
  test('counts by campaign, hour and template, and is told once, a quarter of an hour after the first', () => {
    const doc = empty()
    expect(addReached(doc, message(7), { delivered: true }, NOW)).toBe(true)
    addReached(doc, message(7, NOW + MINUTE_MS), { delivered: true, read: true }, NOW + MINUTE_MS)
    addReached(doc, message(7, NOW - HOUR_MS), { answered: true }, NOW + 2 * MINUTE_MS)
    expect(reachedDue(doc)).toBe(NOW + 15 * MINUTE_MS)
    expect(takeReached(doc, NOW + 15 * MINUTE_MS - 1)).toEqual([])
    expect(takeReached(doc, NOW + 15 * MINUTE_MS)).toEqual([
      { campaign: 7, hour: 10 * HOUR_MS, templateId: 't', delivered: 2, read: 1, answered: 0 },
      { campaign: 7, hour: 9 * HOUR_MS, templateId: 't', delivered: 0, read: 0, answered: 1 },
    ])
    expect([reachedDue(doc), takeReached(doc, NOW + HOUR_MS)]).toEqual([null, []])
  })
  test('what is no message of a campaign, or not new, is not told', () => {
    const doc = empty()
    expect(addReached(doc, message(null), { delivered: true }, NOW)).toBe(false)
    expect(addReached(doc, message(7), { delivered: false, read: false }, NOW)).toBe(false)
    expect(doc.reached).toBeUndefined()
  })
  test('of very many the rest goes with the next batch', () => {
    const doc = empty()
    for (let i = 0; i < 201; i++) addReached(doc, message(i + 1), { delivered: true }, NOW)
    expect(takeReached(doc, NOW + HOUR_MS)).toHaveLength(200)
    expect(takeReached(doc, NOW + HOUR_MS)).toMatchObject([{ campaign: 201 }])
    expect(doc.reached).toBeUndefined()
  })
})
