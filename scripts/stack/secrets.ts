// Random secrets of a local run: made once, kept in its data folder, never in the repository.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Secrets = { RUNNER_SECRET: string; LINK_SECRET: string; TURNSTILE_SECRET: string; VAULT_KEYS: string }

export const localSecrets = (home: string): Secrets => {
  const file = join(home, 'secrets.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  } catch {
    const made: Secrets = {
      RUNNER_SECRET: randomBytes(32).toString('hex'),
      LINK_SECRET: randomBytes(32).toString('hex'),
      TURNSTILE_SECRET: randomBytes(16).toString('hex'),
      VAULT_KEYS: `1:${randomBytes(32).toString('hex')}`,
    }
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
    return made
  }
}
