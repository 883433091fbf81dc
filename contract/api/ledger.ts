// Whether every balance equals the ledger.
import { z } from 'zod'
import { ADMINS, call } from './call.ts'
import { rupiah } from './shapes.ts'

const unequal = z.looseObject({
  userId: z.string(),
  /** Empty: nobody has this id any more. */
  name: z.string(),
  /** What the person is shown, what their entries and accruals add up to, and the first less the second. */
  balance: rupiah,
  sum: rupiah,
  difference: rupiah,
})

export const ledgerCalls = {
  'GET /admin/ledger/reconcile': call({
    roles: ADMINS,
    own: 'none',
    reads: 'primary',
    answer: z.looseObject({
      /** All rows' differences without their signs: 0 when every balance is right. */
      difference: rupiah,
      balance: rupiah,
      sum: rupiah,
      rows: z.array(unequal),
      data: z.array(unequal),
    }),
  }),
}
