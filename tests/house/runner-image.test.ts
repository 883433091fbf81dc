// The image of the runner where there is no engine: its Dockerfile's steps followed in a folder, and the result started as the
// user it names. It links a phone and sends, so that nothing of what the bundle needs was left out.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { CLOSE } from '../../contract/operation/runner.ts'
import { MAX_CONTAINERS } from '../../durable-objects/runner-fleet/size-rules.ts'
import { makeContext } from '../../scripts/runner-image/context.ts'
import { freePort } from '../../scripts/stack/ports.ts'
import { root } from '../../scripts/stack/shell.ts'
import { until } from '../../scripts/drive/until.ts'
import { openRunnerBench, type RunnerBench, sendCommand, sent } from '../runner/support/bench.ts'

/** Thousands of bytes without the base: the whole of the old one's packages had 180 MB. */
const LARGEST_MB = 12
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const dockerfile = read('runner/Dockerfile').replaceAll('\\\n', '')
/** What follows this instruction; it stands there once. */
const step = (name: string): string => {
  const found = dockerfile.split('\n').filter((line) => line.startsWith(`${name} `))
  expect(found).toHaveLength(1)
  return (found[0] ?? '').slice(name.length + 1).trim()
}
const [uid = 0, gid = 0] = step('USER').split(':').map(Number)

let image: string
let made: Awaited<ReturnType<typeof makeContext>>
beforeAll(async () => {
  image = mkdtempSync(join(tmpdir(), 'wa-blaster-image-'))
  made = await makeContext(image)
  // as WORKDIR is in the image: anybody's to read
  chmodSync(image, 0o755)
})
afterAll(() => rmSync(image, { recursive: true, force: true }))

describe('the folder that the image is a copy of', () => {
  test('has the bundle, what is copied beside it and its papers, and nothing else', () => {
    console.info(`image without its base: ${(made.bytes / 1e6).toFixed(1)} MB, ${made.packages.length} packages`)
    expect(readdirSync(image).toSorted()).toEqual([
      'THIRD-PARTY.txt',
      'node_modules',
      'package.json',
      'runner',
      'sbom.cdx.json',
    ])
    expect(made.bytes / 1e6).toBeLessThan(LARGEST_MB)
    const names = made.packages.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['@whiskeysockets/baileys', 'libsignal', 'whatsapp-rust-bridge', 'ws']),
    )
    expect(names.filter((name) => /react|tiptap|hono|drizzle|vite|wrangler/.test(name))).toEqual([])
  })
  test('every package is in the bill of materials with the version and the hash of the lock file', () => {
    const bill = JSON.parse(readFileSync(join(image, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string; hashes: { content: string }[] }[]
    }
    const locked = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version: string; integrity: string }>
    }
    const told = bill.components.map(({ name, version, hashes }) => [name, version, hashes[0]?.content])
    const expected = made.packages.map(({ name, place }) => {
      const { version, integrity } = locked.packages[place] ?? { version: '', integrity: '' }
      return [name, version, Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')]
    })
    expect(told).toEqual(expected)
  })
  test('the licences go along, libsignal’s with its source', () => {
    const notices = readFileSync(join(image, 'THIRD-PARTY.txt'), 'utf8')
    for (const { name, version, license } of made.packages) expect(notices).toContain(`${name} ${version}   ${license}`)
    expect(notices).toContain('GNU GENERAL PUBLIC LICENSE')
    expect(readdirSync(join(image, 'node_modules/libsignal'))).toEqual(
      expect.arrayContaining(['LICENSE', 'src', 'index.js']),
    )
  })
})

describe('the image', () => {
  test('its base is named by digest, its user is not root', () => {
    expect(step('FROM')).toMatch(/^node:24\.\d+\.\d+-slim@sha256:[0-9a-f]{64}$/)
    expect(uid).toBeGreaterThan(0)
    expect(step('COPY')).toBe('. .')
    expect(dockerfile).not.toMatch(/^(RUN|ADD) /m)
  })
  test('as many instances may run as the fleet starts', () => {
    expect(read('wrangler.toml')).toMatch(new RegExp(`^max_instances = ${MAX_CONTAINERS}$`, 'm'))
  })
  test('a local Worker is made of the same configuration, with no engine for containers', () => {
    expect(() => unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml'))).not.toThrow()
  })

  let bench: RunnerBench
  const children: ChildProcess[] = []
  beforeAll(async () => {
    bench = await openRunnerBench()
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await bench.close()
  })
  const start = async (): Promise<{
    child: ChildProcess
    port: number
    errors: () => string
    ended: Promise<number | null>
  }> => {
    const port = await freePort()
    const [, ...args] = JSON.parse(step('CMD')) as string[]
    const child = spawn(process.execPath, args, {
      cwd: image,
      env: { ...bench.env({ LOG_LEVEL: 'info' }), NODE_ENV: 'production', HEALTH_PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
      // who is not root may not change it, and is not root
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    })
    children.push(child)
    let text = ''
    child.stderr?.on('data', (data: Buffer) => {
      text += String(data)
    })
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
    return { child, port, errors: () => text, ended }
  }

  test('started as that user it answers its health check, links, sends a message that arrives, and drains on SIGTERM', async () => {
    const { child, port, ended } = await start()
    await until('its hello', () => bench.worker.control.some(({ kind }) => kind === 'hello'))
    expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\s+${process.getuid?.() === 0 ? uid : process.getuid?.()}\\s`, 'm'),
    )
    expect(await (await fetch(`http://127.0.0.1:${port}/health`)).json()).toMatchObject({ ok: true, accounts: 0 })
    const object = await bench.link('from-the-image', '6281390000001')
    expect(await sent(object, sendCommand('6281390000101', 'dari citra'))).toMatchObject({ outcome: 'acked' })
    expect((await bench.messages('6281390000101')).map(({ text }) => text)).toEqual(['dari citra'])
    expect((await bench.worker.askReport(null)).report.baileys).toMatch(/^7\./)
    child.kill('SIGTERM')
    await object.next('leaving')
    object.command({ kind: 'handOver' })
    expect(await ended).toBe(0)
  })
  test('refused by a Worker of another mode it ends with one line and 78', async () => {
    bench.worker.refusal = { code: CLOSE.wrongMode, reason: 'this runner is sandbox, the Worker is live' }
    const { errors, ended } = await start()
    expect(await ended).toBe(78)
    expect(errors()).toBe('runner: the Worker refuses this runner: this runner is sandbox, the Worker is live\n')
    bench.worker.refusal = null
  })
})

test('a credential is printed for a name from a ring that no command line shows', () => {
  const ring = `k1:${'a1'.repeat(32)}`
  const print = (env: Record<string, string>, input = ''): string =>
    execFileSync(process.execPath, ['scripts/runner-credential.ts', '--name', 'test-runner'], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', ...env },
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  const printed = print({ RUNNER_KEYS: ring })
  expect(printed).toMatch(/^k1:[0-9a-f]{64}\n$/)
  expect(print({}, `${ring}\n`)).toBe(printed)
  expect(() => print({}, 'k1:short')).toThrow(/RUNNER_KEYS must be/)
})
