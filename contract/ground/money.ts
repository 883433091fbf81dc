// Money in the ledger is integer sen (1/100 rupiah), so that a whole percent of whole rupiah is exact. The wire and the screens
// use rupiah. An amount of one where the other is asked for does not compile; a bare number, as arithmetic yields it, passes as both.

declare const unit: unique symbol
type In<U extends string> = number & { readonly [unit]?: U }
export type Sen = In<'sen'>
export type Rupiah = In<'rupiah'>

const SEN_PER_RUPIAH = 100
/** Sen as rupiah with up to two decimals; screens round down to whole rupiah. */
export const senToRupiah = (sen: Sen): Rupiah => sen / SEN_PER_RUPIAH
export const rupiahToSen = (rupiah: Rupiah): Sen => rupiah * SEN_PER_RUPIAH

/** Smallest withdraw. */
export const MIN_WITHDRAW_RUPIAH: Rupiah = 10_000
