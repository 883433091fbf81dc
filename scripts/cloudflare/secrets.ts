// The secrets of an environment: key rings made here, once. Cloudflare never shows them again, so they are kept in a file
// that only its owner reads, until somebody puts them away.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

/** Key rings `kid:64 hex[,kid:64 hex…]`: the first signs or encrypts, the others only verify or decrypt. */
export const KEY_RINGS = {
  RUNNER_KEYS:
    'runners prove with it who they are. Lost: make a new one, runners of your own hosts get new credentials',
  LINK_KEYS: 'opt-out links in sent messages and signed file links. Lost: links that people hold stop working',
  SUPPRESSION_KEYS:
    'hashes of the numbers that said stop. Lost: nobody can tell any more who said stop, and the service refuses to send',
  VAULT_KEYS: 'encrypts the sessions of WhatsApp accounts. Lost: every account must be scanned again',
  VAPID_KEYS: 'notices on devices. Lost: everybody switches them on again',
  RECORD_KEYS: 'signs checkpoints of the record. Lost: make a new one; who checks the old ones keeps their public key',
} as const
export type KeyRing = keyof typeof KEY_RINGS
export const KEY_RING_NAMES = Object.keys(KEY_RINGS) as KeyRing[]
const TURNSTILE = 'TURNSTILE_SECRET'
/** What somebody else made, by what it is. */
export const ASKED_SECRETS: Record<string, string> = {
  [TURNSTILE]: 'Secret key of the Turnstile widget',
  SECOND_S3_KEY_ID: 'Key id for the second place, which may put objects and nothing else',
  SECOND_S3_SECRET: 'Its secret',
}
export const SECOND_SECRETS = ['SECOND_S3_KEY_ID', 'SECOND_S3_SECRET'] as const
/** The Worker gets the public half; the private half is made with it, and is in the kept file alone. */
export const BACKUP_KEY = 'BACKUP_PUBLIC_KEY'
/** The Worker opens no session itself: it has the vault's ring only to hand it to runners that it starts. */
export const workerSecrets = (containers: 'on' | 'off'): string[] =>
  [...KEY_RING_NAMES, BACKUP_KEY, TURNSTILE].filter((name) => name !== 'VAULT_KEYS' || containers === 'on')
/** Without these the service runs, with less: a release does not wait for them. */
export const OPTIONAL: readonly string[] = ['VAPID_KEYS', 'RECORD_KEYS', BACKUP_KEY] satisfies (
  | KeyRing
  | typeof BACKUP_KEY
)[]
/** A new one in place of these would not be noticed at once, and lose sessions or the word of those who said stop. */
export const IRREPLACEABLE: readonly string[] = ['SUPPRESSION_KEYS', 'VAULT_KEYS'] satisfies KeyRing[]
/** What else is in the kept file. */
export const KEPT_ALONE = { BACKUP_PRIVATE_KEY: 'opens the backups. Lost: none of them can be restored' } as const

const kept = z.record(z.string(), z.string())
export type Kept = z.infer<typeof kept>

export class Escrow {
  readonly path: string
  constructor(path: string) {
    this.path = path
  }
  read(): Kept {
    return existsSync(this.path) ? kept.parse(JSON.parse(readFileSync(this.path, 'utf8'))) : {}
  }
  /** Written before the upload: a secret that is in use and kept nowhere cannot be had back. */
  add(secrets: Kept): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    writeFileSync(this.path, `${JSON.stringify({ ...this.read(), ...secrets }, null, 2)}\n`, { mode: 0o600 })
  }
}

const newKey = (number: number): string => `k${number}:${randomBytes(32).toString('hex')}`
export const newRing = (): string => newKey(1)
/** A new last key, which every part of the product learns to verify before anything is signed with it. */
export const withNewKey = (ring: string): string => {
  const numbers = ring.split(',').map(numberOf)
  return `${ring},${newKey(Math.max(...numbers) + 1)}`
}
/** Of a key that setup did not make: 0. */
const numberOf = (key: string): number => Number(/^k(\d+):/.exec(key)?.[1] ?? 0)
/**
 * Whether a turn of it broke off: its newest key stands behind the one of before. Of a first key without a number nobody can tell, and a turn
 * from the beginning brings one key more than needed, where going on would put an old one first.
 */
export const isTurning = (ring: string): boolean => numberOf(ring) > 0 && newestFirst(ring) !== ring
/** The newest key, by its number, signs from now on; the old ones stay to verify what they signed. Done again it changes nothing. */
export const newestFirst = (ring: string): string => {
  const keys = ring.split(',')
  const newest = keys.reduce((one, other) => (numberOf(other) > numberOf(one) ? other : one))
  return [newest, ...keys.filter((key) => key !== newest)].join(',')
}
