// /admin/proxy (rule proxy-one-account). Lists mask credentials; the edit form of admin and dev shows them.
import { listed, twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { isPrivateAddress } from '../../../contract/ground/private-hosts.ts'
import { caseTexts } from '../../../contract/ground/texts.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { isSandbox } from '../../env.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { maskProxy } from '../../../contract/sending/proxies.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { asRead } from '../../../domain/ground/edits/as-read.ts'
import { type Values, withUnversioned } from '../../../domain/ground/edits/versions.ts'
import { presentProxy, readOfProxy, wholeProxy } from '../../../domain/sending/proxies/present.ts'
import {
  deleteProxy,
  insertProxy,
  proxiesAfter,
  type ProxyRow,
  proxyById,
  proxyPage,
  proxyUse,
  refuseProxyEdited,
  updateProxy,
} from '../../../domain/sending/proxies/store.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../../http/export.ts'
import { answerImport } from '../../http/import.ts'

export const proxyRoutes = routes()
const LIST_MAX = 1_000

const mustFind = async (db: WriteContext['db'], id: string): Promise<ProxyRow> => {
  const row = await proxyById(db, id)
  if (!row) throw new Refusal('not_found')
  return row
}
const write = async (db: WriteContext['db'], statements: Statement[]): Promise<void> => {
  try {
    await runBatch(db, statements)
  } catch (error) {
    if (refusalOf(error) !== 'taken proxies.value') throw error
    throw new Refusal('proxy_exists', { field: 'value' })
  }
}

door(proxyRoutes, 'GET /admin/proxy/list', async ({ db }) => {
  const { rows, total } = await proxyPage(db, { page: 1, limit: LIST_MAX })
  return listed(rows.map(presentProxy), total)
})
door(proxyRoutes, 'GET /admin/proxy/list-per-page', async ({ db, query }) => {
  const { rows, total } = await proxyPage(db, query)
  return toPaged(rows.map(presentProxy), total, query)
})
door(proxyRoutes, 'GET /admin/proxy/export', async ({ db, query, audit }) => {
  const file = await exportFile({
    format: query.format,
    name: 'proxies',
    columns: ['value', 'status'],
    page: async (last: ProxyRow | null) =>
      pageOf(
        await proxiesAfter(db, query, last, EXPORT_PAGE),
        ({ value, status }) => ({ value, status }),
        (row) => row,
      ),
    emptyText: 'No proxies to export.',
  })
  await runBatch(db, audit('proxy.export', query.format))
  return file
})
door(proxyRoutes, 'GET /admin/proxy/count-use', ({ db }) => proxyUse(db))
door(proxyRoutes, 'GET /admin/proxy/:id', async ({ db, param }) => {
  const proxy = wholeProxy(await mustFind(db, param('id')))
  return { ...proxy, ...twice('proxy', proxy) }
})

/** @throws Refusal invalid_input for an address of our own network, outside the sandbox */
const mustBeOutside = (env: WriteContext['env'], value: string): void => {
  if (!isSandbox(env) && isPrivateAddress(value))
    throw new Refusal('invalid_input', { field: 'value', text: caseTexts.privateProxy })
}
door(proxyRoutes, 'POST /admin/proxy/save', async ({ env, db, body, now, audit }) => {
  mustBeOutside(env, body.value)
  const id = crypto.randomUUID()
  const auditRows = audit('proxy.create', id, undefined, { value: maskProxy(body.value) })
  await write(db, [insertProxy(db, { id, value: body.value, now }), ...auditRows])
  return { ...DONE, ...twice('proxy', wholeProxy(await mustFind(db, id))) }
})
door(proxyRoutes, 'POST /admin/proxy/import', (context) => answerImport(context, 'proxy'))
/** The audit log has the address without its credentials. */
const masked = (values: Values): Values => ({ ...values, value: maskProxy(String(values['value'])) })
door(proxyRoutes, 'PUT /admin/proxy/:id', async ({ env, db, body, param, audit }) => {
  if (body.value !== undefined) mustBeOutside(env, body.value)
  const before = await mustFind(db, param('id'))
  const { version } = body
  const value = body.value ?? before.value
  const status = (body.status ?? before.status) === 'nonactive' ? 'nonactive' : 'active'
  const after = withUnversioned(version, { value: maskProxy(value), status })
  const update = [
    updateProxy(db, before.id, { value, active: status === 'active' }),
    ...audit('proxy.update', before.id, masked(readOfProxy(before).values), after),
  ]
  const edit = {
    version,
    now: readOfProxy(before),
    guard: refuseProxyEdited(db, before),
    again: async () => {
      const row = await proxyById(db, before.id)
      return row && readOfProxy(row)
    },
    about: { target: before.id, actions: ['proxy.create', 'proxy.update'], logged: masked, names: true } as const,
  }
  await asRead(db, edit, (guard) => write(db, [...guard, ...update]))
  return { ...DONE, ...twice('proxy', wholeProxy(await mustFind(db, before.id))) }
})
/** @returns false: an account holds it */
const remove = ({ db, audit }: Pick<WriteContext, 'db' | 'audit'>, before: ProxyRow): Promise<boolean> =>
  deleteProxy(
    db,
    before.id,
    audit('proxy.delete', before.id, { ...presentProxy(before), value: maskProxy(before.value) }),
  )
door(proxyRoutes, 'DELETE /admin/proxy/:id', async (context) => {
  if (!(await remove(context, await mustFind(context.db, context.param('id'))))) throw new Refusal('proxy_in_use')
  return DONE
})
door(proxyRoutes, 'POST /admin/proxy/delete-many', async (context) => {
  let [deleted, inUse] = [0, 0]
  const ids = [...new Set(context.body.ids)]
  for (const id of ids) {
    context.partly(id !== ids.at(-1))
    const row = await proxyById(context.db, id)
    if (!row) continue
    if (await remove(context, row)) deleted += 1
    else inUse += 1
  }
  return { ...DONE, deleted, inUse }
})
