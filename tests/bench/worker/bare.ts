// The other side of the api benchmark: a route that is nothing but Hono, one with a single read of D1, one with two.
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
const read = (db: D1Database, id: string): Promise<D1Result> =>
  db.prepare('select balance_sen from balances where user_id = ?').bind(id).all()
app.get('/api/health', (c) => c.json({ success: true }))
app.get('/api/bare', (c) => c.json({ balance: 0, value: 0, total: 0 }))
app.get('/api/one/:id', async (c) => c.json((await read(c.env.DB, c.req.param('id'))).results))
app.get('/api/two/:id', async (c) => {
  await read(c.env.DB, c.req.param('id'))
  return c.json((await read(c.env.DB, c.req.param('id'))).results)
})

export default { fetch: app.fetch } satisfies ExportedHandler<{ DB: D1Database }>
