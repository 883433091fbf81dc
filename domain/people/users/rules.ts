// What one person may change about another or about themselves (rules interval, sign-in, roles).
import type { RefusalCode } from '../../../contract/ground/errors.ts'
import type { PersonStatus } from '../../../contract/people/person-status.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import type { UserUpdate } from '../../../contract/people/users.ts'

export type Target = {
  id: string
  role: Role
  level_id: string
  /** Rupiah, as the wire shows it. */
  fee: number
  blast_interval_min: number
  blast_interval_max: number
}
type Actor = { id: string; role: Role }
export type Verdict = { code: RefusalCode; field?: keyof UserUpdate } | null

/** As screens show who did something; null: the person is gone. */
export const nameOf = (person: { firstname: string; lastname: string } | null): string =>
  person ? `${person.firstname} ${person.lastname}`.trim() : ''

const ADMIN_FIELDS = ['role', 'level_id', 'blast_fee'] as const
/** The page sends whole users back: a field with the present value is no change. */
const changes = (update: UserUpdate, target: Target, field: (typeof ADMIN_FIELDS)[number]): boolean => {
  const current = field === 'blast_fee' ? target.fee : target[field]
  return update[field] !== undefined && update[field] !== current
}
export const adminChanges = (update: UserUpdate, target: Target): (typeof ADMIN_FIELDS)[number][] =>
  ADMIN_FIELDS.filter((field) => changes(update, target, field))

export const mayUpdate = (actor: Actor, target: Target, update: UserUpdate): Verdict => {
  const isAdmin = actor.role === 'admin' || actor.role === 'dev'
  const own = actor.id === target.id
  if (!own && !isAdmin) return { code: 'forbidden' }
  // only a dev makes or changes a dev
  if (target.role === 'dev' && !own && actor.role !== 'dev') return { code: 'forbidden' }
  const wanted = adminChanges(update, target)
  const [first] = wanted
  if (first && !isAdmin) return { code: 'forbidden', field: first }
  if (wanted.includes('role') && (own || (update.role === 'dev' && actor.role !== 'dev')))
    return { code: 'forbidden', field: 'role' }
  return first && own ? { code: 'price_own', field: first } : null
}

/** null: an admin may give the person this status. One's own account is closed in the profile, with the password. */
export const mayChangeStatus = (
  actor: Actor,
  target: { id: string; role: Role; status: PersonStatus },
  to: PersonStatus,
): RefusalCode | null => {
  if (actor.id === target.id) return 'forbidden'
  if (target.role === 'dev' && actor.role !== 'dev') return 'forbidden'
  // what is closed is opened first, and told again what it lost
  return target.status === 'closed' && to !== 'active' ? 'status_moved' : null
}

/** Seconds; the floor is the setting's. */
export const intervalProblem = (min: number, max: number, floor: number): Verdict => {
  if (min < floor) return { code: 'interval_below_floor', field: 'blast_interval_min' }
  return min > max ? { code: 'interval_order', field: 'blast_interval_min' } : null
}
