// Who holds a session: lost and silent account sockets, leases, epochs, a second process, drain.
import { type ChildProcess, spawn } from 'node:child_process'
import { totalmem } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLOSE, type KeyRow, SESSION_UNREADABLE } from '../../contract/operation/runner.ts'
import { OPEN_METRICS } from '../../contract/operation/open-metrics.ts'
import { PROTOCOL } from '../../contract/operation/runner-hello.ts'
import { healthKey, runnerMetricsKey } from '../../domain/people/auth/health-key.ts'
import type { Runner } from '../../runner/runner.ts'
import { parseOpenMetrics } from '../support/open-metrics.ts'
import { credential, type FakeObject, RUNNER_RING } from './support/fake-worker.ts'
import { until } from '../../scripts/drive/until.ts'
import { DIRECT, openRunnerBench, type RunnerBench, sendCommand, sent } from './support/bench.ts'

let bench: RunnerBench
beforeAll(async () => {
  bench = await openRunnerBench()
})
afterAll(() => bench.close())
const online = (phone: string): boolean => bench.sandbox.world.online.has(`${phone}:1`)
const textsOf = async (phone: string) => (await bench.messages(phone)).map(({ text }) => text)

describe('an account socket that is lost', () => {
  let runner: Runner
  let object: FakeObject
  beforeAll(async () => {
    runner = await bench.runner({ LEASE_MS: '1500' })
    object = await bench.link('lost-socket', '6281330000001')
  })
  afterAll(() => runner.abandon())

  it('is dialled again while WhatsApp stays open, and facts of the meantime arrive once and in order', async () => {
    object.acks = false
    const first = await sent(object, sendCommand('6281330000101', 'sebelum'))
    object.socket?.terminate()
    await bench.ask('/reply', { from: '6281330000101', to: '6281330000001', text: 'STOP' })
    const before = object.dials
    await until('a redial', () => object.dials > before)
    await object.next('inbound')
    const repeated = object.frames.flat().filter(({ kind }) => kind === 'result')
    expect(repeated.length).toBeGreaterThanOrEqual(2)
    expect(object.of('result')).toEqual([first])
    expect(object.of('inbound')).toHaveLength(1)
    expect(object.of('hello').at(-1)).toMatchObject({ connection: 'open', me: { phone: '6281330000001' } })
    const seqs = new Set(object.frames.flat().map(({ seq }) => seq))
    expect([...seqs].toSorted((a, b) => a - b)).toEqual([...seqs].map((_, i) => i + 1))
    expect(object.of('closed').filter(({ code }) => code !== 515)).toEqual([])
    object.acks = true
    object.ackAll()
  })

  it('carries out what it knows of a frame of a newer Worker', async () => {
    const { dials } = object
    const from = object.facts.length
    const lookup = { kind: 'lookup', requestId: 'newer', numbers: ['6281330000103'] }
    object.socket?.send(JSON.stringify({ ack: 1, of: 'the future', commands: [{ kind: 'of-the-future' }, lookup] }))
    expect(await object.next('lookedUp', from)).toMatchObject({ requestId: 'newer', error: null })
    expect(object.dials).toBe(dials)
  })

  it('without a lease WhatsApp is closed, and told so when the object is back', async () => {
    object.pongs = false
    object.unreachable = true
    const from = object.facts.length
    await until('WhatsApp to be closed', () => !online('6281330000001'))
    object.pongs = true
    object.unreachable = false
    expect(await object.next('closed', from)).toMatchObject({ code: 0, detail: 'the lease ran out' })
    object.command({ kind: 'connect', rows: [], ...DIRECT })
    await object.next('open', from)
    expect(await sent(object, sendCommand('6281330000102', 'lagi'))).toMatchObject({ outcome: 'acked' })
  })

  it('is fenced by a newer epoch: WhatsApp is closed at once and nothing is dialled again', async () => {
    object.epoch = 2
    object.socket?.close(4001, 'fenced')
    await until('WhatsApp to be closed', () => !online('6281330000001'))
    const { dials } = object
    await until('the runner to let go of it', () => runner.accounts.held().length === 0)
    // by the time this one is linked and has logged in again, a redial would have come
    await bench.link('after-the-fence', '6281330000009')
    expect(object.dials).toBe(dials)
    expect(bench.worker.control).toContainEqual({ kind: 'closed', accountId: 'lost-socket', epoch: 1 })
    expect(runner.accounts.held().map(({ accountId }) => accountId)).toEqual(['after-the-fence'])
  })
})

