// Random secrets of a local run: made once, kept in its data folder, never in the repository.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Secrets = { RUNNER_KEYS: string; LINK_SECRET: string; TURNSTILE_SECRET: string; VAULT_KEYS: string }

/** A folder of an older version lacks some: those are added, and what is there stays. */
export const localSecrets = (home: string): Secrets => {
  const file = join(home, 'secrets.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const secrets: Secrets = {
    RUNNER_KEYS: known.RUNNER_KEYS ?? `1:${randomBytes(32).toString('hex')}`,
    LINK_SECRET: known.LINK_SECRET ?? randomBytes(32).toString('hex'),
    TURNSTILE_SECRET: known.TURNSTILE_SECRET ?? randomBytes(16).toString('hex'),
    VAULT_KEYS: known.VAULT_KEYS ?? `1:${randomBytes(32).toString('hex')}`,
  }
  const text = `${JSON.stringify(secrets, null, 2)}\n`
  if (text !== `${JSON.stringify(known, null, 2)}\n`) writeFileSync(file, text, { mode: 0o600 })
  return secrets
}
