// /admin/segment: recipients by what is known of them (rule segments).
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import {
  COUNT_STEP,
  OVERLAP_STEP,
  type Rule,
  SEGMENT_TAKEN,
  type SegmentRow,
  RULE_GONE,
} from '../../../contract/recipients/segments.ts'
import { runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { asRead, presentOf } from '../../../domain/ground/edits/as-read.ts'
import { refuseUnlessRead } from '../../../domain/ground/edits/store.ts'
import { versionOf, withUnversioned } from '../../../domain/ground/edits/versions.ts'
import {
  countStep,
  deleteSegment,
  insertSegment,
  isOfTagging,
  isRuleGone,
  peopleAfter,
  refuseGone,
  segmentById,
  segmentPage,
  segmentRead,
  tagStep,
  updateSegment,
} from '../../../domain/recipients/segments/store.ts'
import { overlapStep } from '../../../domain/sending/campaigns/overlap-store.ts'
import { segmentChanged } from '../../../domain/sending/campaigns/review-store.ts'
import { tagById } from '../../../domain/recipients/tags/store.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile } from '../../http/export.ts'

export const segmentRoutes = routes()
const mustFind = async (db: WriteContext['db'], id: string): Promise<SegmentRow> => {
  const segment = await segmentById(db, id)
  if (!segment) throw new Refusal('not_found')
  return segment
}
const editable = (segment: SegmentRow) => ({ ...segment, version: versionOf(segmentRead(segment)) })
const refused = (field: string, text: string) => new Refusal('invalid_input', { field, text })
/** @throws Refusal invalid_input: it asks for what is there no more */
const mustBeKnown = async (db: WriteContext['db'], rule: Rule, now: number): Promise<void> => {
  if (await isRuleGone(db, rule, now)) throw refused('rule', RULE_GONE)
}
const write = async (
  { db, now }: Pick<WriteContext, 'db' | 'now'>,
  rule: Rule,
  statements: Statement[],
): Promise<void> => {
  try {
    await runBatch(db, [refuseGone(db, rule, now), ...statements])
  } catch (error) {
    const why = refusalOf(error)
    if (why === 'status_moved') throw refused('rule', RULE_GONE)
    throw why === 'taken segments.name' ? refused('name', SEGMENT_TAKEN) : error
  }
}

door(segmentRoutes, 'GET /admin/segment/list-per-page', async ({ db, query }) => {
  const { rows, total } = await segmentPage(db, query)
  return toPaged(rows, total, query)
})
door(segmentRoutes, 'GET /admin/segment/count', async ({ db, query, now }) => {
  const rows = query.overlap ? OVERLAP_STEP : COUNT_STEP
  const [step, overlap] = await Promise.all([
    countStep(db, { ...query, rows }, now),
    query.overlap ? overlapStep(db, { ...query, rows }, now) : null,
  ])
  if (!step) throw refused('rule', RULE_GONE)
  return { ...step, overlap }
})
door(segmentRoutes, 'POST /admin/segment/create', async ({ db, body, who, now, audit }) => {
  await mustBeKnown(db, body.rule, now)
  const id = crypto.randomUUID()
  await write({ db, now }, body.rule, [
    insertSegment(db, id, body, who.id, now),
    ...audit('segment.create', id, undefined, body),
  ])
  return { ...DONE, ...twice('segment', editable(await mustFind(db, id))) }
})
door(segmentRoutes, 'POST /admin/segment/tag', async ({ db, who, body, now, audit }) => {
  const [tag] = await Promise.all([tagById(db, body.tag), mustBeKnown(db, body.rule, now)])
  if (!tag) throw new Refusal('not_found')
  const said = { name: tag.name, on: body.on, rule: body.rule }
  // one of an act: a step that goes on with none on record has its own
  const isOn = body.after === 0 ? undefined : isOfTagging(tag.id, who.id, said, now - DAY_MS)
  const entry = audit('segment.tag', String(tag.id), undefined, said, isOn)
  try {
    return { ...DONE, ...(await tagStep(db, body, now, entry)) }
  } catch (error) {
    throw refusalOf(error) === 'status_moved' ? new Refusal('not_found') : error
  }
})
door(segmentRoutes, 'GET /admin/segment/export', async ({ db, query, now, audit }) => {
  const { id, name, rule } = await mustFind(db, query.id)
  await mustBeKnown(db, rule, now)
  const file = await exportFile({
    format: query.format,
    name: 'segment',
    columns: ['number', 'name', 'status'],
    page: async (from: number | null) => {
      for (let after = from ?? 0; ; ) {
        const { people, next } = await peopleAfter(db, rule, { after, limit: EXPORT_PAGE, now })
        // a page without rows would be the end of the file
        if (people.length > 0 || next === null)
          return {
            rows: people.map(({ number, name: whose, status }) => ({ number, name: whose, status })),
            last: next,
          }
        after = next
      }
    },
    emptyText: 'No recipients in this segment.',
  })
  await runBatch(db, audit('segment.export', id, undefined, { name, format: query.format }))
  return file
})
door(segmentRoutes, 'GET /admin/segment/:id', async ({ db, param }) => {
  const segment = editable(await mustFind(db, param('id')))
  return { ...segment, ...twice('segment', segment) }
})
door(segmentRoutes, 'PUT /admin/segment/:id', async ({ db, param, body, now, who, audit }) => {
  const { version, ...values } = body
  const before = await mustFind(db, param('id'))
  await mustBeKnown(db, values.rule, now)
  const read = segmentRead(before)
  const edit = {
    version,
    now: presentOf(read),
    guard: refuseUnlessRead(db, 'segments', { id: before.id }, read),
    again: async () => {
      const segment = await segmentById(db, before.id)
      return segment && presentOf(segmentRead(segment))
    },
    about: { target: before.id, actions: ['segment.create', 'segment.update'], names: true } as const,
  }
  const entry = audit(
    'segment.update',
    before.id,
    { name: before.name, rule: before.rule },
    withUnversioned(version, values),
  )
  await asRead(db, edit, (guard) =>
    write({ db, now }, values.rule, [
      ...guard,
      updateSegment(db, before.id, values, now),
      segmentChanged(db, before.id, who.id),
      ...entry,
    ]),
  )
  return { ...DONE, ...twice('segment', editable(await mustFind(db, before.id))) }
})
door(segmentRoutes, 'DELETE /admin/segment/:id', async ({ db, param, audit }) => {
  const { id, name, rule } = await mustFind(db, param('id'))
  await runBatch(db, [deleteSegment(db, id), ...audit('segment.delete', id, { name, rule })])
  return DONE
})
