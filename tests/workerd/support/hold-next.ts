// A call of an account's object to D1 or a binding that is done there, and whose answer stays on the way until it is let go.
import { vi } from 'vitest'
import { Stored } from '../../../durable-objects/account-blast/core/stored.ts'
import type { TimerName } from '../../../durable-objects/account-blast/document/document.ts'

/** The next one with such an answer. */
export const holdNext = (isIt: (answer: unknown, stored: Stored) => boolean) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = { done: false, letGo: resolve }
  const call = Reflect.get(Stored.prototype, 'saveThenCall')
  const spy = vi.spyOn(Stored.prototype, 'saveThenCall').mockImplementation(async function (this: Stored, ask) {
    const answer = await Reflect.apply(call, this, [ask])
    if (held.done || !isIt(answer, this)) return answer
    held.done = true
    spy.mockRestore()
    await promise
    return answer
  })
  return held
}
/** The next write to D1 that is this timer's work. While it is held no other timer of the account fires: its alarm is under way. */
export const holdWriteOf = (accountId: string, timer: TimerName, isIt: (stored: Stored) => boolean = () => true) =>
  holdNext(
    (answer, stored) =>
      Array.isArray(answer) &&
      stored.doc?.accountId === accountId &&
      stored.doc.guards[timer] !== undefined &&
      isIt(stored),
  )
