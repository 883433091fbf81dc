// Reads a form with one file of any size. A small file stays in memory; a large one is written to the bucket in parts while it
// arrives, so that memory stays flat (rule imports).
import type { Context } from 'hono'
import { type MultipartError, make } from 'multipasta'
import { Refusal } from '../../contract/ground/errors.ts'
import type { AppEnv } from './door.ts'

/** R2 wants parts of one size, at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024
const FORM_BYTES = 64 * 1024
const MAX_PARTS = 20

export type Upload = {
  name: string
  size: number
  /** The beginning of the file; all of it when nothing went to the bucket. */
  first: Uint8Array
  /** true: the file is in the bucket under the given key. */
  stored: boolean
  text: (name: string) => string | undefined
}

const refusalOf = (error: MultipartError): Refusal => {
  if (error._tag !== 'ReachedLimit') return new Refusal('invalid_input')
  return new Refusal(error.limit === 'MaxFieldSize' || error.limit === 'MaxParts' ? 'body_too_large' : 'file_size')
}

/** Collects the file's bytes until they fill a part. */
class PartSink {
  size = 0
  first: Uint8Array = new Uint8Array(0)
  stored = false
  private chunks: Uint8Array[] = []
  private held = 0
  private upload: R2MultipartUpload | null = null
  private parts: R2UploadedPart[] = []
  private readonly bucket: R2Bucket
  private readonly key: string
  constructor(bucket: R2Bucket, key: string) {
    this.bucket = bucket
    this.key = key
  }
  add(chunk: Uint8Array): void {
    this.chunks.push(chunk)
    this.held += chunk.length
    this.size += chunk.length
  }
  private take(): Uint8Array {
    const all = new Uint8Array(this.held)
    let at = 0
    for (const chunk of this.chunks) {
      all.set(chunk, at)
      at += chunk.length
    }
    this.chunks = []
    this.held = 0
    return all
  }
  private async send(part: Uint8Array): Promise<void> {
    this.upload ??= await this.bucket.createMultipartUpload(this.key)
    this.parts.push(await this.upload.uploadPart(this.parts.length + 1, part))
  }
  async drain(): Promise<void> {
    while (this.held >= PART_BYTES) {
      const all = this.take()
      if (this.parts.length === 0) this.first = all.slice(0, FORM_BYTES)
      await this.send(all.subarray(0, PART_BYTES))
      const rest = all.slice(PART_BYTES)
      if (rest.length > 0) {
        this.chunks = [rest]
        this.held = rest.length
      }
    }
  }
  async end(): Promise<void> {
    if (this.upload === null) {
      this.first = this.take()
      return
    }
    if (this.held > 0) await this.send(this.take())
    await this.upload.complete(this.parts)
    this.stored = true
  }
  async abort(): Promise<void> {
    await this.upload?.abort().catch(() => undefined)
  }
}

/** @throws Refusal unsupported_media_type, invalid_input, file_required, file_size or body_too_large. */
export const readUpload = async (c: Context<AppEnv>, key: string, maxBytes: number): Promise<Upload> => {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data;/i.test(type)) throw new Refusal('unsupported_media_type')
  if (Number(c.req.header('content-length') ?? 0) > maxBytes + FORM_BYTES) throw new Refusal('file_size')
  const body = c.req.raw.body
  if (!body) throw new Refusal('invalid_input')
  const sink = new PartSink(c.env.MEDIA, key)
  const fields = new Map<string, string>()
  let name: string | null = null
  let problem: Refusal | null = null
  const parser = make({
    headers: { 'content-type': type },
    maxParts: MAX_PARTS,
    maxPartSize: maxBytes,
    maxTotalSize: maxBytes + FORM_BYTES,
    maxFieldSize: FORM_BYTES / 2,
    isFile: (info) => info.filename !== undefined,
    onField: (info, value) => void fields.set(info.name, new TextDecoder().decode(value)),
    onFile: (info) => {
      if (info.name !== 'file' || name !== null) return () => undefined
      name = info.filename ?? ''
      return (chunk) => {
        if (chunk !== null) sink.add(chunk)
      }
    },
    onError: (error) => {
      problem ??= refusalOf(error)
    },
    onDone: () => undefined,
  })
  const check = (): void => {
    if (problem) throw problem
  }
  try {
    for await (const chunk of body as ReadableStream<Uint8Array>) {
      parser.write(chunk)
      check()
      await sink.drain()
    }
    parser.end()
    check()
    if (name === null || sink.size === 0) throw new Refusal('file_required')
    await sink.end()
  } catch (error) {
    await sink.abort()
    throw error instanceof Refusal || !(error instanceof URIError) ? error : new Refusal('invalid_input')
  }
  return { name, size: sink.size, first: sink.first, stored: sink.stored, text: (field) => fields.get(field) }
}
