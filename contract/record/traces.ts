// The way of one message from claim to ledger as spans of OpenTelemetry (decision record 0060). The attempt's id is the thread: trace
// and span ids follow from it alone, so object, runner and settlement say their spans without handing anything on. Pure.
import { z } from 'zod'

/** Each span and the one it is a part of. */
const PARENTS = {
  /** From the stored attempt to the settlement; said by settlement. */
  message: null,
  /** The claim that brought the number: before the message, and of many. */
  claim: 'message',
  /** The attempt is stored and the command leaves. */
  intent: 'message',
  /** Until the runner's answer is here. */
  command: 'message',
  /** In the runner, until its answer leaves. */
  send: 'command',
  /** It is encrypted and leaves. */
  write: 'send',
  /** Until WhatsApp's ack. */
  ack: 'send',
  /** The result waits in its account and in the queue. */
  queue: 'message',
  /** The transaction that pays. */
  ledger: 'message',
} as const
type SpanName = keyof typeof PARENTS
/** Times in epoch ms by the Worker's clock. Attributes name no person, number or text. */
export type Span = {
  attemptId: string
  name: SpanName
  start: number
  end: number
  /** The message failed here. */
  failed?: boolean
  attributes?: Readonly<Partial<Record<'account' | 'outcome', string>>>
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** An attempt's id is random: it is the trace's id without its hyphens, so who has one has the other. null: not an attempt. */
export const traceIdOf = (attemptId: string): string | null =>
  UUID.test(attemptId) ? attemptId.replaceAll('-', '') : null
/** By the id's last digits, which are random: every part decides alike. @param share 0 to 1 */
export const isSampled = (attemptId: string, share: number): boolean => {
  const traceId = traceIdOf(attemptId)
  return traceId !== null && Number.parseInt(traceId.slice(-8), 16) < share * 0x1_0000_0000
}
const FNV_OFFSET = 0xcb_f2_9c_e4_84_22_23_25n
const FNV_PRIME = 0x1_00_00_00_01_b3n
/** FNV-1a of 64 bits: a span's id need only differ from those of the same trace. */
const spanIdOf = (traceId: string, name: SpanName): string => {
  let hash = FNV_OFFSET
  for (const sign of `${traceId}/${name}`) hash = BigInt.asUintN(64, (hash ^ BigInt(sign.charCodeAt(0))) * FNV_PRIME)
  return hash.toString(16).padStart(16, '0')
}

const attributesOf = (said: Readonly<Record<string, string>>) =>
  Object.entries(said).map(([key, stringValue]) => ({ key, value: { stringValue } }))
const nanos = (ms: number): string => `${Math.round(ms * 1_000)}000`
const STATUS = { unset: 0, error: 2 }
const INTERNAL = 1
const otlpSpan = ({ attemptId, name, start, end, failed = false, attributes = {} }: Span) => {
  const traceId = traceIdOf(attemptId) ?? ''
  const parent = PARENTS[name]
  return {
    traceId,
    spanId: spanIdOf(traceId, name),
    ...(parent === null ? {} : { parentSpanId: spanIdOf(traceId, parent) }),
    name,
    kind: INTERNAL,
    startTimeUnixNano: nanos(start),
    endTimeUnixNano: nanos(Math.max(start, end)),
    attributes: attributesOf({ 'wa.attempt': attemptId, ...attributes }),
    status: { code: failed ? STATUS.error : STATUS.unset },
  }
}
/** The body of an OTLP/HTTP request. */
export const otlpBody = (service: 'worker' | 'runner', version: string, spans: readonly Span[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': `wa-blaster-${service}`, 'service.version': version }) },
        scopeSpans: [{ scope: { name: 'wa-blaster' }, spans: spans.map(otlpSpan) }],
      },
    ],
  })

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//
export const traceVars = {
  /** Where spans go, as OTLP/HTTP with JSON: the collector's whole address, with /v1/traces. Absent: nothing is traced. */
  OTLP_URL: z
    .url('must be the address of a collector')
    .refine((url) => url.startsWith('https://') || LOOPBACK.test(url), 'must be https away from this machine')
    .optional(),
  /** Headers that the collector asks for, `name=value`, comma between them. */
  OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,\r\n]+(,[\w-]+=[^,\r\n]+)*$/, 'must be name=value, comma between them')
    .optional(),
  /** Share of the messages that are traced. */
  TRACE_SAMPLE: z.coerce.number().min(0).max(1).default(0.01),
}
const settings = z.object(traceVars)
export type TraceSettings = { url: string; headers: Record<string, string>; share: number }
/** null: nothing is traced, because nothing is set or what is set cannot be read. */
export const traceSettings = (vars: Readonly<Record<string, unknown>>): TraceSettings | null => {
  const { success, data } = settings.safeParse(vars)
  if (!success || data.OTLP_URL === undefined) return null
  const pairs = (data.OTLP_HEADERS ?? '').split(',').filter((pair) => pair !== '')
  const headers = pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  return {
    url: data.OTLP_URL,
    headers: Object.fromEntries(headers) as Record<string, string>,
    share: data.TRACE_SAMPLE,
  }
}

/** Spans that wait to be sent; what does not fit is dropped, because a trace is worth no memory. */
export class WaitingSpans {
  static readonly MAX = 1_000
  #spans: Span[] = []
  add(spans: readonly Span[], share: number): void {
    const sampled = spans.filter(({ attemptId }) => isSampled(attemptId, share))
    this.#spans.push(...sampled.slice(0, WaitingSpans.MAX - this.#spans.length))
  }
  get isEmpty(): boolean {
    return this.#spans.length === 0
  }
  take(): Span[] {
    const spans = this.#spans
    this.#spans = []
    return spans
  }
}
