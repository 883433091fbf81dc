// The events for the admins' list of phone numbers: claimed, counted, released, each number with its own absolute counts.
import { createMessageBatch } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { ADMIN_CLIENT_ID } from '../../contract/ground/channels.ts'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { eventFrame } from '../support/event-frames.ts'
import { adminChannel } from '../../durable-objects/stubs.ts'
import worker from '../../worker/index.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, bound } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { acked, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('number-events')
const heard: BrowserEvent[] = []
const about = (number: string | undefined): BrowserEvent[] =>
  heard.filter((e) => e.payload.deviceId === ADMIN_CLIENT_ID && 'number' in e.payload && e.payload.number === number)
beforeAll(async () => {
  await stage()
  await makeLender('u1')
  await runner.join()
  const headers = { upgrade: 'websocket', 'x-session': 's', 'x-device': ADMIN_CLIENT_ID }
  const socket = (await adminChannel(bound).fetch(new Request('https://channel/ws', { headers }))).webSocket
  socket?.accept()
  socket?.addEventListener('message', ({ data }) => {
    const frame = eventFrame.parse(JSON.parse(String(data)))
    heard.push(...('events' in frame ? frame.events : [frame]))
  })
})

test('a number that a blast takes, sends to and lets go', async () => {
  const [first, second] = await numbers(1, 2)
  const { object, socket } = await linkedAccount(runner, 'u1')
  await object.start()
  await until('a send', () => socket.sends().length === 1)
  await until('both taken', () => [first, second].every((n) => about(n).some((e) => e.event === 'in_use')))
  expect(about(second)).toMatchObject([{ event: 'in_use', payload: { in_use: 1 } }])
  await object.stop()
  socket.say(acked(socket, 0))
  await until('let go', () => about(second).length === 2)
  expect(about(second).at(-1)).toMatchObject({ event: 'in_use', payload: { in_use: 0 } })
  await until('counted', () => about(first).some((e) => e.event === 'count_success'))
  expect(about(first).at(-1)).toMatchObject({
    event: 'count_success',
    payload: { count_success: 1, count_fail: 0, in_use: 0, last_sent: expect.stringMatching(/^20/) },
  })
})

test('settled results are told a number once, as they stand; repeated ones not at all', async () => {
  const [number] = await numbers(50, 1)
  const [row] = await all<{ id: number }>('select id from phone_numbers where number = ?', number)
  const at = Date.now()
  const result = (n: number, to: 'success' | 'fail' | 'unknown') => ({
    attemptId: `ne-${n}`,
    numberId: row?.id ?? 0,
    templateId: null,
    priceSen: 0,
    from: 'none' as const,
    to,
    notRegistered: false,
    at,
    attemptedAt: at,
  })
  const batch = (sequence: number, ...results: ReturnType<typeof result>[]) => {
    return { accountId: 'ne', sequence, userId: 'u1', results, reversals: [] }
  }
  const deliver = (...batches: ReturnType<typeof batch>[]) =>
    worker.queue(
      createMessageBatch(
        'wa-blaster-settlements',
        batches.map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts: 1, body })),
      ),
      bound,
    )
  await deliver(batch(1, result(1, 'fail')), batch(2, result(2, 'fail')))
  await until('told', () => about(number).length === 1)
  expect(about(number)).toMatchObject([{ event: 'count_fail', payload: { count_fail: 2, count_success: 0 } }])
  await deliver(batch(1, result(1, 'fail')))
  await deliver(batch(3, result(3, 'unknown')))
  await until('told again', () => about(number).length === 2)
  expect(about(number).at(-1)).toMatchObject({ event: 'in_use', payload: { in_use: 0, count_fail: 2 } })
})
