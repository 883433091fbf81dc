// Campaigns: a message for chosen recipients.
import {
  CAMPAIGN_BUSY,
  CAMPAIGN_MOVED,
  CAMPAIGN_NOT_OVER,
  CAMPAIGN_TAKEN,
  CAMPAIGN_TEMPLATE_OFF,
} from '../../../../contract/sending/campaigns.ts'
import { expect } from 'vitest'
import { one, run } from '../database.ts'
import { INVALID, NOT_FOUND } from './tools.ts'
import type { Cases, World } from './world.ts'

const strangers = (world: World) => [world.member, world.staff]
let serial = 0
const body = () => ({ name: `Kampanye sesuai ${++serial}`, templates: [{ id: 'campaign-t', weight: 1 }] })
const ready = () =>
  run(
    `insert or ignore into templates (id, text, text_wa, button, status, created_at)
     values ('campaign-t', 'Halo', 'Halo', '[]', 'active', 0)`,
  )
type State = 'draft' | 'running' | 'paused' | 'finished'
const campaign = async (state: State = 'draft'): Promise<{ id: number; name: string }> => {
  await ready()
  const { name } = body()
  const id = 1_000 + serial
  await run(
    `insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, people, created_by, created_at)
     values (?, ?, ?, '', 254, 0, 1440, 5, 1, 'x', 1)`,
    id,
    name,
    state,
  )
  await run(`insert into campaign_templates values (?, 'campaign-t', 0, 1)`, id)
  await run(
    `insert into campaign_people (campaign_id, number_id, state, at) select ?, id, 0, 1 from phone_numbers limit 1`,
    id,
  )
  return { id, name }
}
const moved = { status: 422, text: CAMPAIGN_MOVED, fields: ['state'] }
const NONE = { id: 7 }
const move =
  (from: State, extra: string[] = []): Cases[string] =>
  async (line, world) => {
    const { id } = await campaign(from)
    await line.closed({ body: { id } }, strangers(world))
    await line.good({ as: world.admin, body: { id } }, ['success', 'campaign.state', 'data.version', ...extra])
    await line.refused({ as: world.admin, body: { id } }, moved)
    await line.refused({ as: world.admin, body: NONE }, NOT_FOUND)
  }

