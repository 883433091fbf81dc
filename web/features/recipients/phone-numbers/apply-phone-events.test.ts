import { expect, test } from 'vitest'
import type { BrowserEvent, EventName, EventPayload } from '../../../../contract/operation/events.ts'
import type { PhoneRow } from '../../../../contract/recipients/phone-numbers.ts'
import { applyPhoneEvents, unsettles } from './apply-phone-events.ts'

const row: PhoneRow = {
  id: 1,
  number: '6281234567890',
  name: 'Ayu',
  status: 'active',
  in_use: 0,
  count_success: 2,
  count_fail: 1,
  last_sent: '2026-01-02T03:00:00.000Z',
  consent_source: 'Formulir',
  consent_at: '2026-01-01T00:00:00.000Z',
  consent_by: 'admin',
  suppressed: false,
  snoozed_until: null,
  held: false,
  weak: false,
  tags: [],
  consent_grade: 'typed',
}
const other: PhoneRow = { ...row, id: 2, number: '6281234567891' }
const told = (event: EventName, payload: Partial<EventPayload>): BrowserEvent =>
  ({ event, payload: { deviceId: 'client-admin', number: row.number, ...payload } }) as BrowserEvent
const after = (...events: BrowserEvent[]): PhoneRow => applyPhoneEvents([row, other], events)[0] ?? other

test('a number’s row shows that it is claimed, and that it is released', () => {
  expect(after(told('in_use', { in_use: 1 })).in_use).toBe(1)
  expect(after(told('in_use', { in_use: 1 }), told('in_use', { in_use: 0 })).in_use).toBe(0)
})
test('counts are absolute: an event that comes twice counts once, and an older one changes nothing', () => {
  const event = told('count_success', { count_success: 3, last_sent: '2026-01-03T03:00:00.000Z' })
  expect(after(event, event)).toMatchObject({ count_success: 3, last_sent: '2026-01-03T03:00:00.000Z' })
  expect(
    after(event, told('count_success', { count_success: 2, last_sent: '2026-01-01T00:00:00.000Z' })),
  ).toMatchObject({
    count_success: 3,
    last_sent: '2026-01-03T03:00:00.000Z',
  })
  expect(after(told('count_fail', { count_fail: 4 })).count_fail).toBe(4)
})
test("an account's counts are not the number's", () => {
  const event = told('count_success', { deviceId: 'wa-1', count_success: 90, last_sent: '2026-01-03T03:00:00.000Z' })
  expect(after(event)).toMatchObject({ count_success: 2, last_sent: '2026-01-03T03:00:00.000Z' })
})
test('other rows and other events change nothing', () => {
  const rows = [row, other]
  expect(applyPhoneEvents(rows, [told('in_use', { in_use: 1, number: '6289999999999' })])).toBe(rows)
  expect(applyPhoneEvents(rows, [told('in_use', { in_use: 1 })])[1]).toBe(other)
})
test('after an account’s event the row is fetched later, after a number’s own event it is not', () => {
  expect(unsettles([told('count_success', { deviceId: 'wa-1' })])).toBe(true)
  expect(unsettles([told('count_success', {})])).toBe(false)
  expect(unsettles([told('waiting', { deviceId: 'wa-1' })])).toBe(false)
})
