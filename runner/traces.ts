// Spans of this process on their way to the collector. What it does not take is gone: nothing waits for a trace.
import { otlpBody, type Span, type TraceSettings, WaitingSpans } from '../contract/record/traces.ts'

const EVERY_MS = 2_000
const SEND_MS = 5_000

export class Traces {
  readonly #settings: TraceSettings | null
  readonly #version: string
  readonly #waiting = new WaitingSpans()
  #timer: NodeJS.Timeout | undefined

  constructor(settings: TraceSettings | null, version: string) {
    this.#settings = settings
    this.#version = version
  }
  add(spans: readonly Span[]): void {
    if (!this.#settings) return
    this.#waiting.add(spans, this.#settings.share)
    if (!this.#waiting.isEmpty) this.#timer ??= setTimeout(() => void this.send(), EVERY_MS).unref()
  }
  async send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#settings || this.#waiting.isEmpty) return
    const { url, headers } = this.#settings
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: otlpBody('runner', this.#version, this.#waiting.take()),
        // led elsewhere, the collector's key would be told there
        redirect: 'manual',
        signal: AbortSignal.timeout(SEND_MS),
      })
      await answer.body?.cancel()
    } catch {
      // the collector's own watch tells that nothing comes
    }
  }
}
