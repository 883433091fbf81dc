// What the browser keeps of who is signed in.
import type { User } from '../../../contract/people/users.ts'

/** Of a bank account the end of its number alone: every script of the page, and who reads this disk, could read the rest. */
export const keptOf = (user: User): User => ({
  ...user,
  account_number: user.account_number && `••••${user.account_number.slice(-4)}`,
})
