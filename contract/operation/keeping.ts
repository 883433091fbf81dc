// Where each write keeps the key of its press, or why it takes none (rule one-press). A write that is not named here keeps it in the batch of
// D1 that has its effect; tests/workerd/presses-of-all.test.ts and the conformance suite try every one.
import type { WriteRoute } from '../api/moves.ts'
import type { Route } from '../api/table.ts'

/**
 * batch: in the batch of D1 that has the effect. object: in the account's object, in the turn that has the effect. All others take no key:
 * nobody: nobody is signed in whose key it could be; what it uses counts once by itself: a code, a link, an email.
 * reads: it changes nothing that somebody could do twice.
 * begins: what it begins counts with the code or answer that completes it; beginning again replaces it.
 * ends: it ends this sign-in, and with it every question about it.
 * settles: what is settled is settled once, by its batch.
 */
export type Keeping = 'batch' | 'object' | 'nobody' | 'reads' | 'begins' | 'ends' | 'settles'

const ELSEWHERE: Partial<Record<WriteRoute, Exclude<Keeping, 'batch'>>> = {
  'POST /public/csp-report': 'nobody',
  'POST /public/opt-out': 'nobody',
  'POST /opt-out': 'nobody',
  'POST /ikut/:id': 'reads',
  'POST /receipt': 'reads',
  'POST /admin/audit/checkpoint': 'reads',
  'POST /public/recipient/receipt': 'reads',
  'POST /public/recipient': 'reads',
  'POST /public/recipient/snooze': 'nobody',
  'POST /public/recipient/dispute': 'nobody',
  'POST /public/recipient/erase': 'nobody',
  'POST /auth/login': 'nobody',
  'POST /auth/login/factor': 'nobody',
  'POST /auth/login/passkey': 'nobody',
  'POST /auth/passkey-options': 'nobody',
  'POST /auth/register': 'nobody',
  'POST /auth/reset-password': 'nobody',
  'POST /auth/reset-password/confirm': 'nobody',
  'POST /auth/confirm-email': 'nobody',
  'POST /auth/validate': 'reads',
  'POST /auth/ws-ticket': 'reads',
  'POST /auth/self-check': 'reads',
  'POST /auth/press': 'reads',
  'POST /admin/whatsapp/save': 'reads',
  'POST /admin/blaster/preview': 'reads',
  'POST /admin/data-request': 'reads',
  'POST /auth/confirm-email/ask': 'begins',
  'POST /auth/totp': 'begins',
  'POST /auth/totp/replace': 'begins',
  'POST /auth/passkeys/options': 'begins',
  'POST /auth/prove/options': 'begins',
  'POST /auth/prove': 'begins',
  'POST /auth/logout': 'ends',
  'POST /auth/close-account': 'ends',
  'POST /admin/withdraw/settle': 'settles',
  'POST /admin/whatsapp/new-client': 'object',
  'POST /admin/whatsapp/remove-client': 'object',
  'PUT /admin/whatsapp/status': 'object',
  'POST /admin/whatsapp/start-blasting': 'object',
  'POST /admin/whatsapp/stop-blasting': 'object',
  'POST /admin/whatsapp/reset': 'object',
  'PUT /admin/whatsapp/nickname': 'object',
  'POST /admin/whatsapp/activate': 'object',
  'POST /admin/whatsapp/hold': 'object',
  'POST /admin/whatsapp/release': 'object',
  'POST /admin/whatsapp/send-message/1': 'object',
  'POST /admin/blaster/test': 'object',
  'POST /admin/blaster/continue': 'object',
  'POST /admin/blaster/stop': 'object',
  'POST /admin/generator/start': 'object',
  'POST /admin/generator/stop': 'object',
  'PUT /admin/generator/:id': 'object',
  'DELETE /admin/generator/:id': 'object',
  'POST /admin/validator/start': 'object',
  'POST /admin/validator/stop': 'object',
  'PUT /admin/validator/:id': 'object',
  'DELETE /admin/validator/:id': 'object',
}
export const keepingOf = (route: WriteRoute): Keeping => ELSEWHERE[route] ?? 'batch'
/** Whether a call does its work once under a key. */
export const takesKey = (route: Route): route is WriteRoute =>
  !route.startsWith('GET ') && ['batch', 'object'].includes(keepingOf(route as WriteRoute))
