// Faults in stops, their hashes, what is remembered of people, lifts and erasures.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const at = (file: string): string => `domain/suppressions/${file}`
const STORE = at('store.ts')
const ROTATION = ['tests/workerd/key-rotation.test.ts']
const WITHDRAWN = ['tests/workerd/withdrawn-claims.test.ts']

export const SUPPRESSIONS: readonly Fault[] = [
  {
    name: 'withdrawn-claim-is-not-asked',
    what: 'who stops after their row was deleted is written to by the account that holds it',
    edits: one(
      at('claims-store.ts'),
      '    union\n    select number, account_id\n    from withdrawn_claims\n    where number in ${numbers}\n',
      '',
    ),
    tests: WITHDRAWN,
  },
  {
    name: 'lid-hashed-like-a-number',
    what: 'a LID has the hash of a number with the same digits',
    edits: one(at('hash.ts'), 'hashesOfNumber(ring, `lid:${lid}`)', 'hashesOfNumber(ring, lid)'),
    tests: ROTATION,
  },
  {
    name: 'erased-and-free',
    what: 'who is erased and had not stopped is written to again once their number is imported',
    edits: one(
      STORE,
      'where not exists (select 1 from suppressions where ${theirs})',
      'where exists (select 1 from suppressions where ${theirs})',
    ),
    tests: ['tests/workerd/erasure.test.ts'],
  },
]
