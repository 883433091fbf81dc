// The contract's schemas as forms use them: Indonesian words where a schema has none of its own, and text boxes that
// must be filled before they become numbers. Load it with a form only: it carries zod.
import { z } from 'zod'
import { WORDS, wordsOf } from '../../../contract/words.ts'

z.config({ customError: wordsOf })

/** An empty box is "required", not zero. */
export const filled = <T>(schema: z.ZodType<T>, message: string = WORDS.required) =>
  z
    .string()
    .trim()
    .min(1, message)
    .pipe(schema as z.ZodType<T, string>)
