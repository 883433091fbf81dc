// The runner's configuration, read once. An unusable value ends the start with one line that names the variable.
import { hostname } from 'node:os'
import { z } from 'zod'
import { type TraceSettings, traceSettings, traceVars } from '../contract/record/traces.ts'
import { keyRing, type RingKey, ringKey } from '../contract/ground/key-rings.ts'

/** WhatsApp's own address; a copy of Baileys' default, because only runner/whatsapp/ may load Baileys. */
export const WHATSAPP_OWN_URL = 'wss://web.whatsapp.com/ws/chat'

/** Accounts: more would not be handed over in the time a host gives a process to end. */
export const MAX_CAPACITY = 10_000

const flag = z.preprocess((v) => v === '1' || v === 'true', z.boolean())
const empty = <T extends z.ZodType>(inner: T) => z.preprocess((v) => (v === '' ? undefined : v), inner)
const schema = z.object({
  WORKER_URL: z.url({ protocol: /^https?$/, error: 'must be the http(s) address of the Worker' }),
  RUNNER_CREDENTIAL: ringKey,
  RUNNER_ID: empty(z.string().max(80).optional()),
  RUNNER_CAPACITY: empty(z.coerce.number().int().min(1).max(MAX_CAPACITY).default(200)),
  VAULT_KEYS: keyRing,
  WHATSAPP_URL: empty(z.url({ protocol: /^wss?$/, error: 'must be a ws(s) address' }).default(WHATSAPP_OWN_URL)),
  WHATSAPP_ROOT_KEY: empty(
    z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits')
      .optional(),
  ),
  SANDBOX: flag,
  SANDBOX_URL: empty(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional()),
  WHATSAPP_MEDIA_CA: empty(z.string().optional()),
  LEASE_MS: empty(z.coerce.number().int().min(300).max(600_000).default(30_000)),
  LOG_LEVEL: empty(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info')),
  PRODUCT_VERSION: empty(z.string().max(100).optional()),
  OTLP_URL: empty(traceVars.OTLP_URL),
  OTLP_HEADERS: empty(traceVars.OTLP_HEADERS),
  TRACE_SAMPLE: empty(traceVars.TRACE_SAMPLE),
  HEALTH_PORT: empty(z.coerce.number().int().min(0).max(65_535).optional()),
})

export type VaultKeys = ReadonlyMap<string, Buffer>
export type Environment = {
  workerUrl: string
  /** Made for `runnerId` and no other name. */
  credential: RingKey
  runnerId: string
  capacity: number
  /** The first key encrypts; all of them decrypt. */
  vaultKeys: VaultKeys
  whatsappUrl: string
  /** hex; only in the sandbox */
  rootKey: string | null
  sandbox: boolean
  sandboxUrl: string | null
  /** PEM file with the authority of the media host; without it the sandbox is asked */
  mediaCaFile: string | null
  leaseMs: number
  logLevel: string
  healthPort: number | null
  /** Where spans go; null: nothing is traced. */
  traces: TraceSettings | null
  /** Of the build; null: package.json says it. */
  version: string | null
}

export class EnvironmentError extends Error {}

const isOnThisMachine = (url: string): boolean => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(url).hostname)
/** 32 random bytes hold about 30 different ones; keys of demos and tests hold few. */
const DIFFERENT_BYTES = 16
const isRandom = (hex: string): boolean => new Set(hex.match(/../g)).size >= DIFFERENT_BYTES
/** Away from this machine: over TLS, with random secrets that differ. @throws EnvironmentError */
const mustBeSafeOutside = (env: z.output<typeof schema>): void => {
  if (!env.WORKER_URL.startsWith('https:'))
    throw new EnvironmentError('WORKER_URL: must be https away from this machine')
  const { hex } = env.RUNNER_CREDENTIAL
  if (!isRandom(hex)) throw new EnvironmentError('RUNNER_CREDENTIAL: is not random')
  const vault = [...env.VAULT_KEYS.values()]
  if (!vault.every(isRandom)) throw new EnvironmentError('VAULT_KEYS: has a key that is not random')
  if (new Set([hex, ...vault]).size !== vault.length + 1)
    throw new EnvironmentError('VAULT_KEYS: has a key twice, or the credential’s')
}

/** @throws EnvironmentError with one line that names the variable. */
export const readEnvironment = (source: Record<string, string | undefined>): Environment => {
  const parsed = schema.safeParse(source)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new EnvironmentError(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const env = parsed.data
  if (!env.SANDBOX) {
    if (env.WHATSAPP_URL !== WHATSAPP_OWN_URL)
      throw new EnvironmentError(`WHATSAPP_URL: only ${WHATSAPP_OWN_URL} is dialled unless SANDBOX=1`)
    if (env.WHATSAPP_ROOT_KEY) throw new EnvironmentError('WHATSAPP_ROOT_KEY: is taken only with SANDBOX=1')
    if (env.SANDBOX_URL) throw new EnvironmentError('SANDBOX_URL: is taken only with SANDBOX=1')
    if (env.WHATSAPP_MEDIA_CA) throw new EnvironmentError('WHATSAPP_MEDIA_CA: is taken only with SANDBOX=1')
    if (!isOnThisMachine(env.WORKER_URL)) mustBeSafeOutside(env)
  }
  return {
    workerUrl: env.WORKER_URL.replace(/\/+$/, ''),
    credential: env.RUNNER_CREDENTIAL,
    runnerId: env.RUNNER_ID ?? hostname(),
    capacity: env.RUNNER_CAPACITY,
    vaultKeys: new Map([...env.VAULT_KEYS].map(([kid, hex]) => [kid, Buffer.from(hex, 'hex')])),
    whatsappUrl: env.WHATSAPP_URL,
    rootKey: env.WHATSAPP_ROOT_KEY ?? null,
    sandbox: env.SANDBOX,
    sandboxUrl: env.SANDBOX_URL?.replace(/\/+$/, '') ?? null,
    mediaCaFile: env.WHATSAPP_MEDIA_CA ?? null,
    leaseMs: env.LEASE_MS,
    logLevel: env.LOG_LEVEL,
    healthPort: env.HEALTH_PORT ?? null,
    traces: traceSettings(env),
    version: env.PRODUCT_VERSION ?? null,
  }
}
