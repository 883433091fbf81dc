// How a connection ends, in the codes the object decides by; and the ways through a proxy.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Server as HttpProxy } from 'proxy-chain'
import type { FakeObject } from './support/fake-worker.ts'
import { until } from '../../scripts/drive/until.ts'
import { DIRECT, openRunnerBench, QUICK_WATCHDOG, type RunnerBench, sendCommand, sent } from './support/bench.ts'
import { startSocks5 } from './support/socks5.ts'

let bench: RunnerBench
beforeAll(async () => {
  bench = await openRunnerBench()
  await bench.runner({}, QUICK_WATCHDOG)
})
afterAll(() => bench.close())

describe('a kick by WhatsApp', () => {
  const ME = '6281340000001'
  let object: FakeObject
  beforeAll(async () => {
    object = await bench.link('kicked', ME)
  })
  const reconnect = async (): Promise<void> => {
    const from = object.facts.length
    object.command({ kind: 'connect', rows: [], ...DIRECT })
    await object.next('open', from)
  }

  it.each([
    ['conflict', 440],
    ['restart', 515],
    ['unavailable', 503],
    ['mismatch', 500],
    ['drop', 428],
    ['half-open', 408],
  ] as const)('%s is told as %i, and the keys in memory log in again', async (kind, code) => {
    const from = object.facts.length
    await bench.ask('/fault', { phone: ME, kind })
    const closed = await object.next('closed', from)
    expect(closed).toMatchObject({ code, reachedWhatsapp: true, proxyFailed: false })
    expect(closed.detail).not.toMatch(/\d{8}/)
    await reconnect()
    expect(object.facts.slice(from).filter((fact) => fact.kind === 'closed')).toHaveLength(1)
  })

  it('an idle connection is not taken for a dead one', async () => {
    const from = object.facts.length
    // the runner's questions to a silent connection, and nothing else, move this count
    const { frames } = bench.sandbox.world
    const heard = frames.in
    await until('four times of silence', () => frames.in >= heard + 4)
    expect(object.facts.slice(from).filter(({ kind }) => kind !== 'rows')).toEqual([])
    expect(await sent(object, sendCommand('6281340000101', 'masih di sini'))).toMatchObject({ outcome: 'acked' })
  })

  it('banned is told as 403, at the kick and at the next login', async () => {
    const from = object.facts.length
    await bench.ask('/fault', { phone: ME, kind: 'banned' })
    expect(await object.next('closed', from)).toMatchObject({ code: 403 })
    object.command({ kind: 'connect', rows: [], ...DIRECT })
    await until('a second refusal', () => object.facts.slice(from).filter(({ kind }) => kind === 'closed').length === 2)
    expect(object.of('closed').at(-1)).toMatchObject({ code: 403, reachedWhatsapp: true })
    await bench.ask('/fault', { phone: ME, kind: 'clear' })
    await reconnect()
  })

  it('the device removed on the phone is told as 401', async () => {
    const from = object.facts.length
    await bench.ask('/fault', { phone: ME, kind: 'logged-out' })
    expect(await object.next('closed', from)).toMatchObject({ code: 401 })
  })
})

describe('by command', () => {
  it('disconnect with logout unlinks the device and ends with code 0', async () => {
    const object = await bench.link('logs-out', '6281340000002')
    const from = object.facts.length
    object.command({ kind: 'disconnect', logout: true })
    expect(await object.next('closed', from)).toMatchObject({ code: 0 })
    expect(bench.sandbox.world.store.devices.of('6281340000002')).toHaveLength(0)
    object.command({ kind: 'connect', rows: [], ...DIRECT })
    await until('a refusal', () => object.facts.slice(from).filter(({ kind }) => kind === 'closed').length === 2)
    expect(object.of('closed').at(-1)).toMatchObject({ code: 428, reachedWhatsapp: false })
  })

  it('a message to a closed connection surely never left', async () => {
    const object = await bench.account('never-open')
    expect(await sent(object, sendCommand('6281340000102', 'x'))).toMatchObject({ outcome: 'failed' })
    object.command({ kind: 'lookup', requestId: 'l', numbers: ['6281340000102'] })
    expect((await object.next('lookedUp')).error).not.toBeNull()
  })

  it('a message whose connection dies before the answer has no result', async () => {
    const object = await bench.link('dies', '6281340000003')
    await bench.ask('/fault', { phone: '6281340000003', kind: 'slow', times: 1 })
    const command = sendCommand('6281340000103', 'setengah jalan')
    object.command(command)
    await until('the message', () => bench.sandbox.world.store.messages.receivedBy('6281340000103').length > 0)
    await bench.ask('/fault', { phone: '6281340000003', kind: 'drop' })
    await object.next('closed', 0, ({ code }) => code === 428)
    // what comes after it on the same socket is told, and still nothing of the first
    object.command({ kind: 'connect', rows: object.rowsOf(null), ...DIRECT })
    await object.next('open', object.facts.length)
    const later = sendCommand('6281340000103', 'sesudahnya')
    expect(await sent(object, later)).toMatchObject({ outcome: 'acked' })
    expect(object.of('result').map(({ attemptId }) => attemptId)).toEqual([later.attemptId])
  })
})

