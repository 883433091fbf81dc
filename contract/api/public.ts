// What anyone may ask, and the doors of the runners, which stand apart from everybody else's.
import { z } from 'zod'
import { WATCH_ROWS } from '../watch.ts'
import { call, fileCall } from './call.ts'

/** What the page must know before anybody signs in. */
const publicConfig = z.looseObject({
  turnstileScript: z.string(),
  turnstileSiteKey: z.string(),
  sandbox: z.boolean(),
  /** Empty outside the sandbox. */
  sandboxPhoneUrl: z.string(),
  /** Empty: none. */
  supportUrl: z.string(),
  bankNames: z.array(z.string()),
  consentVersion: z.string(),
})
const wsQuery = z.object({
  deviceId: z.string().max(80).optional(),
  token: z.string().max(400).optional(),
  id: z.string().max(80).optional(),
  watch: z.literal(WATCH_ROWS).optional(),
})

export const publicCalls = {
  'GET /health': call({
    roles: 'public',
    own: 'none',
    /** ok: false while its configuration keeps it from serving; its log says why. */
    answer: z.looseObject({ ok: z.boolean(), runners: z.number(), accounts: z.number() }),
  }),
  'GET /openapi.json': fileCall('other', { roles: 'public', own: 'none' }),
  'GET /docs': fileCall('other', { roles: 'public', own: 'none' }),
  'GET /public/config': call({ roles: 'public', own: 'none', reads: 'replica', answer: publicConfig }),
  /** Its token says who listens. */
  'GET /ws': fileCall('other', { roles: 'public', own: 'none', query: wsQuery }),
  'GET /runner/control': fileCall('other', { roles: 'runner', own: 'none' }),
  'GET /runner/account/:id': fileCall('other', { roles: 'runner', own: 'none' }),
  'GET /runner/media/:folder/:name': fileCall('other', { roles: 'runner', own: 'none' }),
}
