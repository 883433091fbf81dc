// Template media, fetched from the Worker once and kept for the many messages that carry it.
import { LRUCache } from 'lru-cache'
import { MEDIA_PATH } from '../contract/operation/runner.ts'
import { type Identity, signedHeaders } from './signing.ts'

const MAX_BYTES = 16 * 1_048_576
const CACHE_BYTES = 64 * 1_048_576
const TIMEOUT_MS = 30_000

export type Media = (key: string) => Promise<Buffer>

export const mediaFetcher = (workerUrl: string, identity: Identity): Media => {
  const cache = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (bytes) => bytes.length || 1 })
  const running = new Map<string, Promise<Buffer>>()
  const load = async (key: string): Promise<Buffer> => {
    const path = `${MEDIA_PATH}/${key.split('/').map(encodeURIComponent).join('/')}`
    const response = await fetch(workerUrl + path, {
      headers: signedHeaders(identity, path),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`media: the Worker answered ${response.status}`)
    if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) throw new Error('media is too large')
    const bytes = Buffer.from(await response.arrayBuffer())
    if (bytes.length > MAX_BYTES) throw new Error('media is too large')
    cache.set(key, bytes)
    return bytes
  }
  return (key) => {
    const cached = cache.get(key)
    if (cached) return Promise.resolve(cached)
    const found = running.get(key) ?? load(key).finally(() => running.delete(key))
    running.set(key, found)
    return found
  }
}
