// Who may call what: every route under /api, its roles and whose things it may touch (rule ownership).
// The Worker mounts its routes from this table, a test walks it; what does not stand here does not exist.
import type { Role } from './role-table.ts'

const ALL = ['member', 'staff', 'dev', 'admin'] as const
const MEMBERS = ['member', 'dev', 'admin'] as const
const ADMINS = ['dev', 'admin'] as const
const OFFICE = ['staff', 'dev', 'admin'] as const
const DRAWS = ['member', 'dev'] as const

/**
 * user: the path names a person, others than admin and dev only themselves.
 * list: `user_id` (or `userId`) of the query; others than admin and dev get their own, whatever they send.
 * body: `userId` of the body, if sent, is the caller's own.
 * account: the path's or body's id names an account of the caller; admin and dev any.
 * client: as account, by a client id that may still be unknown.
 * check: the path's or body's id names a generator or validator of the caller; admin and dev any.
 * none: the roles say it all.
 */
export type Ownership = 'none' | 'user' | 'list' | 'body' | 'account' | 'client' | 'check'
export type Access = { roles: readonly Role[] | 'public' | 'runner'; own: Ownership }

export const ACCESS = {
  'GET /health': { roles: 'public', own: 'none' },
  'GET /openapi.json': { roles: 'public', own: 'none' },
  'GET /docs': { roles: 'public', own: 'none' },
  'GET /public/config': { roles: 'public', own: 'none' },
  'POST /public/opt-out': { roles: 'public', own: 'none' },
  'GET /media/:name': { roles: 'public', own: 'none' },
  'GET /files/validator/:id': { roles: 'public', own: 'none' },
  'GET /ws': { roles: 'public', own: 'none' },
  'GET /runner/control': { roles: 'runner', own: 'none' },
  'GET /runner/account/:id': { roles: 'runner', own: 'none' },
  'GET /runner/media/:key': { roles: 'runner', own: 'none' },

  'POST /auth/login': { roles: 'public', own: 'none' },
  'POST /auth/register': { roles: 'public', own: 'none' },
  'POST /auth/reset-password': { roles: 'public', own: 'none' },
  'POST /auth/reset-password/confirm': { roles: 'public', own: 'none' },
  'POST /auth/validate': { roles: ALL, own: 'none' },
  'POST /auth/logout': { roles: ALL, own: 'none' },
  'POST /auth/ws-ticket': { roles: ALL, own: 'none' },

  'GET /admin/home': { roles: ADMINS, own: 'none' },
  'GET /admin/home/:userId': { roles: MEMBERS, own: 'user' },

  'GET /admin/users/members': { roles: ADMINS, own: 'none' },
  'GET /admin/users/members-per-page': { roles: ADMINS, own: 'none' },
  'GET /admin/users/active': { roles: ADMINS, own: 'none' },
  'GET /admin/users/referral-per-page': { roles: MEMBERS, own: 'list' },
  'GET /admin/users/blast-fee/:id': { roles: ALL, own: 'user' },
  'POST /admin/users/:id/reset-link': { roles: ADMINS, own: 'none' },
  'GET /admin/users/:id': { roles: ALL, own: 'user' },
  'PUT /admin/users/:id': { roles: ALL, own: 'user' },

  'POST /admin/whatsapp/new-client': { roles: ALL, own: 'client' },
  'POST /admin/whatsapp/remove-client': { roles: ALL, own: 'client' },
  'GET /admin/whatsapp/client-state/:id': { roles: ALL, own: 'client' },
  'POST /admin/whatsapp/save': { roles: ALL, own: 'client' },
  'GET /admin/whatsapp/list-per-page': { roles: ALL, own: 'list' },
  'GET /admin/whatsapp/list': { roles: ALL, own: 'list' },
  'GET /admin/whatsapp/list/:userId': { roles: ALL, own: 'user' },
  'GET /admin/whatsapp/count/:userId': { roles: ALL, own: 'user' },
  'GET /admin/whatsapp/count': { roles: ADMINS, own: 'none' },
  'PUT /admin/whatsapp/status': { roles: MEMBERS, own: 'account' },
  'POST /admin/whatsapp/start-blasting': { roles: MEMBERS, own: 'account' },
  'POST /admin/whatsapp/stop-blasting': { roles: MEMBERS, own: 'account' },
  'POST /admin/whatsapp/reset': { roles: MEMBERS, own: 'account' },
  'PUT /admin/whatsapp/interval': { roles: MEMBERS, own: 'account' },
  'POST /admin/whatsapp/send-message/1': { roles: ADMINS, own: 'none' },
  'GET /admin/whatsapp/listen-message-created/:id': { roles: ALL, own: 'account' },
  'POST /admin/whatsapp/activate': { roles: ADMINS, own: 'account' },
  'GET /admin/whatsapp/:id': { roles: ALL, own: 'account' },

  'GET /admin/blaster/list-per-page': { roles: ADMINS, own: 'list' },
  'POST /admin/blaster/stop': { roles: ADMINS, own: 'none' },
  'GET /admin/blaster/:id': { roles: ADMINS, own: 'none' },

  'GET /admin/messagelog/count/:userId': { roles: ALL, own: 'user' },
  'GET /admin/messagelog/today-income/:userId': { roles: ALL, own: 'user' },
  'GET /admin/messagelog/today-count': { roles: ADMINS, own: 'none' },
  'GET /admin/messagelog/total-count': { roles: ADMINS, own: 'none' },
  'GET /admin/stats/daily': { roles: ALL, own: 'list' },

  'GET /admin/withdraw/income/:userId': { roles: MEMBERS, own: 'user' },
  'GET /admin/withdraw/balance/:userId': { roles: MEMBERS, own: 'user' },
  'GET /admin/withdraw/total-requested/:userId': { roles: MEMBERS, own: 'user' },
  'GET /admin/withdraw/total-accepted/:userId': { roles: MEMBERS, own: 'user' },
  'GET /admin/withdraw/total-today': { roles: OFFICE, own: 'none' },
  'GET /admin/withdraw/total-all': { roles: OFFICE, own: 'none' },
  'GET /admin/withdraw/history/:userId': { roles: MEMBERS, own: 'user' },
  'GET /admin/withdraw/histories': { roles: OFFICE, own: 'none' },
  'GET /admin/withdraw/histories-per-page': { roles: ALL, own: 'none' },
  'GET /admin/withdraw/statement/:userId': { roles: MEMBERS, own: 'user' },
  'POST /admin/withdraw/settle': { roles: DRAWS, own: 'body' },
  'POST /admin/withdraw/request': { roles: DRAWS, own: 'body' },
  'PUT /admin/withdraw/update': { roles: OFFICE, own: 'none' },

  'POST /admin/bonus/create': { roles: ADMINS, own: 'none' },
  'DELETE /admin/bonus/:id': { roles: ADMINS, own: 'none' },
  'GET /admin/bonus/list-per-page': { roles: MEMBERS, own: 'list' },
  'GET /admin/bonus/total/:userId': { roles: MEMBERS, own: 'user' },

  'GET /admin/setting/get': { roles: ALL, own: 'none' },
  'PUT /admin/setting/update': { roles: ADMINS, own: 'none' },

  'GET /admin/proxy/list': { roles: ADMINS, own: 'none' },
  'GET /admin/proxy/list-per-page': { roles: ADMINS, own: 'none' },
  'GET /admin/proxy/export': { roles: ADMINS, own: 'none' },
  'POST /admin/proxy/import': { roles: ADMINS, own: 'none' },
  'GET /admin/proxy/count-use': { roles: ADMINS, own: 'none' },
  'POST /admin/proxy/save': { roles: ADMINS, own: 'none' },
  'GET /admin/proxy/:id': { roles: ADMINS, own: 'none' },
  'PUT /admin/proxy/:id': { roles: ADMINS, own: 'none' },
  'DELETE /admin/proxy/:id': { roles: ADMINS, own: 'none' },

  'GET /admin/phonenumber/list': { roles: ADMINS, own: 'none' },
  'GET /admin/phonenumber/list-per-page': { roles: ADMINS, own: 'none' },
  'GET /admin/phonenumber/export': { roles: ADMINS, own: 'none' },
  'GET /admin/phonenumber/count-blast': { roles: ADMINS, own: 'none' },
  'POST /admin/phonenumber/save': { roles: ADMINS, own: 'none' },
  'POST /admin/phonenumber/import': { roles: ADMINS, own: 'none' },
  'GET /admin/phonenumber/:id': { roles: ADMINS, own: 'none' },
  'PUT /admin/phonenumber/:id': { roles: ADMINS, own: 'none' },
  'DELETE /admin/phonenumber/:id': { roles: ADMINS, own: 'none' },

  'GET /admin/suppression': { roles: ADMINS, own: 'none' },
  'GET /admin/suppression/export': { roles: ADMINS, own: 'none' },
  'POST /admin/suppression': { roles: ADMINS, own: 'none' },
  'DELETE /admin/suppression/:id': { roles: ADMINS, own: 'none' },

  'GET /admin/message/list': { roles: ADMINS, own: 'none' },
  'GET /admin/message/list-per-page': { roles: ADMINS, own: 'none' },
  'GET /admin/message/export': { roles: ADMINS, own: 'none' },
  'POST /admin/message/import': { roles: ADMINS, own: 'none' },
  'POST /admin/message/create': { roles: ADMINS, own: 'none' },
  'GET /admin/message/:id': { roles: ADMINS, own: 'none' },
  'PUT /admin/message/:id': { roles: ADMINS, own: 'none' },
  'DELETE /admin/message/:id': { roles: ADMINS, own: 'none' },

  'GET /admin/generator/list-per-page': { roles: OFFICE, own: 'list' },
  'POST /admin/generator/create': { roles: OFFICE, own: 'none' },
  'POST /admin/generator/start': { roles: OFFICE, own: 'check' },
  'POST /admin/generator/stop': { roles: OFFICE, own: 'check' },
  'GET /admin/generator/download-result/:id': { roles: OFFICE, own: 'check' },
  'GET /admin/generator/:id': { roles: OFFICE, own: 'check' },
  'PUT /admin/generator/:id': { roles: OFFICE, own: 'check' },
  'DELETE /admin/generator/:id': { roles: OFFICE, own: 'check' },

  'GET /admin/validator/list-per-page': { roles: OFFICE, own: 'list' },
  'POST /admin/validator/create': { roles: OFFICE, own: 'none' },
  'POST /admin/validator/start': { roles: OFFICE, own: 'check' },
  'POST /admin/validator/stop': { roles: OFFICE, own: 'check' },
  'GET /admin/validator/download-result/:id': { roles: OFFICE, own: 'check' },
  'GET /admin/validator/:id': { roles: OFFICE, own: 'check' },
  'PUT /admin/validator/:id': { roles: OFFICE, own: 'check' },
  'DELETE /admin/validator/:id': { roles: OFFICE, own: 'check' },

  'POST /admin/level/create': { roles: ADMINS, own: 'none' },
  'GET /admin/level/list-per-page': { roles: ADMINS, own: 'none' },
  'GET /admin/level/:id': { roles: ADMINS, own: 'none' },
  'PUT /admin/level/:id': { roles: ADMINS, own: 'none' },
  'DELETE /admin/level/:id': { roles: ADMINS, own: 'none' },

  'GET /admin/import/:id': { roles: ADMINS, own: 'none' },
  'GET /admin/import/:id/skipped': { roles: ADMINS, own: 'none' },

  'GET /admin/consent': { roles: ADMINS, own: 'none' },
  'GET /admin/consent/export': { roles: ADMINS, own: 'none' },
  'POST /admin/consent/erase': { roles: ADMINS, own: 'none' },
  'GET /admin/audit': { roles: ADMINS, own: 'none' },
  'GET /admin/audit/export': { roles: ADMINS, own: 'none' },
  'GET /admin/ledger/reconcile': { roles: ADMINS, own: 'none' },

  'GET /dev/monitor/local': { roles: ['dev'], own: 'none' },
  'GET /dev/monitor/remote': { roles: ['dev'], own: 'none' },
  'GET /dev/monitor/socket': { roles: ['dev'], own: 'none' },
} as const satisfies Record<string, Access>
export type ApiRoute = keyof typeof ACCESS

/** Admin and dev may touch what is not theirs. */
export const seesAll = (role: Role): boolean => role === 'admin' || role === 'dev'
