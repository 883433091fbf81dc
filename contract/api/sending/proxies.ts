// Proxies: lists mask the credentials, the call for one proxy shows them.
import { z } from 'zod'
import { PAGE, sortedQuery } from '../../ground/paging.ts'
import { editableProxy, proxyRow, proxySaveBody, proxyUpdateBody } from '../../sending/proxies.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { both, exportQuery, importAccepted, imported, importForm, list, page, saved } from '../shapes.ts'
import { done } from '../../ground/done.ts'

const listQuery = sortedQuery('proxies')

export const proxyCalls = {
  'GET /admin/proxy/list': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    limit: 'list',
    answer: list(proxyRow),
  }),
  'GET /admin/proxy/list-per-page': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: listQuery,
    answer: page(proxyRow),
  }),
  'GET /admin/proxy/export': fileCall('table', {
    proof: true,
    roles: ADMINS,
    own: 'none',
    limit: 'export',
    query: listQuery.omit(PAGE).extend(exportQuery.shape),
  }),
  'POST /admin/proxy/import': call({
    roles: ADMINS,
    own: 'none',
    limit: 'import',
    upload: true,
    form: importForm,
    answer: imported(proxyRow),
    accepted: importAccepted,
  }),
  'GET /admin/proxy/count-use': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: z.looseObject({ unUsed: z.number(), used: z.number() }),
  }),
  /** Those that an account holds stay, and are counted. */
  'POST /admin/proxy/delete-many': call({
    roles: ADMINS,
    own: 'none',
    body: z.object({ ids: z.array(z.string().min(1).max(64)).min(1).max(100) }),
    answer: done.extend({ deleted: z.number(), inUse: z.number() }),
  }),
  'POST /admin/proxy/save': call({
    roles: ADMINS,
    own: 'none',
    body: proxySaveBody,
    answer: saved('proxy', proxyRow),
  }),
  'GET /admin/proxy/:id': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: both('proxy', editableProxy).extend(editableProxy.shape),
  }),
  'PUT /admin/proxy/:id': call({
    roles: ADMINS,
    own: 'none',
    body: proxyUpdateBody,
    answer: saved('proxy', editableProxy),
  }),
  'DELETE /admin/proxy/:id': call({ roles: ADMINS, own: 'none', answer: done }),
}
