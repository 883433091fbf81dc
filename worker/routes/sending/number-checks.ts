// /admin/generator and /admin/validator: number checks of a range or of a file. The sender's object does the work; these routes
// decide who may start one with which sender, and store its row.
import { caseTexts, fileTexts } from '../../../contract/ground/texts.ts'
import { DONE } from '../../../contract/ground/done.ts'
import type { z } from 'zod'
import { seesAll } from '../../../contract/people/role-table.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import {
  type CheckKind,
  type CheckSettings,
  type checkListQuery,
  rangeSize,
  RESULT_FILES,
} from '../../../contract/sending/number-checks.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { type Db, runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { asRead, presentOf } from '../../../domain/ground/edits/as-read.ts'
import { withUnversioned } from '../../../domain/ground/edits/versions.ts'
import { refuseUnlessRead } from '../../../domain/ground/edits/store.ts'
import {
  checkRequestOf,
  mayOpenFile,
  presentChecks,
  shownCheck,
} from '../../../domain/sending/number-checks/live-checks.ts'
import { deleteCheckObjects } from '../../../domain/sending/number-checks/chunks.ts'
import { EXPORT_COLUMNS, exportResults } from '../../../domain/sending/number-checks/export-results.ts'
import { maySend } from '../../../domain/sending/number-checks/rules.ts'
import {
  type CheckRecord,
  checkById,
  checkPage,
  checkRead,
  deleteCheck,
  insertCheck,
  restCheck,
  saveCheckState,
  updateCheck,
} from '../../../domain/sending/number-checks/store.ts'
import { accountByHandle } from '../../../domain/sending/whatsapp/store.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { linkRing } from '../../env.ts'
import { type WriteContext, door, type Effects, routes, type Who } from '../../http/door.ts'
import { valueOf } from '../../http/errors.ts'
import { exportPages, listStream } from '../../http/export.ts'
import { answerValidator, readFields } from '../../http/validator-file.ts'
import { checkResultPorts, liveCheckPorts } from '../../ports.ts'

export const numberCheckRoutes = routes()

const mustFind = async (db: Db, kind: CheckKind, id: string): Promise<CheckRecord> => {
  const row = await checkById(db, kind, id)
  if (!row) throw new Refusal('not_found')
  return row
}
/** Account id of a check's sender, found by its id or client id; `who` may choose it for the owner's check. @throws Refusal invalid_input or check_sender. */
const senderFor = async (db: Db, who: Who, ownerId: string, handle: string): Promise<string> => {
  const sender = await accountByHandle(db, handle)
  if (!sender) throw new Refusal('invalid_input', { field: 'whatsapp_id', text: caseTexts.chooseSender })
  if (!maySend(sender, { id: ownerId, seesAll: seesAll(who.role) })) throw new Refusal('check_sender')
  return sender.id
}
const settingsOf = (body: CheckSettings) => ({
  insert: body.b_insert,
  intervalMin: body.interval_min,
  intervalMax: body.interval_max,
})

door(numberCheckRoutes, 'POST /admin/generator/create', async ({ env, db, who, body, now, audit }) => {
  const whatsappId = await senderFor(db, who, who.id, body.whatsapp_id)
  const id = crypto.randomUUID()
  const range = { start: body.start_number, end: body.end_number }
  const total = rangeSize(range.start, range.end)
  const check = {
    id,
    kind: 'generator',
    userId: who.id,
    whatsappId,
    range,
    file: null,
    source: 'ready',
    total,
  } as const
  await runBatch(db, [
    insertCheck(db, { ...check, ...settingsOf(body), now }),
    ...audit('generator.create', id, undefined, { ...body, whatsapp_id: whatsappId, total }),
  ])
  const shown = await shownCheck(liveCheckPorts({ env, now }), 'generator', await mustFind(db, 'generator', id))
  return { ...DONE, ...shown }
})
door(numberCheckRoutes, 'POST /admin/validator/create', (context) =>
  answerValidator(context, (handle) => senderFor(context.db, context.who, context.who.id, handle)),
)

