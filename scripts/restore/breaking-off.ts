// Ctrl-C while a restore runs. What is told last must stay true: no call begins after it, and the one under way is waited for.
import type { EventEmitter } from 'node:events'
import type { Place } from './restore.ts'

type Changing = Pick<Place, 'query' | 'put'>

export const breakable = <P extends Changing>(place: P, signals: EventEmitter = process) => {
  let ended: Error | null = null
  let underWay: Promise<unknown> = Promise.resolve()
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // the local runtime's own ends the process before anything is told
      signals.removeAllListeners(signal)
      signals.once(signal, () => {
        ended = new Error(`ended by ${signal}`)
        reject(ended)
      })
    }
  })
  const unlessEnded =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> => {
      if (ended) return Promise.reject(ended)
      const answer = call(...args)
      underWay = Promise.allSettled([underWay, answer])
      return answer
    }
  const guarded: P = { ...place, query: unlessEnded(place.query), put: unlessEnded(place.put) }
  return { place: guarded, interrupted, settled: () => underWay }
}
