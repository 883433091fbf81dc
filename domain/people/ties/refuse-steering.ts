// Nobody decides about money they steer: what the refusal says (rules decider-ties, decider-wait).
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { tieTexts } from '../../../contract/people/tie-texts.ts'
import type { Db } from '../../ground/db/connection.ts'
import { type Line, namesOfUntied, type Tie, tiesOf } from './store.ts'
import { type WaitState, waitStateOf } from './waits-store.ts'

type Act = { by: string; roles: readonly Role[]; now: number }
/** How the wait of a request lets somebody decide who is tied; they may open one where nobody else may decide. */
const waitRefusal = (tie: Tie, { until, objected, free }: WaitState): Refusal | null => {
  if (objected === 1) return new Refusal('withdraw_objected')
  if (free === 1) return null
  return until === null
    ? new Refusal('decider_wait', { text: tieTexts.offered(tie) })
    : new Refusal('decider_waits', { text: tieTexts.waits(tie, until) })
}
/**
 * @param offers a request may be accepted by a wait
 * @throws Refusal decider_tied, which says which tie, until when, and who may decide instead; where that is nobody, and a wait is
 * offered, decider_wait, decider_waits or withdraw_objected.
 */
export const refuseSteering = async (db: Db, { by, roles, now }: Act, line: Line, offers = false): Promise<void> => {
  const [found] = await tiesOf(db, by, [line], now)
  if (!found) return
  const wait = line.withdrawId === null ? null : await waitStateOf(db, by, line.withdrawId, now)
  if (wait?.over === 1) return
  const refusal = offers && wait ? waitRefusal(found.tie, wait) : null
  if (refusal) throw refusal
  const others = await namesOfUntied(db, roles, [line], now)
  throw new Refusal('decider_tied', { text: tieTexts.one(found.tie, others) })
}
/** Of many lines at once. @throws Refusal decider_tied, which names the members of all lines that tie. */
export const refuseSteeringOf = async (db: Db, { by, roles, now }: Act, lines: readonly Line[]): Promise<void> => {
  const people = [...new Map(lines.map((line) => [line.userId + (line.withdrawId ?? ''), line])).values()]
  const found = await tiesOf(db, by, people, now)
  if (found.length === 0) return
  const others = await namesOfUntied(db, roles, people, now)
  const named = [...new Map(found.map(({ line, tie }) => [line.userId, { name: line.member, tie }])).values()]
  throw new Refusal('decider_tied', { text: tieTexts.many(named, others) })
}
