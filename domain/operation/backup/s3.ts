// Speaks S3 with any provider (rule second-place): puts, gets and lists, signed by AWS Signature Version 4. What passes by itself is tried
// again; that there is nothing is believed only where the provider says so in words.
import { sha256 } from './seal.ts'

/** address: `https://endpoint/bucket`, or `https://bucket.endpoint`. */
export type S3Place = { address: string; region: string; keyId: string; secret: string }
type Bytes = Uint8Array<ArrayBuffer>

const HTTP_OK = 200
const HTTP_NOT_FOUND = 404
const HTTP_TIMEOUT = 408
const HTTP_TOO_MANY = 429
const HTTP_FAULT = 500

/** The provider's answer, without anything of the credentials. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string
  constructor(what: string, status: number, code: string) {
    super(`${what}: ${status} ${code || 'without a code'}`)
    this.status = status
    this.code = code
  }
  /** May be otherwise the next time. */
  get passes(): boolean {
    return this.status >= HTTP_FAULT || this.status === HTTP_TIMEOUT || this.status === HTTP_TOO_MANY
  }
}

const bytesOf = (said: string): Bytes => new Uint8Array(new TextEncoder().encode(said))
const hmac = async (key: Bytes, said: string): Promise<Bytes> => {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytesOf(said)))
}
const hexOf = (bytes: Bytes): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
/** As RFC 3986 has it: of a path or a query nothing but letters, digits and -._~ stands for itself. */
const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
/** 20261123T020000Z */
const stampOf = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** @param headers all that are signed, by their names in small letters; among them host, x-amz-date and x-amz-content-sha256 */
export const authorizationOf = async (
  { region, keyId, secret }: Omit<S3Place, 'address'>,
  asked: { method: string; url: URL; headers: Record<string, string> },
): Promise<string> => {
  const names = Object.keys(asked.headers).toSorted()
  const stamp = asked.headers['x-amz-date'] ?? ''
  const scope = [stamp.slice(0, 8), region, 's3', 'aws4_request']
  const canonical = [
    asked.method,
    asked.url.pathname,
    asked.url.search.slice(1),
    ...names.map((name) => `${name}:${asked.headers[name]?.trim()}`),
    '',
    names.join(';'),
    asked.headers['x-amz-content-sha256'] ?? '',
  ].join('\n')
  const hash = await sha256(bytesOf(canonical))
  let key: Bytes = bytesOf(`AWS4${secret}`)
  for (const part of scope) key = await hmac(key, part)
  const signature = hexOf(await hmac(key, ['AWS4-HMAC-SHA256', stamp, scope.join('/'), hash].join('\n')))
  return `AWS4-HMAC-SHA256 Credential=${keyId}/${scope.join('/')},SignedHeaders=${names.join(';')},Signature=${signature}`
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (xml: string): string =>
  xml.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
const inTags = (xml: string, tag: string): string[] =>
  xml
    .split(`<${tag}>`)
    .slice(1)
    .map((rest) => unescaped(rest.slice(0, rest.indexOf('<'))))

export type S3Ports = {
  clock: () => number
  pause: (ms: number) => Promise<unknown>
  /** So often in all. */
  tries: number
  /** An answer that takes longer counts as none. */
  timeoutMs: number
}
const FIRST_PAUSE_MS = 500
type Asked = { method: 'GET' | 'PUT'; key?: string; query?: Record<string, string>; body?: Bytes }

export class S3 {
  readonly #place: S3Place
  readonly #ports: S3Ports
  constructor(place: S3Place, ports: S3Ports) {
    this.#place = place
    this.#ports = ports
  }

  /** Needs the right to put and no other. */
  async put(key: string, body: Bytes): Promise<void> {
    await this.#ask({ method: 'PUT', key, body }, async (answer) => {
      if (answer.status !== HTTP_OK) throw await errorOf(`put ${key}`, answer)
      await answer.body?.cancel()
    })
  }
  /** null: there is no such object, and the provider says so. */
  get(key: string): Promise<Bytes | null> {
    return this.#ask({ method: 'GET', key }, async (answer) => {
      if (answer.status === HTTP_OK) return new Uint8Array(await answer.arrayBuffer())
      const error = await errorOf(`get ${key}`, answer)
      if (error.status === HTTP_NOT_FOUND && error.code === 'NoSuchKey') return null
      throw error
    })
  }
  /** All names that begin so, in their order. @param after only those that sort after this one */
  async list(prefix: string, after = ''): Promise<string[]> {
    const keys: string[] = []
    for (let next = ''; ; ) {
      const query = {
        'list-type': '2',
        prefix,
        ...(after === '' ? {} : { 'start-after': after }),
        ...(next === '' ? {} : { 'continuation-token': next }),
      }
      const xml = await this.#ask({ method: 'GET', query }, async (answer) => {
        if (answer.status !== HTTP_OK) throw await errorOf(`list ${prefix}`, answer)
        const page = await answer.text()
        // a page of something in between is not an empty bucket
        if (!page.includes('</ListBucketResult>')) throw new S3Error(`list ${prefix}`, HTTP_FAULT, 'no list')
        return page
      })
      keys.push(...inTags(xml, 'Key'))
      next = inTags(xml, 'IsTruncated')[0] === 'true' ? (inTags(xml, 'NextContinuationToken')[0] ?? '') : ''
      if (next === '') return keys
    }
  }

  async #ask<T>(asked: Asked, read: (answer: Response) => Promise<T>): Promise<T> {
    const { pause, tries } = this.#ports
    for (let tried = 1; ; tried++) {
      try {
        return await read(await this.#send(asked))
      } catch (error) {
        // whatever is not an answer of the provider is a connection that failed
        const mayPass = !(error instanceof S3Error) || error.passes
        if (!mayPass || tried >= tries) throw error
        await pause(FIRST_PAUSE_MS * 2 ** (tried - 1))
      }
    }
  }
  async #send({ method, key, query = {}, body }: Asked): Promise<Response> {
    const { address } = this.#place
    const path = key === undefined ? '' : `/${key.split('/').map(encoded).join('/')}`
    const pairs = Object.entries(query)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted()
    const url = new URL(`${address}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`)
    const headers = {
      host: url.host,
      'x-amz-content-sha256': await sha256(body ?? new Uint8Array()),
      'x-amz-date': stampOf(this.#ports.clock()),
    }
    const authorization = await authorizationOf(this.#place, { method, url, headers })
    const { host: _host, ...sent } = headers
    return fetch(url, {
      method,
      headers: { ...sent, authorization },
      ...(body ? { body } : {}),
      // signed for this host alone
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#ports.timeoutMs),
    })
  }
}
const errorOf = async (what: string, answer: Response): Promise<S3Error> =>
  new S3Error(what, answer.status, inTags(await answer.text(), 'Code')[0] ?? '')
