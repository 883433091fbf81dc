// What the fleet knows of the runners' keys (rules runner-keys, vault-keys): which of them have another key under a name that rows are under, which keys rows
// are under, and since when all of them write with the same one.
import type { VaultKeyName, VaultUse } from '../../contract/people/vault-keys.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { ringOfRunner } from '../../domain/people/vault-keys/rules.ts'
import { vaultKidsInUse } from '../../domain/people/vault-keys/store.ts'
import { tellLackingKeys } from '../../domain/operation/troubles/tell-lacking-keys.ts'
import type { ObjectsEnv } from '../env.ts'
import { logFault } from '../log.ts'
import type { VaultKeysSaid } from '../rpc.ts'
import { createKnownKeys, noteKnownKey, readKnownKeys, readNeeded, replaceNeeded } from './known-keys-store.ts'
import type { Runner } from './rules.ts'
import { foreignOf, saidHello, usesOf, writingKeyOf } from './vault-key-rules.ts'
import { createWritingKey, noteWritingKey, readWritingKey } from './writing-key-store.ts'

export class Rings {
  readonly #sql: SqlStorage
  readonly #env: ObjectsEnv
  /** As they are stored; null: not read since they changed. They are asked of each runner whenever it is read. */
  #known: VaultKeyName[] | null = null

  constructor(sql: SqlStorage, env: ObjectsEnv) {
    this.#sql = sql
    this.#env = env
    createWritingKey(sql)
    createKnownKeys(sql)
  }
  /** Key ids under which this runner has another key than rows are under. */
  foreignOf(runner: Runner): string[] {
    this.#known ??= readKnownKeys(this.#sql)
    return foreignOf(runner, this.#known)
  }
  needed(): string[] {
    return readNeeded(this.#sql)
  }
  /** A heartbeat said with which keys this runner opened and sealed rows. */
  used(runner: Runner, use: VaultUse): void {
    for (const { key, how } of usesOf(runner, use)) noteKnownKey(this.#sql, key, how)
    this.#known = null
  }
  /** With each hello, and when it is asked for: a runner that wrote with another key may have left since. */
  noteWriting(connected: readonly Runner[]): VaultKeysSaid['writing'] {
    const runners = saidHello(connected)
    // nobody writes while none is connected
    if (runners.length === 0) return null
    noteWritingKey(this.#sql, writingKeyOf(runners), Date.now())
    return readWritingKey(this.#sql)
  }
  /** @param kids that rows are under, as the database has them */
  learnNeeded(kids: readonly string[]): void {
    replaceNeeded(this.#sql, kids)
  }
  /** Somebody said hello: what is missing is known and told at once. Should the database not answer, the next look tells it. */
  async greet(connected: () => readonly Runner[]): Promise<void> {
    this.noteWriting(connected())
    try {
      const db = connect(this.#env.DB)
      this.learnNeeded(await vaultKidsInUse(db))
      await tellLackingKeys(db, connected().map(ringOfRunner), Date.now())
    } catch (error) {
      logFault('look for keys that are missing', error, { object: 'RunnerFleet', now: Date.now() })
    }
  }
}
