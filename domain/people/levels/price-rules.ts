// What a message earns its sender (rule price). Pure.
import type { Rupiah, Sen } from '../../../contract/ground/money.ts'

/** Whole rupiah: the person's own fee, else their level's, else the settings' price. A fee of 0 is a fee; null is none. */
export const feeOf = (fee: { own: Rupiah | null; level: Rupiah | null; setting: Rupiah }): Rupiah =>
  fee.own ?? fee.level ?? fee.setting

/** Sen, fixed at the attempt: what changes later is paid by later messages. A one-off blast earns nothing (rule one-off). */
export const priceOfAttempt = (priceSen: Sen, isOneOff: boolean): Sen => (isOneOff ? 0 : priceSen)