export const CAMPAIGNS: Cases = {
  'GET /admin/campaign/list-per-page': async (line, world) => {
    await campaign()
    await line.page({ as: world.admin }, ['id', 'name', 'state', 'people', 'templates', 'created_at'])
    await line.closed({}, strangers(world))
  },
  'POST /admin/campaign/create': async (line, world) => {
    await ready()
    const wanted = body()
    await line.good({ as: world.admin, body: wanted }, ['success', 'campaign.id', 'campaign.version', 'data.name'])
    const taken = { status: 422, text: CAMPAIGN_TAKEN, fields: ['name'] }
    await line.refused({ as: world.admin, body: wanted }, taken)
    const off = { ...body(), templates: [{ id: 'none', weight: 1 }] }
    const text = { status: 422, text: CAMPAIGN_TEMPLATE_OFF, fields: ['templates'] }
    await line.refused({ as: world.admin, body: off }, text)
    await line.closed({ body: body() }, strangers(world))
  },
  'POST /admin/campaign/launch': move('draft'),
  'POST /admin/campaign/pause': move('running', ['told', 'missed']),
  'POST /admin/campaign/resume': move('paused'),
  'POST /admin/campaign/cancel': move('running', ['told', 'missed']),
  'POST /admin/campaign/archive': async (line, world) => {
    const { id } = await campaign('finished')
    await line.good({ as: world.admin, body: { id, on: true } }, ['success', 'campaign.archived'])
    const { id: running } = await campaign('running')
    const refused = { status: 422, text: CAMPAIGN_NOT_OVER, fields: ['state'] }
    await line.refused({ as: world.admin, body: { id: running, on: true } }, refused)
    await line.closed({ body: { id, on: true } }, [world.member, world.staff])
  },
  'GET /admin/campaign/people': async (line, world) => {
    const { id } = await campaign('running')
    const query = `?id=${id}&page=1&limit=10`
    await line.good({ as: world.admin, query }, [
      'list.0.id',
      'data.0.number',
      'data.0.state',
      'data.0.at',
      'totalPages',
    ])
    await line.closed({ query: `?id=${id}` }, strangers(world))
  },
  'GET /admin/campaign/hours': async (line, world) => {
    const { id } = await campaign('running')
    await run(`insert into campaign_hours values (?, 0, 'campaign-t', 1, 0, 0, 1, 0, 0)`, id)
    await line.good({ as: world.admin, query: `?id=${id}` }, ['hours.0.hour', 'hours.0.template_id', 'hours.0.success'])
    await line.closed({ query: `?id=${id}` }, strangers(world))
  },
  'GET /admin/campaign/before': async (line, world) => {
    const { id } = await campaign('running')
    await run('update campaigns set launched_at = 2 where id = ?', id)
    const { id: before } = await campaign('finished')
    await run('update campaigns set launched_at = 1 where id = ?', before)
    await run('update campaigns set copied_from = ? where id = ?', before, id)
    await line.good({ as: world.admin, query: `?id=${id}` }, ['now.id', 'now.stops', 'before.name', 'before.delivered'])
    await line.closed({ query: `?id=${id}` }, strangers(world))
  },
  'GET /user/campaigns': async (line, world) => {
    await campaign('running')
    await line.good({ as: world.member }, [
      'campaigns.0.name',
      'campaigns.0.price',
      'campaigns.0.days',
      'campaigns.0.templates.0.text_wa',
    ])
    await line.closed({}, [world.staff])
  },
  'GET /admin/campaign/export': async (line, world) => {
    const { id } = await campaign('running')
    const { number } = await one<{ number: string }>(
      'select number from phone_numbers where id = (select number_id from campaign_people where campaign_id = ?)',
      id,
    )
    expect(await line.file({ as: world.admin, query: `?id=${id}` }, 'campaign.csv', /^text\/csv/)).toContain(number)
    await line.refused({ as: world.admin, query: '?id=7' }, NOT_FOUND)
    await line.closed({ query: `?id=${id}` }, strangers(world))
  },
  'GET /admin/campaign/{id}': async (line, world) => {
    const { id } = await campaign()
    await line.good({ as: world.admin, id: String(id) }, ['campaign.name', 'data.state', 'version'])
    await line.refused({ as: world.admin, id: '7' }, NOT_FOUND)
    await line.closed({ id: String(id) }, strangers(world))
  },
  'PUT /admin/campaign/{id}': async (line, world) => {
    const { id } = await campaign()
    const wanted = body()
    await line.good({ as: world.admin, id: String(id), body: wanted }, ['success', 'campaign.version'])
    const other = await campaign()
    const taken = { status: 422, text: CAMPAIGN_TAKEN, fields: ['name'] }
    await line.refused({ as: world.admin, id: String(other.id), body: wanted }, taken)
    const running = await campaign('running')
    const busy = { status: 422, text: CAMPAIGN_BUSY, fields: ['state'] }
    await line.refused({ as: world.admin, id: String(running.id), body: body() }, busy)
    const noDay = { status: 422, text: INVALID, fields: ['days'] }
    await line.refused({ as: world.admin, id: String(id), body: { ...wanted, days: [] } }, noDay)
    await line.refused({ as: world.admin, id: '7', body: body() }, NOT_FOUND)
    await line.closed({ id: String(id), body: wanted }, strangers(world))
  },
  'DELETE /admin/campaign/{id}': async (line, world) => {
    const { id } = await campaign()
    await line.closed({ id: String(id) }, strangers(world))
    await line.good({ as: world.admin, id: String(id) }, ['success'])
    await line.refused({ as: world.admin, id: String(id) }, NOT_FOUND)
    const running = await campaign('running')
    await line.refused({ as: world.admin, id: String(running.id) }, moved)
  },
}