describe('a session in another process', () => {
  it('is restored from its rows, and the next message to an old and to a new number is readable', async () => {
    const first = await bench.runner()
    const object = await bench.link('moved', '6281330000002')
    await sent(object, sendCommand('6281330000201', 'dari yang pertama'))
    const rows = (): KeyRow[] => object.rowsOf(null)
    await until('own devices’ sessions', () => rows().some(({ type }) => type === 'session'))
    first.abandon()
    await until('the first to be gone', () => !online('6281330000002'))
    const second = await bench.runner()
    await bench.account('moved', 2)
    const from = object.facts.length
    object.command({ kind: 'connect', rows: rows(), ...DIRECT })
    expect((await object.next('open', from)).me).toMatchObject({ phone: '6281330000002' })
    const old = sendCommand('6281330000201', 'dari yang kedua', object.rowsOf('6281330000201'))
    expect(await sent(object, old)).toMatchObject({ outcome: 'acked' })
    expect(await sent(object, sendCommand('6281330000202', 'baru'))).toMatchObject({ outcome: 'acked' })
    expect(await textsOf('6281330000201')).toEqual(['dari yang pertama', 'dari yang kedua'])
    expect(await textsOf('6281330000202')).toEqual(['baru'])
    await bench.ask('/reply', { from: '6281330000201', to: '6281330000002', text: 'BERHENTI' })
    const { items } = await object.next('inbound', from)
    expect(items).toMatchObject([{ number: '6281330000201', text: 'BERHENTI' }])
    second.abandon()
  })

  it('whose newest key rows were lost still writes readable messages', async () => {
    const first = await bench.runner()
    const object = await bench.link('unclean', '6281330000003')
    await sent(object, sendCommand('6281330000301', 'satu'))
    await until('own devices’ sessions', () => object.rowsOf(null).some(({ type }) => type === 'session'))
    first.abandon()
    await until('the first to be gone', () => !online('6281330000003'))
    const second = await bench.runner()
    await bench.account('unclean', 2)
    const from = object.facts.length
    // as the object does after an unclean end: sessions in doubt are dropped
    const kept = object.rowsOf(null).filter(({ type }) => type !== 'session')
    object.command({ kind: 'connect', rows: kept, ...DIRECT })
    await object.next('open', from)
    const rows = object.rowsOf('6281330000301').filter(({ type }) => type !== 'session')
    expect(await sent(object, sendCommand('6281330000301', 'dua', rows))).toMatchObject({ outcome: 'acked' })
    expect(await textsOf('6281330000301')).toEqual(['satu', 'dua'])
    second.abandon()
  })

  it('with unreadable rows it says so instead of dialling', async () => {
    const runner = await bench.runner({ VAULT_KEYS: `other:${'cd'.repeat(32)}` })
    const object = bench.worker.object('moved')
    await bench.account('moved', 3)
    const from = object.facts.length
    object.command({ kind: 'connect', rows: object.rowsOf(null), ...DIRECT })
    expect(await object.next('closed', from)).toMatchObject({
      code: SESSION_UNREADABLE,
      reachedWhatsapp: false,
      proxyFailed: false,
    })
    runner.abandon()
  })
})

