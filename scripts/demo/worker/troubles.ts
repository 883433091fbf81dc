// The product's Worker with one control more, for `npm run demo -- --trouble` alone: nothing that is deployed has it. It answers programs of
// this machine: a page of another origin, or a name of another site that points here, is refused.
import { connect } from '../../../domain/ground/db/connection.ts'
import type { Env } from '../../../worker/env.ts'
import product from '../../../worker/index.ts'
import { lookHourly, lookOften, tellAlerts } from '../../../worker/troubles.ts'
import type { Stand } from '../../drive/troubles.ts'
import { standIn } from './stand-in.ts'

export * from '../../../worker/index.ts'

type TroubleControl = {
  sql?: { text: string; values: (string | number | null)[] }
  look?: { hourly: boolean; stand: Stand; now: number }
  deadLetter?: true
}
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/i
const isOwnMachine = (request: Request): boolean =>
  LOOPBACK.test(new URL(request.url).hostname) && request.headers.get('origin') === null

const obey = async ({ sql, look, deadLetter }: TroubleControl, env: Env): Promise<void> => {
  if (sql)
    await env.DB.prepare(sql.text)
      .bind(...sql.values)
      .run()
  if (look) {
    const here = standIn(env, look.stand)
    await (look.hourly ? lookHourly : lookOften)(here, connect(here.DB), look.now)
    await tellAlerts(env, connect(env.DB), look.now)
  }
  if (deadLetter) {
    const message = { id: 'trouble', body: {}, ack: () => undefined } as unknown as Message
    await product.queue({ queue: 'wa-blaster-settlements-dead', messages: [message] } as unknown as MessageBatch, env)
  }
}

export default {
  ...product,
  fetch: async (request, env, ctx) => {
    if (new URL(request.url).pathname !== '/trouble') return product.fetch(request, env, ctx)
    if (!isOwnMachine(request) || request.method !== 'POST') return new Response(null, { status: 403 })
    await obey(await request.json<TroubleControl>(), env)
    return Response.json({ success: true })
  },
} satisfies ExportedHandler<Env>
