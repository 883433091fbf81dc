// The installer's lock, tried with real processes that are killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../scripts/drive/until.ts'
import { root } from '../../scripts/stack/shell.ts'

let dir: string
const children: ChildProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wa-blaster-bootstrap-'))
  writeFileSync(join(dir, 'package.json'), '{}')
  writeFileSync(join(dir, 'package-lock.json'), '{}')
  writeFileSync(join(dir, 'npm.mjs'), FAKE_NPM)
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

/** Stands in for npm: says that it began, takes its time, says that it ended. */
const FAKE_NPM = `
import { appendFileSync, writeFileSync } from 'node:fs'
appendFileSync('log', 'begin ')
await new Promise((done) => setTimeout(done, Number(process.env.INSTALL_MS)))
appendFileSync('log', 'end ')
writeFileSync('node_modules/installed', 'yes')
`
const bootstrap = (installMs: number): { child: ChildProcess; ended: Promise<number | null>; said: () => string } => {
  const child = spawn('node', [join(root, 'scripts/bootstrap.mjs')], {
    env: {
      ...process.env,
      BOOTSTRAP_ROOT: dir,
      npm_execpath: join(dir, 'npm.mjs'),
      npm_node_execpath: process.execPath,
      INSTALL_MS: String(installMs),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, ended: new Promise((done) => child.on('exit', done)), said: () => said }
}
const log = (): string => (existsSync(join(dir, 'log')) ? readFileSync(join(dir, 'log'), 'utf8') : '')

describe('the bootstrap', () => {
  test('installs once, leaves no lock, and does nothing the next time', async () => {
    expect(await bootstrap(10).ended).toBe(0)
    expect(existsSync(join(dir, '.bootstrap-lock'))).toBe(false)
    expect(await bootstrap(10).ended).toBe(0)
    expect(log()).toBe('begin end ')
  })

  test('two at once install once', async () => {
    const [one, two] = [bootstrap(600), bootstrap(600)]
    expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0])
    expect(log()).toBe('begin end ')
  })

  test('one killed in the middle blocks nobody: the next starts over at once', async () => {
    const first = bootstrap(60_000)
    await until('the first to begin', () => log() === 'begin ')
    mkdirSync(join(dir, 'node_modules/half-unpacked'))
    first.child.kill('SIGKILL')
    await first.ended
    const began = Date.now()
    expect(await bootstrap(10).ended).toBe(0)
    expect(Date.now() - began).toBeLessThan(5_000)
    expect(log()).toBe('begin begin end ')
    expect(existsSync(join(dir, 'node_modules/half-unpacked'))).toBe(false)
    expect(existsSync(join(dir, '.bootstrap-lock'))).toBe(false)
  })

  test('an unreadable lock of a dead writer is pushed aside', async () => {
    writeFileSync(join(dir, '.bootstrap-lock'), '')
    expect(await bootstrap(10).ended).toBe(0)
    expect(log()).toBe('begin end ')
  })
})

describe('the launcher of every command', () => {
  const run = (code: string): ChildProcess => {
    const child = spawn('node', [join(root, 'scripts/run.mjs'), '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return child
  }
  test('ends as the command ended', async () => {
    expect(await once(run('process.exit(7)'), 'exit')).toEqual([7, null])
    expect(await once(run('process.kill(process.pid, "SIGKILL")'), 'exit')).toEqual([137, null])
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('passes %s on, and waits for the command', async (signal) => {
    const child = run(`process.on('${signal}', () => process.exit(9)); setInterval(() => {}, 1_000); console.log('up')`)
    if (child.stdout !== null) await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([9, null])
  })
})
