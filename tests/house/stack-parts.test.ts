// What a stack leaves behind when it is killed, and how a part that dies comes back: with small real processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../scripts/drive/until.ts'
import { endOrphans, openRegister } from '../../scripts/stack/orphans.ts'
import { freePort } from '../../scripts/stack/ports.ts'
import { root, runTool } from '../../scripts/stack/shell.ts'
import { supervise } from '../../scripts/stack/supervise.ts'

let home: string
const cleanUp: (() => void)[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wa-blaster-stack-'))
  mkdirSync(join(home, 'logs'))
  writeFileSync(join(home, 'part.mjs'), PART)
})
afterEach(() => {
  for (const end of cleanUp.splice(0)) end()
  rmSync(home, { recursive: true, force: true })
})

/** A part that will not go on SIGTERM, with a child of its own. */
const PART = `
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
const child = spawn('sleep', ['600'])
process.on('SIGTERM', () => {})
appendFileSync(process.env.PIDS, process.pid + ' ' + child.pid + '\\n')
setInterval(() => {}, 1000)
`
const lines = (): string[] =>
  existsSync(join(home, 'pids')) ? readFileSync(join(home, 'pids'), 'utf8').trim().split('\n') : []
const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^State:\sZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const pidsOf = (line: string | undefined): number[] => (line ?? '').split(' ').map(Number)
const spec = () => ({
  name: 'part',
  command: 'node',
  args: [join(home, 'part.mjs')],
  env: { PIDS: join(home, 'pids') },
  logFile: join(home, 'logs/part.log'),
  graceMs: 200,
  isReady: async () => lines().length > 0,
})

describe('a part of the stack', () => {
  test('that dies is started again, and stopping it ends its children too', async () => {
    const said: string[] = []
    const part = supervise(spec(), openRegister(home), (line) => said.push(line))
    cleanUp.push(() => void part.stop())
    part.start()
    await part.untilReady(10_000)
    part.crash()
    await until('the part to have started', () => lines().length === 2)
    expect(said.join()).toContain('starting it again')
    expect(pidsOf(lines()[0]).some(lives)).toBe(false)
    await part.stop()
    expect(pidsOf(lines()[1]).some(lives)).toBe(false)
  })

  test('whose program keeps ending is reported with the end of its log', async () => {
    const broken = { ...spec(), args: ['-e', 'console.error("no database here"); process.exit(3)'] }
    const part = supervise({ ...broken, isReady: async () => false }, openRegister(home), () => {})
    cleanUp.push(() => void part.stop())
    part.start()
    await expect(part.untilReady(20_000)).rejects.toThrow(/keeps ending[^]*no database here/)
    await part.stop()
  })
})

describe('after kill -9 of a stack', () => {
  const stackProgram = (): ChildProcess => {
    const at = (file: string): string => JSON.stringify(join(root, 'scripts/stack', file))
    const program = `
      const { supervise } = await import(${at('supervise.ts')})
      const { openRegister } = await import(${at('orphans.ts')})
      const spec = { ...${JSON.stringify({ ...spec(), isReady: undefined })}, isReady: async () => true }
      supervise(spec, openRegister(${JSON.stringify(home)}), () => {}).start()
      setInterval(() => {}, 1000)`
    const child = spawn('node', ['--input-type=module', '-e', program], { stdio: 'inherit' })
    cleanUp.push(() => child.kill('SIGKILL'))
    return child
  }

  test('its parts end by themselves', async () => {
    const stack = stackProgram()
    await until('the part to have started', () => lines().length === 1)
    stack.kill('SIGKILL')
    await until('its processes to be gone', () => !pidsOf(lines()[0]).some(lives))
  })

  test('the next start ends what it left, even when the leash was killed with it', async () => {
    const stack = stackProgram()
    await until('the part to have started', () => lines().length === 1)
    await expect(endOrphans(home)).rejects.toThrow(/Already running/)
    const running = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as { groups: { pid: number }[] }
    stack.kill('SIGKILL')
    for (const group of running.groups) process.kill(group.pid, 'SIGKILL')
    await until('the stack to be gone', () => stack.signalCode !== null)
    expect(pidsOf(lines()[0]).some(lives)).toBe(true)
    expect(await endOrphans(home)).toBe(1)
    expect(pidsOf(lines()[0]).some(lives)).toBe(false)
  })

  test('a process that merely got a recorded pid is left alone', async () => {
    const stranger = spawn('sleep', ['60'], { detached: true })
    cleanUp.push(() => stranger.kill('SIGKILL'))
    const groups = [{ pid: stranger.pid, born: 'another-boot:1' }]
    writeFileSync(join(home, 'running.json'), JSON.stringify({ holder: { pid: 1, born: 'another-boot:2' }, groups }))
    expect(await endOrphans(home)).toBe(0)
    expect(lives(stranger.pid ?? 0)).toBe(true)
  })
})

test('a part keeps its port while it is away: no outgoing connection is lent one of these', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort))
  expect(new Set(ports).size).toBe(50)
  // Linux lends from here on, macOS from 49152
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

describe('npm start', () => {
  test('names a taken port in one line and exits with 1', async () => {
    const server: Server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
    cleanUp.push(() => server.close())
    const { port } = server.address() as { port: number }
    const env = { PORT: String(port), DATA_DIR: home }
    const { code, output } = await runTool('node', ['scripts/start/main.ts'], { env })
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([expect.stringContaining(`Port ${port} is taken`)])
  })

  test('names a variable of another WhatsApp that cannot be meant', async () => {
    const start = async (env: Record<string, string>, ...flags: string[]): Promise<string[]> => {
      const { code, output } = await runTool('node', ['scripts/start/main.ts', ...flags], {
        env: { DATA_DIR: home, ...env },
      })
      expect(code).toBe(1)
      return output.trim().split('\n')
    }
    const key = { WHATSAPP_ROOT_KEY: 'ab'.repeat(32) }
    expect(await start(key)).toEqual(['WHATSAPP_ROOT_KEY: goes with WHATSAPP_URL only.'])
    const live = await start({ ...key, WHATSAPP_URL: 'ws://127.0.0.1:1/ws/chat' }, '--live')
    expect(live).toEqual([expect.stringMatching(/^WHATSAPP_URL: --live dials WhatsApp itself/)])
  })

  test('ends when the shell that npm started it in is killed, and nobody else’s shell', async () => {
    const program = `import { whenOrphaned } from ${JSON.stringify(join(root, 'scripts/orphan.mjs'))}
whenOrphaned(() => process.exit(0))
setInterval(() => {}, 1_000)
console.log(process.pid)`
    const underShell = async (more: Record<string, string>) => {
      const file = join(home, 'orphan.mts')
      writeFileSync(file, program)
      const shell = spawn('sh', ['-c', `"${process.execPath}" --disable-warning=ExperimentalWarning "${file}"; true`], {
        env: { PATH: process.env['PATH'], ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const pid = Number(String((await once(shell.stdout, 'data'))[0]))
      cleanUp.push(() => {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // it is gone
        }
      })
      shell.kill('SIGTERM')
      return pid
    }
    const lives = (pid: number): boolean => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    const byHand = await underShell({})
    const ofNpm = await underShell({ npm_lifecycle_event: 'start' })
    await until('it has ended', () => !lives(ofNpm))
    expect(lives(byHand)).toBe(true)
  })

  test('refuses a port that is none', async () => {
    const { code, output } = await runTool('node', ['scripts/start/main.ts'], { env: { PORT: 'abc', DATA_DIR: home } })
    expect([code, output.trim()]).toEqual([1, 'PORT must be a port from 1 to 65535.'])
  })
})
