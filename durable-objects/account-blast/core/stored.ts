// The account's document and the rules of its last claim, as they are on record, and the only way from here to D1 and the bindings: what is
// on record leaves first.
import { connect, type Db } from '../../../domain/ground/db/connection.ts'
import type { ObjectsEnv } from '../../env.ts'
import type { AccountDocument } from '../document/document.ts'
import { readDocument, writeDocument } from '../tables/document-store.ts'
import { migrate } from '../tables/migrations.ts'
import { readRules, type StoredRules, writeRules } from '../tables/rules-store.ts'
import type { Alarm } from './alarm.ts'
import { timersOf } from './timers.ts'

/** D1 and the bindings; reached through `saveThenCall` only, which saves the document first. */
export type Bindings = { db: Db; env: ObjectsEnv }

export class Stored {
  /** null until the first link request. */
  doc: AccountDocument | null
  readonly #storage: DurableObjectStorage
  readonly #bindings: Bindings
  readonly #alarm: Alarm
  #written = ''
  /** As in the table; undefined: not read since the object woke. */
  #rules: StoredRules | null | undefined

  constructor(storage: DurableObjectStorage, env: ObjectsEnv, alarm: Alarm) {
    this.#storage = storage
    this.#bindings = { db: connect(env.DB), env }
    this.#alarm = alarm
    migrate(storage.sql)
    this.doc = readDocument(storage.sql, Date.now())
  }
  /** The document; parts that run only for an existing account use this. */
  get account(): AccountDocument {
    if (!this.doc) throw new Error('this account does not exist')
    return this.doc
  }
  /** Settings, window, caps and templates as the last claim brought them; null: a claim must load them. */
  get rules(): StoredRules | null {
    if (this.#rules === undefined) this.#rules = readRules(this.#storage.sql)
    return this.#rules
  }
  set rules(rules: StoredRules | null) {
    this.#rules = rules
    writeRules(this.#storage.sql, rules)
  }
  /**
   * Writes the document, if it changed. The runtime stores all writes between two awaits together, so it is enough to save
   * at the end of a turn, before a call outside the object, and before a command.
   */
  save(): void {
    if (this.doc) this.#written = writeDocument(this.#storage.sql, this.doc, this.#written)
  }
  /**
   * Calls D1 or a binding. The document is saved first, with an alarm for its timers: who dies during the call finds them
   * again. After the await any of it may have changed.
   */
  saveThenCall<T>(call: (bindings: Bindings) => Promise<T>): Promise<T> {
    this.save()
    // both are stored before the runtime lets the call leave
    void this.#alarm.noLater(timersOf(this.doc)[0]?.due)
    return call(this.#bindings)
  }
  /** Deletes everything this object stores, except the given document. */
  async wipe(rest: AccountDocument | null): Promise<void> {
    this.doc = rest
    await this.#storage.deleteAll()
    migrate(this.#storage.sql)
    this.#rules = undefined
    this.#written = ''
    this.save()
  }
}
