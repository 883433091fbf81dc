// A double of Cloudflare's REST API for one account, on this machine alone. What is uploaded runs in the real workerd.
import { createHash } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { ok, refuse } from './answers.ts'
import { Hosting } from './hosting.ts'
import { assets, pages } from './pages.ts'
import { refusesBindings, refusesBuckets } from './refusals.ts'
import { State } from './state.ts'
import { startS3 } from './s3.ts'
import { buckets, databases, queues, shelfOf } from './storage.ts'
import { workers } from './workers.ts'
import { applications, subscriptions, zones } from './zones.ts'

const ACCOUNT = '0123456789abcdef0123456789abcdef'
const TOKEN = 'token-of-the-double'
type Call = { method: string; path: string; status: number }
/** One call of the account that fails, once. wrangler tries some again after a 500. isDone: it is carried out, and only its answer is an error. */
type CallFault = {
  method: string
  path: RegExp
  status: 400 | 500
  isDone: boolean /** So many of these calls go well first. */
  after?: number
}

/** Address of the API and all it was asked; `close` ends everything it started. */
export const startDouble = async (dir: string, freePort: () => Promise<number>) => {
  const state = new State()
  const hosting = new Hosting(state, dir)
  const calls: Call[] = []
  /** Permissions that the token lacks, by the first segment they guard: `d1`, `r2`, …, `zones`, and in a zone `dns_records`, `email`. */
  const forbidden = new Set<string>()
  const faults: CallFault[] = []
  const [port = 0, ...ports] = await Promise.all(Array.from({ length: 8 }, freePort))
  /** One that nothing of the account has, for what was taken away is gone. */
  const takePort = (): number => {
    const taken = [...state.scripts.values(), ...state.projects.values()].map((one) => one.port)
    const free = ports.find((one) => !taken.includes(one))
    if (free === undefined) throw new Error('no port left')
    return free
  }

  const guarded: MiddlewareHandler = async (c, next) => {
    const segments = c.req.path.split('/')
    const area = segments[5] ?? segments[3] ?? ''
    if (forbidden.has(area)) return refuse(c, 403, 10_000, 'Authentication error')
    const i = faults.findIndex(({ method, path }) => method === c.req.method && path.test(c.req.path))
    const found = faults[i]
    if (!found) return next()
    if (found.after) {
      found.after--
      return next()
    }
    const [fault = found] = faults.splice(i, 1)
    if (fault.isDone) await next()
    c.res = refuse(c, fault.status, 10_013, 'An unknown error has occurred. Please contact support.')
  }
  const account = new Hono()
  account.use('*', guarded)
  account.use('/r2/*', refusesBuckets(state.offers))
  account.use('/workers/*', refusesBindings(state.offers))
  account.get('/', (c) => ok(c, { id: ACCOUNT, name: 'Account of the double' }))
  account.route('/d1/database', databases(state, hosting))
  account.route('/r2/buckets', buckets(state, hosting))
  account.route('/queues', queues(state, hosting))
  account.route('/workers', workers(state, hosting, takePort))
  account.route('/pages', pages(state, hosting, takePort))
  account.route('/subscriptions', subscriptions(state.offers))
  account.route('/containers/applications', applications(state.offers))

  const api = new Hono()
  api.use('*', async (c, next) => {
    await next()
    calls.push({ method: c.req.method, path: c.req.path, status: c.res.status })
  })
  api.route('/pages/assets', assets(state))
  api.use('*', async (c, next) =>
    c.req.header('authorization') === `Bearer ${TOKEN}` ? next() : refuse(c, 401, 10_000, 'Authentication error'),
  )
  api.get('/user/tokens/verify', (c) => ok(c, { id: 'token', status: 'active' }))
  api.get('/user', (c) => ok(c, { id: 'user', email: 'op@example.com' }))
  api.get('/accounts', (c) => ok(c, [{ id: ACCOUNT, name: 'Account of the double' }]))
  api.get('/memberships', (c) => ok(c, [{ id: 'm', account: { id: ACCOUNT, name: 'Account of the double' } }]))
  api.route(`/accounts/${ACCOUNT}`, account)
  api.use('/zones/*', guarded)
  api.route('/zones', zones(state.offers))
  api.notFound((c) => refuse(c, 404, 7003, `the double does not know ${c.req.method} ${c.req.path}`))

  const app = new Hono().route('/client/v4', api)
  // R2 takes the token: its id, and its SHA-256
  const secret = createHash('sha256').update(TOKEN).digest('hex')
  const r2 = await startS3(
    (name) => shelfOf(state, hosting, name),
    [{ keyId: 'token', secret, may: ['put', 'get', 'list'] }],
    { region: 'auto' },
  )
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port })
  return {
    state,
    hosting,
    calls,
    forbidden,
    faults,
    /** For the environment of wrangler and of our own scripts. */
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      CLOUDFLARE_R2_URL: r2.address,
    },
    r2,
    close: async (): Promise<void> => {
      await r2.close()
      const closed = new Promise((done) => server.close(done))
      // a client that gave up on one of several calls keeps the others' connections for seconds
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
      await hosting.close()
    },
  }
}
