// Starts and stops a whole local product: sandbox, Worker, page, runner. `npm start`, demo, chaos, benchmarks and
// the browser tests use it.
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type SeedAmount, seedDemoData } from '../demo-data/seed.ts'
import { localOnly } from '../env.mjs'
import { buildChanged, copyPage, functionsBundle, workerBundle } from './build.ts'
import { migrate } from './database.ts'
import { endOrphans, openRegister, type Register } from './orphans.ts'
import {
  type Dial,
  miniflarePart,
  origin,
  pageHostPart,
  pagePart,
  type Ports,
  runnerPart,
  sandboxPart,
  workerPart,
} from './parts.ts'
import { type ForeignWhatsapp, foreignWhatsapp } from './foreign-whatsapp.ts'
import { freePort, mustBeFree } from './ports.ts'
import { localSecrets } from './secrets.ts'
import { type Part, supervise } from './supervise.ts'
import { workerVars, writeEnvFile } from './worker-vars.ts'

type StackOptions = {
  dataDir: string
  /** Default: any free port. */
  port?: number
  sandboxPort?: number
  /** true: dials WhatsApp itself, without sandbox and demo data, with production's settings. */
  live?: boolean
  fresh?: boolean
  /** Default true: the page is served too. */
  page?: boolean
  /** miniflare: several times faster, and as the sources are now, whatever is edited. Default: wrangler, with the sources as they are edited. */
  on?: 'wrangler' | 'miniflare'
  /** With miniflare: another Worker instead of the product's, with the same bindings. */
  workerEntry?: string
  /** How much demo data is written; default: all of it. */
  demoData?: SeedAmount
  vars?: Record<string, string>
  runnerEnv?: Record<string, string>
  sandboxEnv?: Record<string, string>
  /** How often the Worker's cron runs. */
  cronMs?: number
  say?: (line: string) => void
  /** Aborting it ends a start that is not finished. */
  signal?: AbortSignal
}
export type Stack = {
  home: string
  /** The WhatsApp server of WHATSAPP_URL, if it is set. */
  foreignUrl: string | null
  origin: string
  workerOrigin: string
  sandboxOrigin: string | null
  parts: { worker: Part; runner: Part; sandbox: Part | null; page: Part | null }
  stop: () => Promise<void>
}
const READY_MS = 90_000

/** Sandbox and live never share a database. */
export const homeOf = (dataDir: string, live: boolean): string => join(dataDir, live ? 'live' : 'sandbox')

const rotateLogs = (home: string): void => {
  const dir = join(home, 'logs')
  mkdirSync(dir, { recursive: true })
  for (const name of readdirSync(dir)) {
    if (/^[a-z]+\.log$/.test(name)) renameSync(join(dir, name), join(dir, name.replace('.log', '.old.log')))
  }
}

const dialOf = async (sandboxOrigin: string | null, foreign: ForeignWhatsapp | null): Promise<Dial> => {
  if (sandboxOrigin === null) return null
  if (foreign !== null) {
    const { url: whatsappUrl, rootKey, mediaCaFile } = foreign
    return { whatsappUrl, rootKey, mediaCaFile, sandboxUrl: null }
  }
  const info = (await (await fetch(`${sandboxOrigin}/sandbox/info`)).json()) as { whatsappUrl: string; rootKey: string }
  return { whatsappUrl: info.whatsappUrl, rootKey: info.rootKey, sandboxUrl: sandboxOrigin, mediaCaFile: null }
}

/** A copy of its own, so that a new build does not change what runs. */
const copyWorker = async (home: string): Promise<string> => {
  const folder = join(home, 'worker')
  mkdirSync(folder, { recursive: true })
  const copy = join(folder, 'index.js')
  copyFileSync(await workerBundle(), copy)
  return copy
}

const runCron = (workerOrigin: string, everyMs: number): NodeJS.Timeout => {
  const tick = (): void => {
    fetch(`${workerOrigin}/cdn-cgi/local/scheduled`, { signal: AbortSignal.timeout(30_000) })
      .then((response) => response.arrayBuffer())
      .catch(() => {
        // the Worker is restarting; the next tick will reach it
      })
  }
  return setInterval(tick, everyMs)
}

