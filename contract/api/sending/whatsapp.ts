// Linked accounts: link one, list them, read one, and act on it.
import { z } from 'zod'
import { holdBody } from '../../people/pauses.ts'
import { nicknameBody } from '../../sending/nickname.ts'
import { dayRange, sortedQuery } from '../../ground/paging.ts'
import {
  account,
  blastBody,
  createdMessage,
  idBody,
  intervalBody,
  LISTEN_MS,
  listFilter,
  newClientBody,
  removeClientBody,
  saveBody,
  statusBody,
} from '../../sending/whatsapp.ts'
import { ADMINS, ALL, call, MEMBERS } from '../call.ts'
import { accountCounts, both, flag, list, page, saved } from '../shapes.ts'
import { done } from '../../ground/done.ts'

/** from, to: when they were linked first. */
const listQuery = sortedQuery('accounts').extend({
  ...dayRange,
  synced: flag,
  /** true: only accounts that the caller's number checks may use. */
  checks: flag,
  status: z
    .enum([...listFilter.options, 'reconnecting'])
    .or(z.literal(['', 'null']).transform(() => 'all' as const))
    .default('all'),
})
const syncQuery = z.object({ synced: flag })
const waitQuery = z.object({
  /** Seconds. */
  wait: z.coerce
    .number()
    .min(0)
    .max(LISTEN_MS / 1000)
    .optional(),
})

export const whatsappCalls = {
  'POST /admin/whatsapp/new-client': call({
    roles: ALL,
    own: 'newClient',
    limit: 'link',
    body: newClientBody,
    answer: done.extend({ proxyId: z.string().nullable(), id: z.string(), clientid: z.string() }),
  }),
  'POST /admin/whatsapp/remove-client': call({ roles: ALL, own: 'client', body: removeClientBody, answer: done }),
  'GET /admin/whatsapp/client-state/:id': call({
    roles: ALL,
    own: 'client',
    reads: 'replica',
    answer: z.looseObject({ state: z.string() }),
  }),
  'POST /admin/whatsapp/save': call({ roles: ALL, own: 'client', body: saveBody, answer: saved('whatsapp', account) }),
  'GET /admin/whatsapp/list-per-page': call({
    roles: ALL,
    own: 'list',
    reads: 'replica',
    query: listQuery,
    answer: page(account),
  }),
  'GET /admin/whatsapp/list': call({
    roles: ALL,
    own: 'list',
    reads: 'replica',
    limit: 'list',
    query: syncQuery,
    answer: list(account),
  }),
  'GET /admin/whatsapp/list/:userId': call({
    roles: ALL,
    own: 'user',
    reads: 'replica',
    limit: 'list',
    query: syncQuery,
    answer: list(account),
  }),
  'GET /admin/whatsapp/count/:userId': call({ roles: ALL, own: 'user', reads: 'replica', answer: accountCounts }),
  'GET /admin/whatsapp/count': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: accountCounts }),
  'PUT /admin/whatsapp/status': call({
    roles: MEMBERS,
    own: 'account',
    limit: 'start',
    body: statusBody,
    answer: saved('whatsapp', account),
  }),
  'POST /admin/whatsapp/start-blasting': call({
    roles: MEMBERS,
    own: 'account',
    limit: 'start',
    body: blastBody,
    answer: saved('whatsapp', account),
  }),
  'POST /admin/whatsapp/stop-blasting': call({
    roles: MEMBERS,
    own: 'account',
    body: blastBody,
    answer: saved('whatsapp', account),
  }),
  'POST /admin/whatsapp/reset': call({
    roles: MEMBERS,
    own: 'account',
    body: idBody,
    answer: saved('whatsapp', account),
  }),
  /** Everybody who sees an account sees its name; nobody but its owner changes it. */
  'PUT /admin/whatsapp/nickname': call({
    roles: ALL,
    own: 'ownAccount',
    body: nicknameBody,
    answer: saved('whatsapp', account),
  }),
  'PUT /admin/whatsapp/interval': call({
    roles: MEMBERS,
    own: 'account',
    body: intervalBody,
    answer: done.extend({ blast_interval_min: z.string(), blast_interval_max: z.string() }),
  }),
  'GET /admin/whatsapp/listen-message-created/:id': call({
    roles: ALL,
    own: 'account',
    limit: 'poll',
    reads: 'replica',
    query: waitQuery,
    answer: both('message', createdMessage.nullable()),
  }),
  'POST /admin/whatsapp/activate': call({
    roles: ADMINS,
    own: 'account',
    body: idBody,
    answer: saved('whatsapp', account),
  }),
  'POST /admin/whatsapp/hold': call({
    roles: ADMINS,
    own: 'account',
    body: holdBody,
    answer: saved('whatsapp', account),
  }),
  'POST /admin/whatsapp/release': call({
    roles: ADMINS,
    own: 'account',
    body: idBody,
    answer: saved('whatsapp', account),
  }),
  /** Accounts that gave up try their stored sessions again, some hundred a minute (rule reconnect-all). waiting: how many did when it was asked. */
  'POST /admin/whatsapp/reconnect-all': call({
    roles: ADMINS,
    own: 'none',
    answer: done.extend({ waiting: z.number() }),
  }),
  'GET /admin/whatsapp/:id': call({ roles: ALL, own: 'account', reads: 'replica', answer: both('whatsapp', account) }),
}
