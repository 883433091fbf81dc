// One object's alarm: fires at or after its time, at least once, again with growing pauses when alarm() throws or the object
// dies in it. After workerd's alarm-scheduler.c++ and actor-sqlite.c++: six retries, 2 s doubled each time, up to a quarter
// more by chance. What the object's file says and what the scheduler knows are two things: a commit that leaves the alarm's
// time as it was tells the scheduler nothing. So an alarm that alarm() sets for the very millisecond of the one under way is
// lost, though getAlarm goes on naming it (seen in workerd; conformance/alarms.ts says why it is no case there).
import { type Clock, type Event, NETWORK } from './clock.ts'
import type { Disk } from './disk.ts'
import type { Faults } from './faults.ts'
import type { Random } from './random.ts'

const RETRIES = 6
const RETRY_MS = 2_000
const RETRY_JITTER = 0.25

export type AlarmInfo = { scheduledTime: number; retryCount: number; isRetry: boolean }
export type AlarmPorts = {
  clock: Clock
  random: Random
  faults: Faults
  disk: Disk
  /**
   * Runs alarm() in the object.
   * @param own the object's file names this very alarm: it is deleted when the handler ends well
   * @param ended called once what the handler wrote is confirmed
   * @param failed it threw, or the object died before that
   */
  run: (info: AlarmInfo, own: boolean, ended: () => void, failed: () => void) => void
}
type Entry = { at: number; tries: number; event: Event | null }

export class AlarmClock {
  readonly #ports: AlarmPorts
  /** What the scheduler knows. */
  #entry: Entry | null = null
  #running = false
  /** Set while alarm() runs: goes next, in place of any retry. */
  #queued: number | null = null
  /** Of the object's file, as the storage service has it. */
  #confirmed: number | null = null

  constructor(ports: AlarmPorts) {
    this.#ports = ports
  }

  /** A commit is confirmed, or a crash took some back: the file says this now. */
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
    entry.event = clock.at(Math.max(at, clock.now) + faults.latencyMs('alarm'), NETWORK, 'alarm', () =>
      this.#fire(entry),
    )
  }
  #fire(entry: Entry): void {
    const { disk, run } = this.#ports
    entry.event = null
    const own = disk.alarm === entry.at
    // deleted or moved meanwhile. While that is not confirmed the handler runs all the same
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
    // it set another one: there is no point in trying the old one again
    if (this.#queued !== null) return this.#schedule(this.#queued)
    // given up: nobody is told, and getAlarm goes on naming it
    if (entry.tries >= RETRIES) {
      this.#entry = null
      return
    }
    const pause = RETRY_MS * 2 ** entry.tries
    entry.tries += 1
    this.#wait(entry, clock.now + pause + random.between(0, pause * RETRY_JITTER))
  }
}
