// Caches in the shape that Baileys expects. Those keyed by message id are shared by all accounts of the process, because
// Baileys' own would be five caches with a timer each for every socket.
import type { CacheStore, PossiblyExtendedCacheStore } from '@whiskeysockets/baileys'
import { HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { boundedCache } from '../bounded-cache.ts'

const make = (max: number, ttlMs: number): CacheStore => {
  const cache = boundedCache<object>(max, { ttl: ttlMs })
  return {
    get: <T>(key: string) => cache.get(key)?.valueOf() as T | undefined,
    set: (key, value) => {
      cache.set(key, Object(value) as object)
    },
    del: (key) => {
      cache.delete(key)
    },
    flushAll: () => cache.clear(),
  }
}
/** Message id and participant → how often it was sent again. */
export const retryCounts = make(20_000, HOUR_MS)
export const callOffers = make(1_000, 5 * MINUTE_MS)
export const placeholders = make(5_000, HOUR_MS)
/** Per account, because an account's own list lacks its own device. */
export const deviceLists = (): PossiblyExtendedCacheStore => make(200, 5 * MINUTE_MS)
