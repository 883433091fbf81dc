// Encrypts one row of an account's session (rule session-vault): AES-256-GCM, `kid|iv|ciphertext|tag` in base64,
// bound to its place.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { type SealedRow, VAULT_KEYS_SAID, type VaultKeyName, type VaultUse } from '../../contract/people/vault-keys.ts'
import type { VaultKeys } from '../environment.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
const PROOF_CHARS = 16

export class VaultCipher {
  /** Made once: from bytes, Node makes one for each row, which takes five times as long as the row itself. */
  readonly #keys: ReadonlyMap<string, KeyObject>
  readonly #kid: string
  readonly #header: Buffer
  readonly #opened = new Set<string>()
  readonly #sealed = new Set<string>()

  /** @param keys the first encrypts, all decrypt */
  constructor(keys: VaultKeys) {
    this.#keys = new Map([...keys].map(([name, key]) => [name, createSecretKey(key)]))
    const [kid] = keys.keys()
    if (kid === undefined) throw new RangeError('no vault key')
    this.#kid = kid
    const name = Buffer.from(kid)
    this.#header = Buffer.concat([Buffer.from([name.length]), name])
  }

  seal(accountId: string, type: string, id: string, plain: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.#kid), iv)
    cipher.setAAD(place(accountId, type, id))
    this.#sealed.add(this.#kid)
    const text = [cipher.update(plain, 'utf8'), cipher.final()]
    return Buffer.concat([this.#header, iv, ...text, cipher.getAuthTag()]).toString('base64')
  }

  /** @throws Error when the key is unknown or the row is not the one of this place */
  open(accountId: string, type: string, id: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64')
    const kidEnd = 1 + (bytes[0] ?? 0)
    if (bytes.length < kidEnd + IV_BYTES + TAG_BYTES) throw new Error('vault row is too short')
    const kid = bytes.toString('utf8', 1, kidEnd)
    const key = this.#key(kid)
    const iv = bytes.subarray(kidEnd, kidEnd + IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(place(accountId, type, id))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(kidEnd + IV_BYTES, -TAG_BYTES), undefined, 'utf8')
    const whole = text + decipher.final('utf8')
    // only now: another key under the same name fails above
    this.#opened.add(kid)
    return whole
  }

  /** These rows sealed with the first key (rule vault-keys); a row that no key opens is left out. */
  reseal(accountId: string, rows: readonly SealedRow[]): SealedRow[] {
    return rows.flatMap(({ type, id, data }) => {
      try {
        return [{ type, id, data: this.seal(accountId, type, id, this.open(accountId, type, id, data)) }]
      } catch {
        return []
      }
    })
  }
  /** The ring's keys by name, in its order. */
  names(): VaultKeyName[] {
    const named = [...this.#keys].map(([kid, key]) => ({
      kid,
      proof: createHmac('sha256', key).update('wa-blaster vault key').digest('hex').slice(0, PROOF_CHARS),
    }))
    return named.slice(0, VAULT_KEYS_SAID)
  }

  /** What a heartbeat says of them; empty: nothing was opened or sealed yet. */
  use(): { vaultUse?: VaultUse } {
    const of = (used: ReadonlySet<string>) =>
      [...this.#keys.keys()].slice(0, VAULT_KEYS_SAID).filter((kid) => used.has(kid))
    const vaultUse = { opened: of(this.#opened), sealed: of(this.#sealed) }
    return vaultUse.opened.length + vaultUse.sealed.length > 0 ? { vaultUse } : {}
  }

  #key(kid: string): KeyObject {
    const key = this.#keys.get(kid)
    if (!key) throw new Error('vault row is sealed with an unknown key')
    return key
  }
}

const place = (accountId: string, type: string, id: string): Buffer => Buffer.from(`${accountId}|${type}|${id}`)
