// Bonuses: give, delete, list and sum up.
import { z } from 'zod'
import { rupiah } from '../../ground/amounts.ts'
import { asked } from '../../people/approvals.ts'
import { bonusBody, bonusDeleteQuery, bonusItem } from '../../money/bonus.ts'
import { dayRange, sortedQuery } from '../../ground/paging.ts'
import { ADMINS, call, MEMBERS } from '../call.ts'
import { page } from '../shapes.ts'
import { done } from '../../ground/done.ts'

export const bonusCalls = {
  'POST /admin/bonus/create': call({
    proof: true,
    roles: ADMINS,
    own: 'none',
    body: bonusBody,
    /** It waits for a second person. */
    accepted: asked,
    answer: done.extend({ bonus: bonusItem }),
  }),
  'DELETE /admin/bonus/:id': call({ roles: ADMINS, own: 'none', proof: true, query: bonusDeleteQuery, answer: done }),
  'GET /admin/bonus/list-per-page': call({
    roles: MEMBERS,
    own: 'list',
    reads: 'primary',
    /** search: the beginning of a word of the member's name, of their email or of their id. from, to: of the gift. */
    query: sortedQuery('bonuses').extend(dayRange),
    /** sum: of everything that the list has, whatever page; null: more was found than is added up. */
    answer: page(bonusItem).extend({ sum: rupiah.nullable() }),
  }),
  'GET /admin/bonus/total/:userId': call({
    roles: MEMBERS,
    own: 'user',
    reads: 'primary',
    answer: z.looseObject({ totalBonus: rupiah, total: rupiah }),
  }),
}
