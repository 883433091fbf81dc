// Notices: every person's own, whatever their role.
import { z } from 'zod'
import {
  notice,
  noticeChoices,
  noticeQuery,
  noticeReadBody,
  pushRemoval,
  pushSubscription,
  recipientsReady,
  recipientsWish,
  unreadCount,
} from '../../people/notices.ts'
import { readVersion, version } from '../../ground/versions.ts'
import { ALL, call, MEMBERS } from '../call.ts'
import { done } from '../../ground/done.ts'

const noticeSettings = noticeChoices.extend({
  version,
  /** Whether this deployment can send mail. */
  mail: z.boolean(),
  /** What a browser subscribes to; null: this deployment has no keys for pushes. */
  push_key: z.string().nullable(),
})

export const noticeCalls = {
  'GET /admin/notice': call({
    roles: ALL,
    own: 'none',
    reads: 'replica',
    query: noticeQuery,
    /** next: `before` of the following page; null: this is the last. */
    answer: z.looseObject({ list: z.array(notice), next: z.number().nullable() }).extend(unreadCount.shape),
  }),
  'POST /admin/notice/read': call({
    roles: ALL,
    own: 'none',
    body: noticeReadBody,
    answer: done.extend(unreadCount.shape),
  }),
  'GET /admin/notice/settings': call({ roles: ALL, own: 'none', reads: 'replica', answer: noticeSettings }),
  'PUT /admin/notice/settings': call({
    roles: ALL,
    own: 'none',
    body: noticeChoices.extend(readVersion.shape),
    answer: done.extend({ version }),
  }),
  'GET /admin/notice/recipients': call({ roles: MEMBERS, own: 'none', reads: 'replica', answer: recipientsReady }),
  'POST /admin/notice/recipients': call({
    roles: MEMBERS,
    own: 'none',
    body: recipientsWish,
    answer: done.extend(recipientsWish.shape),
  }),
  'POST /admin/notice/push': call({ roles: ALL, own: 'none', limit: 'push', body: pushSubscription, answer: done }),
  'POST /admin/notice/push/remove': call({ roles: ALL, own: 'none', body: pushRemoval, answer: done }),
}
