import { describe, expect, test } from 'vitest'
import { firstKey, keyRing, ringKey, ringOf } from './key-rings.ts'

const NEW = 'AB'.repeat(32)
const OLD = 'cd'.repeat(32)

test('the first key is the one in use, digits are lower case, and the order stays', () => {
  const ring = keyRing.parse(`new:${NEW},old:${OLD}`)
  expect([...ring]).toEqual([
    ['new', NEW.toLowerCase()],
    ['old', OLD],
  ])
  expect(firstKey(ring)).toEqual({ kid: 'new', hex: NEW.toLowerCase() })
  expect(ringKey.parse(`k-1:${OLD}`)).toEqual({ kid: 'k-1', hex: OLD })
})

describe('a ring that is refused', () => {
  test.each([
    ['nothing', undefined, 'is missing'],
    ['an empty text', '', 'must be kid:64 hex digits'],
    ['a key without a name', OLD, 'must be kid:64 hex digits'],
    ['63 digits', `k:${OLD.slice(1)}`, 'must be kid:64 hex digits'],
    ['a comma too many', `k:${OLD},`, 'must be kid:64 hex digits'],
    ['a blank after the comma', `k:${OLD}, j:${OLD}`, 'must be kid:64 hex digits'],
    ['a name of 17 letters', `${'k'.repeat(17)}:${OLD}`, 'must be kid:64 hex digits'],
    ['one name twice', `k:${OLD},k:${NEW}`, 'has two keys with the same kid'],
  ])('%s: the line names the variable and shows nothing of the secret', (_what, text, line) => {
    const read = () => ringOf('RUNNER_KEYS', text)
    expect(read).toThrow(`RUNNER_KEYS ${line}`)
    expect(read).not.toThrow(/cdcd/i)
  })
})
