// E-wallets that money can be sent to, beside the banks of the settings, and what a number must look like. Free of zod: screens read it.
import { caseTexts } from '../ground/texts.ts'

export const EWALLETS = ['GoPay', 'OVO', 'DANA', 'ShopeePay', 'LinkAja'] as const

export const isEwallet = (bank: string): boolean =>
  EWALLETS.some((wallet) => wallet.toLowerCase() === bank.trim().toLowerCase())
/** An e-wallet is addressed by the mobile number it is registered with: 08… or 62…, 10 to 13 digits after the 0. */
const MOBILE = /^(0|\+?62)8\d{8,11}$/
/** What people write between the digits. Anything else is no part of a number, so it is refused and never dropped. */
const BETWEEN = /[\s.-]/g
export const bareNumber = (number: string): string => number.replace(BETWEEN, '')
const ACCOUNT = /^\d{5,20}$/
/** What is wrong with the number, in words; null: nothing, or there is none yet. */
export const accountNumberProblem = (bank: string, number: string): string | null => {
  const bare = bareNumber(number)
  if (bare === '') return null
  if (isEwallet(bank)) return MOBILE.test(bare) ? null : caseTexts.walletNumber(bank.trim())
  return ACCOUNT.test(bare) ? null : caseTexts.bankNumber
}
