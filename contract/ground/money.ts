// Money in the ledger is integer sen (1/100 rupiah), so that a whole percent of whole rupiah is exact. The wire and the screens
// use rupiah.

/** Sen as rupiah with up to two decimals; screens round down to whole rupiah. */
export const senToRupiah = (value: number): number => value / 100

/** Smallest withdraw, rupiah. */
export const MIN_WITHDRAW_RUPIAH = 10_000
