// What happened in a history, in words, with the time of the simulated day.

export class Story {
  readonly #now: () => number
  readonly #startsAt: number
  readonly lines: string[] = []
  /** The first rule that did not hold: it stands, whatever the product does with what is thrown in its midst. */
  violation: Violation | null = null

  constructor(now: () => number) {
    this.#now = now
    this.#startsAt = now()
  }
  fail(rule: string, detail: string): never {
    this.violation ??= new Violation(rule, detail)
    throw this.violation
  }
  say(text: string): void {
    const seconds = (this.#now() - this.#startsAt) / 1_000
    this.lines.push(`${seconds.toFixed(3).padStart(9)} s  ${text}`)
  }
}

/** A rule of the product that did not hold. `rule` is its stable name. */
export class Violation extends Error {
  readonly rule: string
  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`)
    this.rule = rule
  }
}
