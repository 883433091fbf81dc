// What the browser keeps of who is signed in.
import type { User } from '../../../contract/people/users.ts'

/** Of a bank account the end of its number alone: every script of the page, and who reads this disk, could read the rest. */
export const keptOf = (user: User): User => ({
  ...user,
  account_number: user.account_number && `••••${user.account_number.slice(-4)}`,
})

/** In the tab's storage: a pairing code and its number, as long as its person is signed in there (features/sending/whatsapp/kept-link.ts). */
export const KEPT_LINK = 'linking'
