// What the profile's edit window sends: the contract's update, with a password only when it is to change, and with the present one
// before what only its owner may change (rule present-password).
import { z } from 'zod'
import { passwordProblem } from '../../../../contract/people/auth.ts'
import { type User, userUpdate } from '../../../../contract/people/users.ts'
import { filled } from '../../../lib/forms/form-schema.ts'
import { formTexts, profileTexts as texts } from '../../../texts/indonesian.ts'

const { shape } = userUpdate
type Kept = Pick<User, 'email' | 'account_bank' | 'account_number' | 'account_name'>
const GUARDED = ['email', 'account_bank', 'account_number', 'account_name'] as const
/** What is typed changes something that the server asks the present password for. */
export const needsProof = (user: Kept, typed: Partial<Kept> & { password?: string | undefined }): boolean =>
  Boolean(typed.password) || GUARDED.some((field) => (typed[field] ?? user[field]).trim() !== user[field])

export const profileForm = (user: Kept) =>
  z
    .object({
      email: filled(shape.email.unwrap(), texts.required),
      firstname: filled(shape.firstname.unwrap(), texts.required),
      lastname: filled(shape.lastname.unwrap(), texts.required),
      account_bank: shape.account_bank.unwrap(),
      account_number: shape.account_number.unwrap().regex(/^[\d\s.-]*$/, texts.numberOnly),
      account_name: shape.account_name.unwrap(),
      password: z.string().superRefine((value, ctx) => {
        const problem = value === '' ? null : passwordProblem(value, user.email)
        if (problem) ctx.addIssue({ code: 'custom', message: problem })
      }),
      current_password: z.string(),
    })
    .superRefine((values, ctx) => {
      if (values.current_password === '' && needsProof(user, values))
        ctx.addIssue({ code: 'custom', path: ['current_password'], message: formTexts.presentPasswordMissing })
    })
export type ProfileInput = z.input<ReturnType<typeof profileForm>>
export type ProfileValues = z.output<ReturnType<typeof profileForm>>