describe('a WhatsApp that cannot be reached', () => {
  it('was not reached, whatever the socket says', async () => {
    const runner = await bench.runner({ WHATSAPP_URL: 'ws://127.0.0.1:1/ws/chat' })
    const object = await bench.account('unreachable')
    object.command({ kind: 'link', mode: 'qr', phone: null, ...DIRECT })
    expect(await object.next('closed')).toMatchObject({ code: 408, reachedWhatsapp: false, proxyFailed: false })
    runner.abandon()
  })
  it('or is no websocket at all', async () => {
    const runner = await bench.runner({ WHATSAPP_URL: `${bench.worker.url.replace('http', 'ws')}/nowhere` })
    const object = await bench.account('no-websocket')
    object.command({ kind: 'link', mode: 'qr', phone: null, ...DIRECT })
    expect(await object.next('closed')).toMatchObject({ code: 408, reachedWhatsapp: false, proxyFailed: false })
    runner.abandon()
  })
})

describe('a proxy', () => {
  const link = async (accountId: string, phone: string, proxy: string): Promise<FakeObject> => {
    const object = await bench.account(accountId)
    object.command({ kind: 'link', mode: 'qr', phone: null, proxy, waVersion: null })
    const { qr } = await object.next('qr')
    await bench.ask('/scan', { phone, qr })
    await object.next('closed', 0, ({ code }) => code === 515)
    object.command({ kind: 'connect', rows: [], proxy, waVersion: '2.3000.1043857760' })
    await object.next('open')
    return object
  }
  const withImage = (number: string) => {
    bench.worker.media.set('a.pdf', Buffer.from('%PDF-1.4 contoh'))
    const command = sendCommand(number, 'lewat proxy')
    command.content.media = { key: 'a.pdf', mimetype: 'application/pdf', filename: 'a.pdf' }
    return command
  }

  it('over http carries the websocket and the media', async () => {
    const targets: string[] = []
    const proxy = new HttpProxy({
      port: 0,
      prepareRequestFunction: ({ username, password, hostname, port }) => {
        targets.push(`${hostname}:${port}`)
        return { requestAuthentication: username !== 'ani' || password !== 'rahasia@1' }
      },
    })
    await proxy.listen()
    const url = `http://ani:rahasia%401@127.0.0.1:${proxy.port}`
    const object = await link('http-proxy', '6281340000011', url)
    expect(await sent(object, withImage('6281340000111'))).toMatchObject({ outcome: 'acked' })
    expect(targets).toContain(`127.0.0.1:${bench.sandbox.port}`)
    expect(targets).toContain(bench.sandbox.world.mediaHost)
    expect(await bench.messages('6281340000111')).toMatchObject([{ media: { mimetype: 'application/pdf' } }])
    const from = object.facts.length
    object.command({ kind: 'connect', rows: [], proxy: url.replace('rahasia', 'salah'), waVersion: null })
    expect(await object.next('closed', from)).toMatchObject({ reachedWhatsapp: false, proxyFailed: true })
    await proxy.close(true)
  })

  it('over socks5 carries them, too', async () => {
    const proxy = await startSocks5('ani', 'rahasia')
    const object = await link('socks-proxy', '6281340000012', proxy.url)
    const before = proxy.tunnels
    expect(before).toBeGreaterThanOrEqual(2)
    expect(await sent(object, withImage('6281340000112'))).toMatchObject({ outcome: 'acked' })
    expect(proxy.tunnels).toBeGreaterThan(before)
    const from = object.facts.length
    object.command({ kind: 'connect', rows: [], proxy: proxy.url.replace('rahasia', 'salah'), waVersion: null })
    expect(await object.next('closed', from)).toMatchObject({ reachedWhatsapp: false, proxyFailed: true })
    await proxy.close()
  })

  it.each(['http://127.0.0.1:1', 'https://127.0.0.1:1', 'socks5://127.0.0.1:1', 'ftp://127.0.0.1:1', 'bukan alamat'])(
    '%s is told as a failed proxy',
    async (proxy) => {
      const object = await bench.account(`dead ${proxy}`)
      object.command({ kind: 'link', mode: 'qr', phone: null, proxy, waVersion: null })
      const closed = await object.next('closed')
      expect(closed).toMatchObject({ reachedWhatsapp: false, proxyFailed: true })
      expect(closed.detail).not.toContain('127.0.0.1')
    },
  )
})
