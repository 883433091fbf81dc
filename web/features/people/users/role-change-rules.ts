// What a person may do more and less after their role is changed, for the question before it (rule role-question). Pure.
import type { Role } from '../../../../contract/people/role-table.ts'

/** The abilities that tell the roles apart; who has them stands in contract/people/role-table.ts and contract/api/. */
const MAY = {
  lend: ['member'],
  withdraw: ['member', 'dev'],
  pay: ['staff', 'admin', 'dev'],
  check: ['staff', 'admin', 'dev'],
  manage: ['admin', 'dev'],
  watch: ['dev'],
} as const satisfies Record<string, readonly Role[]>
export type Ability = keyof typeof MAY

const abilitiesOf = (role: Role): Ability[] =>
  (Object.keys(MAY) as Ability[]).filter((ability) => (MAY[ability] as readonly Role[]).includes(role))

export const roleChange = (from: Role, to: Role): { gains: Ability[]; loses: Ability[] } => {
  const [had, has] = [abilitiesOf(from), abilitiesOf(to)]
  return { gains: has.filter((one) => !had.includes(one)), loses: had.filter((one) => !has.includes(one)) }
}
