// One object's SQLite file, and which of its writes are safe. All writes of one slice (an event and its microtasks) are one
// transaction: workerd commits when the slice ends (actor-sqlite.c++, onWrite: kj::evalLater), and until that commit is
// confirmed by the storage service the output gate is shut. Each transaction is a savepoint inside the one before it, so
// that a crash can undo all that were not confirmed. Confirmations come in the order of the commits.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { type Change, ObjectFile, type Savepoint } from './files.ts'
import type { SqlEngine } from './sql.ts'

export type Commit = {
  /** Epoch ms. */
  readonly alarmBefore: number | null
  readonly alarmAfter: number | null
  confirmed: boolean
  /** A crash has decided whether it is kept, so its confirmation has no effect. */
  void: boolean
  /** Sends what waits for this confirmation. */
  readonly held: (() => void)[]
  /** Rows that it changed, among those that are watched. */
  readonly seen: readonly Change[]
}
const NONE: readonly Change[] = []
export class Disk {
  readonly engine: SqlEngine
  /** The alarm's time, which is committed and undone with the rows. */
  alarm: number | null = null
  readonly file: ObjectFile
  /** Called with what became safe, in the order in which it was written; what a crash undid is never told. */
  onKept: ((changes: readonly Change[]) => void) | null = null
  #open = false
  #alarmBefore: number | null = null
  /** The commits from the oldest unconfirmed one on. A confirmed one stays until all before the next savepoint are confirmed. */
  #commits: Commit[] = []
  #inTransaction = 0

  constructor(file = new ObjectFile()) {
    this.file = file
    this.engine = file.engine
    file.beforeWrite = () => this.beforeWrite()
  }

  /** true: a write is not confirmed yet, so what is sent now must wait. */
  get isUnconfirmed(): boolean {
    return this.#open || this.#commits.length > 0
  }
  get lastCommit(): Commit | undefined {
    return this.#commits.at(-1)
  }
  get unconfirmed(): number {
    return this.#commits.filter((c) => !c.confirmed).length
  }

  beforeWrite(): void {
    if (this.#open) return
    this.#savepoint(this.#commits.length).set.run()
    this.#open = true
    this.#alarmBefore = this.alarm
  }
  setAlarm(at: number | null): void {
    this.beforeWrite()
    this.alarm = at
  }
  /** Called at the end of a slice. null: nothing was written. */
  commit(): Commit | null {
    if (!this.#open) return null
    this.#open = false
    const [alarmBefore, alarmAfter] = [this.#alarmBefore, this.alarm]
    const commit: Commit = { alarmBefore, alarmAfter, confirmed: false, void: false, held: [], seen: this.#seen() }
    this.#commits.push(commit)
    return commit
  }
  confirm(commit: Commit): void {
    commit.confirmed = true
    if (commit.seen.length > 0) this.onKept?.(commit.seen)
    if (!this.#commits.every((c) => c.confirmed)) return
    this.#commits = []
    // a slice that runs would lie inside this savepoint, and only whole slices can be confirmed
    this.#savepoint(0).release.run()
  }
  /** Undoes the slice that runs, and all unconfirmed commits but the first `keep`. */
  crash(keep: number): void {
    const confirmed = this.#commits.length - this.unconfirmed
    const lostFrom = Math.min(confirmed + keep, this.#commits.length)
    const lost = this.#commits.slice(lostFrom)
    for (const { seen } of this.#commits.slice(confirmed, lostFrom)) if (seen.length > 0) this.onKept?.(seen)
    this.file.seen = []
    if (lost.length > 0 || this.#open) {
      this.alarm = lost[0] ? lost[0].alarmBefore : this.#alarmBefore
      this.#savepoint(lostFrom).rollBack.run()
    }
    sometimes('a crash undoes writes that were not safe', lost.length > 0)
    sometimes(
      'a crash undoes a batch that was not safe',
      lost.some(({ seen }) => seen.some(([what]) => what === 'batch')),
    )
    sometimes(
      'a crash undoes a stop that was not safe',
      lost.some(({ seen }) => seen.some(([what]) => what === 'stop')),
    )
    sometimes('a crash keeps some writes and undoes others', lost.length > 0 && lostFrom > confirmed)
    sometimes(
      'a crash undoes an attempt that was not safe',
      lost.some(({ seen }) => seen.some(([what]) => what === 'intent')),
    )
    for (const commit of this.#commits) {
      commit.void = true
      commit.held.length = 0
    }
    if (this.#commits.length > 0 || this.#open) this.#savepoint(0).release.run()
    this.#commits = []
    this.#open = false
    this.#inTransaction = 0
  }

  transaction<T>(work: () => T): T {
    this.beforeWrite()
    const { length } = this.file.seen
    const name = `t${this.#inTransaction++}`
    this.file.db.exec(`savepoint ${name}`)
    try {
      const value = work()
      this.file.db.exec(`release ${name}`)
      return value
    } catch (error) {
      this.file.db.exec(`rollback to ${name}; release ${name}`)
      this.file.seen.length = length
      throw error
    } finally {
      this.#inTransaction -= 1
    }
  }
  /** Deletes tables and alarm: since compatibility date 2026-02-24 deleteAll() also deletes the alarm. */
  deleteAll(): void {
    this.setAlarm(null)
    const tables = this.file.db
      .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
      .all()
    for (const { name } of tables) this.file.db.exec(`drop table "${String(name)}"`)
  }

  #seen(): readonly Change[] {
    const { seen } = this.file
    if (seen.length === 0) return NONE
    this.file.seen = []
    return seen
  }
  #savepoint(depth: number): Savepoint {
    return this.file.savepoint(depth)
  }
}
