// What the profile's edit window sends: the contract's update, with a password only when it is to change.
import { z } from 'zod'
import { passwordProblem } from '../../../contract/auth.ts'
import { userUpdate } from '../../../contract/users.ts'
import { filled } from '../../lib/forms/form-schema.ts'
import { profileTexts as texts } from '../../texts/indonesian.ts'

const { shape } = userUpdate
export const profileForm = (email: string) =>
  z.object({
    firstname: filled(shape.firstname.unwrap(), texts.required),
    lastname: filled(shape.lastname.unwrap(), texts.required),
    account_bank: shape.account_bank.unwrap(),
    account_number: shape.account_number.unwrap().regex(/^[\d\s.-]*$/, texts.numberOnly),
    account_name: shape.account_name.unwrap(),
    password: z.string().superRefine((value, ctx) => {
      const problem = value === '' ? null : passwordProblem(value, email)
      if (problem) ctx.addIssue({ code: 'custom', message: problem })
    }),
  })
export type ProfileInput = z.input<ReturnType<typeof profileForm>>
export type ProfileValues = z.output<ReturnType<typeof profileForm>>
