// Linking an account through the runner: QR, pairing code, the restart in between, and what a failed link
// leaves. And its session after the vault's key has turned.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dependencies } from '../../package.json' with { type: 'json' }
import { kidOf } from '../../domain/people/vault-keys/rules.ts'
import { until } from '../../scripts/drive/until.ts'
import { DIRECT, openRunnerBench, type RunnerBench, sendCommand, sent } from './support/bench.ts'

let bench: RunnerBench
beforeAll(async () => {
  bench = await openRunnerBench()
  await bench.runner()
})
afterAll(() => bench.close())
const textsOf = async (phone: string) => (await bench.messages(phone)).map(({ text }) => text)

describe('linking by QR', () => {
  it('shows a QR, tells who accepted, restarts from memory and opens', async () => {
    const object = await bench.link('qr-account', '6281310000001')
    expect(object.of('qr')[0]).toMatchObject({ ttlMs: 60_000 })
    const me = { phone: '6281310000001', lid: expect.stringMatching(/^\d+$/) as string, pushname: null }
    expect(object.of('paired')).toEqual([{ kind: 'paired', me }])
    expect(object.of('closed')).toMatchObject([{ code: 515, reachedWhatsapp: true, proxyFailed: false }])
    expect(object.of('open')[0]?.me).toMatchObject({ phone: me.phone })
    expect(object.vault.has('creds|creds')).toBe(true)
    const preKeys = [...object.vault.values()].filter((row) => row.type === 'pre-key')
    expect(preKeys.length).toBeGreaterThan(700)
    expect(preKeys.every((row) => row.owner === null)).toBe(true)
  })

  it('then tells the monitor how it stands, and nothing of what it holds', async () => {
    const { report, session } = await bench.worker.askReport('qr-account')
    expect(report).toMatchObject({
      baileys: dependencies['@whiskeysockets/baileys'],
      pid: process.pid,
      accounts: 1,
      sockets: 1,
      socketsOpen: 1,
    })
    expect(report.rssMb).toBeGreaterThan(20)
    expect(session).toMatchObject({ accountId: 'qr-account', connection: 'open', hasLease: true, hasKeys: true })
    expect((await bench.worker.askReport('another')).session).toBeNull()
  })

  it('tells the sandbox the QR, so that the phone page can scan the code now waiting', async () => {
    const object = await bench.account('hint-account')
    object.command({ kind: 'link', mode: 'qr', phone: null, ...DIRECT })
    await object.next('qr')
    await expect.poll(async () => (await bench.post('scan', { phone: '6281310000002', latest: true })).status).toBe(200)
    await object.next('paired')
  })

  it('leaves no row behind when nobody scans', async () => {
    const object = await bench.account('nobody')
    object.command({ kind: 'link', mode: 'qr', phone: null, ...DIRECT })
    await object.next('qr')
    object.command({ kind: 'disconnect', logout: false })
    expect(await object.next('closed')).toMatchObject({ code: 0 })
    expect(object.of('rows')).toEqual([])
  })
})

describe('linking by code', () => {
  it('asks for a code, shows no QR, and the message of the linked account arrives', async () => {
    const object = await bench.account('code-account')
    object.command({ kind: 'link', mode: 'code', phone: '6281310000010', ...DIRECT })
    const { code, ttlMs } = await object.next('code')
    expect(code).toMatch(/^[A-Z0-9]{8}$/)
    expect(ttlMs).toBe(90_000)
    await expect.poll(async () => (await bench.post('enter-code', { phone: '6281310000010', code })).status).toBe(200)
    await object.next('closed', 0, (fact) => fact.code === 515)
    object.command({ kind: 'connect', rows: [], ...DIRECT })
    await object.next('open')
    expect(object.of('qr')).toEqual([])
    expect(await sent(object, sendCommand('6281310000011', 'halo'))).toMatchObject({ outcome: 'acked' })
    expect((await bench.messages('6281310000011')).map(({ text }) => text)).toEqual(['halo'])
  })
})

describe('a vault whose key turns', () => {
  const OLD = `k1:${'ab'.repeat(32)}`
  const NEW = `k2:${'cd'.repeat(32)}`
  it('rule vault-keys: every row is resealed by a runner with both keys, and one that has the new key alone sends without a scan', async () => {
    const first = await bench.runner()
    const object = await bench.link('turned', '6281330000061')
    await sent(object, sendCommand('6281330000661', 'dengan kunci lama'))
    await until('own devices’ sessions', () => object.rowsOf(null).some(({ type }) => type === 'session'))
    first.abandon()
    await until('the first to be gone', () => !bench.sandbox.world.online.has('6281330000061:1'))
    const stored = [...object.vault.values()]
    const kids = () => new Set([...object.vault.values()].map((row) => kidOf(row.data ?? '')))
    expect([...kids()]).toEqual(['k1'])

    const both = await bench.runner({ VAULT_KEYS: `${NEW},${OLD}` })
    expect(bench.worker.control.findLast((one) => one.kind === 'hello')).toMatchObject({
      vaultKeys: [{ kid: 'k2' }, { kid: 'k1' }],
    })
    const rows = stored.map(({ type, id, data }) => ({ type, id, data: data ?? '' }))
    const foreign = { type: 'session', id: 'x.0', data: rows[0]?.data ?? '' }
    const sealed = await bench.worker.reseal('turned', [...rows, foreign])
    // a row that is not of this place opens under no key
    expect(sealed.map(({ type, id }) => `${type}|${id}`)).toEqual(rows.map(({ type, id }) => `${type}|${id}`))
    for (const { type, id, data } of sealed) {
      const row = object.vault.get(`${type}|${id}`)
      if (row) row.data = data
    }
    expect([...kids()]).toEqual(['k2'])
    both.abandon()

    const last = await bench.runner({ VAULT_KEYS: NEW })
    const from = object.facts.length
    await bench.account('turned', 2)
    object.command({ kind: 'connect', rows: object.rowsOf(null), ...DIRECT })
    await object.next('open', from)
    const answer = await sent(object, sendCommand('6281330000661', 'dengan kunci baru', object.rowsOf('6281330000661')))
    expect(answer).toMatchObject({ outcome: 'acked' })
    await until('both arrive readable', async () => (await textsOf('6281330000661')).length === 2)
    expect(await textsOf('6281330000661')).toEqual(['dengan kunci lama', 'dengan kunci baru'])
    last.abandon()
  })
})
