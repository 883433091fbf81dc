// Opt-outs: the public signed page, and the admins' list (rule opt-out).
import { answerTexts } from '../../contract/texts.ts'
import { DONE } from '../../contract/api/shapes.ts'
import { Refusal } from '../../contract/errors.ts'
import { toPaged } from '../../contract/paging.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { readOptOutToken } from '../../domain/suppressions/hash.ts'
import {
  liftSuppression,
  type SuppressionRow,
  suppressionById,
  suppressionPage,
  suppressionsAfter,
} from '../../domain/suppressions/store.ts'
import { suppress, type SuppressPorts } from '../../domain/suppressions/suppress.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { type WriteContext, door, routes } from '../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../http/export.ts'

export const suppressionRoutes = routes()

const portsOf = ({ db, env }: Pick<WriteContext, 'db' | 'env'>): SuppressPorts => ({
  db,
  secret: env.LINK_SECRET,
  dropNumber: (accountId, number) => accountObject(env, accountId).drop(number),
})
const present = ({ id, number, lid, via, by, reason, created_at }: SuppressionRow) => {
  const createdAt = new Date(created_at).toISOString()
  return { id, number, lid, via, by, reason, createdAt }
}

door(suppressionRoutes, 'POST /public/opt-out', async (context) => {
  const number = await readOptOutToken(context.env.LINK_SECRET, context.body.token)
  if (!number) throw new Refusal('opt_out_invalid')
  await suppress(portsOf(context), { number, lid: null, via: 'page', by: null, reason: null }, context.now)
  return { ...DONE, msg: answerTexts.optedOut }
})

door(suppressionRoutes, 'GET /admin/suppression', async ({ db, query }) => {
  const digits = query.search?.replace(/[\s+().-]/g, '').replace(/^0|^(?=8)/, '62')
  const { rows, total } = await suppressionPage(db, { ...query, prefix: digits ? digits : null })
  return toPaged(rows.map(present), total, query)
})

door(suppressionRoutes, 'GET /admin/suppression/export', async ({ db, query, audit }) => {
  const file = await exportFile({
    format: query.format,
    name: 'suppressions',
    columns: ['number', 'lid', 'via', 'by', 'reason', 'createdAt'],
    page: async (after: number | null) =>
      pageOf(await suppressionsAfter(db, after ?? 0, EXPORT_PAGE), present, (row) => row.id),
  })
  await runBatch(db, audit('suppression.export', query.format))
  return file
})

door(suppressionRoutes, 'POST /admin/suppression', async (context) => {
  const { number, reason = null } = context.body
  const who = { number, lid: null, via: 'admin' as const, by: context.who.id, reason }
  await suppress(portsOf(context), who, context.now, context.audit('suppression.create', number, undefined, { reason }))
  return DONE
})

door(suppressionRoutes, 'DELETE /admin/suppression/:id', async ({ db, param, audit }) => {
  const id = Number(param('id'))
  const row = Number.isSafeInteger(id) ? await suppressionById(db, id) : null
  if (!row) throw new Refusal('not_found')
  await liftSuppression(db, row, audit('suppression.delete', param('id'), present(row)))
  return DONE
})
