// Messages both ways between a real Baileys client and the sandbox's phones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, type Linked, openBench } from './support/bench.ts'
import { connect } from './support/client.ts'
import { until } from '../../scripts/drive/until.ts'

const ME = '6281220000001'
let bench: Bench
let linked: Linked
beforeAll(async () => {
  bench = await openBench()
  linked = await bench.link(ME)
})
afterAll(() => bench.close())

const relogin = async (sent?: Parameters<typeof connect>[2]) => {
  await linked.client.leave()
  linked.client = connect(bench.sandbox, linked.auth, sent)
  await linked.client.opened
}
const sessions = () => [...linked.auth.data].filter(([key]) => key.startsWith('session|'))

describe('sending', () => {
  it('decrypts and records before the ack, then reports delivered and read', async () => {
    const { client } = linked
    const id = await client.send('6285520000001', 'halo *dunia*')
    expect((await client.ack(id)).attrs.error).toBeUndefined()
    await client.receipt(id)
    expect(await bench.messages('6285520000001')).toMatchObject([
      { id, from: ME, to: '6285520000001', text: 'halo *dunia*', type: 'text', decrypted: true, acked: true },
    ])
    expect((await bench.post('read', { phone: '6285520000001' })).body.count).toBe(1)
    await client.receipt(id, 'read')
    expect((await bench.post('read', { phone: '6285520000001' })).body.count).toBe(0)
  })

  it('carries media that the phone page can open again', async () => {
    const image = Buffer.alloc(5000, 7)
    const media = { image, caption: 'gambar', mimetype: 'image/png', jpegThumbnail: '' }
    const sent = await linked.client.socket.sendMessage('6285520000002@s.whatsapp.net', media)
    await linked.client.ack(sent?.key.id ?? '')
    const [message] = await bench.messages('6285520000002')
    expect(message).toMatchObject({ type: 'image', text: 'gambar', media: { mimetype: 'image/png' } })
    const opened = await fetch(`${bench.sandbox.url}${message?.media?.url ?? ''}`)
    expect(opened.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await opened.arrayBuffer()).equals(image)).toBe(true)
  })

  it.each(['463', '479'] as const)('refuses one message with error %s and records nothing', async (code) => {
    await bench.ask('/fault', { phone: ME, kind: `ack-error-${code}` })
    const id = await linked.client.send('6285520000003', 'ditolak')
    expect((await linked.client.ack(id)).attrs.error).toBe(code)
    expect(await bench.messages('6285520000003')).toEqual([])
    const next = await linked.client.send('6285520000004', 'lagi')
    expect((await linked.client.ack(next)).attrs.error).toBeUndefined()
    await bench.ask('/fault', { phone: ME, kind: 'clear' })
  })

  it('looks numbers up: all exist but those told otherwise and those ending in 0000', async () => {
    await bench.ask('/contacts', { from: '6285520001000', to: '6285520001999', registered: false })
    const found = await linked.client.socket.onWhatsApp('6285520000001', '6285520001500', '6285520020000')
    expect(found?.filter(({ exists }) => exists).map(({ jid }) => jid)).toEqual(['6285520000001@s.whatsapp.net'])
    await bench.ask('/contacts', { from: '6285520001500', registered: true })
    expect((await linked.client.socket.onWhatsApp('6285520001500'))?.[0]?.exists).toBe(true)
  })

  it('keeps an ack back when told so, yet the receipt comes at the next login', async () => {
    await bench.ask('/fault', { phone: ME, kind: 'ack-lost' })
    const id = await linked.client.send('6285520000005', 'ack hilang')
    await until('the record', () => bench.sandbox.world.store.messages.firstOf('6285520000005', id))
    expect(linked.client.acks.some(({ attrs }) => attrs.id === id)).toBe(false)
    expect(await bench.messages('6285520000005')).toMatchObject([{ decrypted: true, acked: false }])
    await relogin()
    expect((await linked.client.receipt(id)).attrs.offline).toBeDefined()
  })

  it('asks again when the sender lost its ratchet, and the record becomes readable', async () => {
    const first = await linked.client.send('6285520000006', 'satu')
    await linked.client.receipt(first)
    const old = sessions()
    await linked.client.receipt(await linked.client.send('6285520000006', 'dua'))
    for (const [key, value] of old) linked.auth.data.set(key, value)
    const id = await linked.client.send('6285520000006', 'tiga')
    await linked.client.receipt(id, 'retry')
    await linked.client.receipt(id)
    expect(
      (await bench.messages('6285520000006')).map(({ text, decrypted, repeat }) => [text, decrypted, repeat]),
    ).toEqual([
      ['satu', true, undefined],
      ['dua', true, undefined],
      ['tiga', true, undefined],
      ['tiga', true, 1],
    ])
    const { body } = await bench.get('stats')
    expect(body.repeats).toEqual([{ recipient: '6285520000006', messageId: id, count: 1, retry: true }])
    expect(body.undecrypted).toBe(0)
    expect(body.duplicatesByRecipient).toContainEqual({ recipient: '6285520000006', count: 3 })
  })
})

