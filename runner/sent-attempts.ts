// Attempts of one account that this process was told to send (rule at-most-once). A repeated command never sends again,
// whichever socket it comes over.
import { boundedCache } from './bounded-cache.ts'
import type { Fact } from '../contract/operation/runner.ts'

type Result = Extract<Fact, { kind: 'result' }>

export class SentAttempts {
  readonly #attempts = boundedCache<Result | 'under-way'>(2_000)

  /** `new`: it may be sent; otherwise its known result, or that it is under way. */
  begin(attemptId: string): Result | 'under-way' | 'new' {
    const known = this.#attempts.get(attemptId)
    if (known !== undefined) return known
    this.#attempts.set(attemptId, 'under-way')
    return 'new'
  }
  end(result: Result): void {
    this.#attempts.set(result.attemptId, { ...result, rows: [] })
  }
}
