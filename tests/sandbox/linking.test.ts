// Linking a real Baileys client at the sandbox: QR, code, and what a phone refuses.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bench, openBench } from './support/bench.ts'
import { connect, memoryAuth } from './support/client.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const asTyped = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()

describe('linking by QR', () => {
  it('answers the scan only once the device is linked, and lets it log in again', async () => {
    const auth = memoryAuth()
    const newcomer = connect(bench.sandbox, auth)
    const qr = await newcomer.qr()
    expect(qr).toMatch(/^https:\/\/wa\.me\/settings\/linked_devices#2@/)
    const scan = await bench.post('scan', { phone: '+62 812-1000-0001', qr })
    expect(scan).toEqual({ status: 200, body: { ok: true, jid: '6281210000001:1@s.whatsapp.net' } })
    expect((await newcomer.closed).code).toBe(515)
    const client = connect(bench.sandbox, auth)
    await client.opened
    expect(auth.state.creds.me?.id).toBe('6281210000001:1@s.whatsapp.net')
    await client.leave()
    const again = connect(bench.sandbox, auth)
    await again.opened
    await again.leave()
  })

  it('takes the bare form, too, and a scanned code only once', async () => {
    const newcomer = connect(bench.sandbox, memoryAuth())
    const bare = (await newcomer.qr()).split('#')[1] ?? ''
    expect((await bench.post('scan', { phone: '6281210000002', qr: bare })).status).toBe(200)
    expect(await bench.post('scan', { phone: '6281210000002', qr: bare })).toMatchObject({
      status: 410,
      body: { reason: 'unknown_qr' },
    })
  })

  it('scans the code now waiting when someone told the sandbox its text', async () => {
    const newcomer = connect(bench.sandbox, memoryAuth())
    const qr = await newcomer.qr()
    expect((await bench.post('scan', { phone: '6281210000003', latest: true })).status).toBe(404)
    await bench.ask('/qr-hint', { qr })
    const waiting = await bench.get('waiting')
    expect(waiting.body.waiting).toHaveLength(1)
    expect((await bench.post('scan', { phone: '6281210000003', latest: true })).body.jid).toBe(
      '6281210000003:1@s.whatsapp.net',
    )
  })

  it('refuses a text that is no QR, an unregistered phone, and a fifth device', async () => {
    expect((await bench.post('scan', { phone: '6281210000004', qr: 'halo' })).status).toBe(422)
    const newQr = () => connect(bench.sandbox, memoryAuth()).qr()
    const scan = async (phone: string, qr: string) => bench.post('scan', { phone, qr })
    const full = { status: 409, body: { reason: 'device_limit' } }
    const qr = await newQr()
    expect((await scan('6281210000000', qr)).status).toBe(404)
    await bench.ask('/fault', { phone: '6281210000004', kind: 'device-limit' })
    expect(await scan('6281210000004', qr)).toMatchObject(full)
    for (let device = 1; device <= 4; device++) await bench.link('6281210000005')
    // a refused client is sent away: each try needs a code of its own
    expect(await scan('6281210000005', await newQr())).toMatchObject(full)
    await bench.ask('/unlink', { phone: '6281210000005', deviceId: 1 })
    expect((await scan('6281210000005', await newQr())).status).toBe(200)
  })

  it('asks for a passkey, and says so to the client that waits', async () => {
    const newcomer = connect(bench.sandbox, memoryAuth())
    const qr = await newcomer.qr()
    const asked = new Promise((resolve) =>
      newcomer.socket.ws.on('CB:notification,type:passkey_prologue_request', resolve),
    )
    await bench.ask('/fault', { phone: '6281210000007', kind: 'passkey' })
    expect(await bench.post('scan', { phone: '6281210000007', qr })).toMatchObject({
      status: 409,
      body: { reason: 'passkey' },
    })
    await asked
    await newcomer.leave()
  })

  it('refuses a code whose time is over', async () => {
    const newcomer = connect(bench.sandbox, memoryAuth(), new Map(), { qrTimeout: 60_000 })
    const qr = await newcomer.qr()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 62_000)
    const late = await bench.post('scan', { phone: '6281210000006', qr }).finally(() => clock.mockRestore())
    expect(late).toMatchObject({ status: 410, body: { reason: 'expired_qr' } })
    await newcomer.leave()
  })
})

describe('linking by code', () => {
  it('accepts the code with a dash, in small letters', async () => {
    const auth = memoryAuth()
    const newcomer = connect(bench.sandbox, auth)
    await newcomer.qr()
    const code = await newcomer.socket.requestPairingCode('6281210000011')
    const entered = await bench.post('enter-code', { phone: '6281210000011', code: asTyped(code) })
    expect(entered.body).toEqual({ ok: true, jid: '6281210000011:1@s.whatsapp.net' })
    await newcomer.closed
    const client = connect(bench.sandbox, auth)
    await client.opened
    await client.leave()
  })

  it('finds out a wrong code, after which the right one still works', async () => {
    const newcomer = connect(bench.sandbox, memoryAuth())
    await newcomer.qr()
    const code = await newcomer.socket.requestPairingCode('6281210000012')
    expect(await bench.post('enter-code', { phone: '6281210000012', code: 'WRNG-C0DE' })).toMatchObject({
      status: 422,
      body: { error: 'Kode salah.', reason: 'wrong_code' },
    })
    expect((await bench.post('enter-code', { phone: '6281210000012', code })).status).toBe(200)
  })

  it('refuses a code nobody asked for, and one made expired', async () => {
    expect((await bench.post('enter-code', { phone: '6281210000013', code: 'ABCDEFGH' })).status).toBe(404)
    const newcomer = connect(bench.sandbox, memoryAuth())
    await newcomer.qr()
    await bench.ask('/fault', { phone: '6281210000013', kind: 'code-expired' })
    const code = await newcomer.socket.requestPairingCode('6281210000013')
    expect(await bench.post('enter-code', { phone: '6281210000013', code })).toMatchObject({ status: 410 })
    await newcomer.leave()
  })
})

describe('unlinking', () => {
  it('ends a device that the client itself removes, which then cannot come back', async () => {
    const { auth, client } = await bench.link('6281210000021')
    await client.socket.logout()
    expect((await client.closed).code).toBe(401)
    expect((await connect(bench.sandbox, auth).closed).code).toBe(401)
  })
})
