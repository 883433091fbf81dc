// Minutes without an ack, then a flood: acks and receipts that a fault holds and lets go, as real Baileys gets them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Node } from '../../sandbox/protocol/nodes.ts'
import { type Bench, type Linked, openBench } from './support/bench.ts'
import { connect } from './support/client.ts'
import { until } from '../../scripts/drive/until.ts'

const ME = '6281270000001'
let bench: Bench
let linked: Linked
/** What the socket heard of its own messages since the test began: `ack` or `receipt`, and the message's id. */
let heard: [string, string][] = []
const listen = (): void => {
  for (const tag of ['ack', 'receipt']) {
    linked.client.socket.ws.on(`CB:${tag}`, ({ attrs }: Node) => {
      if (!attrs.id?.startsWith('3EB0')) return
      heard.push([tag === 'ack' && attrs.class === 'receipt' ? 'ack as receipt' : tag, attrs.id])
    })
  }
}
beforeAll(async () => {
  bench = await openBench()
  linked = await bench.link(ME)
  listen()
})
beforeEach(() => {
  heard = []
})
afterAll(() => bench.close())

let next = 6_285_570_000_000
const newNumber = (): string => String(++next)
const fault = (body: object) => bench.ask('/fault', { phone: ME, ...body })
const release = () => fault({ kind: 'release-acks' })
const sendTo = (numbers: string[]): Promise<string[]> =>
  numbers.reduce<Promise<string[]>>(
    async (before, number) => [...(await before), await linked.client.send(number, 'tertahan')],
    Promise.resolve([]),
  )
const recorded = async (numbers: string[]) => {
  const rows = await Promise.all(numbers.map((number) => bench.messages(number)))
  return rows.flat()
}
/** All were delivered to their phones while the sender heard nothing. */
const sendHeld = async (count: number): Promise<{ numbers: string[]; ids: string[] }> => {
  const numbers = Array.from({ length: count }, newNumber)
  const ids = await sendTo(numbers)
  await until('the last', () => bench.sandbox.world.store.messages.firstOf(numbers.at(-1) ?? '', ids.at(-1) ?? ''))
  // a query's answer comes after all that was sent to this socket before
  await linked.client.socket.onWhatsApp(numbers[0] ?? '')
  expect(heard).toEqual([])
  return { numbers, ids }
}
const flood = (count: number) => until(`${count} stanzas`, () => heard.length >= count && heard)

describe('acks and receipts are held', () => {
  it('and then come all at once, as they were sent; only then the record says acked', async () => {
    await fault({ kind: 'hold-acks' })
    const { numbers, ids } = await sendHeld(3)
    expect((await bench.get('faults')).body.data).toMatchObject([{ kind: 'hold-acks', waiting: 6 }])
    const rows = await recorded(numbers)
    expect(rows.map(({ decrypted }) => decrypted)).toEqual([true, true, true])
    expect(rows.map(({ acked }) => acked)).toEqual([false, false, false])
    await release()
    expect(await flood(6)).toEqual(
      ids.flatMap((id) => [
        ['ack', id],
        ['receipt', id],
      ]),
    )
    await until('the record to say acked', () =>
      numbers.every((one, at) => bench.sandbox.world.store.messages.firstOf(one, ids[at] ?? '')?.acked === 1),
    )
  })

  it('or in reverse', async () => {
    await fault({ kind: 'hold-acks', order: 'reversed' })
    const { ids } = await sendHeld(3)
    await release()
    expect(await flood(6)).toEqual(
      ids.toReversed().flatMap((id) => [
        ['receipt', id],
        ['ack', id],
      ]),
    )
  })

  it('or every receipt before the first ack', async () => {
    await fault({ kind: 'hold-acks', order: 'receipts-first' })
    const { ids } = await sendHeld(2)
    await release()
    expect(await flood(4)).toEqual([...ids.map((id) => ['receipt', id]), ...ids.map((id) => ['ack', id])])
  })

  it('or with acks that are labelled as those of a receipt, which are no message acks to Baileys', async () => {
    await fault({ kind: 'hold-acks', ackClass: 'receipt' })
    const { ids } = await sendHeld(1)
    await release()
    expect(await flood(2)).toEqual([
      ['ack as receipt', ids[0]],
      ['receipt', ids[0]],
    ])
    expect(linked.client.acks.some(({ attrs }) => attrs.id === ids[0])).toBe(false)
  })

  it('with their errors: a refusal can come late, too', async () => {
    await fault({ kind: 'hold-acks' })
    await fault({ kind: 'ack-error-479' })
    const id = await linked.client.send(newNumber(), 'ditolak nanti')
    await linked.client.socket.onWhatsApp(newNumber())
    expect(heard).toEqual([])
    await release()
    expect((await linked.client.ack(id)).attrs.error).toBe('479')
  })

  it('for so many seconds when that is ordered', async () => {
    await fault({ kind: 'hold-acks', seconds: 0.2 })
    expect((await bench.get('faults')).body.data).toMatchObject([{ kind: 'hold-acks', phone: ME, seconds: 0.2 }])
    await linked.client.ack(await linked.client.send(newNumber(), 'sebentar'))
    expect((await bench.get('faults')).body.data).toEqual([])
  })

  it('for all phones, and clear lets them go', async () => {
    await bench.ask('/fault', { kind: 'hold-acks' })
    const { ids } = await sendHeld(1)
    await bench.ask('/fault', { kind: 'clear' })
    await linked.client.ack(ids[0] ?? '')
  })
})

describe('over a reconnect', () => {
  const relogin = async (): Promise<void> => {
    linked.client = connect(bench.sandbox, linked.auth)
    listen()
    await linked.client.opened
  }

  it('what is let go later reaches the new socket, each stanza once', async () => {
    await fault({ kind: 'hold-acks' })
    const { ids, numbers } = await sendHeld(2)
    await linked.client.leave()
    await relogin()
    await linked.client.socket.onWhatsApp(numbers[0] ?? '')
    expect(heard).toEqual([])
    await release()
    const got = await flood(4)
    await linked.client.socket.onWhatsApp(numbers[0] ?? '')
    expect(got.toSorted()).toEqual([...ids.map((id) => ['ack', id]), ...ids.map((id) => ['receipt', id])].toSorted())
  })

  it('what is let go while the device is away comes at its next login', async () => {
    await fault({ kind: 'hold-acks' })
    const { ids, numbers } = await sendHeld(1)
    await linked.client.leave()
    await until('the device to be away', () => bench.sandbox.world.online.size === 0)
    await release()
    expect((await recorded(numbers)).map(({ acked }) => acked)).toEqual([false])
    await relogin()
    await linked.client.ack(ids[0] ?? '')
    await linked.client.receipt(ids[0] ?? '')
  })
})
