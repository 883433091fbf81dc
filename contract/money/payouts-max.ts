// How many requests one payout batch has at most: it is written and decided in one transaction. Free of zod: the screen reads it.
export const PAYOUT_MAX = 500
