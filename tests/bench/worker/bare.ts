// The other side of the api benchmark: a route with a single read of D1.
// Bound to what the product's Worker is bound to, so its objects stand here too, empty.
import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'

export class AccountBlast extends DurableObject {}
export class UserChannel extends DurableObject {}
export class AdminChannel extends DurableObject {}
export class AdminCollector extends DurableObject {}
export class RunnerFleet extends DurableObject {}
export class RunnerContainer extends DurableObject {}

const app = new Hono<{ Bindings: { DB: D1Database } }>()
app.get('/api/health', (c) => c.json({ success: true }))
app.get('/api/one/:id', async (c) => {
  const read = c.env.DB.prepare('select balance_sen from balances where user_id = ?').bind(c.req.param('id'))
  return c.json((await read.all()).results)
})

export default { fetch: app.fetch } satisfies ExportedHandler<{ DB: D1Database }>
