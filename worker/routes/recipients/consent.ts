// /admin/consent: the consent history, the sources of consent, and the erasure of a person (rules consent-history, source-hold).
import { DONE } from '../../../contract/ground/done.ts'
import { isSource, readSource } from '../../../contract/recipients/consent-source.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { normalizePhone } from '../../../contract/ground/phone.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { type Db, runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { refuseIf } from '../../../domain/ground/db/refusal-store.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { asRead, presentOf } from '../../../domain/ground/edits/as-read.ts'
import { refuseUnlessRead } from '../../../domain/ground/edits/store.ts'
import { withUnversioned } from '../../../domain/ground/edits/versions.ts'
import {
  keepSource,
  keptSource,
  listSources,
  NOTHING_KEPT,
  sourceExists,
} from '../../../domain/recipients/phone-numbers/source-store.ts'
import { holdStatements, releaseStatements } from '../../../domain/recipients/sources/hold-store.ts'
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
  const ring = hashRing(vars)
  const person = number === null ? null : { number, hashes: hashesOfNumber(ring, number) }
  const { rows, total } = await consentPage(db, { ...query, person }, ring)
  return toPaged(rows.map(presentConsent), total, query)
})
door(consentRoutes, 'GET /admin/consent/export', async ({ vars, db, query, audit }) => {
  const ring = hashRing(vars)
  const file = await exportFile({
    format: query.format,
    name: 'consent',
    columns: ['id', 'number', 'hash', 'event', 'source', 'by', 'date'],
    page: async (after: number | null) =>
      pageOf(await consentAfter(db, after ?? 0, EXPORT_PAGE, ring), presentConsent, (row) => row.id),
  })
  await runBatch(db, audit('consent.export', query.format))
  return file
})

door(consentRoutes, 'GET /admin/consent/sources', async ({ db, query, now }) => {
  const { rows, total } = await listSources(db, query, now)
  return toPaged(rows, total, query)
})
door(consentRoutes, 'POST /admin/consent/sources', async ({ db, body, now, audit }) => {
  const { name, version, ...told } = body
  const before = await keptSource(db, name)
  const kept = { ...told, topic: told.topic ?? before?.topic ?? '' }
  if (before === null && !isSource(readSource(name))) throw new Refusal('consent_source_words', { field: 'name' })
  const edit = {
    version,
    now: presentOf(before ?? NOTHING_KEPT),
    guard: before
      ? refuseUnlessRead(db, 'consent_sources', { name }, before)
      : refuseIf(db, 'edited', sourceExists(name)),
    again: async () => presentOf((await keptSource(db, name)) ?? NOTHING_KEPT),
    about: { target: name, actions: ['consent.keep', 'consent.release'], names: true } as const,
  }
  const entry = audit('consent.keep', name, before ?? undefined, withUnversioned(version, kept))
  await asRead(db, edit, (guard) => runBatch(db, [...guard, keepSource(db, name, kept, now), ...entry]))
  return DONE
})
/** @throws Refusal source_moved */
const unlessMoved = async (db: Db, statements: Statement[]): Promise<void> => {
  try {
    await runBatch(db, statements)
  } catch (error) {
    throw refusalOf(error) === 'source_moved' ? new Refusal('source_moved') : error
  }
}
door(consentRoutes, 'POST /admin/consent/sources/hold', async ({ db, body: { name, why }, who, now, audit }) => {
  await unlessMoved(db, [
    ...holdStatements(db, name, { by: who.id, why, now }),
    ...audit('consent.hold', name, undefined, { why }),
  ])
  return DONE
})
door(consentRoutes, 'POST /admin/consent/sources/release', async ({ db, body, who, now, audit }) => {
  const { name, held_at, ...told } = body
  const before = await keptSource(db, name)
  const kept = { ...told, topic: told.topic ?? before?.topic ?? '' }
  const release = releaseStatements(db, name, { ...kept, by: who.id, heldAt: Date.parse(held_at), now })
  await unlessMoved(db, [...release, ...audit('consent.release', name, before ?? undefined, kept)])
  return DONE
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
