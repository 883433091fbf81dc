// Whether two bank accounts are one, however they are written (rules fraud-counting, tie-kinds).
import { type SQL, sql } from 'drizzle-orm'
import { EWALLETS } from '../../../contract/people/banks.ts'

export type Account = { bank: SQL; number: SQL }
const WALLETS = JSON.stringify(EWALLETS.map((name) => name.toLowerCase()))
/** The bank, however it is written. */
const bankOf = ({ bank }: Account) => sql`replace(lower(trim(${bank})), 'bank ', '')`
const bareOf = ({ number }: Account) => sql`
  replace(replace(replace(replace(${number}, ' ', ''), '-', ''), '.', ''), '+', '')
`
/** The digits of a bank account: there a leading 62 is no country, as it is in the number of an e-wallet. */
const digitsOf = (account: Account) => sql`ltrim(${bareOf(account)}, '0')`
const isWallet = (account: Account) => sql`${bankOf(account)} in (select value from json_each(${WALLETS}))`
/** Shorter numbers are placeholders. */
export const LEAST_DIGITS = 6

/** Of two accounts whose keys are one (`users.bank_key`): both are e-wallets, or of one bank. */
export const isOneHolder = (a: Account, b: Account): SQL => sql`
  (
    (${isWallet(a)} and ${isWallet(b)})
    or (not ${isWallet(a)} and ${bankOf(a)} = ${bankOf(b)} and ${digitsOf(a)} = ${digitsOf(b)})
  )
`
/** As the column `users.bank_key` is made. */
const keyOf = (account: Account): SQL => sql`
  iif(substr(${bareOf(account)}, 1, 3) = '628', substr(${bareOf(account)}, 3), ${digitsOf(account)})
`
export const isSameAccount = (a: Account, b: Account): SQL => sql`
  (${keyOf(a)} = ${keyOf(b)} and length(${keyOf(a)}) >= ${LEAST_DIGITS} and ${isOneHolder(a, b)})
`
