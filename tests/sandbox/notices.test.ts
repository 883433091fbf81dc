// What WhatsApp says of its own accord, under which name, and what a client had better not say.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Node } from '../../sandbox/protocol/nodes.ts'
import { type Bench, type Linked, openBench } from './support/bench.ts'
import { connect, memoryAuth, type TestClient } from './support/client.ts'
import { until } from '../../scripts/drive/until.ts'

const ME = '6281290000001'
const SERVER = '@s.whatsapp.net'
let bench: Bench
let linked: Linked
beforeAll(async () => {
  bench = await openBench()
  linked = await bench.link(ME)
})
afterAll(() => bench.close())

const fault = (body: object) => bench.ask('/fault', { phone: ME, ...body })
const notices = (client: TestClient, tag: string): Node[] => {
  const heard: Node[] = []
  client.socket.ws.on(`CB:${tag}`, (node: Node) => void heard.push(node))
  return heard
}
const relogin = async (): Promise<void> => {
  await linked.client.leave()
  linked.client = connect(bench.sandbox, linked.auth)
}
const keysLeft = (): number => bench.sandbox.world.store.devices.countPreKeys(ME, 1)
/** Baileys confirms a notice once it is done with it. */
const confirmed = async (): Promise<number> =>
  ((await bench.get('stats')).body.stanzas as Record<string, number>)['ack:notification'] ?? 0

describe('few one-time keys left', () => {
  it.each([
    ['jid', SERVER, 5],
    ['bare', 's.whatsapp.net', 0],
  ])('said in the form %s, as from %s: Baileys uploads %i new ones', async (form, from, uploaded) => {
    const heard = notices(linked.client, 'notification,type:encrypt')
    const before = [keysLeft(), await confirmed()] as const
    await fault({ kind: 'prekeys-low', count: 2, form })
    await until('Baileys to confirm', async () => (await confirmed()) > before[1])
    expect(heard).toMatchObject([{ attrs: { from }, content: [{ tag: 'count', attrs: { value: '2' } }] }])
    expect(keysLeft()).toBe(before[0] + uploaded)
  })

  it('is said by itself when others took most of them, and mended', async () => {
    const { devices } = bench.sandbox.world.store
    while (keysLeft() > 5) devices.takePreKey(ME, 1)
    await bench.ask('/reply', { from: '6285590000001', to: ME, text: 'ambil satu' })
    await linked.client.inbound(({ message }) => message?.conversation === 'ambil satu')
    await until('new keys', () => keysLeft() > 5)
  })
})

describe('the name WhatsApp calls itself by', () => {
  it('is an address without a user, in notices and in answers', async () => {
    await relogin()
    const [ib, iq] = [notices(linked.client, 'ib'), notices(linked.client, 'iq')]
    await linked.client.opened
    await fault({ kind: 'chat-cap' })
    await fault({ kind: 'clear' })
    await until('the end of what was missed', () => ib.length > 0)
    expect([...ib, ...iq].map(({ attrs }) => attrs.from)).toEqual(Array(ib.length + iq.length).fill(SERVER))
  })

  it('is a bare word in notices while that is ordered; answers keep theirs', async () => {
    await fault({ kind: 'bare-server' })
    await relogin()
    const [ib, iq] = [notices(linked.client, 'ib'), notices(linked.client, 'iq')]
    await linked.client.opened
    await until('the end of what was missed', () => ib.length > 0)
    expect(ib.map(({ attrs }) => attrs.from)).toEqual(Array(ib.length).fill('s.whatsapp.net'))
    expect(iq.map(({ attrs }) => attrs.from)).toEqual(Array(iq.length).fill(SERVER))
    const heard = notices(linked.client, 'notification')
    const told = new Promise((resolve) => linked.client.socket.ev.on('message-capping.update', resolve))
    await fault({ kind: 'chat-cap' })
    await told
    expect(heard[0]?.attrs.from).toBe('s.whatsapp.net')
    await fault({ kind: 'clear' })
  })

  it('is counted against a client that addresses the bare word', async () => {
    const before = await clientFaults()
    await linked.client.socket.query({
      tag: 'iq',
      attrs: { to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' },
      content: [{ tag: 'ping', attrs: {} }],
    })
    expect(await clientFaults()).toEqual({ ...before, bareServerAddress: before.bareServerAddress + 1 })
  })
})

interface ClientFaults {
  presenceWithoutType: number
  bareServerAddress: number
}
const clientFaults = async (): Promise<ClientFaults> => (await bench.get('stats')).body.clientFaults as ClientFaults

describe('presence', () => {
  const presences = async (): Promise<number> =>
    ((await bench.get('stats')).body.stanzas as Record<string, number>).presence ?? 0
  /** The next presence that arrives, by what makes it leave. */
  const faultsAfter = async (say: () => unknown): Promise<number> => {
    await bench.ask('/reset-stats', {})
    await say()
    await until('a presence', async () => (await presences()) > 0)
    return (await clientFaults()).presenceWithoutType
  }

  it('with a type is no fault', async () => {
    linked.auth.state.creds.me = { ...linked.auth.state.creds.me, id: `${ME}:1${SERVER}`, name: 'Budi' }
    expect(await faultsAfter(() => linked.client.socket.sendPresenceUpdate('unavailable'))).toBe(0)
  })

  it('without a type is a fault: Baileys sends it whenever credentials change and a name is known', async () => {
    const { ev } = linked.client.socket
    expect(await faultsAfter(() => ev.emit('creds.update', { accountSyncCounter: 1 }))).toBe(1)
  })
})

describe('success', () => {
  /** How often Baileys said that the connection is open, from now on. */
  const countOpens = (client: TestClient): (() => number) => {
    let opens = 0
    client.socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') opens += 1
    })
    return () => opens
  }

  it('that comes again opens the connection again, as far as Baileys tells', async () => {
    const opens = countOpens(linked.client)
    await fault({ kind: 'success-again', times: 2 })
    await until('two more opens', () => opens() === 2)
    await linked.client.ack(await linked.client.send('6285590000002', 'tetap jalan'))
  })

  it('before anybody was paired opens a connection of nobody, which can still be paired', async () => {
    await bench.ask('/fault', { kind: 'success-early' })
    const auth = memoryAuth()
    const newcomer = connect(bench.sandbox, auth)
    await newcomer.opened
    expect(newcomer.socket.user?.id).toBeUndefined()
    const scan = await bench.post('scan', { phone: '6281290000002', qr: await newcomer.qr() })
    expect(scan.status).toBe(200)
    expect((await newcomer.closed).code).toBe(515)
    const client = connect(bench.sandbox, auth)
    await client.opened
    expect(client.socket.user?.id).toBe(`6281290000002:1${SERVER}`)
    await client.leave()
  })

  it('while a phone is still being paired comes before the restart that ends it', async () => {
    await bench.ask('/fault', { phone: '6281290000003', kind: 'success-early' })
    const newcomer = connect(bench.sandbox, memoryAuth())
    const heard = notices(newcomer, 'success')
    await bench.ask('/scan', { phone: '6281290000003', qr: await newcomer.qr() })
    expect((await newcomer.closed).code).toBe(515)
    expect(heard).toMatchObject([{ attrs: { lid: expect.stringMatching(/:1@lid$/) } }])
  })
})
