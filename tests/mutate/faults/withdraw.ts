// Faults in the steps of a withdraw and in what they do to its money, beside those that the random acts must find.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const at = (file: string): string => `domain/withdraw/${file}`
const RULES = at('rules.ts')
const STEP = at('step-store.ts')
const DECIDE = at('decide-withdraw.ts')
const MONEY = ['tests/workerd/money.test.ts']
const WITHDRAWS = ['tests/workerd/withdraws.test.ts']

export const WITHDRAW: readonly Fault[] = [
  {
    name: 'rejected-and-asked-again-without-money',
    what: 'a rejected request is asked again and its money is not held',
    edits: one(RULES, "rejected: { requested: 'hold' },", "rejected: { requested: 'nothing' },"),
  },
  {
    name: 'paid-and-returned-without-money',
    what: 'what the bank returns after it was paid is not given back',
    edits: one(RULES, "paid: { returned: 'release' },", "paid: { returned: 'nothing' },"),
  },
  {
    name: 'decides-about-ones-own',
    what: 'somebody decides about their own request',
    edits: one(RULES, "who.id === ownerId ? 'withdraw_own' : null", "who.id === '' ? 'withdraw_own' : null"),
  },
  {
    name: 'staff-pays-without-leave',
    what: 'staff decides although the setting does not let them',
    edits: one(RULES, "who.role === 'staff' && !staffCanProcess", "who.role === 'staff' && staffCanProcess"),
  },
  {
    name: 'paid-by-a-sunday',
    what: 'a Sunday counts as a working day',
    edits: one(RULES, '![0, 6].includes', '![6].includes'),
  },
  {
    name: 'paid-is-open',
    what: 'a paid request stands as accepted and is taken back',
    edits: one(
      RULES,
      "(payment === 'ordered' || payment === 'paid')) return payment",
      "payment === 'ordered') return payment",
    ),
  },
  {
    name: 'asked-again-although-spent',
    what: 'a request is asked again although its money was spent since',
    edits: one(STEP, "s.value ->> 'holdRef' is null\n", 'true\n'),
    tests: MONEY,
  },
  {
    name: 'cancelled-is-opened-again',
    what: 'what its member took back is opened again',
    edits: one(DECIDE, "if (isCancelled(row)) throw new Refusal('withdraw_cancelled')\n  const from", 'const from'),
    tests: WITHDRAWS,
  },
]
