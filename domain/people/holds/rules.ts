/** So many times the usual pay of an hour is far above it (rule usual-pay). */
export const PAY_FACTOR = 3
