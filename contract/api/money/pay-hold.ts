// All withdraws wait while the place pays far more than usual, until somebody says that it is right (rule usual-pay).
import { z } from 'zod'
import { rupiah, wholeNumber } from '../../ground/amounts.ts'
import { writtenReason } from '../../people/reasons.ts'
import { RANGES } from '../../ground/ranges.ts'
import { ADMINS, call, STAFF_AND_ADMINS } from '../call.ts'
import { done } from '../../ground/done.ts'

export const payHoldCalls = {
  'GET /admin/pay-hold': call({
    roles: STAFF_AND_ADMINS,
    own: 'none',
    reads: 'primary',
    answer: z.looseObject({
      /** null: withdraws may be paid. Rupiah of the last hour as a look found them, and what is usual; null: for admins alone. */
      hold: z
        .object({ id: z.number(), since: z.string(), rupiah: rupiah.nullable(), usual: rupiah.nullable() })
        .nullable(),
    }),
  }),
  'POST /admin/pay-hold/lift': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    body: z.object({ id: wholeNumber(RANGES.troubleId), reason: writtenReason }),
    answer: done,
  }),
}
