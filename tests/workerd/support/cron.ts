import { createScheduledController } from 'cloudflare:test'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import worker from '../../../worker/index.ts'
import { bound } from './database.ts'

/**
 * A round of the cron.
 * @param minute of the day, never the clock's: at 0 it tidies as on each hour, at 5 the Worker looks for troubles, at 1 neither, unless the last tidying began an hour ago
 */
export const cron = async (minute = 1): Promise<void> =>
  worker.scheduled(createScheduledController({ scheduledTime: new Date(minute * MINUTE_MS) }), bound)
