// /admin/consent: the consent history, and the erasure of a person (rule consent-history).
import { DONE } from '../../../contract/ground/done.ts'
import { normalizePhone } from '../../../contract/ground/phone.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { consentAfter, consentPage, type ConsentRow } from '../../../domain/recipients/suppressions/consent-store.ts'
import { erasePerson } from '../../../domain/recipients/suppressions/erase-person.ts'
import { hashesOfNumber } from '../../../domain/recipients/suppressions/hash.ts'
import { hashRing, ringForStops } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { journalStop } from '../../backup.ts'
import { door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../../http/export.ts'

export const consentRoutes = routes()

const presentConsent = ({ at, ...row }: ConsentRow) => ({ ...row, date: new Date(at).toISOString() })
// A person is found by the whole number, an erased one too: only its keyed hash is compared.
door(consentRoutes, 'GET /admin/consent', async ({ vars, db, query }) => {
  const number = query.search ? (normalizePhone(query.search) ?? query.search) : null
  const hashes = number === null ? null : hashesOfNumber(hashRing(vars), number)
  const { rows, total } = await consentPage(db, { ...query, hashes })
  return toPaged(rows.map(presentConsent), total, query)
})
door(consentRoutes, 'GET /admin/consent/export', async ({ db, query, audit }) => {
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

door(consentRoutes, 'POST /admin/consent/erase', async (context) => {
  const ports = {
    db: context.db,
    hashKeys: await ringForStops(context.env),
    now: context.now,
    dropNumber: (accountId: string, number: string) => accountObject(context.env, accountId).drop(number),
    journal: journalStop(context.env),
  }
  const { number, reference } = context.body
  await erasePerson(ports, { number, by: context.who.id }, (hash) => [
    ...context.audit('consent.erase', hash, undefined, reference === undefined ? undefined : { reference }),
    ...context.security('data_erased', context.who.id),
  ])
  return DONE
})
