// Segments of recipients (rule segments).
import { z } from 'zod'
import { done } from '../../ground/done.ts'
import { fieldKey } from '../../recipients/fields.ts'
import { pageQuery } from '../../ground/paging.ts'
import {
  editableSegment,
  segmentBody,
  segmentCount,
  segmentCountQuery,
  segmentIdQuery,
  segmentRow,
  segmentTagBody,
  segmentUpdateBody,
} from '../../recipients/segments.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { both, exportQuery, flag, page, saved } from '../shapes.ts'

export const segmentCalls = {
  'GET /admin/segment/list-per-page': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: pageQuery,
    answer: page(segmentRow),
  }),
  /** One step of a count, of a saved segment or of one that is being built. overlap: also what other campaigns have to do with its people, and who has
   *  which zone by a field. */
  'GET /admin/segment/count': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: segmentCountQuery.extend({ overlap: flag, zone: fieldKey.nullable().default(null) }),
    answer: segmentCount,
  }),
  'POST /admin/segment/create': call({
    roles: ADMINS,
    own: 'none',
    body: segmentBody,
    answer: saved('segment', editableSegment),
  }),
  'POST /admin/segment/tag': call({
    roles: ADMINS,
    own: 'none',
    body: segmentTagBody,
    answer: done.extend({ changed: z.number(), looked: z.number(), next: z.number().nullable(), all: z.number() }),
  }),
  'GET /admin/segment/export': fileCall('table', {
    proof: true,
    roles: ADMINS,
    own: 'none',
    limit: 'export',
    query: exportQuery.extend(segmentIdQuery.shape),
  }),
  'GET /admin/segment/:id': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: both('segment', editableSegment),
  }),
  'PUT /admin/segment/:id': call({
    roles: ADMINS,
    own: 'none',
    body: segmentUpdateBody,
    answer: saved('segment', editableSegment),
  }),
  'DELETE /admin/segment/:id': call({ roles: ADMINS, own: 'none', answer: done }),
}
