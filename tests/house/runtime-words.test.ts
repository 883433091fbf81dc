// What workerd says beside the tests is planned, or fails the run: no pattern is so wide that it takes what nobody planned.
import { describe, expect, test } from 'vitest'
import { isPlanned, PLANNED } from '../runtime-words.ts'

const ABORT =
  'uncaught exception; exception = workerd/api/actor-state.c++:1268: failed: broken.outputGateBroken; jsg.Error: '

describe('planned is', () => {
  test.each([
    ['an abort by a test', `${ABORT}put to sleep by a test\nstack: /bin/workerd@42503d4`],
    [
      'a body that is not read',
      'exception = workerd/api/streams/internal.c++:531: disconnected: pump canceled\nstack: x',
    ],
    [
      'an error of a case of the platform',
      'uncaught exception; source = Uncaught (in promise); stack = Error: plain\n    at Object.plain (/x/tests/simulate/platform/conformance/rpc.ts:11:15)',
    ],
  ])('%s', (_, words) => {
    expect(isPlanned(words)).toBe(true)
  })
})
describe('not planned is', () => {
  test.each([
    ['an abort without a reason', `${ABORT}Application called abort() to reset Durable Object.\nstack: x`],
    ['an abort for another reason', `${ABORT}crash of the ledger`],
    [
      'an error of the Worker',
      'uncaught exception; source = Uncaught (in promise); stack = TypeError: x is not a function\n    at settle (/x/worker/settle.ts:40:3)',
    ],
    [
      'a message of the queue that is dropped',
      '[mf:warn] Dropped message "ab" on queue "settlements" after 3 failed attempts!',
    ],
    [
      'a warning of another kind',
      'console warning; message = An event handler returned a value of type "number" that will be ignored.',
    ],
  ])('%s', (_, words) => {
    expect(isPlanned(words)).toBe(false)
  })
})
test('each has its reason', () => {
  for (const { because } of PLANNED) expect(because).toMatch(/\w+ \w+/)
})
