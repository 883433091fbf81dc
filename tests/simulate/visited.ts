// In how many histories each rare state was reached.
import { SOMETIMES, type Sometimes } from '../../contract/ground/sometimes.ts'

/** With so many histories each state must have been reached: one that none of them reaches is tried by nothing here. */
export const REACHES_ALL = 2_000

/** What was counted, as it goes from one process to another. */
export type Counted = { histories: number; reached: readonly (readonly [Sometimes, number])[] }

export class Visited {
  readonly #names: readonly Sometimes[]
  readonly #histories = new Map<Sometimes, number>()
  #count = 0

  constructor(names: readonly Sometimes[] = SOMETIMES) {
    this.#names = names
  }
  /** One history, and what it reached. */
  add(reached: Iterable<Sometimes>): void {
    this.#count += 1
    for (const name of new Set(reached)) this.#histories.set(name, (this.#histories.get(name) ?? 0) + 1)
  }
  get counted(): Counted {
    return { histories: this.#count, reached: [...this.#histories] }
  }
  /** Others' histories. */
  addCounted({ histories, reached }: Counted): void {
    this.#count += histories
    for (const [name, count] of reached) this.#histories.set(name, (this.#histories.get(name) ?? 0) + count)
  }
  /** Keys as in the JSON line. */
  get figures(): { named: number; reached: number; never: Sometimes[] } {
    const never = this.#names.filter((name) => !this.#histories.has(name))
    return { named: this.#names.length, reached: this.#names.length - never.length, never }
  }
  /** What is wrong with it; null: nothing. */
  get complaint(): string | null {
    const { never } = this.figures
    if (this.#count < REACHES_ALL || never.length === 0) return null
    return `${this.#count} histories never reached: ${never.join('; ')}`
  }
  /** The rarest first. */
  table(): string {
    const rows = this.#names
      .map((name) => ({ name, count: this.#histories.get(name) ?? 0 }))
      .toSorted((a, b) => a.count - b.count || (a.name < b.name ? -1 : 1))
    return ['| state | histories |', '| --- | ---: |', ...rows.map(({ name, count }) => `| ${name} | ${count} |`)].join(
      '\n',
    )
  }
}
