// What a message earns its sender (rule price). Pure.
import type { Rupiah, Sen } from '../../../contract/ground/money.ts'
import type { Earning } from '../../../contract/people/levels.ts'

type Fees = { own: Rupiah | null; level: Rupiah | null; setting: Rupiah }
/** Whole rupiah: the person's own fee, else their level's, else the settings' price. A fee of 0 is a fee; null is none. */
export const feeOf = (fee: Fees): Rupiah => fee.own ?? fee.level ?? fee.setting
/** The same with where it comes from. */
export const earningOf = (fee: Fees): Earning => ({
  blast_fee: feeOf(fee),
  from: fee.own !== null ? 'own' : fee.level !== null ? 'level' : 'setting',
})

/** Sen, fixed at the attempt: what changes later is paid by later messages. A one-off blast earns nothing (rule one-off). */
export const priceOfAttempt = (priceSen: Sen, isOneOff: boolean): Sen => (isOneOff ? 0 : priceSen)
