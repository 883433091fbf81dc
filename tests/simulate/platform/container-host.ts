// Plays the machine that the platform gives an object's container: `ctx.container` and the storage beside it. In place of
// the image a process of this machine runs.
import { type ChildProcess, spawn } from 'node:child_process'
import { ObjectFile } from './files.ts'
import { sqlStorage } from './sql-storage.ts'

type StartOptions = { env?: Record<string, string>; enableInternet: boolean }

export class ContainerHost {
  running = false
  readonly starts: StartOptions[] = []
  readonly signals: number[] = []
  /** epoch ms; this alarm is never run, because all it does is to keep the object in memory */
  alarm: number | null = null
  readonly #stored = new Map<string, unknown>()
  readonly #argv: readonly string[]
  readonly #more: Record<string, string>
  #process: ChildProcess | null = null
  #ended: Promise<number> = Promise.resolve(0)

  /** @param argv the command, as the image's CMD; @param more variables of this machine that override the container's */
  constructor(argv: readonly string[], more: Record<string, string>) {
    this.#argv = argv
    this.#more = more
  }
  get ended(): Promise<number> {
    return this.#ended
  }
  kill(): void {
    this.#process?.kill('SIGKILL')
  }
  get context(): DurableObjectState<object> {
    const stored = this.#stored
    const kv = { get: (key: string) => stored.get(key), put: (key: string, value: unknown) => stored.set(key, value) }
    const storage = {
      sql: sqlStorage(new ObjectFile().engine),
      kv,
      get: async (key: string) => stored.get(key),
      put: async (key: string, value: unknown) => void stored.set(key, value),
      delete: async (key: string) => stored.delete(key),
      setAlarm: async (at: number) => {
        this.alarm = at
      },
      deleteAlarm: async () => {
        this.alarm = null
      },
      sync: async () => undefined,
    }
    const container = Object.defineProperty(
      {
        start: (options: StartOptions) => this.#start(options),
        monitor: () =>
          this.#ended.then((code) =>
            code === 0 ? undefined : Promise.reject(new Error(`container exited with unexpected exit code: ${code}`)),
          ),
        signal: (number: number) => {
          this.signals.push(number)
          this.#process?.kill(number)
        },
        destroy: async () => {
          this.#process?.kill('SIGKILL')
          await this.#ended
        },
        getTcpPort: () => ({ fetch: () => Promise.reject(new Error('the container is not listening')) }),
      },
      'running',
      { get: () => this.running },
    )
    return {
      storage,
      container,
      id: { name: 'here' },
      blockConcurrencyWhile: <T>(work: () => Promise<T>) => work(),
    } as never
  }

  #start(options: StartOptions): void {
    this.starts.push(options)
    const [command = '', ...args] = this.#argv
    const child = spawn(command, args, { env: { ...options.env, ...this.#more }, stdio: 'ignore' })
    this.#process = child
    this.running = true
    this.#ended = new Promise((resolve) =>
      child.once('exit', (code) => {
        this.running = false
        resolve(code ?? 137)
      }),
    )
  }
}
