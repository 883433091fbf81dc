// The Worker's entry: HTTP, queue, cron, and the classes of the objects.
import { app } from './app.ts'
import { onCron } from './cron.ts'
import type { Env } from './env.ts'
import { withRequestId } from './log.ts'
import { sendSpans } from '../domain/ground/metrics/traces.ts'
import { writeCounted } from './measure.ts'
import { onQueue } from './queue.ts'

export { AccountBlast } from '../durable-objects/account-blast/object.ts'
export { AdminChannel } from '../durable-objects/admin-channel/object.ts'
export { AdminCollector } from '../durable-objects/admin-collector/object.ts'
export { RunnerContainer } from '../durable-objects/runner-container/object.ts'
export { RunnerFleet } from '../durable-objects/runner-fleet/object.ts'
export { UserChannel } from '../durable-objects/user-channel/object.ts'

/** The next batch of settlements waits for it. */
const SPANS_MS = 500

export default {
  fetch: app.fetch,
  // a batch that is tried again has its first message's id again
  queue: (batch, env) =>
    withRequestId(`${batch.queue}-${batch.messages[0]?.id}`, async () => {
      await onQueue(batch, env)
      await writeCounted(env)
      await sendSpans(env, SPANS_MS)
    }),
  scheduled: (event, env) =>
    withRequestId(`cron-${new Date(event.scheduledTime).toISOString()}`, async () => {
      await onCron(event, env)
      await writeCounted(env)
    }),
} satisfies ExportedHandler<Env>
