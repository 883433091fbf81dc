// The SQLite files of objects. Histories take turns with them: statements that were prepared once stay prepared, and tables
// may be there from the start. What a history wrote is taken back when it ends.
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

  /** @param prepare what an object of this class has done once before it is first used: its tables */
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
