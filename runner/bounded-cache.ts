// A map that forgets what was used longest ago. Each account has a dozen of them, nearly always far from full: bounded by
// size and not by `max`, for which lru-cache sets aside every place from the start (some 250 kB an account).
import { LRUCache } from 'lru-cache'

/** @param more lru-cache's own options */
export const boundedCache = <V extends object | string | number | boolean>(
  most: number,
  more: Omit<LRUCache.OptionsSizeLimit<string, V, unknown>, 'maxSize' | 'sizeCalculation'> = {},
): LRUCache<string, V> => new LRUCache<string, V>({ ...more, maxSize: most, sizeCalculation: () => 1 })