describe('offline', () => {
  it('keeps read receipts and messages for a device and delivers them at its next login', async () => {
    const id = await linked.client.send('6285520000011', 'nanti dibaca')
    await linked.client.receipt(id)
    await linked.client.leave()
    await bench.ask('/read', { phone: '6285520000011' })
    await bench.ask('/reply', { from: '6285520000011', to: ME, text: 'BERHENTI' })
    linked.client = connect(bench.sandbox, linked.auth)
    await linked.client.opened
    await linked.client.receipt(id, 'read')
    await linked.client.inbound(({ message }) => message?.conversation === 'BERHENTI')
    await relogin()
    // what waited for the device is delivered at its login, before this
    await bench.ask('/reply', { from: '6285520000011', to: ME, text: 'sesudahnya' })
    await linked.client.inbound(({ message }) => message?.conversation === 'sesudahnya')
    expect(linked.client.receipts).toEqual([])
  })
})

describe('inbound', () => {
  it('comes from a number with its LID beside it, or from a LID alone', async () => {
    await bench.ask('/reply', { from: '6285520000021', to: ME, text: 'STOP' })
    const byNumber = await linked.client.inbound(({ message }) => message?.conversation === 'STOP')
    expect(byNumber.key.remoteJid).toBe('6285520000021@s.whatsapp.net')
    expect(byNumber.key.remoteJidAlt).toMatch(/@lid$/)
    await bench.ask('/reply', { from: '6285520000022', to: ME, text: 'Berhenti.', lid: true })
    const byLid = await linked.client.inbound(({ message }) => message?.conversation === 'Berhenti.')
    expect(byLid.key.remoteJid).toMatch(/@lid$/)
    expect(byLid.key.remoteJidAlt).toBeUndefined()
    const { body } = await bench.get('stats')
    const optOuts = body.optOuts as { sender: string; deliveredAt: number }[]
    expect(optOuts.find(({ sender }) => sender === '6285520000022')?.deliveredAt).toBeGreaterThan(0)
  })

  it('is encrypted again for a device that lost its session', async () => {
    await bench.ask('/reply', { from: '6285520000023', to: ME, text: 'halo' })
    await linked.client.inbound(({ message }) => message?.conversation === 'halo')
    for (const [key] of sessions()) linked.auth.data.delete(key)
    await linked.client.send('6285520000023', 'balas')
    for (const [key] of sessions()) linked.auth.data.delete(key)
    await bench.ask('/reply', { from: '6285520000023', to: ME, text: 'masih terbaca?' })
    await linked.client.inbound(({ message }) => message?.conversation === 'masih terbaca?')
  })

  it('is refused for a number that links no device', async () => {
    expect((await bench.post('reply', { from: '6285520000024', to: '6285520000025', text: 'x' })).status).toBe(404)
  })
})

describe('deleting for everyone', () => {
  it('reaches Baileys as a revoke of that message and marks the record', async () => {
    const id = await linked.client.send('6285520000031', 'akan dihapus')
    await linked.client.receipt(id)
    expect((await bench.post('delete', { phone: ME, messageId: id })).status).toBe(200)
    const revoke = await linked.client.inbound(({ message }) => message?.protocolMessage?.key?.id === id)
    expect(revoke.key).toMatchObject({ fromMe: true, remoteJid: '6285520000031@s.whatsapp.net' })
    expect(await linked.client.update(id)).toBeDefined()
    expect(await bench.messages('6285520000031')).toMatchObject([{ id, revoked: true }])
    expect((await bench.post('delete', { phone: ME, messageId: id })).status).toBe(409)
    expect((await bench.post('delete', { phone: ME, messageId: 'TIDAKADA' })).status).toBe(404)
  })
})

describe('between linked accounts', () => {
  it('hands a message to the recipient’s linked device, too', async () => {
    const other = await bench.link('6281220000002')
    await linked.client.send('6281220000002', 'sesama akun')
    const text = 'sesama akun'
    const arrived = await other.client.inbound(
      ({ message }) => (message?.extendedTextMessage?.text ?? message?.conversation) === text,
    )
    expect(arrived.key.remoteJid).toBe(`${ME}@s.whatsapp.net`)
    expect(await bench.messages('6281220000002')).toMatchObject([{ text, decrypted: true }])
  })
})
