// A push service for browsers that are none: it takes what a real one takes, checks who signed, and reads the message with
// the browser's keys.
import { fromBase64Url, toBase64Url } from '../../contract/ground/base64.ts'
import { ascii, type BrowserKeys, type Bytes, decryptPush, ECDH } from './decrypt.ts'

/** The Worker knows that this host is here. */
const ORIGIN = 'https://push.sandbox.invalid'
const DAY_S = 86_400
const BODY_MAX = 4_096

type Subscription = BrowserKeys & { id: string; applicationServerKey: string | null }
/** As a browser's PushSubscription says it. */
export type MadeSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }
export type ReceivedPush = {
  endpoint: string
  time: number
  ttl: number
  urgency: string
  topic: string
  content: string
}
type Fault = { status: number; retryAfter: string | null; times: number }
export type PushAnswer = { status: number; reason: string; retryAfter?: string | null }

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const read = (bytes: Bytes): string => new TextDecoder().decode(bytes)
const claimsOf = (part: string): Record<string, unknown> =>
  JSON.parse(read(fromBase64Url(part))) as Record<string, unknown>
/** RFC 8292: what is wrong with the header; null: nothing. */
const vapidProblem = async (header: string, subscribedWith: string | null, now: number): Promise<string | null> => {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(header)
  if (!found) return 'no vapid authorization'
  const [, head = '', claims = '', signature = '', k = ''] = found
  if (subscribedWith !== null && k !== subscribedWith) return 'another key than the subscription’s'
  const key = await crypto.subtle.importKey('raw', fromBase64Url(k), ES256, false, ['verify'])
  const isSigned = await crypto.subtle.verify(ES256, key, fromBase64Url(signature), ascii(`${head}.${claims}`))
  if (!isSigned || claimsOf(head)['alg'] !== 'ES256') return 'not signed by k'
  const { aud, exp, sub } = claimsOf(claims)
  if (aud !== ORIGIN) return `aud is ${String(aud)}`
  if (typeof exp !== 'number' || exp * 1_000 < now || exp > now / 1_000 + DAY_S)
    return 'exp is over, or more than a day away'
  return typeof sub === 'string' && /^(mailto|https?):/.test(sub) ? null : 'sub is no address'
}

export class PushService {
  readonly #subscriptions = new Map<string, Subscription>()
  readonly received: ReceivedPush[] = []
  #fault: Fault | null = null

  /** @param applicationServerKey base64url; null: whichever signs */
  async subscribe(applicationServerKey: string | null): Promise<MadeSubscription> {
    // the Worker's types know neither which key nor which format was asked for
    const made: unknown = await crypto.subtle.generateKey(ECDH, false, ['deriveBits'])
    const pair = made as CryptoKeyPair
    const raw: unknown = await crypto.subtle.exportKey('raw', pair.publicKey)
    const publicKey = new Uint8Array(raw as ArrayBuffer)
    const id = crypto.randomUUID()
    const auth = crypto.getRandomValues(new Uint8Array(16))
    this.#subscriptions.set(id, { id, publicKey, privateKey: pair.privateKey, auth, applicationServerKey })
    return { endpoint: `${ORIGIN}/push/${id}`, keys: { p256dh: toBase64Url(publicKey), auth: toBase64Url(auth) } }
  }
  unsubscribe(id: string): void {
    this.#subscriptions.delete(id)
  }
  /** The next pushes are answered with this instead. */
  fail(fault: Fault): void {
    this.#fault = fault
  }
  async receive(id: string, header: (name: string) => string, body: Bytes, now: number): Promise<PushAnswer> {
    if (this.#fault && this.#fault.times > 0) {
      this.#fault.times -= 1
      return { ...this.#fault, reason: 'on command' }
    }
    const subscription = this.#subscriptions.get(id)
    if (!subscription) return { status: 410, reason: 'no such subscription' }
    const problem = await vapidProblem(header('authorization'), subscription.applicationServerKey, now)
    if (problem !== null) return { status: 403, reason: problem }
    if (header('content-encoding') !== 'aes128gcm') return { status: 400, reason: 'content-encoding' }
    if (!/^\d+$/.test(header('ttl'))) return { status: 400, reason: 'ttl' }
    if (!/^[\w-]{0,32}$/.test(header('topic'))) return { status: 400, reason: 'topic' }
    if (body.length > BODY_MAX) return { status: 413, reason: 'body' }
    const content = read(await decryptPush(body, subscription))
    const [ttl, urgency, topic] = [Number(header('ttl')), header('urgency'), header('topic')]
    this.received.push({ endpoint: `${ORIGIN}/push/${id}`, time: now, ttl, urgency, topic, content })
    return { status: 201, reason: 'accepted' }
  }
}
