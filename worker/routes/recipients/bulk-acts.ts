// /admin/bulk: acts on every recipient that matches, and the way back (rule bulk-acts).
import { listed, twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { TAKEN_BACK } from '../../../contract/recipients/bulk-acts.ts'
import { RULE_GONE } from '../../../contract/recipients/segments.ts'
import { runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import {
  actById,
  cancelAct,
  insertAct,
  lastActs,
  type NewAct,
  shownAct,
} from '../../../domain/recipients/bulk-acts/store.ts'
import { beginUndo } from '../../../domain/recipients/bulk-acts/undo-store.ts'
import { madeIds, unimportStep } from '../../../domain/recipients/bulk-acts/unimport-store.ts'
import { importById } from '../../../domain/recipients/imports/store.ts'
import { isRuleGone } from '../../../domain/recipients/segments/store.ts'
import { tagById } from '../../../domain/recipients/tags/store.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'

export const bulkRoutes = routes()
const LAST = 20

const withRefusals = async (act: () => Promise<unknown>): Promise<void> => {
  try {
    await act()
  } catch (error) {
    const why = refusalOf(error)
    throw why === 'bulk_runs' || why === 'bulk_over' || why === 'bulk_later' ? new Refusal(why) : error
  }
}
type Begun = Pick<WriteContext, 'db' | 'env' | 'now'>
/** Its first step begins when the queue comes to it. */
const begin = async ({ db, env, now }: Begun, act: NewAct, ids: Parameters<typeof insertAct>[3], more: Statement[]) => {
  await withRefusals(() => runBatch(db, [...insertAct(db, act, now, ids), ...more]))
  await env.IMPORTS.send({ jobId: act.id, of: 'bulk' })
  const shown = await shownAct(db, act.id)
  if (!shown) throw new Refusal('not_found')
  return { ...DONE, ...twice('act', shown) }
}
const refused = (field: string, text: string) => new Refusal('invalid_input', { field, text })

door(bulkRoutes, 'GET /admin/bulk', async ({ db }) => {
  const rows = await lastActs(db, LAST)
  return listed(rows, rows.length)
})
door(bulkRoutes, 'POST /admin/bulk', async (context) => {
  const { db, body, who, now, audit, needProof } = context
  const { act, rule, people } = body
  // a thief would begin with what nobody takes back (rule proof-data)
  if (!TAKEN_BACK.includes(act)) needProof()
  const tag = 'tag' in body ? await tagById(db, body.tag) : null
  if ('tag' in body && tag === null) throw new Refusal('not_found')
  if (await isRuleGone(db, rule, now)) throw refused('rule', RULE_GONE)
  const id = crypto.randomUUID()
  const reason = 'reason' in body ? body.reason : null
  const values = { id, act, rule, people, reason, by: who.id, tag_id: tag?.id ?? null, import_id: null }
  // of whom: their conditions may name a person, whom the record of acts does not
  const told = { act, people, ...(tag ? { name: tag.name } : {}), ...(reason === null ? {} : { reason }) }
  return begin(context, values, null, audit('bulk.begin', id, undefined, told))
})
const mustFind = async (db: WriteContext['db'], id: string) => {
  const act = await actById(db, id)
  if (!act) throw new Refusal('not_found')
  return act
}
door(bulkRoutes, 'POST /admin/bulk/:id/cancel', async ({ db, param, now, audit }) => {
  const act = await mustFind(db, param('id'))
  const entry = audit('bulk.cancel', act.id, undefined, { act: act.act, changed: act.changed })
  try {
    await cancelAct(db, act, now, entry)
  } catch (error) {
    // it had ended by itself
    if (refusalOf(error) !== 'status_moved') throw error
  }
  return DONE
})
door(bulkRoutes, 'POST /admin/bulk/:id/undo', async ({ db, env, param, now, audit }) => {
  const act = await mustFind(db, param('id'))
  const entry = audit('bulk.undo', act.id, undefined, { act: act.act, changed: act.changed })
  await withRefusals(() => beginUndo(db, act, now, entry))
  await env.IMPORTS.send({ jobId: act.id, of: 'bulk' })
  return DONE
})

door(bulkRoutes, 'GET /admin/import/:id/unused', ({ db, param, query }) => unimportStep(db, param('id'), query.after))
door(bulkRoutes, 'POST /admin/import/:id/undo', async (context) => {
  const { db, param, body, who, audit } = context
  const [file, ids] = await Promise.all([importById(db, param('id')), madeIds(db, param('id'))])
  if (!file || !ids || file.status === 'running') throw new Refusal('not_found')
  const values = {
    id: crypto.randomUUID(),
    act: 'unimport' as const,
    rule: { join: 'and' as const, not: false, of: [] },
    people: body.people,
    reason: null,
    by: who.id,
    tag_id: null,
    import_id: file.id,
  }
  const told = { jobId: file.id, people: body.people }
  return begin(context, values, ids, audit('import.undo', file.file_name, undefined, told))
})
