// The schema of every number in a body or a query, whether it came as a JSON number or as the text of a text box.
import { z } from 'zod'
import type { Rupiah, Sen } from './money.ts'
import { type Range, type Read, readFloored, readWhole } from './read-numbers.ts'

type Said = { error: (issue: { input?: unknown }) => string | undefined }
const schemaOf = (range: Range, read: (sent: unknown, range: Range) => Read, number: (said: Said) => z.ZodNumber) => {
  const said: Said = {
    error: ({ input }) => {
      const found = read(input, range)
      return 'problem' in found ? found.problem : undefined
    },
  }
  const bounded = number(said).min(range.min, said).max(range.max, said)
  return z.union([bounded, z.string()], said).transform((sent, ctx): number => {
    const found = read(sent, range)
    if ('value' in found) return found.value
    ctx.addIssue({ code: 'custom', message: found.problem })
    return z.NEVER
  })
}

/** An amount of an answer or an event. */
export const rupiah: z.ZodType<Rupiah> = z.number()
/** Of what objects hand to settlement. */
export const wholeSen: z.ZodType<Sen> = z.number().int()

type Reads<T extends number> = z.ZodPipe<
  z.ZodUnion<readonly [z.ZodNumber, z.ZodString]>,
  z.ZodTransform<T, string | number>
>
/** A whole number of rupiah or of things; a fraction is refused. */
export const wholeNumber: { (range: Range<'rupiah'>): Reads<Rupiah>; (range: Range<'count'>): Reads<number> } = (
  range: Range,
) => schemaOf(range, readWhole, (said) => z.int(said))
/** Whole seconds of a member's sending interval; a fraction is cut off, as the form does. */
export const flooredNumber = (range: Range) => schemaOf(range, readFloored, (said) => z.number(said))
