// Nobody decides about money they steer: what the refusal says (rule decider-ties).
import { Refusal } from '../../contract/errors.ts'
import type { Role } from '../../contract/role-table.ts'
import { tieTexts } from '../../contract/tie-texts.ts'
import type { Db } from '../db/connection.ts'
import { type Line, namesOfUntied, tiesOf } from './store.ts'

type Act = { by: string; roles: readonly Role[]; now: number }
/** @throws Refusal decider_tied, which says which tie, until when, and who may decide instead. */
export const refuseSteering = async (db: Db, { by, roles, now }: Act, line: Line): Promise<void> => {
  const [found] = await tiesOf(db, by, [line], now)
  if (!found) return
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
