// Tags of recipients (rule tags).
import { z } from 'zod'
import { done } from '../../ground/done.ts'
import { tagBody, tagPeopleBody, tagRenameBody, tagRow } from '../../recipients/tags.ts'
import { ADMINS, call } from '../call.ts'
import { list, saved } from '../shapes.ts'

export const tagCalls = {
  /** All of them, by the alphabet. */
  'GET /admin/tag/list': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: list(tagRow) }),
  'POST /admin/tag/create': call({ roles: ADMINS, own: 'none', body: tagBody, answer: saved('tag', tagRow) }),
  'PUT /admin/tag/rename': call({ roles: ADMINS, own: 'none', body: tagRenameBody, answer: done }),
  /** Gives it to these recipients, or takes it from them. */
  'POST /admin/tag/people': call({
    roles: ADMINS,
    own: 'none',
    body: tagPeopleBody,
    answer: done.extend({ changed: z.number() }),
  }),
  'DELETE /admin/tag/:id': call({ roles: ADMINS, own: 'none', answer: done }),
}
