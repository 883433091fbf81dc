// Message templates and their media.
import { z } from 'zod'
import { PAGE, sortedQuery } from '../../ground/paging.ts'
import { MEDIA_MAX_BYTES, template } from '../../sending/templates.ts'
import { readVersion } from '../../ground/versions.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { both, importAccepted, imported, importForm, jsonOnlyQuery, list, page } from '../shapes.ts'
import { done } from '../../ground/done.ts'

/** The largest file, and room for the form around it. */
const FORM_BYTES = MEDIA_MAX_BYTES + 256 * 1024
const templateForm = z.object({
  name: z.string().optional(),
  text: z.string().optional(),
  text_wa: z.string().optional(),
  /** The list of buttons as JSON. */
  button: z.string().optional(),
  status: z.enum(['active', 'nonactive']).optional(),
  remove_media: z.literal('1').optional(),
})

const templateEdit = templateForm.extend(readVersion.shape)

const listQuery = sortedQuery('templates')

export const templateCalls = {
  'GET /media/:name': fileCall('other', { roles: 'public', own: 'none' }),
  'GET /admin/message/list': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    limit: 'list',
    answer: list(template),
  }),
  'GET /admin/message/list-per-page': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: listQuery,
    answer: page(template),
  }),
  'GET /admin/message/export': fileCall('table', {
    roles: ADMINS,
    own: 'none',
    limit: 'export',
    query: listQuery.omit(PAGE).extend(jsonOnlyQuery.shape),
  }),
  'POST /admin/message/import': call({
    proof: true,
    roles: ADMINS,
    own: 'none',
    limit: 'import',
    upload: true,
    form: importForm,
    answer: imported(template),
    accepted: importAccepted,
  }),
  'POST /admin/message/create': call({
    roles: ADMINS,
    own: 'none',
    limitBytes: FORM_BYTES,
    form: templateForm,
    answer: done.extend({ message: template }),
  }),
  /** How many running blasts would take a template from the moment that it is active. */
  'GET /admin/message/running': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: z.looseObject({ running: z.number() }),
  }),
  'GET /admin/message/:id': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: both('message', template) }),
  'PUT /admin/message/:id': call({
    roles: ADMINS,
    own: 'none',
    limitBytes: FORM_BYTES,
    form: templateEdit,
    answer: done.extend({ message: template }),
  }),
  'DELETE /admin/message/:id': call({ roles: ADMINS, own: 'none', query: readVersion, answer: done }),
}
