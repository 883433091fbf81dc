// What admins cost an account that blasts at the real interval: it sleeps between its messages, whether admins watch it or not.
import { expect, test } from 'vitest'
import { ADMIN_CLIENT_ID } from '../../contract/ground/channels.ts'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { eventFrame } from '../support/event-frames.ts'
import { WATCH_ROWS, type Watch } from '../../contract/operation/watched-rows.ts'
import { adminChannel } from '../../durable-objects/stubs.ts'
import { calm } from './platform/faults.ts'
import { TEN_OCLOCK } from './plan.ts'
import { migratedDatabase, MINUTE_MS, World } from './world.ts'

/** Seconds between two messages: enough for ten quiet seconds after each settlement, after which an object may sleep. */
const INTERVAL_S = 30
const MINUTES = 10
const ACCOUNT = 'acc-1'

const makeWorld = (): World =>
  new World(
    7,
    migratedDatabase(),
    {
      accounts: 2,
      runners: 1,
      recipients: 200,
      interval: { min: INTERVAL_S, max: INTERVAL_S },
      unknownToFailMs: 600_000,
      dailyCap: 1_000,
      settleAfterS: 60,
      closesAfter: null,
      size: 'small',
      startsAt: TEN_OCLOCK,
      clocksOff: 'nobody',
      members: 2,
      leapDays: 0,
    },
    calm,
  )
const adminLooksAt = (world: World, rows: Watch): BrowserEvent[] => {
  const heard: BrowserEvent[] = []
  world.platform.process('admin').run('opens a screen', () => {
    const socket = world.platform.dial({
      url: 'https://channel/ws',
      headers: { upgrade: 'websocket', 'x-device': ADMIN_CLIENT_ID, 'x-watch': WATCH_ROWS },
      answer: (request) => adminChannel(world.env).fetch(request),
    })
    socket.on('open', () => socket.send(JSON.stringify({ watch: rows })))
    socket.on('message', (data: unknown) => {
      const frame = eventFrame.parse(JSON.parse(String(data)))
      heard.push(...('events' in frame ? frame.events : [frame]))
    })
  })
  return heard
}
/** How often the account woke for a message, and which events the admin got. */
const blast = async (rows: Watch | null) => {
  const world = makeWorld()
  const { platform } = world
  const pass = (ms: number) => platform.run({ until: world.now + ms })
  try {
    await pass(3_000)
    for (const account of world.accounts) world.link(account)
    await pass(20_000)
    const heard = rows ? adminLooksAt(world, rows) : []
    world.call('start', ACCOUNT, (object) => object.start())
    await pass(2 * MINUTE_MS)
    const object = platform.object('ACCOUNT_BLAST', ACCOUNT)
    const [wakes, sent] = [object.wakes, world.whatsapp.received.length]
    await pass(MINUTES * MINUTE_MS)
    return { wakes: object.wakes - wakes, sent: world.whatsapp.received.length - sent, heard }
  } finally {
    platform.dispose()
  }
}

test.each([
  ['nobody listens', null],
  ['an admin shows other rows', { accounts: ['acc-2'], numbers: [] }],
  ['an admin shows its row', { accounts: [ACCOUNT], numbers: [] }],
])('an account wakes for each message and sleeps before the next while %s', async (_who, rows) => {
  const { wakes, sent, heard } = await blast(rows)
  expect(sent).toBeGreaterThan(10)
  expect(wakes).toBeGreaterThanOrEqual(sent - 1)
  const own = heard.filter((e) => e.event === 'count_success' && e.payload.sender?.id === ACCOUNT)
  const counted = heard.reduce((sum, e) => sum + (e.event === 'totals' ? (e.payload.moved.count_success ?? 0) : 0), 0)
  expect(own.length > 0).toBe(rows?.accounts.includes(ACCOUNT) ?? false)
  if (rows) expect(counted).toBeGreaterThanOrEqual(sent - 1)
})
