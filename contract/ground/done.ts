// The answer that says no more than that it was done.
import { z } from 'zod'

export const done = z.looseObject({ success: z.literal(true) })

export const DONE = { success: true } as const