type CheckContext = Pick<WriteContext, 'env' | 'db' | 'now' | 'audit' | 'acts'> & { check: CheckRecord }
/** Starts or continues a check, and writes the object's answer to its row, unless the row is newer already. */
const start =
  <K extends CheckKind>(kind: K) =>
  async ({ env, db, now, audit, acts, check }: CheckContext) => {
    const { id } = check
    if (check.source === 'reading') throw new Refusal('check_preparing')
    if (check.source === 'broken') throw new Refusal('file_broken', check.error ? { text: check.error } : {})
    const sender = await accountByHandle(db, check.whatsapp_id)
    if (!sender) throw new Refusal('not_connected')
    if (!maySend(sender, { id: check.user_id, seesAll: true })) throw new Refusal('check_sender')
    const live = valueOf(await acts(sender.id).startCheck(checkRequestOf(check)))
    await runBatch(db, [saveCheckState(db, sender.id, live, now), ...audit(`${kind}.start`, id)])
    return { ...DONE, ...(await shownCheck(liveCheckPorts({ env, now }), kind, await mustFind(db, kind, id), live)) }
  }
const stop =
  <K extends CheckKind>(kind: K) =>
  async ({ env, db, now, audit, acts, check }: CheckContext) => {
    const { id, whatsapp_id } = check
    const live = await acts(whatsapp_id).stopCheck(id)
    const rest = live ? saveCheckState(db, whatsapp_id, live, now) : restCheck(db, id, whatsapp_id, now)
    await runBatch(db, [rest, ...audit(`${kind}.stop`, id)])
    return { ...DONE, ...(await shownCheck(liveCheckPorts({ env, now }), kind, await mustFind(db, kind, id), live)) }
  }
type Editing = CheckContext & { who: Who; body: CheckSettings & { version?: string | undefined } }
/**
 * Changes a check that is not running. The old sender's object must have saved it before another sender continues; an edit that lost
 * against another one leaves the object what the row says.
 */
const update = async <K extends CheckKind>(kind: K, context: Editing) => {
  const { env, db, now, audit, acts, check, who } = context
  const { version, ...body } = context.body
  const { id } = check
  const whatsappId = await senderFor(db, who, check.user_id, body.whatsapp_id)
  const wanted = { whatsappId, ...settingsOf(body) }
  const object = acts(check.whatsapp_id)
  const edited = { min: wanted.intervalMin, max: wanted.intervalMax }
  const after = withUnversioned(version, { ...body, whatsapp_id: whatsappId })
  const write = async (guard: Statement[]): Promise<void> => {
    valueOf(
      whatsappId === check.whatsapp_id
        ? await object.editCheck({ ...checkRequestOf(check), interval: edited, insert: wanted.insert === 1 })
        : await object.handOverCheck(id),
    )
    await runBatch(db, [
      ...guard,
      updateCheck(db, id, { ...wanted, now }),
      ...audit(`${kind}.update`, id, checkRead(check), after),
    ])
  }
  const again = async () => {
    const row = await checkById(db, kind, id)
    // not under the key of this press, which its object has taken already
    if (row && row.whatsapp_id === check.whatsapp_id)
      await accountObject(env, row.whatsapp_id).editCheck(checkRequestOf(row))
    return row && presentOf(checkRead(row))
  }
  const edit = {
    version,
    now: presentOf(checkRead(check)),
    guard: refuseUnlessRead(db, 'number_checks', { id }, checkRead(check)),
    again,
    about: { target: id, actions: [`${kind}.create`, `${kind}.update`] as const, names: seesAll(who.role) },
  }
  await asRead(db, edit, write)
  return { ...DONE, ...(await shownCheck(liveCheckPorts({ env, now }), kind, await mustFind(db, kind, id))) }
}
/** Deletes a check. The row goes last, so that after a failure the call can be repeated. */
const remove = async ({ env, db, audit, acts, check }: CheckContext) => {
  const { kind, id } = check
  valueOf(await acts(check.whatsapp_id).dropCheck(id))
  await deleteCheckObjects(env.MEDIA, id)
  const { start_number, end_number, file_name, total, count_success, count_fail } = check
  const before = { start_number, end_number, file_name, total, count_success, count_fail }
  await runBatch(db, [deleteCheck(db, id), ...audit(`${kind}.delete`, id, before)])
  return DONE
}

