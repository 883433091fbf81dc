// The object's one alarm, which follows the earliest of its timers.
import { alarmAt } from '../../alarm-rules.ts'

/** An alarm this much overdue was lost. */
const SLACK_MS = 1_000

export class Alarm {
  readonly #storage: DurableObjectStorage
  /** The runtime calls alarm() again if the object dies in it, so that timers are safe without another alarm. */
  #rings = 0
  /** For when the alarm was set that rings now; null: none rings. */
  #ringsAt: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }
  /** @param ringsAt for when it was set, epoch ms */
  async during(ringsAt: number | null, work: () => Promise<void>): Promise<void> {
    this.#rings += 1
    this.#ringsAt = ringsAt
    try {
      await work()
    } finally {
      this.#rings -= 1
      if (this.#rings === 0) this.#ringsAt = null
    }
  }
  /** In the middle of a turn: what is due first must not be lost with the object. @param due epoch ms; undefined: nothing is */
  async noLater(due: number | undefined): Promise<void> {
    if (due === undefined) return
    const { at, set, isLost } = await this.#look(due)
    if (set === null ? this.#rings === 0 : isLost || set > at) await this.#storage.setAlarm(at)
  }
  /** At the end of a turn. @param due epoch ms */
  async follow(due: number): Promise<void> {
    const { at, set, isLost } = await this.#look(due)
    if (set === null || isLost || set > at || set < Math.ceil(due) - SLACK_MS) await this.#storage.setAlarm(at)
  }
  async #look(due: number): Promise<{ at: number; set: number | null; isLost: boolean }> {
    const now = Date.now()
    const set = await this.#storage.getAlarm()
    return { at: alarmAt(due, now, this.#ringsAt), set, isLost: set !== null && set < now - SLACK_MS }
  }
}
