// Generators and validators: the same calls for both, except creating and changing one.
import { z } from 'zod'
import {
  checkIdBody,
  checkListQuery,
  checkEditBody,
  checkUpdateBody,
  generatorCreateBody,
  generatorRow,
  resultRow,
  validatorRow,
} from '../../sending/number-checks.ts'
import { call, fileCall, STAFF_AND_ADMINS } from '../call.ts'
import { both, importAccepted, page, saved } from '../shapes.ts'
import { done } from '../../ground/done.ts'

const list = { roles: STAFF_AND_ADMINS, own: 'list', reads: 'replica', query: checkListQuery } as const
const step = { roles: STAFF_AND_ADMINS, own: 'check', body: checkIdBody } as const
const start = { ...step, limit: 'start' } as const
const one = { roles: STAFF_AND_ADMINS, own: 'check', reads: 'replica' } as const
const removal = { roles: STAFF_AND_ADMINS, own: 'check', answer: done } as const
const results = {
  roles: STAFF_AND_ADMINS,
  own: 'check',
  proof: true,
  limit: 'export',
  query: z.object({ format: z.enum(['json', 'csv']).default('json') }),
  answer: z.looseObject({ list: z.array(resultRow) }),
} as const
const linkQuery = z.object({ until: z.coerce.number().int(), signature: z.string().max(64) })

export const numberCheckCalls = {
  /** The signed address is the permission: anyone who has it may open the file. */
  'GET /files/validator/:id': fileCall('table', { roles: 'public', own: 'none', limit: 'export', query: linkQuery }),

  'GET /admin/generator/list-per-page': call({ ...list, answer: page(generatorRow) }),
  'POST /admin/generator/create': call({
    roles: STAFF_AND_ADMINS,
    own: 'none',
    body: generatorCreateBody,
    answer: saved('generator', generatorRow),
  }),
  'POST /admin/generator/start': call({ ...start, answer: saved('generator', generatorRow) }),
  'POST /admin/generator/stop': call({ ...step, answer: saved('generator', generatorRow) }),
  'GET /admin/generator/download-result/:id': fileCall('results', results),
  'GET /admin/generator/:id': call({ ...one, answer: both('generator', generatorRow) }),
  'PUT /admin/generator/:id': call({
    roles: STAFF_AND_ADMINS,
    own: 'check',
    body: checkEditBody,
    answer: saved('generator', generatorRow),
  }),
  'DELETE /admin/generator/:id': call(removal),

  'GET /admin/validator/list-per-page': call({ ...list, answer: page(validatorRow) }),
  'POST /admin/validator/create': call({
    roles: STAFF_AND_ADMINS,
    own: 'none',
    limit: 'import',
    upload: true,
    form: checkUpdateBody,
    answer: saved('validator', validatorRow),
    accepted: importAccepted.extend(both('validator', validatorRow).shape),
  }),
  'POST /admin/validator/start': call({ ...start, answer: saved('validator', validatorRow) }),
  'POST /admin/validator/stop': call({ ...step, answer: saved('validator', validatorRow) }),
  'GET /admin/validator/download-result/:id': fileCall('results', results),
  'GET /admin/validator/:id': call({ ...one, answer: both('validator', validatorRow) }),
  /** A form without its file, or JSON with the same fields. */
  'PUT /admin/validator/:id': call({
    roles: STAFF_AND_ADMINS,
    own: 'check',
    form: checkEditBody,
    answer: saved('validator', validatorRow),
  }),
  'DELETE /admin/validator/:id': call(removal),
}
