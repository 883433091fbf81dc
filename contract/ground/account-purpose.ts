// What a linked account is for.
import { z } from 'zod'

/** What an account was linked for; generator and validator accounts never blast or earn (rule screens-by-role). */
export const accountPurpose = z.enum(['blast', 'generator', 'validator'])

export type AccountPurpose = z.infer<typeof accountPurpose>
