// E-wallets that money can be sent to, beside the banks of the settings, and which number belongs to one. Free of zod: screens read it.
import { caseTexts } from './texts.ts'

export const EWALLETS = ['GoPay', 'OVO', 'DANA', 'ShopeePay', 'LinkAja'] as const

export const isEwallet = (bank: string): boolean =>
  EWALLETS.some((wallet) => wallet.toLowerCase() === bank.trim().toLowerCase())
/** An e-wallet is addressed by the mobile number it is registered with: 08… or 62…, 10 to 13 digits after the 0. */
const MOBILE = /^(0|\+?62)8\d{8,11}$/
/** What is wrong with the number, in words; null: nothing, or there is none yet. Of a bank the number is not judged. */
export const accountNumberProblem = (bank: string, number: string): string | null => {
  const bare = number.replace(/[\s.-]/g, '')
  if (!isEwallet(bank) || bare === '' || MOBILE.test(bare)) return null
  return caseTexts.walletNumber(bank.trim())
}
