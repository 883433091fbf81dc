// /admin/level (rule level).
import { DONE, twice } from '../../contract/api/shapes.ts'
import { Refusal } from '../../contract/errors.ts'
import type { z } from 'zod'
import type { Level, levelBody } from '../../contract/levels.ts'
import { answerTexts } from '../../contract/texts.ts'
import { toPaged } from '../../contract/paging.ts'
import { askedEntry, askSecond } from '../../domain/approvals/ask-second.ts'
import { levelNeedsSecond, lowestNeedsSecond } from '../../domain/approvals/rules.ts'
import { type Db, runBatch } from '../../domain/db/connection.ts'
import { allLevels, deleteLevel, insertLevel, levelById, levelPage, updateLevel } from '../../domain/levels/store.ts'
import { readSettings } from '../../domain/settings/store.ts'
import { Accepted } from '../http/context.ts'
import { door, routes, type Who, type WriteContext } from '../http/door.ts'

export const levelRoutes = routes()

const mustFind = async (db: Db, id: string): Promise<Level> => {
  const level = await levelById(db, id)
  if (!level) throw new Refusal('not_found')
  return level
}

type Asking = Pick<WriteContext, 'db' | 'now' | 'audit'> & { who: Who }
/**
 * A price above the setting waits for a second person, and so does what makes such a price the one that everybody begins with
 * (rule second-person); null: it needs none. before null: a new level. values null: it is deleted.
 */
const askIfDear = async (
  { db, who, now, audit }: Asking,
  subject: string,
  before: Level | null,
  values: z.output<typeof levelBody> | null,
) => {
  const [{ second_person_fee_above: above }, levels] = await Promise.all([readSettings(db), allLevels(db)])
  const others = levels.filter(({ id }) => id !== subject)
  const after = values === null ? others : [...others, { id: subject, ...values }]
  const isDear = values !== null && levelNeedsSecond(before, values, above)
  if (!isDear && (before === null || !lowestNeedsSecond(levels, after, above))) return null
  const id = crypto.randomUUID()
  const about = { kind: 'level' as const, subject, amount: values?.blast_fee ?? 0 }
  const was = before && { name: before.name, blast_fee: before.blast_fee, requirement_blast: before.requirement_blast }
  const payload = { values, isNew: before === null, before: was }
  const question = { id, ...about, beneficiary_id: null, payload, by: who.id, now }
  await askSecond(db, question, audit('approval.ask', id, undefined, askedEntry(about)))
  return new Accepted({ ...DONE, msg: answerTexts.secondAsked, approval: { id } })
}

door(levelRoutes, 'POST /admin/level/create', async (context) => {
  const { db, body, now, audit } = context
  const id = crypto.randomUUID()
  const asked = await askIfDear(context, id, null, body)
  if (asked) return asked
  await runBatch(db, [insertLevel(db, id, body, now), ...audit('level.create', id, undefined, body)])
  return { ...DONE, level: await mustFind(db, id) }
})

door(levelRoutes, 'GET /admin/level/list-per-page', async ({ db, query }) => {
  const { rows, total } = await levelPage(db, query)
  return toPaged(rows, total, query)
})

door(levelRoutes, 'GET /admin/level/:id', async ({ db, param }) => {
  const level = await mustFind(db, param('id'))
  return { ...level, ...twice('level', level) }
})

door(levelRoutes, 'PUT /admin/level/:id', async (context) => {
  const { db, body, param, audit } = context
  const before = await mustFind(db, param('id'))
  const asked = await askIfDear(context, before.id, before, body)
  if (asked) return asked
  await runBatch(db, [updateLevel(db, before.id, body), ...audit('level.update', before.id, before, body)])
  return { ...DONE, level: await mustFind(db, before.id) }
})

door(levelRoutes, 'DELETE /admin/level/:id', async (context) => {
  const { db, param, audit } = context
  const before = await mustFind(db, param('id'))
  const asked = await askIfDear(context, before.id, before, null)
  if (asked) return asked
  if ((await deleteLevel(db, before.id)) === 'in_use') throw new Refusal('level_in_use')
  await runBatch(db, audit('level.delete', before.id, before))
  return DONE
})
