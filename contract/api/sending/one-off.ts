// One-off blasts: start one, list and read them, stop one.
import { z } from 'zod'
import {
  oneOffIdBody,
  oneOffPreview,
  oneOffWire,
  refusedTarget,
  sendMessageBody,
  testMessageBody,
  testOutlook,
  testQuery,
} from '../../sending/one-off.ts'
import { oneOffPeople, oneOffPeoplePageQuery, oneOffPeopleQuery } from '../../sending/one-off-people.ts'
import { dayRange, pageQuery } from '../../ground/paging.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { both, exportQuery, page, saved } from '../shapes.ts'

export const oneOffCalls = {
  'POST /admin/whatsapp/send-message/1': call({
    roles: ADMINS,
    own: 'none',
    limit: 'message',
    body: sendMessageBody,
    answer: saved('job', oneOffWire).extend({
      msg: z.string(),
      message: z.string(),
      jobId: z.string(),
      refused: z.array(refusedTarget),
    }),
  }),
  /** What the same body would do as a one-off blast; claims and sends nothing. */
  'POST /admin/blaster/preview': call({
    roles: ADMINS,
    own: 'none',
    limit: 'message',
    body: sendMessageBody,
    answer: both('preview', oneOffPreview),
  }),
  /** Whether the sender may test now, to which number, or why not. */
  'GET /admin/blaster/test': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: testQuery,
    answer: both('outlook', testOutlook),
  }),
  /** The message once, to the sender's own number. */
  'POST /admin/blaster/test': call({
    roles: ADMINS,
    own: 'none',
    limit: 'message',
    body: testMessageBody,
    answer: saved('job', oneOffWire),
  }),
  /** A stopped one goes on, to those who have not had it. */
  'POST /admin/blaster/continue': call({
    roles: ADMINS,
    own: 'none',
    limit: 'message',
    body: oneOffIdBody,
    answer: saved('job', oneOffWire),
  }),
  'GET /admin/blaster/list-per-page': call({
    roles: ADMINS,
    own: 'list',
    reads: 'replica',
    /** search: of the sender, or words of the message. */
    query: pageQuery.extend(dayRange),
    answer: page(oneOffWire),
  }),
  'POST /admin/blaster/stop': call({
    roles: ADMINS,
    own: 'none',
    body: oneOffIdBody,
    answer: saved('job', oneOffWire),
  }),
  /** Who gets or got it, a page after another (rule one-off-people). */
  'GET /admin/blaster/people': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    limit: 'list',
    query: oneOffPeoplePageQuery,
    answer: oneOffPeople,
  }),
  'GET /admin/blaster/export': fileCall('table', {
    proof: true,
    roles: ADMINS,
    own: 'none',
    limit: 'export',
    query: exportQuery.extend(oneOffPeopleQuery.shape),
  }),
  'GET /admin/blaster/:id': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: both('job', oneOffWire) }),
}
