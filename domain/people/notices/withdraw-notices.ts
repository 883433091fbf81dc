// The notices of a withdraw, for the batch that writes its step (rule notices).
import type { Rupiah } from '../../../contract/ground/money.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import type { WithdrawStage } from '../../../contract/money/withdraw.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { addNotice, addNotices } from './store.ts'

/** One step of one request is one fact. */
export const withdrawRef = ({ id, step }: { id: string; step: number }): string => `withdraw:${id}:${step}`

/** Whose role lets them decide about withdraws (rule staff-pay-out). */
export const rolesThatPayOut = (staffCanProcess: boolean): readonly Role[] =>
  staffCanProcess ? ['admin', 'dev', 'staff'] : ['admin', 'dev']

/** For everybody who may decide about it; nobody decides about their own. */
export const noticesOfRequest = async (
  db: Db,
  request: { id: string; userId: string; nominal: Rupiah; now: number },
): Promise<Statement[]> => {
  const { staff_can_process } = await readSettings(db)
  return addNotice(db, {
    kind: 'office_withdraw',
    data: { who: '', nominal: request.nominal },
    whoId: request.userId,
    ref: withdrawRef({ id: request.id, step: 0 }),
    to: { roles: rolesThatPayOut(staff_can_process), except: [request.userId] },
    at: request.now,
  })
}

type Decided = {
  row: { id: string; step: number; user_id: string; nominal: Rupiah }
  decision: { to: WithdrawStage; reason?: string | null; now: number }
}
/** For the members. A decision that is taken back tells nothing: the next one does. */
export const noticesOfDecisions = (db: Db, all: readonly Decided[]): Statement[] => {
  const toldOf = ({ row, decision }: Decided) => ({
    ref: withdrawRef({ id: row.id, step: row.step + 1 }),
    userId: row.user_id,
    at: decision.now,
  })
  const of = (...stages: WithdrawStage[]) => all.filter(({ decision }) => stages.includes(decision.to))
  // nobody reads of a transfer before it was made
  const stageOf = ({ decision: { to } }: Decided) => (to === 'accepted' || to === 'ordered' ? { stage: to } : {})
  return [
    ...addNotices(
      db,
      'withdraw_paid',
      of('accepted', 'ordered', 'paid').map((one) => ({
        ...toldOf(one),
        data: { nominal: one.row.nominal, ...stageOf(one) },
      })),
    ),
    ...addNotices(
      db,
      'withdraw_rejected',
      of('rejected', 'returned').map((one) => ({
        ...toldOf(one),
        data: {
          nominal: one.row.nominal,
          reason: one.decision.reason ?? null,
          ...(one.decision.to === 'returned' ? { returned: true } : {}),
        },
      })),
    ),
  ]
}
export const noticesOfDecision = (db: Db, row: Decided['row'], decision: Decided['decision']): Statement[] =>
  noticesOfDecisions(db, [{ row, decision }])
