// Numbers as JSON and forms send them: a number, or its digits as text. An empty box is no zero, nor is null or a list.
import { z } from 'zod'
import { WORDS } from './words.ts'

export const numeric = <T extends z.ZodType<number, number>>(schema: T, words: string = WORDS.number) =>
  z
    .union([z.number(), z.string().trim().min(1, WORDS.required)], {
      error: ({ input }) => (input === undefined || input === null || input === '' ? WORDS.required : words),
    })
    .transform(Number)
    .pipe(schema as z.ZodType<number, number>)
