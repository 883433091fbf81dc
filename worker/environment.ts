// What the Worker must be told. It serves nothing while this finds problems, and a deployment can be checked by the same schema
// before it goes out. Problems name variables and never show a value.
import { z } from 'zod'
import { LOCATION_HINTS } from '../contract/ground/location-hints.ts'
import { traceVars } from '../contract/record/traces.ts'
import { type KeyRing, keyRing } from '../contract/ground/key-rings.ts'

/** Named by local runs alone (scripts/stack/). Any other word is a deployment: a typing error must not make it a lenient one. */
const LOCAL = new Set<unknown>(['sandbox', 'live'])
/** 32 random bytes hold about 30 different ones. Fewer than this do not happen by chance, and do in keys of demos and tests. */
const DIFFERENT_BYTES = 16
/** Cloudflare's public keys, which let everybody through or nobody (developers.cloudflare.com/turnstile/troubleshooting/testing). */
const TURNSTILE_TEST = /^[123]x0{10,}/i
const TURNSTILE_OWN = /^https:\/\/challenges\.cloudflare\.com\//

const isRandom = (hex: string): boolean => new Set(hex.match(/../g)).size >= DIFFERENT_BYTES
const randomRing = keyRing.refine(
  (ring) => [...ring.values()].every(isRandom),
  'has a key that is not random: make one with openssl rand -hex 32',
)
const isHttpsOrigin = (text: string): boolean =>
  URL.canParse(text) && text.startsWith('https:') && new URL(text).origin === text
const text = z.string({ error: 'is missing' }).min(1, { error: 'is missing', abort: true })
const turnstileKey = text.refine((key) => !TURNSTILE_TEST.test(key), 'is one of Cloudflare’s keys for tests')
const turnstileAddress = z.string().regex(TURNSTILE_OWN, 'must be Cloudflare’s own address').optional()

/** Of a local run: without these rings no link and no hash can be made. */
const localEnvironment = z.looseObject({
  LINK_KEYS: keyRing,
  SUPPRESSION_KEYS: keyRing,
  // a deployment that calls itself local would be asked nothing of what follows
  APP_ORIGIN: z
    .string()
    .regex(/^http:/, 'is an https address, and APP_ENV says that this is a local run')
    .optional(),
})
/** Of everything that is deployed. VAULT_KEYS is the Worker's only where it starts the runners. */
const deployedEnvironment = z
  .object({
    APP_ORIGIN: text.refine(isHttpsOrigin, 'must be https:// and a host, with nothing after it'),
    RUNNER_KEYS: randomRing,
    LINK_KEYS: randomRing,
    SUPPRESSION_KEYS: randomRing,
    VAULT_KEYS: randomRing.optional(),
    // of runners of the version before; absent once none of them is left
    RUNNER_SECRET: z.string().min(32, 'is too short to be a secret').optional(),
    // without it no device is pushed to
    VAPID_KEYS: randomRing.optional(),
    // without it no checkpoint of the record is signed
    RECORD_KEYS: randomRing.optional(),
    // without an address nothing is traced
    OTLP_URL: traceVars.OTLP_URL.refine((url) => url === undefined || url.startsWith('https:'), 'must be https'),
    OTLP_HEADERS: traceVars.OTLP_HEADERS,
    TRACE_SAMPLE: traceVars.TRACE_SAMPLE,
    LOCATION_HINT: z.enum(LOCATION_HINTS, { error: `must be one of ${LOCATION_HINTS.join(', ')}` }).optional(),
    RUNBOOKS_URL: z
      .string()
      .regex(/^(https:\/\/\S+)?$/, 'must be an https address')
      .optional(),
    // without it no backup is made
    BACKUP_PUBLIC_KEY: z
      .string()
      .regex(/^[A-Za-z0-9+/]{122}==$/, 'must be the SPKI of a P-256 key in base64')
      .optional(),
    // without it there is no second place
    SECOND_S3_ADDRESS: z
      .string()
      .regex(
        /^https:\/\/[^/?#\s]+(\/[^?#\s]*[^/?#\s])?$/,
        'must be https:// and the endpoint with the bucket, without a / at its end',
      )
      .optional(),
    TURNSTILE_SITE_KEY: turnstileKey,
    TURNSTILE_SECRET: turnstileKey.min(20, 'is too short to be a secret'),
    TURNSTILE_SCRIPT_URL: turnstileAddress,
    TURNSTILE_VERIFY_URL: turnstileAddress,
  })
  .catchall(z.unknown())

const RINGS = ['RUNNER_KEYS', 'LINK_KEYS', 'SUPPRESSION_KEYS', 'VAULT_KEYS', 'VAPID_KEYS', 'RECORD_KEYS'] as const
/** One key for two uses: anyone who learns it by one has the other. */
const sharedKeys = (rings: ReadonlyMap<string, KeyRing>): string[] => {
  const owners = new Map<string, string>()
  const problems: string[] = []
  for (const [name, ring] of rings)
    for (const [kid, hex] of ring) {
      const other = owners.get(hex)
      if (other !== undefined) problems.push(`${name}: its key ${kid} is also a key of ${other}`)
      owners.set(hex, name)
    }
  return problems
}
const ringsOf = (vars: Readonly<Record<string, unknown>>): Map<string, KeyRing> => {
  const rings = new Map<string, KeyRing>()
  for (const name of RINGS) {
    const parsed = keyRing.safeParse(vars[name])
    if (parsed.success) rings.set(name, parsed.data)
  }
  return rings
}

/**
 * Why these variables and secrets cannot serve, one line each, `NAME: what is wrong`; empty when they can.
 * @param vars as the Worker gets them: bindings may stand among them
 */
export const environmentProblems = (vars: Readonly<Record<string, unknown>>): string[] => {
  const isLocal = LOCAL.has(vars['APP_ENV'])
  const parsed = (isLocal ? localEnvironment : deployedEnvironment).safeParse(vars)
  const problems = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (isLocal) return problems
  const sandbox = Object.keys(vars).filter((name) => name.startsWith('SANDBOX_'))
  return [...problems, ...sharedKeys(ringsOf(vars)), ...sandbox.map((name) => `${name}: is for local runs only`)]
}
