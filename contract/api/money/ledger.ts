// Whether every balance equals the ledger.
import { z } from 'zod'
import { rupiah } from '../../ground/amounts.ts'
import { WITHDRAW_STAGES } from '../../money/withdraw.ts'
import { TIE_KINDS } from '../../people/ties.ts'
import { ADMINS, call } from '../call.ts'

const unequal = z.looseObject({
  userId: z.string(),
  /** Empty: nobody has this id any more. */
  name: z.string(),
  /** What the person is shown, what their entries and accruals add up to, and the first less the second. */
  balance: rupiah,
  sum: rupiah,
  difference: rupiah,
})

const orders = z.object({ count: z.number(), total: rupiah })
const orderedTooOften = z.looseObject({
  withdrawId: z.string(),
  userId: z.string(),
  /** Empty: nobody has this id any more. */
  name: z.string(),
  nominal: rupiah,
  /** Where it stands now. */
  stage: z.enum(WITHDRAW_STAGES),
  /** How often it was ordered at the bank, and how often the bank sent it back. */
  orders: z.number(),
  returns: z.number(),
})

const decidedAfterWait = z.looseObject({
  withdrawId: z.string(),
  userId: z.string(),
  /** Empty: nobody has this id any more. */
  name: z.string(),
  nominal: rupiah,
  decidedBy: z.string(),
  /** What tied them when they opened the wait. */
  tie: z.enum(TIE_KINDS),
  at: z.string(),
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
      /** What was ordered at the bank and returned by it since the first request, and what is paid now (rule ordered-once). */
      orders: z.object({
        ordered: orders,
        paid: orders,
        returned: orders,
        /** Requests that were ordered more often than returned and owed: none, when every payment is right. rows has the newest hundred. */
        tooOften: z.number(),
        rows: z.array(orderedTooOften),
      }),
      /** Requests that somebody tied to the member accepted after a wait of 72 hours (rule decider-wait). rows has the newest hundred. */
      waits: orders.extend({ rows: z.array(decidedAfterWait) }),
    }),
  }),
}
