// Free of zod, because screens read it too.

/** What a search or a filter found is counted up to here: a total of exactly this means "at least". */
export const COUNT_MAX = 10_000
/**
 * Recipients that a blast would reach, and those that are cooling, are counted up to this: a million took 69 to 106 ms in a narrow
 * index, on two busy cores. More than that are said as "at least", without an end.
 */
export const REACH_MAX = 2_000_000
