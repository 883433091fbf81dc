// A person as the wire shows them: effective fee, level with its colour, seconds as strings.
import { maskAccount } from '../../../contract/people/account-number.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import type { Earning } from '../../../contract/people/levels.ts'
import type { User } from '../../../contract/people/users.ts'
import { earningOf } from '../levels/price-rules.ts'
import { colorOfRank } from '../levels/rules.ts'
import type { MemberRow, UserView } from './store.ts'

/** What a message of this person earns now. */
export const earningOfUser = (u: UserView): Earning =>
  earningOf({ own: u.blast_fee, level: u.level_fee, setting: Number(u.price ?? DEFAULT_SETTINGS.price) })
export const effectiveFee = (u: UserView): number => earningOfUser(u).blast_fee

export const presentUser = (u: UserView): User => ({
  id: u.id,
  firstname: u.firstname,
  lastname: u.lastname,
  email: u.email,
  role: u.role,
  level: u.level_name ?? '',
  level_id: u.level_id,
  color: colorOfRank(u.colors ?? DEFAULT_SETTINGS.colors, u.rank),
  blast_fee: effectiveFee(u),
  blast_interval_min: String(u.blast_interval_min),
  blast_interval_max: String(u.blast_interval_max),
  account_name: u.account_name,
  account_bank: u.account_bank,
  account_number: u.account_number,
  referral_code: u.referral_code,
  status: u.status,
  stopped:
    u.status === 'active'
      ? null
      : { reason: u.status_reason ?? '', by: u.status_by ?? '', since: new Date(u.status_at ?? 0).toISOString() },
  createdAt: new Date(u.created_at).toISOString(),
})

/** As lists show them (rule masked-accounts). */
export const presentMember = (row: MemberRow) => ({
  ...presentUser(row),
  account_number: maskAccount(row.account_number),
  name: `${row.firstname} ${row.lastname}`.trim(),
  income: senToRupiah(row.income_sen),
  whatsapps: row.whatsapps,
})
