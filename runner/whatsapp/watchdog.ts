// Notices a half-open WhatsApp socket in seconds; Baileys itself takes about 90 (docs/whatsapp-wire.md, trap 7).
export type WatchdogTimes = { idleMs: number; answerMs: number }

export class Watchdog {
  readonly #times: WatchdogTimes
  #heardAt: number
  #pingedAt: number | null = null

  constructor(times: WatchdogTimes, now: number) {
    this.#times = times
    this.#heardAt = now
  }
  heard(now: number): void {
    this.#heardAt = now
    this.#pingedAt = null
  }
  /** What to do now: ask for a sign of life, give the socket up, or nothing. */
  check(now: number): 'ask' | 'dead' | 'fine' {
    if (this.#pingedAt !== null) return now - this.#pingedAt >= this.#times.answerMs ? 'dead' : 'fine'
    if (now - this.#heardAt < this.#times.idleMs) return 'fine'
    this.#pingedAt = now
    return 'ask'
  }
}
