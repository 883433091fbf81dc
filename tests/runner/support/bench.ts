// A sandbox, a fake Worker and runners for one test file, with the steps every test needs by name.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command, Fact } from '../../../contract/operation/runner.ts'
import { type Environment, readEnvironment } from '../../../runner/environment.ts'
import { makeLog, silenceLibraries } from '../../../runner/log.ts'
import { type Runner, startRunner } from '../../../runner/runner.ts'
import { TIMES, type Times } from '../../../runner/whatsapp/socket.ts'
import { type Controls, controlsOf } from '../../../scripts/drive/controls.ts'
import { type RawControls, rawControlsOf } from '../../sandbox/support/bench.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { type FakeObject, type FakeWorker, credential, startFakeWorker } from './fake-worker.ts'
import { until } from '../../../scripts/drive/until.ts'

const VAULT_KEYS = `k1:${'ab'.repeat(32)}`
export const QUICK_WATCHDOG: Times = { ...TIMES, idleMs: 600, answerMs: 500 }

export interface RunnerBench extends Controls, RawControls {
  sandbox: Sandbox
  worker: FakeWorker
  env: (extra?: Record<string, string>) => Record<string, string>
  environment: (extra?: Record<string, string>) => Environment
  runner: (extra?: Record<string, string>, times?: Times) => Promise<Runner>
  /** Opens the account on the one runner there is. */
  account: (accountId: string, epoch?: number) => Promise<FakeObject>
  /** Links by QR and logs in. */
  link: (accountId: string, phone: string) => Promise<FakeObject>
  close: () => Promise<void>
}

export const DIRECT = { proxy: null, waVersion: null }
let attempts = 0
export const sendCommand = (
  number: string,
  text: string,
  rows: Extract<Command, { kind: 'send' }>['rows'] = [],
): Extract<Command, { kind: 'send' }> => ({
  kind: 'send',
  attemptId: `attempt-${++attempts}`,
  messageId: `3EB0${randomBytes(9).toString('hex').toUpperCase()}`,
  number,
  notAfter: Date.now() + 60_000,
  content: { text, media: null },
  rows,
})

/** Sends and waits for the result. */
export async function sent(
  object: FakeObject,
  command: Extract<Command, { kind: 'send' }>,
): Promise<Extract<Fact, { kind: 'result' }>> {
  object.command(command)
  return object.next('result', 0, (fact) => fact.attemptId === command.attemptId)
}

export async function openRunnerBench(): Promise<RunnerBench> {
  silenceLibraries()
  const dataDir = mkdtempSync(join(tmpdir(), 'runner-test-'))
  const sandbox = await startSandbox({ dataDir, slowMs: 300 })
  const worker = await startFakeWorker()
  const controls = controlsOf(sandbox.url)
  const runners: Runner[] = []
  const env = (extra: Record<string, string> = {}): Record<string, string> => ({
    WORKER_URL: worker.url,
    RUNNER_CREDENTIAL: credential('test-runner'),
    RUNNER_ID: 'test-runner',
    VAULT_KEYS,
    SANDBOX: '1',
    SANDBOX_URL: sandbox.url,
    WHATSAPP_URL: sandbox.whatsappUrl,
    WHATSAPP_ROOT_KEY: sandbox.rootKey,
    LEASE_MS: '3000',
    LOG_LEVEL: process.env.LOG ?? 'silent',
    ...extra,
  })
  const environment = (extra?: Record<string, string>): Environment => readEnvironment(env(extra))
  const account = async (accountId: string, epoch = 1): Promise<FakeObject> => {
    const object = worker.object(accountId)
    const from = object.facts.length
    // a runner that was abandoned just now may still look open
    for (let asked = 0; object.facts.length === from && asked < 20; asked++) {
      worker.open(accountId, epoch)
      await object.next('hello', from, undefined, { forMs: 300 }).catch(() => undefined)
    }
    await object.next('hello', from)
    return object
  }
  return {
    ...controls,
    ...rawControlsOf(sandbox.url),
    sandbox,
    worker,
    env,
    environment,
    account,
    runner: async (extra, times) => {
      const hellos = worker.control.filter((one) => one.kind === 'hello').length
      const settings = environment(extra)
      const runner = await startRunner(settings, makeLog(settings.logLevel, settings.runnerId), times)
      runners.push(runner)
      await until('the runner to greet', () => worker.control.filter((one) => one.kind === 'hello').length > hellos)
      return runner
    },
    link: async (accountId, phone) => {
      const object = await account(accountId)
      object.command({ kind: 'link', mode: 'qr', phone: null, ...DIRECT })
      const { qr } = await object.next('qr')
      await controls.scan(phone, qr)
      await object.next('closed', 0, (fact) => fact.code === 515)
      object.command({ kind: 'connect', rows: [], ...DIRECT })
      await object.next('open')
      return object
    },
    close: async () => {
      for (const runner of runners) runner.abandon()
      await worker.close()
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
