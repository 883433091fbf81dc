// Faults after which a step of a history is no step of the model, and no promise is broken or only long after.
import type { Fault } from '../../mutate/fault.ts'

export const REPLAY_PLANTS: readonly Fault[] = [
  {
    name: 'hello-first',
    what: 'a runner says hello before the close that it could not tell: it is told to log in, and fenced as if it had no session',
    edits: [
      {
        file: 'runner/fact-outbox.ts',
        from: "[...this.#waiting.filter((entry) => entry.fact.kind !== 'hello'), { seq: 0, fact, stored: [] }]",
        to: "[{ seq: 0, fact, stored: [] }, ...this.#waiting.filter((entry) => entry.fact.kind !== 'hello')]",
      },
    ],
  },
  {
    name: 'given-back-unsettled',
    what: 'a number goes back to the list before the ledger has its message',
    edits: [
      {
        file: 'durable-objects/account-blast/claim/claim.ts',
        from: '  ...numbersOnTheirWay(core.sql),\n',
        to: '',
      },
    ],
  },
]