describe('the process', () => {
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  const start = (extra: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'runner/main.ts'], {
      env: { PATH: process.env.PATH, ...bench.env({ LOG_LEVEL: 'info', ...extra }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    return child
  }
  const ended = (child: ChildProcess) =>
    new Promise<{ code: number | null; signal: string | null }>((resolve) =>
      child.on('exit', (code, signal) => resolve({ code, signal })),
    )
  const heard = (stream: NodeJS.ReadableStream | null): (() => string) => {
    let text = ''
    stream?.on('data', (data: Buffer) => {
      text += String(data)
    })
    return () => text
  }

  it('drains on SIGTERM: the message in flight finishes, WhatsApp is closed without unlinking, exit 0', async () => {
    const child = start({ HEALTH_PORT: '0' })
    const log = heard(child.stdout)
    const known = bench.worker.control.length
    await until('the process to greet', () => bench.worker.control.slice(known).some(({ kind }) => kind === 'hello'))
    const object = await bench.link('drained', '6281330000004')
    await bench.ask('/fault', { phone: '6281330000004', kind: 'slow', times: 1 })
    const command = sendCommand('6281330000401', 'terakhir')
    object.command(command)
    await until('the message to leave', () => bench.sandbox.world.store.messages.receivedBy('6281330000401').length > 0)
    const end = ended(child)
    child.kill('SIGTERM')
    // it works on until its successor is ready
    await object.next('leaving')
    expect(object.of('closed').filter(({ code }) => code === 0)).toEqual([])
    object.command({ kind: 'handOver' })
    expect(await end).toEqual({ code: 0, signal: null })
    expect(object.of('result')).toMatchObject([{ outcome: 'acked' }])
    expect(object.of('closed').at(-1)).toMatchObject({ code: 0 })
    expect(bench.worker.control.filter(({ kind }) => kind === 'draining')).toHaveLength(1)
    expect(bench.worker.control.at(-1)).toEqual({ kind: 'closed', accountId: 'drained', epoch: 1 })
    expect(bench.sandbox.world.store.devices.of('6281330000004')).toHaveLength(1)
    const lines = log()
    expect(lines).toContain('runner drained')
    expect(lines).not.toMatch(/6281330000/)
  })

  it('answers /health', async () => {
    const runner = await bench.runner({ HEALTH_PORT: '0' })
    const ask = async (path: string) => fetch(`http://127.0.0.1:${runner.healthPort}${path}`)
    expect((await ask('/other')).status).toBe(404)
    expect(await (await ask('/health')).json()).toEqual({
      ok: true,
      accounts: 0,
      rssMb: expect.any(Number) as number,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    })
    runner.abandon()
  })

  it('rule health-key: its own metrics are for the bearer of the key of this runner’s name', async () => {
    const runner = await bench.runner({ HEALTH_PORT: '0' })
    const ask = (key: string) =>
      fetch(`http://127.0.0.1:${runner.healthPort}/metrics`, {
        headers: { accept: OPEN_METRICS, authorization: `Bearer ${key}` },
      })
    for (const key of [
      '',
      credential('test-runner'),
      await runnerMetricsKey(RUNNER_RING, 'other'),
      await healthKey(RUNNER_RING),
    ])
      expect([key, (await ask(key)).status]).toEqual([key, 401])
    const answer = await ask(await runnerMetricsKey(RUNNER_RING, 'test-runner'))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, OPEN_METRICS])
    const families = parseOpenMetrics(await answer.text())
    const of = (name: string) => families.get(name)?.samples.map(({ labels, value }) => [labels['runner'], value])
    expect(of('wa_runner_free_accounts')).toEqual([['test-runner', 200]])
    expect(of('wa_runner_sends')).toEqual([['test-runner', 0]])
    expect(of('wa_runner_memory_bytes')?.every(([, bytes]) => Number(bytes) > 10_000_000)).toBe(true)
    const limit = families.get('wa_runner_memory_bytes')?.samples.find(({ labels }) => labels['of'] === 'limit')?.value
    expect(limit).toBeGreaterThan(100_000_000)
    expect(limit).toBeLessThanOrEqual(totalmem() + 1_048_576)
    runner.abandon()
  })

  it('rule runner-mode: at a Worker of another mode it ends with one line and a code that says not to start it again', async () => {
    bench.worker.refusal = { code: CLOSE.wrongMode, reason: 'this runner is sandbox, the Worker is live' }
    const hellos = () => bench.worker.control.filter(({ kind }) => kind === 'hello')
    const before = hellos().length
    const child = start()
    const errors = heard(child.stderr)
    expect(await ended(child)).toEqual({ code: 78, signal: null })
    bench.worker.refusal = null
    expect(errors()).toBe('runner: the Worker refuses this runner: this runner is sandbox, the Worker is live\n')
    expect(hellos().slice(before)).toMatchObject([{ protocol: PROTOCOL, mode: 'sandbox' }])
  })

  it('refuses to dial anything but WhatsApp itself without the sandbox flag, in one line', async () => {
    const child = start({ SANDBOX: '' })
    const errors = heard(child.stderr)
    expect((await ended(child)).code).toBe(1)
    expect(errors().trim()).toBe(
      'runner: WHATSAPP_URL: only wss://web.whatsapp.com/ws/chat is dialled unless SANDBOX=1',
    )
  })
})

describe('the control socket', () => {
  it('comes back after a loss and says what is held', async () => {
    const runner = await bench.runner()
    await bench.account('kept')
    bench.worker.dropControl()
    await until('a second greeting', () =>
      bench.worker.control.some(
        (one) => one.kind === 'hello' && one.accounts.some(({ accountId }) => accountId === 'kept'),
      ),
    )
    bench.worker.dismiss('kept', 1)
    await until('the account to be closed', () => runner.accounts.size === 0)
    runner.abandon()
  })

  it('is refused with the credential of another name', async () => {
    const { startRunner } = await import('../../runner/runner.ts')
    const { makeLog } = await import('../../runner/log.ts')
    const settings = bench.environment({ RUNNER_ID: 'another-name' })
    const runner = await startRunner(settings, makeLog('silent', 'wrong'))
    await until('a refusal', () => bench.worker.refused.length > 0)
    runner.abandon()
  })
})
