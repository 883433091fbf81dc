// The calls that need no sign-in, and those of the runners, which sign with a credential instead.
import { z } from 'zod'
import { rupiah } from '../../ground/amounts.ts'
import { cspReport } from '../../ground/csp-report.ts'
import { deepHealth, readiness } from '../../operation/health.ts'
import { WATCH_ROWS } from '../../operation/watched-rows.ts'
import { call, fileCall } from '../call.ts'
import { done } from '../../ground/done.ts'

/** What the page must know before anybody signs in. */
const publicConfig = z.looseObject({
  turnstileScript: z.string(),
  turnstileSiteKey: z.string(),
  sandbox: z.boolean(),
  /** Empty outside the sandbox. */
  sandboxPhoneUrl: z.string(),
  /** Empty: there is no support link. */
  supportUrl: z.string(),
  bankNames: z.array(z.string()),
  consentVersion: z.string(),
  /** What somebody who registers now will earn a successful message (rupiah), and within how many working days they are paid. */
  newcomer: z.object({ blast_fee: rupiah, payoutDays: z.number() }),
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
    limit: 'health',
    /** ok is false while the Worker refuses to serve because of its configuration; its log says why. */
    answer: z.looseObject({ ok: z.boolean(), runners: z.number(), accounts: z.number() }),
  }),
  /** This Worker answers. Nothing else is asked, and it has no limit: counting would cost more than the answer. */
  'GET /livez': call({ roles: 'public', own: 'none', answer: done }),
  /** 503 with the same keys while a part is not ready. */
  'GET /readyz': call({ roles: 'public', own: 'none', limit: 'health', answer: readiness }),
  /** Figures, for the bearer of the health key. */
  'GET /health/deep': call({ roles: 'public', own: 'none', limit: 'health', answer: deepHealth }),
  /** OpenMetrics, or Prometheus' text; for the bearer of the health key. */
  'GET /metrics': fileCall('other', { roles: 'public', own: 'none', limit: 'health' }),
  'GET /openapi.json': fileCall('other', { roles: 'public', own: 'none', limit: 'docs' }),
  'GET /docs': fileCall('other', { roles: 'public', own: 'none', limit: 'docs' }),
  'GET /public/config': call({ roles: 'public', own: 'none', reads: 'replica', answer: publicConfig }),
  /** Sent by browsers themselves: what the page's policy refused. */
  'POST /public/csp-report': call({
    roles: 'public',
    own: 'none',
    limit: 'report',
    limitBytes: 16 * 1024,
    body: cspReport,
    answer: done,
  }),
  /** The ticket in the query says whose channel is opened. */
  'GET /ws': fileCall('other', { roles: 'public', own: 'none', query: wsQuery }),
  'GET /runner/control': fileCall('other', { roles: 'runner', own: 'none' }),
  'GET /runner/account/:id': fileCall('other', { roles: 'runner', own: 'none' }),
  'GET /runner/media/:folder/:name': fileCall('other', { roles: 'runner', own: 'none' }),
}
