// PUT whatsapp/interval writes the owner's interval; the floor is the setting's (rule interval).
import { Refusal } from '../../contract/errors.ts'
import { type Db, runBatch, type Statement } from '../db/connection.ts'
import { intervalProblem } from '../users/rules.ts'
import { updateUser } from '../users/store.ts'
import { readSettings } from '../settings/store.ts'

/** @throws Refusal interval_below_floor or interval_order. */
export const changeInterval = async (
  db: Db,
  ownerId: string,
  wanted: { min: number; max: number },
  more: Statement[],
): Promise<{ min: number; max: number }> => {
  const min = Math.floor(wanted.min)
  const max = Math.floor(wanted.max)
  const problem = intervalProblem(min, max, (await readSettings(db)).interval_floor)
  if (problem) {
    throw new Refusal(problem.code, { field: problem.field ?? '' })
  }
  await runBatch(db, [updateUser(db, ownerId, { blast_interval_min: min, blast_interval_max: max }), ...more])
  return { min, max }
}
