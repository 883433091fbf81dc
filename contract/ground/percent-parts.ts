// Percent with decimals, and parts by percent.

/** With two decimals. @param round `Math.floor` where what is not done must not look done. */
export const percentWithDecimals = (part: number, whole: number, round: (value: number) => number): number =>
  round((part * 10_000) / whole) / 100
/** So many percent of an amount. */
export const partByPercent = (amount: number, percent: number): number => (amount * percent) / 100
