import { describe, expect, test } from 'vitest'
import { cleanName, planEdit, readRecipient, type Recipient } from './rules.ts'

const agreed: Recipient = {
  number: '6281200000001',
  name: 'Budi',
  status: 'active',
  suppressed: false,
  consentSource: 'formulir',
  consentAt: 1,
}
const silent: Recipient = { ...agreed, status: 'nonactive', consentSource: null, consentAt: null }

describe('an edit', () => {
  test('rule consent-proof: cannot activate without consent', () =>
    expect(planEdit(silent, { status: 'active' })).toEqual({ refusal: 'consent_source_required' }))
  test('activates with its source', () =>
    expect(planEdit(silent, { status: 'active', consent_source: ' toko pusat ' })).toMatchObject({
      status: 'active',
      consent: { source: 'toko pusat' },
    }))
  test('cannot activate who asked to stop', () =>
    expect(planEdit({ ...agreed, status: 'nonactive', suppressed: true }, { status: 'active' })).toEqual({
      refusal: 'number_suppressed',
    }))
  test('that empties the source withdraws the consent', () =>
    expect(planEdit(agreed, { consent_source: '' })).toMatchObject({
      status: 'nonactive',
      consent: 'none',
    }))
  test('that deactivates keeps the consent', () =>
    expect(planEdit(agreed, { status: 'nonactive' })).toMatchObject({ consent: 'keep' }))
  test('of the number leaves the consent behind', () =>
    expect(planEdit(agreed, { number: '6281200000002' })).toMatchObject({
      status: 'nonactive',
      consent: 'none',
    }))
  test('of the name changes nothing else', () =>
    expect(planEdit(agreed, { name: 'Siti', consent_source: 'formulir' })).toEqual({
      number: agreed.number,
      name: 'Siti',
      status: 'active',
      consent: 'keep',
    }))
})

test('a name is one clean line', () => expect(cleanName(' Bu\u0000di\n Santoso ')).toBe('Bu di  Santoso'))

test.each([
  ['Tidak', true],
  ['belum', true],
  ['no', true],
  ['0', true],
  ['-', true],
  ['x', true],
  ['Ya', false],
  ['✓', false],
  ['', false],
])('a row of a file that says "%s" where its consent stands: declined %s', (said, declined) =>
  expect(readRecipient({ number: '628', own_consent: said })).toMatchObject({ declined, source: declined ? said : '' }),
)
