/** Numbers of people who said stop in the pictures' data. */
export const SUPPRESSED = ['6285600000001', '6285600000002', '6285600000003'] as const
