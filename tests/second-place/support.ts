// Both sides of the second place for tests: a server with a key that may only put and one that may only read, and our client.
import { S3 } from '../../domain/operation/backup/s3.ts'
import { MemoryShelf, startS3 } from '../cloudflare/double/s3.ts'

export const WRITER = { keyId: 'writer', secret: 'secret/of+the=writer', may: ['put'] } as const
export const READER = { keyId: 'reader', secret: 'secret of the reader', may: ['get', 'list'] } as const
export const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text))

/** Its one bucket is called second. */
export const startSecond = async () => {
  const shelf = new MemoryShelf()
  const server = await startS3((bucket) => (bucket === 'second' ? shelf : null), [WRITER, READER])
  const pauses: number[] = []
  const client = (
    who: { keyId: string; secret: string },
    { bucket = 'second', clock = () => Date.now() }: { bucket?: string; clock?: () => number } = {},
  ) =>
    new S3(
      { address: `${server.address}/${bucket}`, region: server.region, keyId: who.keyId, secret: who.secret },
      { clock, pause: (ms) => Promise.resolve(pauses.push(ms)), tries: 3, timeoutMs: 10_000 },
    )
  return { ...server, shelf, pauses, client }
}
