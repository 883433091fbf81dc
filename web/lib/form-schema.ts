// The contract's schemas as forms use them: Indonesian words where a schema has none of its own, and text boxes that
// must be filled before they become numbers. Load it with a form only: it carries zod.
import { z } from 'zod'
import { formTexts as texts } from '../texts/id.ts'

const words = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return texts.whole
      return issue.expected === 'number' ? texts.number : texts.required
    case 'too_small':
      if (issue.origin === 'string') return Number(issue.minimum) <= 1 ? texts.required : texts.shortest(issue.minimum)
      return texts.least(Number(issue.minimum))
    case 'too_big':
      return issue.origin === 'string' ? texts.longest(issue.maximum) : texts.most(Number(issue.maximum))
    case 'invalid_format':
      if (issue.format === 'email') return texts.email
      return issue.format === 'url' ? texts.url : texts.invalid
    case 'invalid_union':
    case 'invalid_value':
      return texts.invalid
    default:
      return undefined
  }
}
z.config({ customError: words })

/** An empty box is "required", not zero. */
export const filled = <T>(schema: z.ZodType<T>, message: string = texts.required) =>
  z
    .string()
    .trim()
    .min(1, message)
    .pipe(schema as z.ZodType<T, string>)
