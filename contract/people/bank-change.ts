// Who changed a person's bank details last, on the wire (rule bank-change).
import { z } from 'zod'

/** by: a name; null: the person is not there any more. replaced: other details were there before. */
export const bankChange = z.object({
  at: z.string(),
  by: z.string().nullable(),
  byMember: z.boolean(),
  replaced: z.boolean(),
})
export type BankChange = z.infer<typeof bankChange>
