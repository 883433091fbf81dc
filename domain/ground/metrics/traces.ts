// Spans of Worker and objects on their way to the collector. What it does not take is gone: nothing waits for a trace.
import {
  otlpBody,
  type Span,
  type TraceSettings,
  traceSettings,
  WaitingSpans,
} from '../../../contract/record/traces.ts'

export type TraceEnv = { OTLP_URL?: string; OTLP_HEADERS?: string; TRACE_SAMPLE?: string; PRODUCT_VERSION?: string }
/** Spans of some seconds go together. */
const GATHER_MS = 2_000
const SEND_MS = 5_000
/** After a collector that did not take what was sent, or took too long, it is left alone for so long. */
const REST_MS = 60_000
/** Sending that should have ended by then was cut off. */
const CUT_OFF_MS = 60_000

const waiting = new WaitingSpans()
const pending = { since: 0 }
const rests = { until: 0 }
const known = new WeakMap<TraceEnv, TraceSettings | null>()
const settingsOf = (env: TraceEnv): TraceSettings | null => {
  const before = known.get(env)
  if (before !== undefined) return before
  const settings = traceSettings(env)
  known.set(env, settings)
  return settings
}

export const addSpans = (env: TraceEnv, spans: readonly Span[]): void => {
  const settings = settingsOf(env)
  if (settings) waiting.add(spans, settings.share)
}
/** @param waitMs the collector is waited for */
export const sendSpans = async (env: TraceEnv, waitMs: number = SEND_MS): Promise<void> => {
  const settings = settingsOf(env)
  const now = Date.now()
  if (!settings || waiting.isEmpty || now < rests.until) return
  const body = otlpBody('worker', env.PRODUCT_VERSION ?? 'unknown', waiting.take())
  try {
    const answer = await fetch(settings.url, {
      method: 'POST',
      headers: { ...settings.headers, 'content-type': 'application/json' },
      body,
      // led elsewhere, the collector's key would be told there
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMs),
    })
    await answer.body?.cancel()
    if (!answer.ok) rests.until = now + REST_MS
  } catch {
    // the collector's own watch tells that nothing comes
    rests.until = now + REST_MS
  }
}
/** @param later lets the work go on after the turn */
export const sendSpansSoon = (env: TraceEnv, later: (work: Promise<void>) => void): void => {
  const now = Date.now()
  if (waiting.isEmpty || now - pending.since < CUT_OFF_MS) return
  pending.since = now
  const send = async (): Promise<void> => {
    await new Promise((done) => setTimeout(done, GATHER_MS))
    pending.since = 0
    await sendSpans(env)
  }
  later(send())
}
