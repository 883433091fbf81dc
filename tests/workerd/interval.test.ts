// The interval counts from the end of a message, whatever happens in between (rule interval).
import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { type Blasting, blastSends, stageBlasts } from './support/blasting.ts'
import { age, documentOf } from './support/document.ts'
import { until } from '../../scripts/drive/until.ts'
import { all } from './support/database.ts'
import { acked, inside } from './support/stage.ts'
import { tripsOf, watchTrips } from './support/trips.ts'

const { blasting } = stageBlasts('interval')

describe('the interval counts from the end of a message', () => {
  const SECONDS = 30
  const spaced = async ({ object, socket }: Blasting, sent = 1) => {
    await until('the end of the message', async () => !(await openAttempts(object)))
    const { nextSendAt } = await documentOf(object)
    expect(nextSendAt - Date.now()).toBeGreaterThan((SECONDS - 5) * 1_000)
    expect(blastSends(socket)).toHaveLength(sent)
    await object.stop()
  }
  const openAttempts = (object: Blasting['object']) =>
    inside(object, ({ sql }) => sql.exec(`select 1 from attempts where outcome = 'pending'`).toArray().length > 0)
  test('after an ack', async () => {
    const account = await blasting(2, SECONDS)
    account.socket.say(acked(account.socket, 0))
    await spaced(account)
  })
  test('after a receipt in place of an ack', async () => {
    const account = await blasting(2, SECONDS)
    const messageId = account.socket.sends()[0]?.messageId ?? ''
    account.socket.say({ kind: 'receipts', items: [{ messageId, type: 'delivered', at: Date.now() }] })
    await spaced(account)
  })
  test('after an attempt without an answer', async () => {
    const account = await blasting(2, SECONDS)
    await age(account.object, 61_000, 'ack')
    await spaced(account)
  })
  test('after the object slept', async () => {
    const account = await blasting(2, SECONDS)
    await evictDurableObject(account.object)
    account.socket.say(acked(account.socket, 0))
    await spaced(account)
  })
  test('rule interval: over a stop and a start', async () => {
    const account = await blasting(2, SECONDS)
    account.socket.say(acked(account.socket, 0))
    await until('the end of the message', async () => !(await openAttempts(account.object)))
    await account.object.stop()
    await account.object.start()
    await until('waits', async () => (await account.object.snapshot())?.waiting)
    await spaced(account)
  })
})

test('rule claim-order: what went back before a long wait is not claimed again until its end, however often it is woken', async () => {
  watchTrips()
  const { object, socket } = await blasting(2, 300)
  socket.say(acked(socket, 0))
  await until('waits', async () => (await object.snapshot())?.waiting)
  const trips = await tripsOf(async () => {
    for (let times = 0; times < 3; times++) await object.poke()
  })
  expect(trips.flatMap(({ statements }) => statements.filter((sql) => sql.includes('in_use = 1')))).toEqual([])
  expect(await all('select 1 from phone_numbers where in_use = 1 and last_attempt_at is null')).toEqual([])
  await object.stop()
})

test('rule end-of-blast: after the last number it is over at once, however long the interval', async () => {
  const { object, socket } = await blasting(1, 600)
  socket.say(acked(socket, 0))
  await until('the end', async () => (await object.snapshot())?.status === 'idle')
})
