// The consent history, the sources of consent, and the erasure of a person.
import { z } from 'zod'
import { pageQuery } from '../../ground/paging.ts'
import {
  consentSourceRow,
  holdSourceBody,
  keepSourceBody,
  releaseSourceBody,
} from '../../recipients/consent-sources.ts'
import { eraseBody } from '../../recipients/phone-numbers.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { exportQuery, page } from '../shapes.ts'
import { done } from '../../ground/done.ts'

const consent = z.looseObject({
  id: z.number(),
  hash: z.string(),
  number: z.string().nullable(),
  event: z.string(),
  source: z.string().nullable(),
  by: z.string().nullable(),
  /** A person's name, or the number of the account that got an opt-out. */
  by_name: z.string().nullable(),
  date: z.string(),
})

export const consentCalls = {
  'GET /admin/consent': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: pageQuery,
    answer: page(consent),
  }),
  'GET /admin/consent/export': fileCall('table', {
    roles: ADMINS,
    own: 'none',
    proof: true,
    limit: 'export',
    query: exportQuery,
  }),
  'GET /admin/consent/sources': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: pageQuery,
    answer: page(consentSourceRow),
  }),
  /** Writes down what is kept of a source; one that no recipient has yet may be written down before. */
  'POST /admin/consent/sources': call({ roles: ADMINS, own: 'none', body: keepSourceBody, answer: done }),
  'POST /admin/consent/sources/hold': call({ roles: ADMINS, own: 'none', body: holdSourceBody, answer: done }),
  'POST /admin/consent/sources/release': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    body: releaseSourceBody,
    answer: done,
  }),
  'POST /admin/consent/erase': call({ roles: ADMINS, own: 'none', proof: true, body: eraseBody, answer: done }),
}
