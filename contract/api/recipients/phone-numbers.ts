// Recipients: list, add, change, delete, import and export.
import { z } from 'zod'
import { after, PAGE_AFTER, sortedQuery } from '../../ground/paging.ts'
import { PHONE_FILTERS } from '../../recipients/phone-filters.ts'
import { editablePhone, phoneRow, phoneSaveBody, phoneUpdateBody } from '../../recipients/phone-numbers.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { both, exportQuery, importAccepted, imported, importForm, list, page, saved } from '../shapes.ts'
import { done } from '../../ground/done.ts'

const FILTER_NONE = z.literal(['', 'null']).transform(() => undefined)
const filter = <const V extends readonly string[]>(values: V) => FILTER_NONE.or(z.enum(values)).optional()
const BULK_MAX = 100

/** With status=active the answer is one page of choices for a receiver picker; the search narrows it. */
const listQuery = sortedQuery('phoneNumbers').extend({
  after,
  status: z.string().max(20).optional(),
  state: filter(PHONE_FILTERS.state),
  consent: filter(PHONE_FILTERS.consent),
  stopped: filter(PHONE_FILTERS.stopped),
  sent: filter(PHONE_FILTERS.sent),
  grade: filter(PHONE_FILTERS.grade),
  source: FILTER_NONE.or(z.string().trim().max(300)).optional(),
  tag: FILTER_NONE.or(z.coerce.number().int().positive()).optional(),
})

export const phoneNumberCalls = {
  'GET /admin/phonenumber/list': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    limit: 'list',
    answer: list(phoneRow),
  }),
  'GET /admin/phonenumber/list-per-page': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: listQuery,
    answer: page(phoneRow),
  }),
  'GET /admin/phonenumber/export': fileCall('table', {
    proof: true,
    roles: ADMINS,
    own: 'none',
    limit: 'export',
    query: listQuery.omit({ ...PAGE_AFTER, status: true }).extend(exportQuery.shape),
  }),
  'GET /admin/phonenumber/count-blast': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: z.looseObject({ blasted: z.number(), unBlasted: z.number() }),
  }),
  /** Sources of consent that some number has, by the alphabet. */
  'GET /admin/phonenumber/sources': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    /** topics: of templates and sources, which conditions of a segment choose from; a release before says none. */
    answer: z.looseObject({ sources: z.array(z.string()), topics: z.array(z.string()).default([]) }),
  }),
  /** Each as by itself; those that are gone already are passed over. */
  'POST /admin/phonenumber/delete-many': call({
    roles: ADMINS,
    own: 'none',
    body: z.object({ ids: z.array(z.number().int()).min(1).max(BULK_MAX) }),
    answer: done.extend({ deleted: z.number() }),
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
    answer: both('phonenumber', editablePhone).extend(editablePhone.shape),
  }),
  /** The link to the person's own page, to be passed on to them: whoever has it stops, disputes and erases as they do (rule page-link). */
  'POST /admin/phonenumber/:id/link': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    answer: done.extend({ opt_out_url: z.string() }),
  }),
  'PUT /admin/phonenumber/:id': call({
    roles: ADMINS,
    own: 'none',
    body: phoneUpdateBody,
    answer: saved('phonenumber', editablePhone),
  }),
  'DELETE /admin/phonenumber/:id': call({ roles: ADMINS, own: 'none', answer: done }),
}
