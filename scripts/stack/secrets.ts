// The random secrets of a local run: made once and kept in its data folder, never in the repository.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupPair, newBackupPair } from '../backup-keys.ts'
import { hasDatabase } from './database.ts'

export type Secrets = BackupPair & {
  RUNNER_KEYS: string
  LINK_KEYS: string
  SUPPRESSION_KEYS: string
  TURNSTILE_SECRET: string
  VAULT_KEYS: string
  VAPID_KEYS: string
  RECORD_KEYS: string
}
/** The secret of older versions: one for links and hashes. */
type Before = { LINK_SECRET?: string }

const newRing = (): string => `1:${randomBytes(32).toString('hex')}`

/** Only a whole pair is one. */
const pairOf = ({ BACKUP_PUBLIC_KEY, BACKUP_PRIVATE_KEY }: Partial<BackupPair>): BackupPair =>
  BACKUP_PUBLIC_KEY && BACKUP_PRIVATE_KEY ? { BACKUP_PUBLIC_KEY, BACKUP_PRIVATE_KEY } : newBackupPair()

/**
 * Adds the secrets that a folder of an older version lacks; existing ones stay.
 * @throws Error where a database is that other keys have sealed
 */
export const localSecrets = (home: string): Secrets => {
  const file = join(home, 'secrets.json')
  if (!existsSync(file) && hasDatabase(home))
    throw new Error(
      `${file} is missing, and new keys would open nothing that is in this folder: bring the file back, or start over (npm start -- --fresh)`,
    )
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets> & Before) : {}
  // messages hold its links and the database its hashes, so it stays in use as the key of both rings
  const ringBefore = known.LINK_SECRET === undefined ? null : `1:${known.LINK_SECRET}`
  const secrets: Secrets = {
    RUNNER_KEYS: known.RUNNER_KEYS ?? newRing(),
    LINK_KEYS: known.LINK_KEYS ?? ringBefore ?? newRing(),
    SUPPRESSION_KEYS: known.SUPPRESSION_KEYS ?? ringBefore ?? newRing(),
    TURNSTILE_SECRET: known.TURNSTILE_SECRET ?? randomBytes(16).toString('hex'),
    VAULT_KEYS: known.VAULT_KEYS ?? newRing(),
    VAPID_KEYS: known.VAPID_KEYS ?? newRing(),
    RECORD_KEYS: known.RECORD_KEYS ?? newRing(),
    ...pairOf(known),
  }
  const text = `${JSON.stringify(secrets, null, 2)}\n`
  if (text !== `${JSON.stringify(known, null, 2)}\n`) writeFileSync(file, text, { mode: 0o600 })
  return secrets
}
