// What happened in a history, in words, with the time of the simulated day.

export class Story {
  readonly #now: () => number
  readonly #startsAt: number
  readonly lines: string[] = []
  /** The first rule that was broken. It stays, even if the product catches the error that is thrown for it. */
  violation: Violation | null = null

  constructor(now: () => number) {
    this.#now = now
    this.#startsAt = now()
  }
  fail(rule: string, detail: string): never {
    this.violation ??= new Violation(rule, detail)
    throw this.violation
  }
  /** As fail, where a throw would end in the middle of the platform. */
  note(rule: string, detail: string): void {
    this.violation ??= new Violation(rule, detail)
  }
  say(text: string): void {
    const seconds = (this.#now() - this.#startsAt) / 1_000
    this.lines.push(`${seconds.toFixed(3).padStart(9)} s  ${text}`)
  }
}

/** A rule of the product that was broken. `rule` is its stable name. */
export class Violation extends Error {
  readonly rule: string
  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`)
    this.rule = rule
  }
}
