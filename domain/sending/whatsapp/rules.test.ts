import { describe, expect, test } from 'vitest'
import { LINK_CONSENT_VERSION } from '../../../contract/sending/whatsapp.ts'
import { consentStep, mayLinkFor } from './rules.ts'

test.each([
  ['member', 'blast', true],
  ['member', 'generator', false],
  ['staff', 'blast', false],
  ['staff', 'validator', true],
  ['admin', 'blast', true],
  ['dev', 'generator', true],
] as const)('%s linking for %s: %s', (role, purpose, may) => expect(mayLinkFor(role, purpose)).toBe(may))

describe('informed consent', () => {
  const member = { role: 'member', recorded: null } as const
  test('rule informed-consent: a member’s first link needs the current text', () => {
    expect(consentStep(member, undefined)).toBe('missing')
    expect(consentStep(member, 'old')).toBe('missing')
    expect(consentStep(member, LINK_CONSENT_VERSION)).toBe('record')
  })
  test('is asked once, and of members only', () => {
    expect(consentStep({ ...member, recorded: 'old' }, undefined)).toBe('none')
    expect(consentStep({ role: 'admin', recorded: null }, undefined)).toBe('none')
  })
})
