// One long-running part of the stack: runs in its own process group, logs to a file, and is started again when it dies.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endGroup, type Identity, identityOf, signalGroup } from '../processes.mjs'
import type { Register } from './orphans.ts'
import { programOf } from './programs.ts'
import { root, toolEnv } from './shell.ts'

const leash = fileURLToPath(new URL('./leash.mjs', import.meta.url))
const BACKOFF_MS = [500, 1_000, 2_000, 5_000, 10_000] as const
/** A part that ran this long starts its back-off from the beginning. */
const STEADY_MS = 30_000

export type PartSpec = {
  name: string
  command: string
  args: readonly string[]
  cwd?: string
  env?: Record<string, string | undefined>
  /** Runs before every launch. */
  beforeStart?: () => void
  logFile: string
  /** How long SIGTERM may take. */
  graceMs: number
  /** Answers true once the part is ready. */
  isReady: () => Promise<boolean>
}
export type Part = {
  readonly name: string
  readonly logFile: string
  readonly starts: number
  start: () => void
  /** @throws Error when it dies before it is ready, or is not ready in time */
  untilReady: (timeoutMs: number) => Promise<void>
  /** SIGTERM, then SIGKILL; it is not started again. */
  stop: () => Promise<void>
  /** SIGKILL to the whole group, as a crash would; it is started again. */
  crash: () => void
  /** Holds the whole group still, as a machine that hangs would: what comes to it waits, and nobody answers. */
  freeze: (isStill: boolean) => void
  pid: () => number | null
}
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

const logTail = (file: string, lines = 15): string => {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
  } catch {
    return ''
  }
}

export const supervise = (spec: PartSpec, register: Register, say: (line: string) => void): Part => {
  let child: ChildProcess | null = null
  let head: Identity | null = null
  let wanted = false
  let startedAt = 0
  let starts = 0
  let failures = 0
  let wasReady = false
  let swept: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | null = null

  const launch = (): void => {
    spec.beforeStart?.()
    const log = openSync(spec.logFile, 'a')
    const program = programOf(root, spec.command, spec.args)
    const born = spawn(process.execPath, [leash, program.file, ...program.args], {
      cwd: spec.cwd ?? root,
      env: toolEnv(spec.env),
      detached: true,
      windowsHide: true,
      stdio: ['pipe', log, log],
    })
    closeSync(log)
    child = born
    startedAt = Date.now()
    starts++
    const group = born.pid === undefined ? null : identityOf(born.pid)
    head = group
    if (group !== null) register.add(group)
    born.stdin?.on('error', () => {})
    born.on('exit', (code, signal) => {
      if (child === born) child = null
      // Also ends what the program itself left behind (workerd under wrangler).
      if (group !== null) swept = endGroup(group, 0).then(() => register.remove(group.pid))
      if (!wanted) return
      if (Date.now() - startedAt > STEADY_MS) failures = 0
      const wait = BACKOFF_MS[Math.min(failures++, BACKOFF_MS.length - 1)] ?? 10_000
      if (wasReady) say(`${spec.name} ended (${signal ?? `exit ${code}`}), starting it again in ${wait / 1000} s`)
      void swept.then(() => {
        if (wanted) retry = setTimeout(launch, wait)
      })
    })
  }

  return {
    name: spec.name,
    logFile: spec.logFile,
    get starts() {
      return starts
    },
    start: () => {
      if (wanted) return
      wanted = true
      launch()
    },
    untilReady: async (timeoutMs) => {
      const deadline = Date.now() + timeoutMs
      const before = starts
      while (!(await spec.isReady().catch(() => false))) {
        if (!wanted) throw new Error(`${spec.name} was stopped`)
        const dies = starts - before >= 2
        if (dies || Date.now() > deadline) {
          const why = dies ? 'keeps ending' : `is not ready after ${Math.round(timeoutMs / 1000)} s`
          throw new Error(`${spec.name} ${why}. Its log (${spec.logFile}) ends with:\n${logTail(spec.logFile)}`)
        }
        await pause(100)
      }
      wasReady = true
    },
    stop: async () => {
      wanted = false
      if (retry !== null) clearTimeout(retry)
      const ending = child
      if (ending !== null && head !== null) {
        const ended = new Promise<void>((done) => ending.once('exit', () => done()))
        await endGroup(head, spec.graceMs)
        if (child === ending) await ended
      }
      await swept
    },
    crash: () => {
      if (child === null || head === null) return
      // A test asked for it, so there is no back-off.
      failures = 0
      signalGroup(head, 'SIGKILL')
    },
    freeze: (isStill) => {
      if (child !== null && head !== null) signalGroup(head, isStill ? 'SIGSTOP' : 'SIGCONT')
    },
    pid: () => child?.pid ?? null,
  }
}
