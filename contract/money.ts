// Money on both sides of every boundary. The ledger counts integer sen (1/100 rupiah) so that a whole
// percent of whole rupiah is exact; the wire and the screens speak rupiah.

declare const senBrand: unique symbol
/** Integer 1/100 rupiah. */
export type Sen = number & { readonly [senBrand]: true }

/** @throws RangeError when the value is no safe integer. */
export const sen = (value: number): Sen => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of sen: ${value}`)
  return value as Sen
}
export const rupiahToSen = (rupiah: number): Sen => sen(rupiah * 100)
/** Rupiah with up to two decimals; screens round down to whole rupiah. */
export const senToRupiah = (value: number): number => value / 100

/** Smallest withdraw, rupiah. */
export const MIN_WITHDRAW_RUPIAH = 10_000
