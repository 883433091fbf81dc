// One press, one act (rule one-press): the key of a write, and what a question by key is answered.
import { z } from 'zod'

/** Visible ASCII. It seals the stored answer, so a short one that could be guessed is refused. */
export const pressKey = z.string().regex(/^[\x21-\x7e]{16,100}$/)
/** After this long without its stored answer a press runs no more: the answer was lost. */
export const PRESS_RUNS_MS = 60_000

export const pressBody = z.object({ key: pressKey })
/**
 * done: it happened, with the answer's status and body unless they were lost. running: ask again. partly: some of its batches were written,
 * and no more come. burnt: it has not happened and never
 * will, because the key is used up.
 */
export const pressAnswer = z.looseObject({
  state: z.enum(['done', 'running', 'partly', 'burnt']),
  status: z.number().nullable(),
  answer: z.unknown(),
})
export type PressAnswer = z.output<typeof pressAnswer>
