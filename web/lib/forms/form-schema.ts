// The contract's schemas for forms: default messages in Indonesian, and number boxes that must not be empty. Import it from lazily
// loaded forms only, because it brings zod.
import { z } from 'zod'
import { WORDS, wordsOf } from '../../../contract/ground/value-texts.ts'

z.config({ customError: wordsOf })

/** An empty box is "required", not zero. */
export const filled = <T>(schema: z.ZodType<T>, message: string = WORDS.required) =>
  z
    .string()
    .trim()
    .min(1, message)
    .pipe(schema as z.ZodType<T, string>)
