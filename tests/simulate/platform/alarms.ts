// One object's alarm: it fires at or after its time, at least once, and again with growing pauses when alarm() throws or the object
// dies in it. Follows workerd's alarm-scheduler.c++ and actor-sqlite.c++: six retries, 2 s doubled each time, up to a quarter
// more by chance. The object's file and the scheduler each have a time: a commit that does not change the time in the file
// tells the scheduler nothing. So an alarm that alarm() sets for the very millisecond of the one that runs is
// lost, though getAlarm goes on answering it (seen in workerd; conformance/alarms.ts says why no case there tries it).
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { type Clock, type Event, NETWORK } from './clock.ts'
import type { Disk } from './disk.ts'
import type { Faults } from './faults.ts'
import type { Random } from './random.ts'

const RETRIES = 6
const RETRY_MS = 2_000
const RETRY_JITTER = 0.25
const LATE_MS = 60_000

/** The kind of the events that ring. */
export const ALARM = 'alarm'
export type AlarmInfo = { scheduledTime: number; retryCount: number; isRetry: boolean }
export type AlarmPorts = {
  /** `Owner.name` of the object. */
  name: string
  clock: Clock
  random: Random
  faults: Faults
  disk: Disk
  /**
   * Runs alarm() in the object.
   * @param own the object's file has this very alarm, which is deleted when the handler ends well
   * @param ended called once what the handler wrote is confirmed
   * @param failed it threw, or the object died before that
   */
  run: (info: AlarmInfo, own: boolean, ended: () => void, failed: () => void) => void
}
type Entry = { at: number; tries: number; event: Event | null }

export class AlarmClock {
  readonly #ports: AlarmPorts
  /** The time that the scheduler has. */
  #entry: Entry | null = null
  #running = false
  /** The time that was set while alarm() runs; it comes next, in place of any retry. */
  #queued: number | null = null
  /** The time in the object's file, as the storage service has it. */
  #confirmed: number | null = null

  constructor(ports: AlarmPorts) {
    this.#ports = ports
  }

  /** true: the file has a time, and nobody will ring. */
  get isLost(): boolean {
    return this.#confirmed !== null && this.#entry === null && !this.#running
  }
  /** The time in the file has changed: a commit was confirmed, or a crash undid some. */
  confirmed(at: number | null): void {
    if (at === this.#confirmed) return
    this.#confirmed = at
    if (this.#running) this.#queued = at
    else this.#schedule(at)
  }

  #schedule(at: number | null): void {
    if (this.#entry?.event) this.#ports.clock.cancel(this.#entry.event)
    this.#entry = at === null ? null : { at, tries: 0, event: null }
    if (this.#entry) this.#wait(this.#entry, this.#entry.at)
  }
  #wait(entry: Entry, at: number): void {
    const { clock, faults } = this.#ports
    entry.event = clock.at(Math.max(at, clock.now) + faults.latencyMs('alarm'), NETWORK, ALARM, () => {
      const lateMs = faults.alarmLateMs(this.#ports.name)
      if (lateMs === 0) return this.#fire(entry)
      entry.event = clock.after(lateMs, NETWORK, ALARM, () => this.#fire(entry))
    })
  }
  #fire(entry: Entry): void {
    const { disk, run } = this.#ports
    entry.event = null
    const own = disk.alarm === entry.at
    sometimes('an alarm rings a minute late', own && this.#ports.clock.now > entry.at + LATE_MS)
    sometimes('an alarm fires whose deletion is not safe yet', !own && disk.alarm !== this.#confirmed)
    // it was deleted or moved meanwhile; until that is confirmed the handler runs all the same
    if (!own && disk.alarm === this.#confirmed) {
      this.#entry = null
      return
    }
    this.#running = true
    this.#queued = null
    const info = { scheduledTime: entry.at, retryCount: entry.tries, isRetry: entry.tries > 0 }
    run(
      info,
      own,
      () => this.#ended(),
      () => this.#failed(entry),
    )
  }
  #ended(): void {
    this.#running = false
    this.#schedule(this.#queued)
  }
  #failed(entry: Entry): void {
    const { clock, random } = this.#ports
    this.#running = false
    sometimes('an alarm is tried again', this.#queued === null)
    sometimes('an alarm fails after it set another', this.#queued !== null)
    // the handler has set another time, so the old one is not tried again
    if (this.#queued !== null) return this.#schedule(this.#queued)
    // the last retry has failed: nobody is told, and getAlarm goes on answering its time
    if (entry.tries >= RETRIES) {
      this.#entry = null
      return
    }
    const pause = RETRY_MS * 2 ** entry.tries
    entry.tries += 1
    this.#wait(entry, clock.now + pause + random.between(0, pause * RETRY_JITTER))
  }
}
