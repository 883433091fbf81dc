// Whether every balance equals the ledger.
import { z } from 'zod'
import { ADMINS, call } from './call.ts'
import { rupiah } from './shapes.ts'

const unequal = z.looseObject({ userId: z.string(), difference: rupiah })

export const ledgerCalls = {
  'GET /admin/ledger/reconcile': call({
    roles: ADMINS,
    own: 'none',
    reads: 'primary',
    answer: z.looseObject({
      difference: rupiah,
      balance: rupiah,
      sum: rupiah,
      rows: z.array(unequal),
      data: z.array(unequal),
    }),
  }),
}
