import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import { newDocument } from '../document/new-document.ts'
import { addReached, reachedDue, takeCame, takeReached } from './reached.ts'

const NOW = 10 * HOUR_MS + 5 * MINUTE_MS
const empty = () => newDocument({ accountId: 'a', clientid: 'c', userId: 'u', purpose: 'blast', now: 0 })
const message = (campaign: number | null, created_at = NOW, number_id = 1) => ({
  campaign,
  number_id,
  created_at,
  template_id: 't',
})
const to = (number_id: number, campaign = 7) => message(campaign, NOW, number_id)

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
    expect(takeReached(doc, NOW + HOUR_MS)).toEqual([])
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

describe('rule campaign-came: whose messages they were', () => {
  const DUE = NOW + 15 * MINUTE_MS
  test('each person once, with all that came of their message, a quarter of an hour after the first', () => {
    const doc = empty()
    addReached(doc, to(31), { delivered: true }, NOW)
    addReached(doc, to(31), { read: true }, NOW + MINUTE_MS)
    addReached(doc, to(32), { delivered: true, read: true }, NOW + 2 * MINUTE_MS)
    addReached(doc, to(31, 8), { answered: true }, NOW + 3 * MINUTE_MS)
    expect([reachedDue(doc), takeCame(doc, DUE - 1)]).toEqual([DUE, null])
    expect(takeCame(doc, DUE)).toEqual({ 7: { 31: 3, 32: 3 }, 8: { 31: 4 } })
    expect(doc.came).toBeUndefined()
    takeReached(doc, DUE)
    expect([reachedDue(doc), takeCame(doc, NOW + HOUR_MS)]).toEqual([null, null])
  })
  test('five hundred do not wait, and of more the rest goes with the next batch', () => {
    const doc = empty()
    for (let id = 1; id < 500; id++) addReached(doc, to(id), { delivered: true }, NOW)
    expect([reachedDue(doc), takeCame(doc, NOW)]).toEqual([DUE, null])
    addReached(doc, to(500), { delivered: true }, NOW)
    // of somebody who is among them already
    addReached(doc, to(500), { read: true }, NOW)
    addReached(doc, to(501, 8), { delivered: true }, NOW)
    expect(reachedDue(doc)).toBe(NOW)
    const first = takeCame(doc, NOW)
    expect([Object.keys(first?.[7] ?? {}).length, first?.[7]?.[500], first?.[8]]).toEqual([500, 3, undefined])
    expect([reachedDue(doc), takeCame(doc, NOW)]).toEqual([DUE, null])
    expect(takeCame(doc, DUE)).toEqual({ 8: { 501: 1 } })
  })
  test('what a release before has left behind is told without counts', () => {
    const doc = { ...empty(), came: { since: NOW, people: { 7: { 31: 1 } } } }
    expect(reachedDue(doc)).toBe(DUE)
    expect(takeCame(doc, DUE)).toEqual({ 7: { 31: 1 } })
  })
})
