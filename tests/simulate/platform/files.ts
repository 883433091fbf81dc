// The SQLite files of objects. Histories use them in turn: prepared statements are kept, and tables
// may exist from the start. What a history wrote is rolled back when it ends.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { SqlEngine, type SqlValue } from './sql.ts'

export type Savepoint = { set: StatementSync; release: StatementSync; rollBack: StatementSync }

/** One row that a watched statement changed: what it is called, and values of it. */
export type Change = readonly SqlValue[]
/** Reports rows as `select seen('what', …)` in temporary triggers: whatever statement changes them, it is seen. */
export const watch = (db: DatabaseSync, triggers: readonly string[], seen: (change: Change) => void): void => {
  db.function('seen', { varargs: true }, (...change) => {
    seen(change as unknown as Change)
    return null
  })
  for (const [i, trigger] of triggers.entries()) db.exec(`create temp trigger watch${i} ${trigger}`)
}

export class ObjectFile {
  readonly db = new DatabaseSync(':memory:')
  readonly engine: SqlEngine
  /** Called before a statement that may write. */
  beforeWrite: () => void = () => {}
  readonly #savepoints: Savepoint[] = []
  /** Changes of watched rows since the last commit. */
  seen: Change[] = []

  constructor() {
    this.engine = new SqlEngine(this.db, () => this.beforeWrite())
  }
  savepoint(depth: number): Savepoint {
    const known = this.#savepoints[depth]
    if (known) return known
    const prepare = (sql: string): StatementSync => this.db.prepare(`${sql} s${depth}`)
    const made = { set: prepare('savepoint'), release: prepare('release'), rollBack: prepare('rollback to') }
    this.#savepoints[depth] = made
    return made
  }
}

/** Files of one class of objects. */
export class Shelf {
  readonly #free: ObjectFile[] = []
  readonly #prepare: (engine: SqlEngine) => void

  readonly #watched: readonly string[]

  /**
   * @param prepare runs once in each file before its first use, to create the tables of this class
   * @param watched triggers, from `after` on, that report rows
   */
  constructor(prepare: (engine: SqlEngine) => void = () => {}, watched: readonly string[] = []) {
    this.#prepare = prepare
    this.#watched = watched
  }
  take(): ObjectFile {
    const file = this.#free.pop() ?? this.#make()
    file.db.exec('savepoint history')
    return file
  }
  giveBack(file: ObjectFile): void {
    file.beforeWrite = () => {}
    file.seen = []
    file.db.exec('rollback to history; release history')
    this.#free.push(file)
  }
  #make(): ObjectFile {
    const file = new ObjectFile()
    this.#prepare(file.engine)
    watch(file.db, this.#watched, (change) => file.seen.push(change))
    return file
  }
}
