// /admin/approval: what waits for a second person (rule second-person).
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { seesAll } from '../../../contract/people/role-table.ts'
import { decideApproval } from '../../../domain/money/decisions/decide-approval.ts'
import { presentApproval } from '../../../domain/people/approvals/present.ts'
import { approvalPage, isAlone } from '../../../domain/people/approvals/store.ts'
import { publishBalance } from '../../../domain/money/ledger/publish-balance.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { ringForStops } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { publishWithdraw } from '../../../domain/money/withdraw/publish-withdraw.ts'
import { door, routes } from '../../http/door.ts'
import { channelPorts } from '../../ports.ts'
import { announce } from '../../push.ts'

export const approvalRoutes = routes()

door(approvalRoutes, 'GET /admin/approval/list-per-page', async ({ db, who, query, now }) => {
  const asked = { ...query, status: query.status ?? ('waiting' as const), withdrawsOnly: !seesAll(who.role) }
  const [{ staff_can_process }, { rows, total }, alone] = await Promise.all([
    readSettings(db),
    approvalPage(db, asked, { id: who.id, now }),
    isAlone(db, who.id, now),
  ])
  if (who.role === 'staff' && !staff_can_process) throw new Refusal('forbidden')
  const shown = rows.map((row) => presentApproval(row, who.id))
  return { ...toPaged(shown, total, query), alone }
})
door(approvalRoutes, 'PUT /admin/approval/decide', async ({ db, env, who, body, now, audit, later }) => {
  const { row, refs } = await decideApproval(db, { who, ...body, now, ring: () => ringForStops(env) }, audit)
  later(announce(env, db, ...refs))
  const ports = { db, ...channelPorts(env) }
  if (row.kind === 'bonus' && row.beneficiary_id !== null) later(publishBalance(ports, row.beneficiary_id))
  const isWithdraw = row.kind === 'withdraw' || row.kind === 'return'
  if (isWithdraw && row.beneficiary_id !== null) later(publishWithdraw(ports, row.beneficiary_id))
  return { ...DONE, ...twice('approval', presentApproval(row, who.id)) }
})
