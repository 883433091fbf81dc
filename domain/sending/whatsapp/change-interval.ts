// PUT whatsapp/interval writes the owner's interval; the floor is the setting's (rule interval).
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { asRead } from '../../ground/edits/as-read.ts'
import { personEdit } from '../../people/users/as-read.ts'
import { intervalProblem } from '../../people/users/rules.ts'
import { updateUser, userById } from '../../people/users/store.ts'
import { readSettings } from '../../ground/settings/store.ts'

/** @throws Refusal interval_below_floor, interval_order, not_found or edited_meanwhile. */
export const changeInterval = async (
  db: Db,
  { ownerId, version, reader }: { ownerId: string; version: string | undefined; reader: Role },
  wanted: { min: number; max: number },
  more: Statement[],
): Promise<{ min: number; max: number }> => {
  const min = Math.floor(wanted.min)
  const max = Math.floor(wanted.max)
  const problem = intervalProblem(min, max, (await readSettings(db)).interval_floor)
  if (problem) {
    throw new Refusal(problem.code, { field: problem.field ?? '' })
  }
  const row = await userById(db, ownerId)
  if (!row) throw new Refusal('not_found')
  const update = updateUser(db, ownerId, { blast_interval_min: min, blast_interval_max: max })
  await asRead(db, personEdit(db, { version, row, reader }), (guard) => runBatch(db, [...guard, update, ...more]))
  return { min, max }
}
