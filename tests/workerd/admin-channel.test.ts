// What an admin's screen hears: the rows it names, at once how they stand and then all that follows, and totals of the rest.
import { evictDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { ADMIN_CLIENT_ID } from '../../contract/ground/channels.ts'
import { WATCH_ROWS_MAX } from '../../contract/operation/watched-rows.ts'
import { adminChannel } from '../../durable-objects/stubs.ts'
import { listenAsAdmin } from './support/admin-screen.ts'
import { until } from '../../scripts/drive/until.ts'
import { listen } from './support/api.ts'
import { bound } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson } from './support/people.ts'
import { acked, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('admin-channel')
beforeAll(async () => {
  await stage({}, { adminListens: false })
  await makeLender('u1')
  await runner.join()
})

test('a screen that opens after an account spoke to nobody hears how it stands, and all that follows', async () => {
  // of no other file: what is left to be told of theirs would be told here
  const list = await numbers(77_001, 3)
  const { accountId, object, socket } = await linkedAccount(runner, 'u1')
  await object.stop()
  const screen = await listenAsAdmin({ accounts: [accountId], numbers: list })
  await until('how it stands', () => screen.about(accountId).some((e) => e.event === 'count_synced'))
  await object.start()
  await until('a send', () => socket.sends()[0])
  await until('the numbers', () => screen.heard.filter((e) => e.event === 'in_use').length === list.length)
  await object.stop()
  socket.say(acked(socket, 0))
  await until('the end', () => screen.about(accountId).some((e) => e.event === 'stop'))
  const { heard } = screen
  // what is about the place reaches every screen, also late and from the tests before; what is about a row has its sender
  expect([...new Set(heard.flatMap((e) => e.payload.sender?.id ?? []))]).toEqual([accountId])
  expect(screen.about(accountId)[0]?.payload).toMatchObject({ whatsappId: accountId, state: 'connected' })
  screen.close()
})

test('a screen of other rows hears nothing of this one but that something moved, and every event once it names it', async () => {
  const one = await linkedAccount(runner, 'u1')
  const other = await linkedAccount(runner, 'u1')
  const screen = await listenAsAdmin({ accounts: [other.accountId], numbers: [] })
  await until('the other one', () => screen.about(other.accountId).length > 0)
  screen.watch({ accounts: [one.accountId], numbers: [] })
  await until('this one', () => screen.about(one.accountId).length > 0)
  const before = screen.about(other.accountId).length
  await other.object.stop()
  await one.object.stop()
  await until('its stop', () => screen.about(one.accountId).some((e) => e.event === 'stop'))
  await until('both in the totals', () => screen.total('stop') >= 2)
  expect(screen.about(other.accountId)).toHaveLength(before)
  screen.close()
})

test('the address of the page says that rows will follow; what is no list of rows changes nothing', async () => {
  const admin = await makePerson('admin')
  const { accountId, object } = await linkedAccount(runner, 'u1')
  const { ws, events } = await listen(`deviceId=${ADMIN_CLIENT_ID}&watch=rows&token=${admin.token}`)
  for (const nonsense of ['{', '{"watch":1}', `{"watch":{"accounts":["${'x'.repeat(65)}"]}}`]) ws?.send(nonsense)
  await object.stop()
  await adminChannel(bound).publish([{ event: 'withdraw', payload: { deviceId: 'client-u1' } }])
  await until('what concerns every admin', () => events.some((e) => e.event === 'withdraw'))
  expect(events.some((e) => e.payload.sender?.id === accountId)).toBe(false)
  ws?.send(JSON.stringify({ watch: { accounts: [accountId] } }))
  await until('the row', () => events.some((e) => e.payload.sender?.id === accountId))
  ws?.close()
})

test('a screen may name a page of the longest rows, and its rows outlive the channel’s sleep', async () => {
  const { accountId, object } = await linkedAccount(runner, 'u1')
  const others = Array.from({ length: WATCH_ROWS_MAX - 1 }, (_, i) => `${i}`.padEnd(64, 'x'))
  const screen = await listenAsAdmin({ accounts: [...others, accountId], numbers: others.concat('62811') })
  await until('the row', () => screen.about(accountId).length > 0)
  await evictDurableObject(adminChannel(bound))
  const before = screen.about(accountId).length
  await object.stop()
  await until('its stop', () => screen.about(accountId).length > before)
  screen.close()
})