const results = async ({ env, db, audit, check, query }: CheckContext & { query: { format: 'json' | 'csv' } }) => {
  const { kind, id } = check
  const pages = exportResults(checkResultPorts(env), check)
  const name = RESULT_FILES[kind].replace(/\.csv$/, '')
  const file = { format: 'csv', name, columns: EXPORT_COLUMNS, emptyText: 'No phone numbers to export.' } as const
  const answer = await (query.format === 'json' ? listStream(pages) : exportPages(file, pages))
  await runBatch(db, audit(`${kind}.download`, id, undefined, { format: query.format }))
  return answer
}

type Listed = Pick<WriteContext, 'db' | 'now'> & {
  query: z.output<typeof checkListQuery>
  ownerId: string | null
  effects: () => Promise<Effects>
}
const list =
  <K extends CheckKind>(kind: K) =>
  async ({ db, now, query, ownerId, effects }: Listed) => {
    const filter = { kind, userId: ownerId, status: query.status, search: query.search, from: query.from, to: query.to }
    const { rows, total } = await checkPage(db, filter, query)
    const { env } = await effects()
    return toPaged(await presentChecks(liveCheckPorts({ env, now }), kind, rows), total, query)
  }
type One = { now: number; check: CheckRecord; effects: () => Promise<Effects> }
const one =
  <K extends CheckKind>(kind: K) =>
  async ({ now, check, effects }: One) =>
    shownCheck(liveCheckPorts({ env: (await effects()).env, now }), kind, check)

door(numberCheckRoutes, 'GET /admin/generator/list-per-page', list('generator'))
door(numberCheckRoutes, 'GET /admin/validator/list-per-page', list('validator'))
door(numberCheckRoutes, 'POST /admin/generator/start', start('generator'))
door(numberCheckRoutes, 'POST /admin/validator/start', start('validator'))
door(numberCheckRoutes, 'POST /admin/generator/stop', stop('generator'))
door(numberCheckRoutes, 'POST /admin/validator/stop', stop('validator'))
door(numberCheckRoutes, 'GET /admin/generator/download-result/:id', results)
door(numberCheckRoutes, 'GET /admin/validator/download-result/:id', results)
door(numberCheckRoutes, 'GET /admin/generator/:id', one('generator'))
door(numberCheckRoutes, 'GET /admin/validator/:id', one('validator'))
door(numberCheckRoutes, 'DELETE /admin/generator/:id', remove)
door(numberCheckRoutes, 'DELETE /admin/validator/:id', remove)
door(numberCheckRoutes, 'PUT /admin/generator/:id', (context) => update('generator', context))
door(numberCheckRoutes, 'PUT /admin/validator/:id', async (context) =>
  update('validator', { ...context, body: await readFields(context.c) }),
)

door(numberCheckRoutes, 'GET /files/validator/:id', async ({ env, db, now, param, query }) => {
  const link = { checkId: param('id'), ...query }
  if (!(await mayOpenFile({ linkKeys: linkRing(env), now }, link))) throw new Refusal('file_link_invalid')
  const row = await mustFind(db, 'validator', link.checkId)
  const file = await env.MEDIA.get(row.file_key ?? '')
  if (!file) throw new Refusal('not_found')
  const name = row.file_name ?? fileTexts.noName
  return new Response(file.body, {
    headers: {
      'content-type': /\.json$/i.test(name) ? 'application/json' : 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
    },
  })
})
