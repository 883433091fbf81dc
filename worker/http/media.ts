// A stored file as browsers ask for it: whole, in part (a video is wound), or only when it changed. A key's bytes never
// change, so what a browser has may stay for a year.
import { Refusal } from '../../contract/errors.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
type Span = { offset: number; length: number }

/** One span of bytes; null: none was requestHeaders for, or in a way that is served whole. 'outside': nothing is there. */
const spanOf = (range: string | null, size: number): Span | null | 'outside' => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  return first > last ? 'outside' : { offset: first, length: last - first + 1 }
}
const listed = (header: string | null, etag: string): boolean =>
  header !== null &&
  header.split(',').some((one) => {
    const tag = one.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })

/** @throws Refusal not_found. */
export const serveMedia = async (bucket: R2Bucket, key: string, requestHeaders: Headers): Promise<Response> => {
  const known = await bucket.head(key)
  if (!known) throw new Refusal('not_found')
  const headers = new Headers({
    'content-type': known.httpMetadata?.contentType ?? 'application/octet-stream',
    'cache-control': FOR_EVER,
    'accept-ranges': 'bytes',
    etag: known.httpEtag,
    'last-modified': known.uploaded.toUTCString(),
  })
  if (listed(requestHeaders.get('if-none-match'), known.httpEtag)) return new Response(null, { status: 304, headers })
  const condition = requestHeaders.get('if-range')
  const span =
    condition === null || condition === known.httpEtag ? spanOf(requestHeaders.get('range'), known.size) : null
  if (span === 'outside') {
    headers.set('content-range', `bytes */${known.size}`)
    return new Response(null, { status: 416, headers })
  }
  const object = await bucket.get(key, span ? { range: span } : {})
  if (!object) throw new Refusal('not_found')
  headers.set('content-length', String(span?.length ?? known.size))
  if (!span) return new Response(object.body, { headers })
  headers.set('content-range', `bytes ${span.offset}-${span.offset + span.length - 1}/${known.size}`)
  return new Response(object.body, { status: 206, headers })
}
