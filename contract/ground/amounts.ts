// The schema of every number in a body or a query, whether it came as a JSON number or as the text of a text box.
import { z } from 'zod'
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

/** A whole number of rupiah or of things; a fraction is refused. */
export const wholeNumber = (range: Range) => schemaOf(range, readWhole, (said) => z.int(said))
/** Whole seconds of a member's sending interval; a fraction is cut off, as the form does. */
export const flooredNumber = (range: Range) => schemaOf(range, readFloored, (said) => z.number(said))
