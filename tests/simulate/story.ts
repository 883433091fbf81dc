// What happened in a history, in words, with the time of the simulated day.

export class Story {
  readonly #now: () => number
  readonly #startsAt: number
  readonly #said: { ms: number; text: string }[] = []
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
  /** As text only where somebody reads it: nobody does in a history that breaks no promise. */
  get lines(): string[] {
    return this.#said.map(({ ms, text }) => `${(ms / 1_000).toFixed(3).padStart(9)} s  ${text}`)
  }
  say(text: string): void {
    this.#said.push({ ms: this.#now() - this.#startsAt, text })
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
