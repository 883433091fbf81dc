// `npm run keys`: how many rows of the accounts' vaults each key of VAULT_KEYS still holds, and which old key is free (rule vault-keys). Asks
// `GET /health/deep`; its key, or the ring RUNNER_KEYS that it is made of, comes from the environment or standard input, never from an argument.
import { text } from 'node:stream/consumers'
import { deepHealth } from '../contract/operation/health.ts'
import { ringOf } from '../contract/ground/key-rings.ts'
import { healthKey } from '../domain/people/auth/health-key.ts'
import { openEnvironment } from './cloudflare/deploy/open.ts'
import { environmentName } from './cloudflare/environment.ts'
import { flagsOf } from './flags.ts'
import { keyLines } from './key-lines.ts'

const usage = `npm run keys -- --env production|staging | --url https://…
  HEALTH_KEY=… or RUNNER_KEYS=… beside it, or the ring on standard input`

const originOf = (flags: { env?: string | undefined; url?: string | undefined }): string => {
  if (flags.url !== undefined) return flags.url
  return openEnvironment(environmentName(flags.env)).vars['APP_ORIGIN'] ?? ''
}

const one = { type: 'string' } as const
const { values } = flagsOf(usage, { options: { env: one, url: one } })
try {
  const { HEALTH_KEY, RUNNER_KEYS } = process.env
  const key = HEALTH_KEY ?? (await healthKey(ringOf('RUNNER_KEYS', RUNNER_KEYS ?? (await text(process.stdin)).trim())))
  const address = new URL('/api/health/deep', originOf(values))
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` }, redirect: 'error' })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const { vaultKeys } = deepHealth.parse(await answer.json())
  if (!vaultKeys) throw new Error('the service could not tell: ask again in a moment')
  for (const line of keyLines(vaultKeys)) console.log(line)
} catch (error) {
  console.error(`keys: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
