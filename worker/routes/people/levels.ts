// /admin/level (rule level).
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { z } from 'zod'
import type { Level, levelBody } from '../../../contract/people/levels.ts'
import { answerTexts } from '../../../contract/ground/texts.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { askedEntry, askSecond } from '../../../domain/people/approvals/ask-second.ts'
import { mustBeTypedTwice } from '../../../domain/people/approvals/typed-twice.ts'
import { steepLevel } from '../../../domain/people/approvals/usual-rules.ts'
import { readLadder } from '../../../domain/people/approvals/usual-store.ts'
import { levelNeedsSecond, lowestNeedsSecond, lowestOf } from '../../../domain/people/approvals/rules.ts'
import { type Db, runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import {
  insertLevel,
  levelById,
  levelPage,
  levelRead,
  levelsBeside,
  type RankedLevel,
  refuseLevelMoved,
  refuseLowestMoved,
  removeLevel,
  updateLevel,
} from '../../../domain/people/levels/store.ts'
import { asRead, presentOf } from '../../../domain/ground/edits/as-read.ts'
import { withUnversioned } from '../../../domain/ground/edits/versions.ts'
import { refuseUnlessRead } from '../../../domain/ground/edits/store.ts'
import { askedRef } from '../../../domain/people/notices/approval-notices.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { Accepted } from '../../http/context.ts'
import { door, routes, type Who, type WriteContext } from '../../http/door.ts'
import { announce } from '../../push.ts'

export const levelRoutes = routes()

const mustFind = async (db: Db, id: string): Promise<Level> => {
  const level = await levelById(db, id)
  if (!level) throw new Refusal('not_found')
  return level
}

type Asking = Pick<WriteContext, 'db' | 'env' | 'now' | 'audit' | 'later'> & { who: Who }
/** before null: a new level. values null: it is deleted. */
type Change = {
  subject: string
  before: Level | null
  values: z.output<typeof levelBody> | null
  /** The price as it was typed a second time. */
  again?: number | undefined
  /** For each batch, before anything else. */
  guard: Statement[]
}
/**
 * A price above the setting, or of more than three times the usual, waits for a second person, and so does what makes such a price the
 * one that everybody begins with (rules second-person, usual-price).
 * @returns the answer of what waits, or the lowest level that the change was judged by
 * @throws Refusal level_in_use or amount_again, before anybody is asked
 */
const askIfDear = async (
  { db, env, who, now, audit, later }: Asking,
  { subject, before, values, again, guard }: Change,
) => {
  const [{ second_person_fee_above: above }, { levels, isUsed }, ladder] = await Promise.all([
    readSettings(db),
    levelsBeside(db, subject),
    readLadder(db, now),
  ])
  if (values === null && isUsed) throw new Refusal('level_in_use')
  const others = levels.filter(({ id }) => id !== subject)
  const changed = values && { id: subject, blast_fee: values.blast_fee, requirement_blast: values.requirement_blast }
  const lowest = { before: lowestOf(levels), after: lowestOf(changed ? [...others, changed] : others) }
  const usual = steepLevel(ladder, { before, values, lowest })
  if (values !== null && usual.fee !== undefined && values.blast_fee !== before?.blast_fee)
    mustBeTypedTwice({ field: 'blast_fee', amount: values.blast_fee, again, usual: usual.fee })
  const isSteep = (of: keyof typeof usual): boolean => usual[of] !== undefined
  const fees = [
    ...(values !== null && (isSteep('fee') || levelNeedsSecond(before, values, above)) ? [values.blast_fee] : []),
    ...(lowest.after && (isSteep('lowest') || lowestNeedsSecond(lowest.before, lowest.after, above))
      ? [lowest.after.blast_fee]
      : []),
  ]
  if (fees.length === 0) return { asked: null, lowest: lowest.after } as const
  const id = crypto.randomUUID()
  const about = { kind: 'level' as const, subject, amount: Math.max(...fees) }
  const was = before && { name: before.name, blast_fee: before.blast_fee, requirement_blast: before.requirement_blast }
  const payload = { values, isNew: before === null, before: was, lowest, usual }
  const question = { id, ...about, beneficiary_id: null, payload, by: who.id, now }
  await askSecond(db, question, [...guard, ...audit('approval.ask', id, undefined, askedEntry(about))])
  later(announce(env, db, askedRef(id)))
  return { asked: new Accepted({ ...DONE, msg: answerTexts.secondAsked, approval: { id } }) } as const
}
/**
 * Does what was judged to need nobody else, unless the level or the lowest one changed since.
 * @throws Refusal price_moved or level_in_use
 */
const changeAsJudged = async (
  db: Db,
  guard: Statement[],
  before: Level,
  act: Statement[],
  lowest: RankedLevel | null,
  audit: Statement[],
): Promise<void> => {
  try {
    await runBatch(db, [
      ...guard,
      refuseLevelMoved(db, before.id, before),
      ...act,
      refuseLowestMoved(db, lowest),
      ...audit,
    ])
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'level_in_use') throw new Refusal('level_in_use')
    throw refusal === 'level_moved' ? new Refusal('price_moved') : error
  }
}

door(levelRoutes, 'POST /admin/level/create', async (context) => {
  const { db, now, audit } = context
  const { blast_fee_again: again, ...values } = context.body
  const id = crypto.randomUUID()
  const { asked } = await askIfDear(context, { subject: id, before: null, values, again, guard: [] })
  if (asked) return asked
  await runBatch(db, [insertLevel(db, id, values, now), ...audit('level.create', id, undefined, values)])
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

/** Of the level that the caller has read. @throws Refusal edited_meanwhile */
const ofRead = <T>(db: Db, before: Level, version: string | undefined, write: (guard: Statement[]) => Promise<T>) =>
  asRead(
    db,
    {
      version,
      now: presentOf(levelRead(before)),
      guard: refuseUnlessRead(db, 'levels', { id: before.id }, levelRead(before)),
      again: async () => {
        const level = await levelById(db, before.id)
        return level && presentOf(levelRead(level))
      },
      about: { target: before.id, actions: ['level.create', 'level.update'], names: true },
    },
    write,
  )

door(levelRoutes, 'PUT /admin/level/:id', async (context) => {
  const { db, param, audit } = context
  const { version, blast_fee_again: again, ...values } = context.body
  const before = await mustFind(db, param('id'))
  const asked = await ofRead(db, before, version, async (guard) => {
    const judged = await askIfDear(context, { subject: before.id, before, values, again, guard })
    if (judged.asked) return judged.asked
    const entry = audit('level.update', before.id, levelRead(before), withUnversioned(version, values))
    await changeAsJudged(db, guard, before, [updateLevel(db, before.id, values)], judged.lowest, entry)
    return null
  })
  return asked ?? { ...DONE, level: await mustFind(db, before.id) }
})

door(levelRoutes, 'DELETE /admin/level/:id', async (context) => {
  const { db, query, param, audit } = context
  const before = await mustFind(db, param('id'))
  const asked = await ofRead(db, before, query.version, async (guard) => {
    const judged = await askIfDear(context, { subject: before.id, before, values: null, guard })
    if (judged.asked) return judged.asked
    const entry = audit('level.delete', before.id, levelRead(before))
    await changeAsJudged(db, guard, before, removeLevel(db, before.id), judged.lowest, entry)
    return null
  })
  return asked ?? DONE
})
