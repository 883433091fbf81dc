// Programmes: what people agree to by their own message.
import { z } from 'zod'
import { done } from '../../ground/done.ts'
import { pageQuery } from '../../ground/paging.ts'
import {
  numberShown,
  programmeBody,
  programmeIdBody,
  programmePlace,
  programmeRow,
} from '../../recipients/programmes.ts'
import { ADMINS, call, fileCall, MEMBERS } from '../call.ts'
import { langQuery, page } from '../shapes.ts'

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
  /** What a poster prints, whatever address the office has open, and whether anybody allows their number to be shown. */
  'GET /admin/programme/place': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: programmePlace }),
  /** Whether joining pages may lead people to the caller's own accounts. */
  'GET /admin/programme/shown': call({ roles: MEMBERS, own: 'none', reads: 'replica', answer: numberShown }),
  'POST /admin/programme/shown': call({
    roles: MEMBERS,
    own: 'none',
    body: numberShown,
    answer: done.extend(numberShown.shape),
  }),
  /** The joining page, at /ikut/:id of the page's own address. */
  'GET /ikut/:id': fileCall('other', { roles: 'public', own: 'none', limit: 'join', query: langQuery }),
  /** Leads to WhatsApp with the keyword written; nothing is recorded, and no message leaves. */
  'POST /ikut/:id': fileCall('other', { roles: 'public', own: 'none', limit: 'join-press', query: langQuery }),
  'POST /admin/programme/end': call({ roles: ADMINS, own: 'none', body: programmeIdBody, answer: done }),
}
