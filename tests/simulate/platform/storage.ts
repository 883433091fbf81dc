// `ctx.storage` of an object with SQLite. Nothing here waits for a disk: with SQLite, reads and writes are done at once and
// alarms are rows (actor-sqlite.c++ answers without a promise, so an await costs a microtask). Therefore the input gate is
// never shut by a storage operation; only blockConcurrencyWhile shuts it (objects.ts).
import type { Disk } from './disk.ts'
import { sqlStorage } from './sql-storage.ts'

const timeOf = (scheduled: number | Date): number => {
  const at = scheduled instanceof Date ? scheduled.getTime() : scheduled
  if (!Number.isFinite(at)) throw new TypeError('The value cannot be converted because it is not a valid Date.')
  if (at <= 0) throw new TypeError('setAlarm() cannot be called with an alarm time <= 0')
  // a time in the past is due now
  return Math.max(Math.floor(at), Date.now())
}

export class ObjectStorage {
  readonly sql: SqlStorage
  /** While alarm() runs, its own alarm counts as deleted; it is deleted for good when alarm() has ended well. */
  alarmIsRunning = false
  readonly #disk: Disk
  /** Resolves once everything that was written is confirmed. */
  readonly #confirmed: () => Promise<void>

  readonly #alarmSet: () => void

  constructor(disk: Disk, confirmed: () => Promise<void>, alarmSet: () => void = () => {}) {
    this.#disk = disk
    this.#confirmed = confirmed
    this.#alarmSet = alarmSet
    this.sql = sqlStorage(disk.engine)
  }

  async getAlarm(): Promise<number | null> {
    return this.alarmIsRunning ? null : this.#disk.alarm
  }
  async setAlarm(scheduled: number | Date): Promise<void> {
    this.#disk.setAlarm(timeOf(scheduled))
    this.#alarmSet()
    this.alarmIsRunning = false
  }
  async deleteAlarm(): Promise<void> {
    this.#disk.setAlarm(null)
    this.alarmIsRunning = false
  }
  async deleteAll(): Promise<void> {
    this.#disk.deleteAll()
    this.alarmIsRunning = false
  }
  transactionSync<T>(work: () => T): T {
    return this.#disk.transaction(work)
  }
  sync(): Promise<void> {
    return this.#confirmed()
  }
}
