// How often D1 is asked over the wire: each call of the runtime's own client is one round trip.
import { bound } from './database.ts'

export type Trip = { statements: string[] }
type Send = (this: unknown, ...values: unknown[]) => unknown
const trips: Trip[] = []
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
const watch = (name: string, statementsOf: (...values: unknown[]) => unknown[]): boolean => {
  const proto = Object.getPrototypeOf(bound.DB.withSession()) as Record<string, unknown>
  const inner = proto[name] as Send | undefined
  if (typeof inner !== 'function') return false
  proto[name] = function (this: unknown, ...values: unknown[]) {
    trips.push({ statements: statementsOf(...values).map(String) })
    return inner.apply(this, values)
  }
  return true
}
/** A runtime serves many files, and watched twice each trip would count twice. */
let isWatched = false
/** @throws where this runtime's client can not be watched: nothing would be counted. */
export const watchTrips = (): void => {
  if (isWatched) return
  const watched = [
    watch('_sendOrThrow', (_path, sql) => list(sql)),
    watch('_queryOrThrow', (ask) => (ask as { queries: { sql: string }[] }).queries.map(({ sql }) => sql)),
  ]
  if (!watched.includes(true)) throw new Error('the runtime has no D1 client to watch')
  isWatched = true
}
/** Those that the work made. */
export const tripsOf = async (work: () => Promise<unknown>): Promise<Trip[]> => {
  trips.length = 0
  await work()
  return [...trips]
}
