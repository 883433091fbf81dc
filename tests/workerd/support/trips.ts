// How often D1 is asked over the wire: each call of the runtime's own client is one round trip.
import { bound } from './database.ts'

export type Trip = { statements: string[] }
type Send = (this: unknown, ...values: unknown[]) => unknown
/** Files that share a runtime share its client, and must not count each trip once for each of them. */
const shared = globalThis as unknown as { trips?: Trip[]; watched?: boolean }
const trips: Trip[] = (shared.trips ??= [])
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
/** @throws where this runtime's client can not be watched: nothing would be counted. */
export const watchTrips = (): void => {
  if (shared.watched) return
  const watched = [
    watch('_sendOrThrow', (_path, sql) => list(sql)),
    watch('_queryOrThrow', (ask) => (ask as { queries: { sql: string }[] }).queries.map(({ sql }) => sql)),
  ]
  if (!watched.includes(true)) throw new Error('the runtime has no D1 client to watch')
  shared.watched = true
}
/** Those that the work made. */
export const tripsOf = async (work: () => Promise<unknown>): Promise<Trip[]> => {
  trips.length = 0
  await work()
  return [...trips]
}
