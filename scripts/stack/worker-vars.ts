// The variables of a local Worker, written to an env file in the data folder, so that no secret is on a command line.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { versionVars } from '../version.ts'
import type { Secrets } from './secrets.ts'

export type Places = { origin: string; sandboxOrigin: string | null }

/** Cloudflare's public test keys: the check always passes, and the widget says that it is a test. */
const TURNSTILE_TEST = { site: '1x00000000000000000000AA', secret: '1x0000000000000000000000000000000AA' }

export const workerVars = (secrets: Secrets, places: Places): Record<string, string> => {
  const common = {
    APP_ORIGIN: places.origin,
    RUNNER_KEYS: secrets.RUNNER_KEYS,
    LINK_KEYS: secrets.LINK_KEYS,
    SUPPRESSION_KEYS: secrets.SUPPRESSION_KEYS,
    VAPID_KEYS: secrets.VAPID_KEYS,
    RECORD_KEYS: secrets.RECORD_KEYS,
    BACKUP_PUBLIC_KEY: secrets.BACKUP_PUBLIC_KEY,
    // a local run has one database and no replicas
    READ_REPLICAS: 'off',
    ...versionVars(),
  }
  if (places.sandboxOrigin === null) {
    return {
      ...common,
      APP_ENV: 'live',
      TURNSTILE_SITE_KEY: process.env['TURNSTILE_SITE_KEY'] ?? TURNSTILE_TEST.site,
      TURNSTILE_SECRET: process.env['TURNSTILE_SECRET'] ?? TURNSTILE_TEST.secret,
    }
  }
  return {
    ...common,
    APP_ENV: 'sandbox',
    SANDBOX_URL: places.sandboxOrigin,
    TURNSTILE_SITE_KEY: 'sandbox',
    TURNSTILE_SECRET: secrets.TURNSTILE_SECRET,
    TURNSTILE_VERIFY_URL: `${places.sandboxOrigin}/sandbox/turnstile/siteverify`,
    TURNSTILE_SCRIPT_URL: `${places.sandboxOrigin}/sandbox/turnstile/api.js`,
    SANDBOX_PHONE_URL: `${places.sandboxOrigin}/sandbox/phone`,
    LEASE_MS: '5000',
    LEASE_SKEW_MS: '1000',
    SPREAD_MS: '2000',
  }
}

/** Answers the file's path. */
export const writeEnvFile = (home: string, vars: Record<string, string>): string => {
  const file = join(home, 'worker.env')
  const lines = Object.entries(vars).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  return file
}