/** @throws Error with one clear line when a port is taken or a part does not come up. */
export const startStack = async (options: StackOptions): Promise<Stack> => {
  // This process asks its parts whether they are ready; with NODE_USE_ENV_PROXY these calls would go to a company's proxy.
  Object.assign(process.env, localOnly(process.env))
  const say = options.say ?? (() => {})
  const live = options.live ?? false
  const foreign = foreignWhatsapp(process.env)
  if (live && foreign !== null) throw new Error('WHATSAPP_URL: --live dials WhatsApp itself; leave one of them out.')
  const home = homeOf(options.dataDir, live)
  mkdirSync(home, { recursive: true })
  const ended = await endOrphans(home)
  if (ended > 0) say(`ended ${ended} parts that an earlier run left behind`)
  if (options.port !== undefined) await mustBeFree(options.port, 'PORT')
  if (options.sandboxPort !== undefined && !live) await mustBeFree(options.sandboxPort, 'SANDBOX_PORT')
  if (options.fresh && existsSync(home)) {
    rmSync(home, { recursive: true, force: true })
    mkdirSync(home, { recursive: true })
    say('data deleted, starting over')
  }
  rotateLogs(home)
  const register = openRegister(home)
  const up: Part[] = []
  let cron: NodeJS.Timeout | null = null
  const stop = async (): Promise<void> => {
    if (cron !== null) clearInterval(cron)
    // In the reverse order of the start: the runner drains while the Worker still answers.
    for (const part of up.toReversed()) await part.stop()
    register.close()
  }
  options.signal?.addEventListener('abort', () => {
    // What waits for a part to become ready is told that it was stopped.
    for (const part of up) void part.stop()
  })
  try {
    const ports: Ports = {
      page: options.port ?? (await freePort()),
      worker: await freePort(),
      sandbox: options.sandboxPort ?? (await freePort()),
    }
    const stack = await bringUp({ options, home, live, foreign, ports, register, up, say })
    cron = runCron(stack.workerOrigin, options.cronMs ?? 60_000)
    return { ...stack, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Work = {
  options: StackOptions
  home: string
  live: boolean
  foreign: ForeignWhatsapp | null
  ports: Ports
  register: Register
  up: Part[]
  say: (line: string) => void
}
const bringUp = async ({
  options,
  home,
  live,
  foreign,
  ports,
  register,
  up,
  say,
}: Work): Promise<Omit<Stack, 'stop'>> => {
  const withPage = options.page ?? true
  const isHosted = options.on === 'miniflare'
  const secrets = localSecrets(home)
  const sandboxOrigin = live ? null : origin(ports.sandbox)
  const begin = (spec: Parameters<typeof supervise>[0]): Part => {
    options.signal?.throwIfAborted()
    const part = supervise(spec, register, say)
    up.push(part)
    part.start()
    return part
  }
  if (withPage) {
    const built = await buildChanged()
    if (built.length > 0) say(`built ${built.join(' and ')}`)
    copyPage(join(home, 'page'), !live)
    if (isHosted) copyFileSync(await functionsBundle(), join(home, 'page/functions.js'))
  }
  if (await migrate(home)) say('database migrated')
  if (!live && (await seedDemoData(home, options.demoData ?? 'all'))) say('demo data written')
  const vars = { ...workerVars(secrets, { origin: origin(ports.page), sandboxOrigin }), ...options.vars }
  const sandbox = live ? null : begin(sandboxPart(home, ports, options.sandboxEnv))
  const envFile = writeEnvFile(home, vars)
  const bundle = isHosted && options.workerEntry === undefined ? await copyWorker(home) : undefined
  const worker = begin(
    isHosted
      ? miniflarePart(home, ports, envFile, { bundle, entry: options.workerEntry })
      : workerPart(home, ports, envFile),
  )
  const page = withPage ? begin(isHosted ? pageHostPart(home, ports) : pagePart(home, ports)) : null
  await sandbox?.untilReady(READY_MS)
  if (foreign !== null) say(`WhatsApp at ${foreign.url}; the sandbox at ${sandboxOrigin} serves mail and the bot check`)
  else if (sandboxOrigin !== null) say(`sandbox WhatsApp at ${sandboxOrigin}`)
  const runner = begin(await runnerPart(home, ports, secrets, await dialOf(sandboxOrigin, foreign), options.runnerEnv))
  await worker.untilReady(READY_MS)
  await runner.untilReady(READY_MS)
  say('Worker and runner are up')
  await page?.untilReady(READY_MS)
  const parts = { worker, runner, sandbox, page }
  const foreignUrl = foreign?.url ?? null
  return { home, foreignUrl, origin: origin(ports.page), workerOrigin: origin(ports.worker), sandboxOrigin, parts }
}
