// The SQLite files of objects. Histories use them in turn: prepared statements are kept, and tables
// may exist from the start. What a history wrote is rolled back when it ends.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { SqlEngine } from './sql.ts'

export type Savepoint = { set: StatementSync; release: StatementSync; rollBack: StatementSync }

export class ObjectFile {
  readonly db = new DatabaseSync(':memory:')
  readonly engine: SqlEngine
  /** Called before a statement that may write. */
  beforeWrite: () => void = () => {}
  readonly #savepoints: Savepoint[] = []

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

  /** @param prepare runs once in each file before its first use, to create the tables of this class */
  constructor(prepare: (engine: SqlEngine) => void = () => {}) {
    this.#prepare = prepare
  }
  take(): ObjectFile {
    const file = this.#free.pop() ?? this.#make()
    file.db.exec('savepoint history')
    return file
  }
  giveBack(file: ObjectFile): void {
    file.beforeWrite = () => {}
    file.db.exec('rollback to history; release history')
    this.#free.push(file)
  }
  #make(): ObjectFile {
    const file = new ObjectFile()
    this.#prepare(file.engine)
    return file
  }
}
