// A small S3 server on this machine: verifies signatures by itself, lets each key do only what it may, refuses as S3 does, and fails on request.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Right = 'put' | 'get' | 'list'
export type Credentials = { keyId: string; secret: string; may: readonly Right[] }
export type Shelf = {
  get: (key: string) => Promise<Uint8Array | null>
  /** false: a lock refuses it. */
  put: (key: string, bytes: Uint8Array) => Promise<boolean>
  keys: () => Promise<string[]>
}
/** What happens to the next calls of this kind instead of an answer. */
type S3Fault = { method: string; key: RegExp; times: number; how: number | 'reset' | 'half' | 'page' }

export class MemoryShelf implements Shelf {
  readonly objects = new Map<string, Uint8Array>()
  get = (key: string) => Promise.resolve(this.objects.get(key) ?? null)
  put = (key: string, bytes: Uint8Array) => {
    this.objects.set(key, bytes)
    return Promise.resolve(true)
  }
  keys = () => Promise.resolve([...this.objects.keys()])
}

const hmac = (key: string | Buffer, said: string): Buffer => createHmac('sha256', key).update(said).digest()
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escaped = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
const PAGE = 1_000
const SKEW_MS = 15 * 60_000

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}
const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** @param shelves by bucket @param clock of the server */
export const startS3 = async (
  shelves: (bucket: string) => Shelf | null,
  credentials: readonly Credentials[],
  { region = 'eu-test-1', clock = () => Date.now() } = {},
) => {
  const faults: S3Fault[] = []
  const calls: string[] = []

  const signerOf = (request: IncomingMessage, url: URL, body: Buffer): Credentials => {
    const said =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        request.headers.authorization ?? '',
      )
    if (!said) throw new Refused(403, 'AccessDenied')
    const [, keyId = '', day = '', where = '', names = '', signature] = said
    const one = credentials.find((known) => known.keyId === keyId)
    if (!one) throw new Refused(403, 'InvalidAccessKeyId')
    if (where !== region && region !== 'auto') throw new Refused(400, 'AuthorizationHeaderMalformed')
    const date = String(request.headers['x-amz-date'])
    const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    if (!(Math.abs(clock() - at) < SKEW_MS)) throw new Refused(403, 'RequestTimeTooSkewed')
    const signed = names.split(';')
    for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
      if (!signed.includes(needed)) throw new Refused(403, 'AccessDenied')
    const hash = String(request.headers['x-amz-content-sha256'])
    if (hash !== sha256(body)) throw new Refused(400, 'XAmzContentSHA256Mismatch')
    const query = [...url.searchParams].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).toSorted()
    const canonical = [
      request.method,
      url.pathname,
      query.join('&'),
      ...signed.map((name) => `${name}:${String(request.headers[name]).trim()}`),
      '',
      names,
      hash,
    ].join('\n')
    const scope = `${day}/${where}/s3/aws4_request`
    const key = [day, where, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${one.secret}`)
    const expected = hmac(key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`).toString('hex')
    if (expected !== signature) throw new Refused(403, 'SignatureDoesNotMatch')
    return one
  }
  const listed = async (shelf: Shelf, query: URLSearchParams): Promise<string> => {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
    const keys = (await shelf.keys()).filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const page = keys.slice(0, PAGE)
    const next = keys.length > PAGE ? `<NextContinuationToken>${xml(page.at(-1) ?? '')}</NextContinuationToken>` : ''
    const contents = page.map((key) => `<Contents><Key>${xml(key)}</Key></Contents>`).join('')
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${keys.length > PAGE}</IsTruncated>${next}${contents}</ListBucketResult>`
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://s3')
    const [, bucket = '', ...rest] = url.pathname.split('/')
    const key = rest.map(decodeURIComponent).join('/')
    const body = await bodyOf(request)
    calls.push(`${request.method} ${key}`)
    const fault = faults.find((one) => one.times > 0 && one.method === request.method && one.key.test(key))
    if (fault) fault.times -= 1
    if (fault?.how === 'reset') return void request.socket.destroy()
    if (fault?.how === 'page') return void response.end('<html>Sign in to the network</html>')
    if (typeof fault?.how === 'number')
      throw new Refused(fault.how, fault.how === 404 ? 'NoSuchBucket' : 'InternalError')
    const signer = signerOf(request, url, body)
    const shelf = shelves(bucket)
    if (!shelf) throw new Refused(404, 'NoSuchBucket')
    const right: Right = request.method === 'PUT' ? 'put' : key === '' ? 'list' : 'get'
    if ((request.method !== 'PUT' && request.method !== 'GET') || !signer.may.includes(right))
      throw new Refused(403, 'AccessDenied')
    if (right === 'list') return void response.end(await listed(shelf, url.searchParams))
    if (right === 'put') {
      if (!(await shelf.put(key, body))) throw new Refused(409, 'ObjectLockedByBucketPolicy')
      return void response.end()
    }
    const bytes = await shelf.get(key)
    if (!bytes) throw new Refused(404, 'NoSuchKey')
    if (fault?.how === 'half') {
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, bytes.length / 2))
      return void setImmediate(() => request.socket.destroy())
    }
    response.end(bytes)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refused ? error : { status: 500, code: 'InternalError' }
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    region,
    faults,
    /** `METHOD key`, in their order. */
    calls,
    close: (): Promise<void> =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
