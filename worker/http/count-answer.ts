// Counts an answer of the API: its status, and how long it took.
import type { Context } from 'hono'
import { answerOf } from '../../domain/ground/metrics/by-release.ts'
import { here } from '../../domain/ground/tally/here.ts'
import { writeSoon } from '../measure.ts'
import { STATE_PATHS } from './configured.ts'
import type { AppEnv } from './context.ts'

const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
const CLASS_SIZE = 100

/** A prober's answers are left out: that a part is not ready is no fault of an answer. @param since epoch ms */
export const countAnswer = (c: Context<AppEnv>, since: number): void => {
  if (STATE_PATHS.has(c.req.path)) return
  const status = CLASSES[Math.floor(c.res.status / CLASS_SIZE) - 1] ?? '5xx'
  here.add('wa_api_answers_total', { status })
  here.merge(answerOf(c.env.PRODUCT_VERSION ?? 'unknown', status === '5xx'))
  if (!c.get('waits')) here.observe('wa_api_seconds', {}, (Date.now() - since) / 1_000)
  writeSoon(c.env, (work) => c.executionCtx.waitUntil(work))
}
