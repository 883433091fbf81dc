// Each fault as a real Baileys client meets it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, type Linked, openBench } from './support/bench.ts'
import { connect } from './support/client.ts'
import { until } from '../../scripts/drive/until.ts'

const ME = '6281230000001'
let bench: Bench
let linked: Linked
beforeAll(async () => {
  bench = await openBench({ slowMs: 400 })
  linked = await bench.link(ME)
})
afterAll(() => bench.close())

async function login(): Promise<void> {
  linked.client = connect(bench.sandbox, linked.auth)
  await linked.client.opened
}

describe('a kick', () => {
  beforeEach(async () => {
    if (!linked.client.socket.ws.isOpen) await login()
  })

  it.each([
    ['conflict', 440, 'replaced'],
    ['restart', 515, undefined],
    ['unavailable', 503, undefined],
    ['mismatch', 500, undefined],
    ['drop', 428, undefined],
  ])('%s closes with %i', async (kind, code, conflict) => {
    await bench.ask('/fault', { phone: ME, kind })
    const closed = await linked.client.closed
    expect(closed.code).toBe(code)
    if (conflict) expect(closed.conflict).toBe(conflict)
  })

  it('strikes again at the next login when asked for twice', async () => {
    await bench.ask('/fault', { phone: ME, kind: 'restart', times: 2 })
    expect((await linked.client.closed).code).toBe(515)
    linked.client = connect(bench.sandbox, linked.auth)
    expect((await linked.client.closed).code).toBe(515)
    await login()
  })

  it('half-open leaves the socket up and answers nothing any more', async () => {
    await linked.client.ack(await linked.client.send('6285530000001', 'masih terhubung'))
    await bench.ask('/fault', { phone: ME, kind: 'half-open' })
    const id = await linked.client.send('6285530000001', 'ke ruang hampa')
    // sent later by another device, and acked
    const other = await bench.link('6281230000002')
    await other.client.ack(await other.client.send('6285530000001', 'sesudahnya'))
    expect(linked.client.acks.some(({ attrs }) => attrs.id === id)).toBe(false)
    expect(linked.client.socket.ws.isOpen).toBe(true)
    await login()
  })

  it('a second login of the same device replaces the first', async () => {
    const first = linked.client
    await login()
    expect(await first.closed).toEqual({ code: 440, conflict: 'replaced' })
  })
})

describe('limits', () => {
  it('a cap on new chats is told, can be asked for, and stops new chats only', async () => {
    const known = await linked.client.send('6285530000011', 'sudah kenal')
    await linked.client.receipt(known)
    const told = new Promise((resolve) => linked.client.socket.ev.on('message-capping.update', resolve))
    await bench.ask('/fault', { phone: ME, kind: 'chat-cap' })
    expect(await told).toMatchObject({ capping_status: 'CAPPED' })
    expect(await linked.client.socket.fetchNewChatMessageCap()).toMatchObject({ used_quota: 50, total_quota: 50 })
    const stranger = await linked.client.send('6285530000012', 'orang baru')
    expect((await linked.client.ack(stranger)).attrs.error).toBe('463')
    const again = await linked.client.send('6285530000011', 'masih boleh')
    expect((await linked.client.ack(again)).attrs.error).toBeUndefined()
    await bench.ask('/fault', { phone: ME, kind: 'clear' })
    expect(await linked.client.socket.fetchNewChatMessageCap()).toMatchObject({ capping_status: 'NONE' })
  })

  it('after error 463 the reach-out timelock can be asked for', async () => {
    await bench.ask('/fault', { phone: ME, kind: 'ack-error-463' })
    await linked.client.ack(await linked.client.send('6285530000013', 'x'))
    expect(await linked.client.socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: true })
    await bench.ask('/fault', { phone: ME, kind: 'clear' })
    expect(await linked.client.socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
  })

  it('slow acks come late, and messages after them are not held up', async () => {
    await bench.ask('/fault', { phone: ME, kind: 'slow', times: 1 })
    const slow = await linked.client.send('6285530000014', 'lambat')
    const quick = await linked.client.send('6285530000015', 'cepat')
    await linked.client.ack(quick)
    expect(linked.client.acks.some(({ attrs }) => attrs.id === slow)).toBe(false)
    await linked.client.ack(slow)
    await until(
      'the record to say acked',
      () => bench.sandbox.world.store.messages.firstOf('6285530000014', slow)?.acked === 1,
    )
  })
})

describe('the end of a link', () => {
  it('banned refuses with 403 until cleared', async () => {
    await bench.ask('/fault', { phone: ME, kind: 'banned' })
    expect((await linked.client.closed).code).toBe(403)
    expect((await connect(bench.sandbox, linked.auth).closed).code).toBe(403)
    await bench.ask('/fault', { phone: ME, kind: 'clear' })
    await login()
  })

  it('logged-out removes the device for good', async () => {
    await bench.ask('/fault', { phone: ME, kind: 'logged-out' })
    expect(await linked.client.closed).toEqual({ code: 401, conflict: 'device_removed' })
    expect((await connect(bench.sandbox, linked.auth).closed).code).toBe(401)
  })
})
