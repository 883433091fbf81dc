// A recipient who cannot read a message asks for it again: at once, or long after, also from a sender that logged in
// again. The phone's record tells whether what came then could be read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, type Linked, openBench } from './support/bench.ts'
import { connect, type SentMessages } from './support/client.ts'
import { until } from '../../scripts/drive/until.ts'

const ME = '6281280000001'
let bench: Bench
let linked: Linked
/** What this sender can send again: kept outside the socket, as the product keeps it outside the runner. */
const sent: SentMessages = new Map()
beforeAll(async () => {
  bench = await openBench()
  linked = await bench.link(ME)
  await relogin(sent)
})
afterAll(() => bench.close())

async function relogin(known: SentMessages): Promise<void> {
  await linked.client.leave()
  linked.client = connect(bench.sandbox, linked.auth, known)
  await linked.client.opened
}
const fault = (body: object) => bench.ask('/fault', { phone: ME, ...body })
const frames = async (phone: string) =>
  (await bench.messages(phone)).map(({ text, decrypted, repeat }) => [text, decrypted, repeat ?? 0])

describe('a message that cannot be read', () => {
  it('is asked for at once, and read when it came again', async () => {
    await fault({ kind: 'unreadable' })
    const id = await linked.client.send('6285580000001', 'sekali lagi')
    expect((await linked.client.ack(id)).attrs.error).toBeUndefined()
    await linked.client.receipt(id, 'retry')
    await linked.client.receipt(id)
    expect(await frames('6285580000001')).toEqual([
      ['sekali lagi', true, 0],
      ['sekali lagi', true, 1],
    ])
  })

  it('waits silently when that is ordered, until the phone asks', async () => {
    await fault({ kind: 'unreadable', asks: false })
    const id = await linked.client.send('6285580000002', 'nanti')
    await linked.client.ack(id)
    expect(await frames('6285580000002')).toEqual([['', false, 0]])
    expect(linked.client.receipts.some(({ attrs }) => attrs.id === id)).toBe(false)
    await fault({ kind: 'ask-again', messageId: id })
    await linked.client.receipt(id)
    expect(await frames('6285580000002')).toEqual([
      ['nanti', true, 0],
      ['nanti', true, 1],
    ])
  })
})

describe('a message that was read, and lost later', () => {
  it('is asked for after the sender logged in again, and read again', async () => {
    const id = await linked.client.send('6285580000011', 'dahulu terbaca')
    await linked.client.receipt(id)
    await relogin(sent)
    await fault({ kind: 'ask-again', messageId: id })
    expect((await linked.client.receipt(id, 'retry')).attrs.from).toBe('6285580000011@s.whatsapp.net')
    await linked.client.receipt(id)
    expect(await frames('6285580000011')).toEqual([
      ['dahulu terbaca', true, 0],
      ['dahulu terbaca', true, 1],
    ])
  })

  it('is asked for at the next login of a sender that is away', async () => {
    const id = await linked.client.send('6285580000012', 'saat pergi')
    await linked.client.receipt(id)
    await linked.client.leave()
    await until('the device to be away', () => bench.sandbox.world.online.size === 0)
    await fault({ kind: 'ask-again', messageId: id })
    expect(await frames('6285580000012')).toEqual([['', false, 0]])
    linked.client = connect(bench.sandbox, linked.auth, sent)
    await linked.client.opened
    expect((await linked.client.receipt(id, 'retry')).attrs.offline).toBeDefined()
    await linked.client.receipt(id)
    expect((await frames('6285580000012'))[1]).toEqual(['saat pergi', true, 1])
  })

  it('stays unreadable when the sender has nothing to send again', async () => {
    const id = await linked.client.send('6285580000013', 'sudah hilang')
    await linked.client.receipt(id)
    await relogin(new Map())
    await fault({ kind: 'ask-again', messageId: id })
    await linked.client.receipt(id, 'retry')
    await until('the sender to confirm', () => bench.sandbox.world.store.pending.of(ME, 1).length === 0)
    expect(await frames('6285580000013')).toEqual([['', false, 0]])
    expect((await bench.get('stats')).body.undecrypted).toBe(1)
    await relogin(sent)
  })

  it('is asked for a second time with the keys for a new session', async () => {
    const id = await linked.client.send('6285580000014', 'dua kali')
    await linked.client.receipt(id)
    for (const count of [1, 2]) {
      await fault({ kind: 'ask-again', messageId: id })
      await until(
        `answer ${count}`,
        () => bench.sandbox.world.store.messages.receivedBy('6285580000014').length === count + 1,
      )
    }
    const asked = linked.client.receipts.filter(({ attrs }) => attrs.id === id && attrs.type === 'retry')
    const tags = asked.map(({ content }) => (Array.isArray(content) ? content.map(({ tag }) => tag) : []))
    expect(tags).toEqual([
      ['retry', 'registration'],
      ['retry', 'registration', 'keys'],
    ])
    expect(await frames('6285580000014')).toEqual([0, 1, 2].map((repeat) => ['dua kali', true, repeat]))
  })

  it('is sent again twice by one socket: after that Baileys only confirms that it was asked', async () => {
    const id = await linked.client.send('6285580000016', 'tiga kali')
    await linked.client.receipt(id)
    for (const count of [1, 2, 3]) {
      await fault({ kind: 'ask-again', messageId: id })
      await until(
        `request ${count}`,
        () => linked.client.receipts.filter(({ attrs }) => attrs.id === id && attrs.type === 'retry').length === count,
      )
      await until('the sender to confirm', () => bench.sandbox.world.store.pending.of(ME, 1).length === 0)
    }
    expect((await frames('6285580000016')).map(([, decrypted]) => decrypted)).toEqual([false, true, true])
  })

  it('can be the newest one, and must exist', async () => {
    const id = await linked.client.send('6285580000015', 'terbaru')
    await linked.client.receipt(id)
    await fault({ kind: 'ask-again' })
    await linked.client.receipt(id, 'retry')
    expect((await bench.post('fault', { phone: ME, kind: 'ask-again', messageId: 'TIDAKADA' })).status).toBe(404)
    expect((await bench.post('fault', { phone: '6281280000009', kind: 'ask-again' })).status).toBe(404)
  })
})
