// Builds the update that an admin's form sends about a person: changed fields only (rule roles). Pure.
import type { Rupiah } from '../../../../contract/ground/money.ts'
import type { Level } from '../../../../contract/people/levels.ts'
import type { Role } from '../../../../contract/people/role-table.ts'
import type { User, UserUpdate } from '../../../../contract/people/users.ts'

export type AdminValues = {
  role: Role
  level_id: string
  /** Whole rupiah; null: the level's fee applies. */
  blast_fee: Rupiah | null
  account_bank: string
  account_number: string
  account_name: string
}

/** The wire has the fee that applies. It is the person's own where it differs from the level's. */
export const ownFee = (user: User, levels: readonly Level[]): number | null => {
  const level = levels.find(({ id }) => id === user.level_id)
  return level && level.blast_fee === user.blast_fee ? null : user.blast_fee
}

export const adminUpdate = (user: User, own: number | null, values: AdminValues): UserUpdate => ({
  ...(values.role === user.role ? {} : { role: values.role }),
  ...(values.level_id === user.level_id ? {} : { level_id: values.level_id }),
  ...(values.blast_fee === own ? {} : { blast_fee: values.blast_fee }),
  ...(values.account_bank === user.account_bank ? {} : { account_bank: values.account_bank }),
  ...(values.account_number === user.account_number ? {} : { account_number: values.account_number }),
  ...(values.account_name === user.account_name ? {} : { account_name: values.account_name }),
})

const BANK = ['account_bank', 'account_number', 'account_name'] as const
export const changesBank = (user: User, typed: Partial<Pick<AdminValues, (typeof BANK)[number]>>): boolean =>
  BANK.some((field) => (typed[field] ?? user[field]) !== user[field])

/** Only dev may make somebody dev, and nobody may change their own role. */
export const rolesFor = (actor: { id: string; role: Role }, target: User): Role[] => {
  const roles: Role[] = ['member', 'staff', 'admin']
  return actor.role === 'dev' || target.role === 'dev' ? [...roles, 'dev'] : roles
}
