import { expect, test } from 'vitest'
import { CLOSE } from '../../contract/operation/runner.ts'
import { OLDEST_PROTOCOL, PROTOCOL } from '../../contract/operation/runner-hello.ts'
import { refusalOf } from './hello-rules.ts'

const hello = { protocol: PROTOCOL, version: '1.2.3', mode: 'live' as const }

test('a runner of the same mode is let in, whether its protocol is this one, the oldest or a newer one', () => {
  for (const protocol of [OLDEST_PROTOCOL, PROTOCOL, PROTOCOL + 1])
    expect(refusalOf({ ...hello, protocol }, 'live')).toBeNull()
  expect(refusalOf({ ...hello, mode: 'sandbox' }, 'sandbox')).toBeNull()
})
test('one of the version before says neither protocol nor mode, and is let in', () => {
  expect(refusalOf({ protocol: 1, version: '0.1.0', mode: null }, 'live')).toBeNull()
})
test('rule runner-mode: a sandbox runner is refused by a live Worker, a live one by a sandbox Worker', () => {
  expect(refusalOf({ ...hello, mode: 'sandbox' }, 'live')).toEqual({
    code: CLOSE.wrongMode,
    reason: 'this runner is sandbox, the Worker is live',
  })
  expect(refusalOf(hello, 'sandbox')?.code).toBe(CLOSE.wrongMode)
})
test('a protocol before the oldest is refused, in a reason that fits a close frame', () => {
  const refusal = refusalOf({ ...hello, protocol: OLDEST_PROTOCOL - 1, version: 'v'.repeat(500) }, 'live')
  expect(refusal?.code).toBe(CLOSE.tooOld)
  expect(refusal?.reason.length).toBeLessThanOrEqual(123)
})
