// A stored file as browsers ask for it: whole, in part (a video is wound), or only when it changed. A key's bytes never
// change, so what a browser has may stay for a year. R2 itself reads the conditions and the range; what it leaves open is here.
import { Refusal } from '../../contract/ground/errors.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
type Span = { offset: number; length: number }

/** R2 does not read If-Range: only who has the rest of these very bytes may get a part. */
const wantsPart = async (bucket: R2Bucket, key: string, request: Headers): Promise<boolean> => {
  const ifRange = request.get('if-range')
  if (!request.has('range') || ifRange === null) return request.has('range')
  return (await bucket.head(key))?.httpEtag === ifRange
}

/** null: no such file. Without a body: a condition of the request does not hold. */
const read = async (
  bucket: R2Bucket,
  key: string,
  request: Headers,
  isPart: boolean,
): Promise<R2ObjectBody | R2Object | null> => {
  const onlyIf = new Headers(request)
  // R2 takes the very second of our last-modified for later than it; the etag says exactly what this one says roughly.
  onlyIf.delete('if-unmodified-since')
  try {
    return await bucket.get(key, isPart ? { range: request, onlyIf } : { onlyIf })
  } catch {
    // R2 refuses an etag without quotes, and a range past the end, with an error: read as if neither had been asked for.
    return bucket.get(key)
  }
}

/** What R2 gives; it names a range of the whole, too, when none was asked for, and leaves unused keys undefined. */
const spanOf = ({ range, size }: R2Object): Span => {
  const given: { offset?: number; length?: number; suffix?: number } = range ?? {}
  const offset = given.offset ?? (given.suffix === undefined ? 0 : Math.max(0, size - given.suffix))
  return { offset, length: given.length ?? size - offset }
}

/** RFC 9110, 14.2, from what R2 made of the header: the whole where it is none, not one, or lies past the end. */
const statusOf = (range: string, { offset, length }: Span, size: number): 200 | 206 | 416 => {
  if (offset > 0 || length < size) return 206
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range.trim()) ?? []
  if (first === '') {
    if (last === '') return 200
    const suffix = Number(last)
    if (suffix === 0 || size === 0) return 416
    return suffix >= size ? 206 : 200
  }
  if (last !== '' && Number(last) < Number(first)) return 200
  if (Number(first) >= size) return 416
  return first === '0' && (last === '' || Number(last) >= size - 1) ? 206 : 200
}

/** R2 does not say which condition failed: If-Match is looked at first and compares strongly (RFC 9110, 13.2.2). */
const unmetStatus = (ifMatch: string | null, etag: string): 304 | 412 => {
  const isMet = ifMatch === null || ifMatch.split(',').some((tag) => ['*', etag].includes(tag.trim()))
  return isMet ? 304 : 412
}

/** 200, 206, 304, 412 or 416. @throws Refusal not_found. */
export const serveMedia = async (bucket: R2Bucket, key: string, request: Headers): Promise<Response> => {
  const isPart = await wantsPart(bucket, key, request)
  const object = await read(bucket, key, request, isPart)
  if (!object) throw new Refusal('not_found')
  const { size, httpEtag } = object
  const headers = new Headers({
    'content-type': object.httpMetadata?.contentType ?? 'application/octet-stream',
    'cache-control': FOR_EVER,
    'accept-ranges': 'bytes',
    etag: httpEtag,
    'last-modified': object.uploaded.toUTCString(),
  })
  if (!('body' in object))
    return new Response(null, { status: unmetStatus(request.get('if-match'), httpEtag), headers })
  const { offset, length } = spanOf(object)
  const status = isPart ? statusOf(request.get('range') ?? '', { offset, length }, size) : 200
  if (status === 416) {
    await object.body.cancel()
    headers.set('content-range', `bytes */${size}`)
    return new Response(null, { status, headers })
  }
  headers.set('content-length', String(length))
  if (status === 206) headers.set('content-range', `bytes ${offset}-${offset + length - 1}/${size}`)
  return new Response(object.body, { status, headers })
}
