// Free of zod, because screens read it too.

/** What a search or a filter found is counted up to here: a total of exactly this means "at least". */
export const COUNT_MAX = 10_000
