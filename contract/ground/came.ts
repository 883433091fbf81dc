// What a person's message of a campaign came to after it was sent, as bits of one number: it may be told again without counting twice (rule
// campaign-came).
const BITS = { delivered: 1, read: 2, answered: 4 } as const
export type Came = keyof typeof BITS
export const CAMES = ['delivered', 'read', 'answered'] as const satisfies readonly Came[]
export const bitOf = (came: Came): number => BITS[came]
export const bitsOf = (came: Partial<Record<Came, boolean>>): number =>
  CAMES.reduce((bits, one) => (came[one] ? bits | BITS[one] : bits), 0)
export const cameIn = (bits: number): Came[] => CAMES.filter((one) => (bits & BITS[one]) !== 0)
