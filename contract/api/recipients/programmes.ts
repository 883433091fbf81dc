// Programmes: what people agree to by their own message.
import { z } from 'zod'
import { done } from '../../ground/done.ts'
import { pageQuery } from '../../ground/paging.ts'
import { programmeBody, programmeIdBody, programmeRow } from '../../recipients/programmes.ts'
import { ADMINS, call } from '../call.ts'
import { page } from '../shapes.ts'

export const programmeCalls = {
  'GET /admin/programme/list-per-page': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: pageQuery,
    answer: page(programmeRow),
  }),
  /** The server adds the keyword's code. */
  'POST /admin/programme/create': call({
    roles: ADMINS,
    own: 'none',
    body: programmeBody,
    answer: done.extend({ keyword: z.string() }),
  }),
  'POST /admin/programme/end': call({ roles: ADMINS, own: 'none', body: programmeIdBody, answer: done }),
}
