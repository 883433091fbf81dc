// /admin/phonenumber (rules consent-proof, paging, imports, blasted).
import { listed, twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { COUNT_MAX } from '../../../contract/ground/count-max.ts'
import { type PageQuery, toPaged } from '../../../contract/ground/paging.ts'
import { phoneStart } from '../../../contract/ground/phone.ts'
import type { PhoneFilters } from '../../../contract/recipients/phone-filters.ts'
import type { Sort } from '../../../contract/ground/sorts.ts'
import { type Db, runBatch } from '../../../domain/ground/db/connection.ts'
import { type ExportedPhone, phonesAfter, phonesOnPage } from '../../../domain/recipients/phone-numbers/export-store.ts'
import { narrowedBy, phoneFiltered } from '../../../domain/recipients/phone-numbers/filter-store.ts'
import {
  blastCounts,
  type OnePhone,
  shownPhone,
  phoneNameSearch,
  phonePage,
  phoneSearch,
  receivers,
} from '../../../domain/recipients/phone-numbers/list-store.ts'
import { withUnversioned } from '../../../domain/ground/edits/versions.ts'
import { editablePhone, presentPhone } from '../../../domain/recipients/phone-numbers/present.ts'
import { changedValues, inBraces, valuesIn } from '../../../domain/recipients/fields/rules.ts'
import { sourcesAndTopics } from '../../../domain/recipients/phone-numbers/source-store.ts'
import { cleanName } from '../../../domain/recipients/phone-numbers/rules.ts'
import {
  addPhone,
  editPhone,
  type PhonePorts,
  removePhone,
  removePhones,
} from '../../../domain/recipients/phone-numbers/save-phones.ts'
import { phoneRead, type PhoneRecord } from '../../../domain/recipients/phone-numbers/store.ts'
import { completeHashRing, ringForStops } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { optOutToken } from '../../../domain/recipients/suppressions/hash.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { linkRing } from '../../env.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../../http/export.ts'
import { answerImport } from '../../http/import.ts'

export const phoneNumberRoutes = routes()
const LIST_MAX = 1_000

type PortsContext = Pick<WriteContext, 'db' | 'env' | 'now'> & { who: { id: string } }
const portsOf = ({ db, env, now, who }: PortsContext, hashKeys: KeyRing): PhonePorts => ({
  db,
  now,
  hashKeys,
  by: who.id,
  dropNumber: (accountId, number) => accountObject(env, accountId).drop(number),
})
/** Numbers are searched by prefix; text that is no number is searched among names. */
const searchOf = (search: string | undefined): { prefix: string } | { name: string } | null => {
  if (!search) return null
  const prefix = phoneStart(search)
  return /^\d+$/.test(prefix) ? { prefix } : { name: search }
}
type Asked = PageQuery & PhoneFilters & { sort?: Sort<'phoneNumbers'> | undefined; after?: number | undefined }
const found = async (db: Db, query: Asked, now: number) => {
  const [search, narrowed] = [searchOf(query.search), narrowedBy(query, now)]
  if (!search && !narrowed) return phonePage(db, query)
  const found = (asked: Asked) => {
    if (!search) return narrowed ? phoneFiltered(db, narrowed, asked) : phonePage(db, asked)
    return 'prefix' in search
      ? phoneSearch(db, search.prefix, asked, narrowed?.where)
      : phoneNameSearch(db, search.name, asked, narrowed?.where)
  }
  // Whoever goes on from a row stands deep in the list: only the count is of use.
  const first = await found(query.after === undefined ? query : { ...query, page: 1 })
  if (first.total < COUNT_MAX && (query.after === undefined || query.page === 1)) return first
  return { ...first, rows: await phonesOnPage(db, { search, narrowed, sort: query.sort }, query) }
}

door(phoneNumberRoutes, 'GET /admin/phonenumber/list', async ({ db }) => {
  const { rows, total } = await phonePage(db, { page: 1, limit: LIST_MAX })
  return listed(rows.map(presentPhone), total)
})
const choices = async (
  db: WriteContext['db'],
  { search, limit }: PageQuery,
  now: number,
): Promise<{ rows: PhoneRecord[]; total: number }> => {
  const rows = await receivers(db, searchOf(search), limit, now)
  return { rows, total: rows.length }
}
door(phoneNumberRoutes, 'GET /admin/phonenumber/list-per-page', async ({ db, query, now }) => {
  if (query.status === 'active') {
    const { rows, total } = query.page === 1 ? await choices(db, query, now) : { rows: [], total: 0 }
    return toPaged(rows.map(presentPhone), total, query)
  }
  const { rows, total } = await found(db, query, now)
  return toPaged(rows.map(presentPhone), total, query)
})
door(phoneNumberRoutes, 'GET /admin/phonenumber/export', async ({ db, query, now, audit }) => {
  const asked = { search: searchOf(query.search), narrowed: narrowedBy(query, now), sort: query.sort }
  const file = await exportFile({
    format: query.format,
    name: 'phone_numbers',
    columns: ['number', 'name', 'status'],
    page: async (last: ExportedPhone | null) =>
      pageOf(
        await phonesAfter(db, asked, last, EXPORT_PAGE),
        ({ number, name, status }) => ({ number, name, status }),
        (row) => row,
      ),
    emptyText: 'No phone numbers to export.',
  })
  await runBatch(db, audit('phonenumber.export', query.format))
  return file
})
door(phoneNumberRoutes, 'GET /admin/phonenumber/count-blast', ({ db }) => blastCounts(db))
door(phoneNumberRoutes, 'GET /admin/phonenumber/sources', ({ db }) => sourcesAndTopics(db))

door(phoneNumberRoutes, 'POST /admin/phonenumber/save', async (context) => {
  const { body } = context
  const phone = { number: body.number, name: cleanName(body.name), source: body.consent_source }
  const ports = portsOf(context, await completeHashRing(context.env))
  const row = await addPhone(ports, phone, context.audit('phonenumber.create', body.number, undefined, body))
  return { ...DONE, ...twice('phonenumber', presentPhone(row)) }
})

door(phoneNumberRoutes, 'POST /admin/phonenumber/import', (context) => answerImport(context, 'phonenumber'))

const idOf = (context: { param: (name: 'id') => string }): number => Number(context.param('id'))
door(phoneNumberRoutes, 'GET /admin/phonenumber/:id', async (context) => {
  const row = Number.isSafeInteger(idOf(context)) ? await shownPhone(context.db, idOf(context)) : null
  if (!row) throw new Refusal('not_found')
  const phonenumber = { ...editablePhone(row), consent_by_name: row.consent_by_name }
  return { ...phonenumber, ...twice('phonenumber', phonenumber) }
})
// What its page does is its person's own act, on no record of the office: so who took the link is, before they have it (rule page-link).
door(phoneNumberRoutes, 'POST /admin/phonenumber/:id/link', async (context) => {
  const { db, env, audit } = context
  const row = Number.isSafeInteger(idOf(context)) ? await shownPhone(db, idOf(context)) : null
  if (!row) throw new Refusal('not_found')
  await runBatch(db, audit('phonenumber.link', String(row.id)))
  const token = await optOutToken(linkRing(env), row.number)
  return { ...DONE, opt_out_url: `${env.APP_ORIGIN}/opt-out?token=${token}` }
})

door(phoneNumberRoutes, 'PUT /admin/phonenumber/:id', async (context) => {
  const { version, fields, ...body } = context.body
  const edit = { ...body, ...(body.name === undefined ? {} : { name: cleanName(body.name) }) }
  const auditRows = (before: OnePhone) => {
    const had = valuesIn(before.fields)
    const changed = changedValues(had, fields ?? {})
    const was = Object.fromEntries(Object.keys(changed).map((key) => [key, had[key] ?? '']))
    return context.audit(
      'phonenumber.update',
      context.param('id'),
      { ...phoneRead(before), ...inBraces(was) },
      withUnversioned(version, { ...edit, ...inBraces(changed) }),
    )
  }
  const ports = portsOf(context, await completeHashRing(context.env))
  const phonenumber = editablePhone(await editPhone(ports, idOf(context), { ...edit, fields, version }, auditRows))
  return { ...DONE, ...twice('phonenumber', phonenumber) }
})
door(phoneNumberRoutes, 'DELETE /admin/phonenumber/:id', async (context) => {
  const ports = portsOf(context, await ringForStops(context.env))
  await removePhone(ports, idOf(context), (before) =>
    context.audit('phonenumber.delete', context.param('id'), phoneRead(before)),
  )
  return DONE
})
door(phoneNumberRoutes, 'POST /admin/phonenumber/delete-many', async (context) => {
  const ports = portsOf(context, await ringForStops(context.env))
  const audit = (before: PhoneRecord, areLeft: boolean) => {
    context.partly(areLeft)
    return context.audit('phonenumber.delete', String(before.id), phoneRead(before))
  }
  return { ...DONE, deleted: await removePhones(ports, context.body.ids, audit) }
})
