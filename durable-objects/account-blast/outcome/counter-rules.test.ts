import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterDeletion, afterOutcome, afterReset, afterSend, afterTakeBack, type Counters } from './counter-rules.ts'

const NONE: Counters = { success: 0, fail: 0, unknown: 0, attempts: 0, incomeSen: 0 }
const SOME: Counters = { success: 5, fail: 3, unknown: 2, attempts: 10, incomeSen: 50_000 }
const PRICE = 10_000

describe('rule late-ack: success + fail + unknown = attempts, whatever becomes of a message', () => {
  const outcome = (was: 'unknown' | 'fail', to: 'success' | 'fail' | 'unknown', counted = true) =>
    afterOutcome(SOME, { was, to, counted, priceSen: PRICE })
  test.each<[string, Counters, Partial<Counters>]>([
    ['it goes out: unknown', afterSend(SOME), { unknown: 3, attempts: 11 }],
    ['it never left: as if it had not been tried', afterTakeBack(SOME), { unknown: 1, attempts: 9 }],
    [
      'it arrived: a success, and its income',
      outcome('unknown', 'success'),
      { unknown: 1, success: 6, incomeSen: 60_000 },
    ],
    ['it failed: no income', outcome('unknown', 'fail'), { unknown: 1, fail: 4 }],
    ['no answer: it stays unknown', outcome('unknown', 'unknown'), {}],
    ['shown as a failure, and arrived', outcome('fail', 'success'), { fail: 2, success: 6, incomeSen: 60_000 }],
    [
      'a failure of before the last reset arrived: it enters as a new attempt',
      outcome('fail', 'success', false),
      { attempts: 11, success: 6, incomeSen: 60_000 },
    ],
    [
      'what was unknown at a reset stayed counted',
      outcome('unknown', 'success', false),
      { unknown: 1, success: 6, incomeSen: 60_000 },
    ],
    [
      'rule reset: what is shown is zeroed, and what is unknown stays',
      afterReset(SOME),
      { success: 0, fail: 0, attempts: 2, incomeSen: 0 },
    ],
  ])('%s', (_, counters, changed) => expect(counters).toEqual({ ...SOME, ...changed }))

  test('in any history of sends, outcomes, late acks, deletions and resets, and no counter is ever negative', () => {
    type Message = { state: 'unknown' | 'fail' | 'success'; resets: number; deleted: boolean }
    const act = fc.tuple(fc.constantFrom('send', 'take-back', 'success', 'fail', 'delete', 'reset'), fc.nat(9))
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        let counters = NONE
        let resets = 0
        const messages: Message[] = []
        for (const [kind, at] of acts) {
          const message = messages[at]
          if (kind === 'send') {
            messages.push({ state: 'unknown', resets, deleted: false })
            counters = afterSend(counters)
          } else if (kind === 'reset') {
            resets += 1
            counters = afterReset(counters)
          } else if (message === undefined) continue
          else if (kind === 'take-back' && message.state === 'unknown') {
            messages.splice(at, 1)
            counters = afterTakeBack(counters)
          } else if (kind === 'delete' && message.state === 'success' && !message.deleted) {
            message.deleted = true
            counters = afterDeletion(counters, { counted: message.resets === resets, priceSen: PRICE })
          } else if ((kind === 'success' || kind === 'fail') && message.state !== 'success' && message.state !== kind) {
            const counted = message.resets === resets
            counters = afterOutcome(counters, { was: message.state, to: kind, counted, priceSen: PRICE })
            Object.assign(message, { state: kind, resets })
          }
          const { success, fail, unknown, attempts, incomeSen } = counters
          expect(success + fail + unknown).toBe(attempts)
          expect(Math.min(success, fail, unknown, attempts, incomeSen)).toBeGreaterThanOrEqual(0)
          expect(unknown).toBe(messages.filter((m) => m.state === 'unknown').length)
          const paid = messages.filter((m) => m.state === 'success' && m.resets === resets && !m.deleted)
          expect(incomeSen).toBe(paid.length * PRICE)
        }
      }),
    )
  })
})

describe('rule suspension: a deleted message stays a success, and is paid no more', () => {
  test.each([
    ['counted since the last reset: its income goes', true, 40_000],
    ['counted before it: the counters know nothing of it', false, 50_000],
  ])('%s', (_, counted, incomeSen) =>
    expect(afterDeletion(SOME, { counted, priceSen: PRICE })).toEqual({ ...SOME, incomeSen }),
  )
})

test('what is no counter is left alone', () => {
  const document = { ...SOME, sentToday: 7 }
  expect([afterSend(document), afterTakeBack(document), afterReset(document)].map((c) => 'sentToday' in c)).toEqual([
    false,
    false,
    false,
  ])
})
