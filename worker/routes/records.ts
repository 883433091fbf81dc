// The records that only grow: what the office did, and what people agreed to (rules consent-history, audit-log).
import { DONE } from '../../contract/api/shapes.ts'
import { normalizePhone } from '../../contract/phone.ts'
import { toPaged } from '../../contract/paging.ts'
import { auditAfter, auditPage, type AuditRow } from '../../domain/audit/store.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { erasePerson } from '../../domain/suppressions/erase-person.ts'
import { hashOfNumber } from '../../domain/suppressions/hash.ts'
import { consentAfter, consentPage, type ConsentRow } from '../../domain/suppressions/consent-store.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { door, routes } from '../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../http/export.ts'

export const recordRoutes = routes()

const json = (stored: string | null): unknown => (stored === null ? null : JSON.parse(stored))
const presentAudit = ({ at, before, after, ...row }: AuditRow) => ({
  ...row,
  date: new Date(at).toISOString(),
  before: json(before),
  after: json(after),
})
door(recordRoutes, 'GET /admin/audit', async ({ db, query }) => {
  const { rows, total } = await auditPage(db, query)
  return toPaged(rows.map(presentAudit), total, query)
})
door(recordRoutes, 'GET /admin/audit/export', async ({ db, query, audit }) => {
  const file = await exportFile({
    format: query.format,
    name: 'audit',
    columns: [
      'id',
      'date',
      'actor_id',
      'actor_name',
      'actor_role',
      'action',
      'target',
      'before',
      'after',
      'request_id',
    ],
    page: async (after: number | null) =>
      pageOf(await auditAfter(db, after ?? 0, EXPORT_PAGE), presentAudit, (row) => row.id),
  })
  await runBatch(db, audit('audit.export', query.format))
  return file
})

const presentConsent = ({ at, ...row }: ConsentRow) => ({ ...row, date: new Date(at).toISOString() })
// A person is found by the whole number, an erased one too: only its keyed hash is compared.
door(recordRoutes, 'GET /admin/consent', async ({ vars, db, query }) => {
  const number = query.search ? (normalizePhone(query.search) ?? query.search) : null
  const hash = number === null ? null : hashOfNumber(vars.LINK_SECRET, number)
  const { rows, total } = await consentPage(db, { ...query, hash })
  return toPaged(rows.map(presentConsent), total, query)
})
door(recordRoutes, 'GET /admin/consent/export', async ({ db, query, audit }) => {
  const file = await exportFile({
    format: query.format,
    name: 'consent',
    columns: ['id', 'number', 'hash', 'event', 'source', 'by', 'date'],
    page: async (after: number | null) =>
      pageOf(await consentAfter(db, after ?? 0, EXPORT_PAGE), presentConsent, (row) => row.id),
  })
  await runBatch(db, audit('consent.export', query.format))
  return file
})

door(recordRoutes, 'POST /admin/consent/erase', async (context) => {
  const ports = {
    db: context.db,
    secret: context.env.LINK_SECRET,
    now: context.now,
    dropNumber: (accountId: string, number: string) => accountObject(context.env, accountId).drop(number),
  }
  await erasePerson(ports, { number: context.body.number, by: context.who.id }, (hash) =>
    context.audit('consent.erase', hash),
  )
  return DONE
})
