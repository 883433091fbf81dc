// Fields of recipients (rule recipient-fields).
import { done } from '../../ground/done.ts'
import { z } from 'zod'
import { fieldBody, fieldKeyBody, fieldPeople, fieldRow } from '../../recipients/fields.ts'
import { ADMINS, call } from '../call.ts'

export const recipientFieldCalls = {
  'GET /admin/recipient-field/list': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: z.looseObject({ fields: z.array(fieldRow) }),
  }),
  'GET /admin/recipient-field/people': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: fieldKeyBody,
    answer: fieldPeople,
  }),
  /** A key that is there gets this name and fallback. */
  'POST /admin/recipient-field/save': call({ roles: ADMINS, own: 'none', body: fieldBody, answer: done }),
  /** With the values of everybody. */
  'POST /admin/recipient-field/delete': call({ roles: ADMINS, own: 'none', body: fieldKeyBody, answer: done }),
}
