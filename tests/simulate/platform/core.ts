// What all parts of the platform share.
import type { Billed } from '../metered.ts'
import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Random } from './random.ts'

export type Core = {
  readonly clock: Clock
  readonly random: Random
  readonly faults: Faults
  /** Bindings and variables, the same for all callers: the clock's owner says who calls. */
  readonly env: Record<string, unknown>
  /** An idle object leaves memory after this long; the documentation says 10 s. */
  readonly hibernateAfterMs: number
  /** true: the runtime answers a peer's Close frame by itself. workerd does not for hibernatable sockets. */
  readonly autoReplyToClose: boolean
  /** Gets what user code threw and nobody caught; production logs it. */
  uncaught: (where: string, error: unknown) => void
  billed: (what: Billed, amount?: number) => void
}
