// Recipients: list, add, change, delete, import and export.
import { z } from 'zod'
import { sortedQuery } from '../paging.ts'
import { phoneRow, phoneSaveBody, phoneUpdateBody } from '../phone-numbers.ts'
import { ADMINS, call, fileCall } from './call.ts'
import { both, done, exportQuery, importAccepted, imported, importForm, list, page, saved } from './shapes.ts'

/** With status=active the answer is one page of choices for a receiver picker; the search narrows it. */
const listQuery = sortedQuery('phoneNumbers').extend({ status: z.string().max(20).optional() })

export const phoneNumberCalls = {
  'GET /admin/phonenumber/list': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: list(phoneRow) }),
  'GET /admin/phonenumber/list-per-page': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: listQuery,
    answer: page(phoneRow),
  }),
  'GET /admin/phonenumber/export': fileCall('table', { roles: ADMINS, own: 'none', query: exportQuery }),
  'GET /admin/phonenumber/count-blast': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: z.looseObject({ blasted: z.number(), unBlasted: z.number() }),
  }),
  'POST /admin/phonenumber/save': call({
    roles: ADMINS,
    own: 'none',
    body: phoneSaveBody,
    answer: saved('phonenumber', phoneRow),
  }),
  'POST /admin/phonenumber/import': call({
    roles: ADMINS,
    own: 'none',
    limit: 'import',
    upload: true,
    form: importForm,
    answer: imported(phoneRow),
    accepted: importAccepted,
  }),
  'GET /admin/phonenumber/:id': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: both('phonenumber', phoneRow).extend(phoneRow.shape),
  }),
  'PUT /admin/phonenumber/:id': call({
    roles: ADMINS,
    own: 'none',
    body: phoneUpdateBody,
    answer: saved('phonenumber', phoneRow),
  }),
  'DELETE /admin/phonenumber/:id': call({ roles: ADMINS, own: 'none', answer: done }),
}
