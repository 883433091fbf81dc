// What a message earns its sender (rule price). Pure.

/** Whole rupiah: the person's own fee, else their level's, else the settings' price. A fee of 0 is a fee; null is none. */
export const feeOf = (fee: { own: number | null; level: number | null; setting: number }): number =>
  fee.own ?? fee.level ?? fee.setting

/** Sen, fixed at the attempt: what changes later is paid by later messages. A one-off blast earns nothing (rule one-off). */
export const priceOfAttempt = (priceSen: number, isOneOff: boolean): number => (isOneOff ? 0 : priceSen)
