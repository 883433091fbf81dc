// The API's zones: DNS records, and which domains may send mail; the account's subscriptions and applications of containers.
import { Hono } from 'hono'
import { list, ok, refuse } from './answers.ts'
import type { Application, Offers, Zone } from './offers.ts'

const shownZone = (zone: Zone): object => ({
  id: zone.id,
  name: zone.name,
  status: zone.status,
  name_servers: ['ana.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
})
export const zones = (offers: Offers): Hono => {
  const app = new Hono()
  const zoneOf = (id: string): Zone | undefined => offers.zones.find((zone) => zone.id === id)
  const missing = 'Could not route to /zones, perhaps your object identifier is invalid?'
  app.get('/', (c) => {
    const name = c.req.query('name')
    return list(c, offers.zones.filter((zone) => name === undefined || zone.name === name).map(shownZone))
  })
  app.get('/:id/dns_records', (c) => {
    const zone = zoneOf(c.req.param('id'))
    if (!zone) return refuse(c, 404, 7003, missing)
    const name = c.req.query('name.exact') ?? c.req.query('name')
    return list(
      c,
      zone.records.filter((record) => name === undefined || record.name === name),
    )
  })
  app.post('/:id/dns_records', async (c) => {
    const zone = zoneOf(c.req.param('id'))
    if (!zone) return refuse(c, 404, 7003, missing)
    const { type, name, content, proxied } = await c.req.json<Omit<Zone['records'][number], 'id'>>()
    if (zone.records.some((record) => record.name === name && ['A', 'AAAA', 'CNAME'].includes(record.type)))
      return refuse(c, 400, 81_053, 'An A, AAAA, or CNAME record with that host already exists.')
    const record = { id: `${zone.id}-${zone.records.length}`, type, name, content, proxied }
    zone.records.push(record)
    return ok(c, record)
  })
  app.get('/:id/email/sending/subdomains', (c) => {
    const zone = zoneOf(c.req.param('id'))
    return zone ? ok(c, zone.senders) : refuse(c, 404, 7003, missing)
  })
  return app
}

export const subscriptions = (offers: Offers): Hono => {
  const app = new Hono()
  app.get('/', (c) =>
    ok(
      c,
      offers.plan === 'free'
        ? []
        : [{ id: 's', state: 'Paid', rate_plan: { id: offers.plan, public_name: 'Workers Paid', scope: 'account' } }],
    ),
  )
  return app
}

const shownApplication = ({ id, name, image, active, errors }: Application): object => ({
  id,
  name,
  configuration: { image },
  scheduling_policy: 'default',
  instances: active,
  version: 1,
  health: {
    errors: errors.map((message, i) => ({ instance_id: `${id}-${i}`, event: { id: `${i}`, message, details: {} } })),
    instances: { active, healthy: active, assigned: 0, starting: 0, scheduling: 0, failed: 0, stopped: 0 },
  },
})
export const applications = (offers: Offers): Hono => {
  const app = new Hono()
  app.get('/', (c) => {
    const name = c.req.query('name')
    return ok(c, offers.applications.filter((one) => name === undefined || one.name === name).map(shownApplication))
  })
  return app
}
