// A question across the network: it leaves when the caller's output gate opens, arrives, and its answer reaches a caller that still lives.
import { leave, NETWORK } from './clock.ts'
import type { Core } from './core.ts'
import type { Route } from './faults.ts'

export type Answer<T> = { value: T } | { error: unknown }
export type AskOptions = {
  /** Never earlier than this, so that the calls of one stub stay in order. */
  notBefore?: number
  /** Called with the time at which the question will arrive. */
  arrivesAt?: (at: number) => void
}

/** @param perform runs where the question arrives, and calls `reply` once, now or later */
export const ask = <T>(
  core: Core,
  route: Route,
  what: string,
  perform: (reply: (answer: Answer<T>) => void) => void,
  options: AskOptions = {},
): Promise<T> => {
  const { clock, faults } = core
  const caller = clock.owner
  caller.waiting += 1
  return new Promise<T>((resolve, reject) => {
    const reply = (answer: Answer<T>): void => {
      clock.after(faults.latencyMs(route), caller, `${what} answered`, () => {
        caller.waiting -= 1
        if (caller.crashesAt?.('before-answer')) return
        if ('value' in answer) resolve(answer.value)
        else reject(answer.error)
      })
    }
    leave(caller, () => {
      const at = Math.max(clock.now + faults.latencyMs(route), options.notBefore ?? 0)
      options.arrivesAt?.(at)
      clock.at(at, NETWORK, what, () => perform(reply))
    })
  })
}
