// A least-recently-used cache. Each account has a dozen of them, mostly far from full, so they are bounded by size: for `max`
// lru-cache would allocate all slots at once, some 250 kB an account.
import { LRUCache } from 'lru-cache'

/** @param more lru-cache's own options */
export const boundedCache = <V extends object | string | number | boolean>(
  most: number,
  more: Omit<LRUCache.OptionsSizeLimit<string, V, unknown>, 'maxSize' | 'sizeCalculation'> = {},
): LRUCache<string, V> => new LRUCache<string, V>({ ...more, maxSize: most, sizeCalculation: () => 1 })
