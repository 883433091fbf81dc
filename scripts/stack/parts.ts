// The four programs of a local run: how each is started, and how it reports that it is ready.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { runnerCredential } from '../../domain/people/auth/runner-credential.ts'
import { stateDir } from './database.ts'
import { root } from './shell.ts'
import type { Secrets } from './secrets.ts'
import type { PartSpec } from './supervise.ts'

export type Ports = { page: number; worker: number; sandbox: number }
export const origin = (port: number): string => `http://127.0.0.1:${port}`

const answers = async (url: string): Promise<boolean> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(3_000), redirect: 'manual' })
  await response.arrayBuffer()
  return response.ok
}
const logFile = (home: string, name: string): string => join(home, 'logs', `${name}.log`)
export const WORKER_NAME = 'wa-blaster-api'
/** A Worker's name in the registry must be unique, or two stacks on one machine would find each other's Worker. */
const registryDir = (home: string): string => join(home, 'registry')
const wranglerEnv = (home: string): Record<string, string> => {
  const registry = registryDir(home)
  mkdirSync(registry, { recursive: true })
  return { WRANGLER_REGISTRY_PATH: registry, CLOUDFLARE_DEV_REGISTRY_PATH: registry }
}
const WRANGLER_QUIET = [
  '--ip',
  '127.0.0.1',
  '--inspector-port',
  '0',
  '--show-interactive-dev-session=false',
  '--log-level=warn',
]

export const sandboxPart = (home: string, ports: Ports, extra: Record<string, string> = {}): PartSpec => ({
  name: 'sandbox',
  command: 'node',
  args: ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts'],
  env: { SANDBOX_PORT: String(ports.sandbox), DATA_DIR: join(home, 'whatsapp'), ...extra },
  logFile: logFile(home, 'sandbox'),
  graceMs: 3_000,
  isReady: () => answers(`${origin(ports.sandbox)}/sandbox/health`),
})

export const workerPart = (home: string, ports: Ports, envFile: string): PartSpec => ({
  name: 'worker',
  command: 'wrangler',
  args: [
    'dev',
    ...WRANGLER_QUIET,
    `--port=${ports.worker}`,
    `--persist-to=${stateDir(home)}`,
    `--env-file=${envFile}`,
    '--enable-containers=false',
  ],
  env: wranglerEnv(home),
  // The entry of a killed Worker would hide the new one from the page for 90 seconds.
  beforeStart: () => rmSync(join(registryDir(home), WORKER_NAME), { force: true }),
  logFile: logFile(home, 'worker'),
  graceMs: 5_000,
  isReady: () => answers(`${origin(ports.worker)}/api/health`),
})

type Hosted = {
  /** Path of what runs; without it, of the sources as they are at every start. */
  bundle?: string | undefined
  entry?: string | undefined
  inspectorPort?: number | undefined
}
/** The same Worker without wrangler's proxy: several times faster. */
export const miniflarePart = (
  home: string,
  ports: Ports,
  envFile: string,
  { bundle, entry, inspectorPort }: Hosted = {},
): PartSpec => ({
  ...workerPart(home, ports, envFile),
  command: 'node',
  args: ['--disable-warning=ExperimentalWarning', 'scripts/stack/worker-host.ts'],
  env: {
    PORT: String(ports.worker),
    STATE_DIR: stateDir(home),
    ENV_FILE: envFile,
    WORKER_BUNDLE: bundle,
    WORKER_ENTRY: entry,
    INSPECTOR_PORT: inspectorPort?.toString(),
  },
})

export const pagePart = (home: string, ports: Ports): PartSpec => ({
  name: 'page',
  command: 'wrangler',
  args: ['pages', 'dev', 'dist', ...WRANGLER_QUIET, `--port=${ports.page}`, `--persist-to=${join(home, 'page-state')}`],
  cwd: join(home, 'page'),
  env: wranglerEnv(home),
  logFile: logFile(home, 'page'),
  graceMs: 5_000,
  isReady: async () => (await answers(`${origin(ports.page)}/`)) && (await answers(`${origin(ports.page)}/api/health`)),
})

/** The same page without wrangler's proxy and bundler, before a Worker without them. */
export const pageHostPart = (home: string, ports: Ports): PartSpec => ({
  ...pagePart(home, ports),
  command: 'node',
  args: ['--disable-warning=ExperimentalWarning', join(root, 'scripts/stack/page-host.ts')],
  env: { PORT: String(ports.page), PAGE_DIR: join(home, 'page'), WORKER_ORIGIN: origin(ports.worker) },
})

/** The WhatsApp server that the runner dials; null: WhatsApp itself. */
export type Dial = {
  whatsappUrl: string
  rootKey: string | null
  /** certificate authority of the media host: from the sandbox, or a file */
  sandboxUrl: string | null
  mediaCaFile: string | null
} | null
const LOCAL_RUNNER = 'local-1'
export const runnerPart = async (
  home: string,
  ports: Ports,
  secrets: Secrets,
  dial: Dial,
  extra: Record<string, string> = {},
): Promise<PartSpec> => ({
  name: 'runner',
  command: 'node',
  args: ['--disable-warning=ExperimentalWarning', 'runner/main.ts'],
  env: {
    WORKER_URL: origin(ports.worker),
    RUNNER_CREDENTIAL: await runnerCredential(ringOf('RUNNER_KEYS', secrets.RUNNER_KEYS), LOCAL_RUNNER),
    VAULT_KEYS: secrets.VAULT_KEYS,
    RUNNER_ID: LOCAL_RUNNER,
    ...(dial === null
      ? { SANDBOX: undefined, WHATSAPP_URL: undefined, WHATSAPP_ROOT_KEY: undefined, WHATSAPP_MEDIA_CA: undefined }
      : {
          SANDBOX: '1',
          SANDBOX_URL: dial.sandboxUrl ?? undefined,
          WHATSAPP_URL: dial.whatsappUrl,
          WHATSAPP_ROOT_KEY: dial.rootKey ?? undefined,
          WHATSAPP_MEDIA_CA: dial.mediaCaFile ?? undefined,
          LEASE_MS: '5000',
        }),
    ...extra,
  },
  logFile: logFile(home, 'runner'),
  graceMs: 15_000,
  isReady: async () => {
    const response = await fetch(`${origin(ports.worker)}/api/health`, { signal: AbortSignal.timeout(3_000) })
    const health = (await response.json()) as { runners?: number }
    return response.ok && (health.runners === undefined || health.runners > 0)
  },
})
