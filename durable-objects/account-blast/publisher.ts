// Events to people, few frames: changes of one fifth of a second travel together.
import type { BrowserEvent } from '../../contract/events.ts'
import type { ObjectsEnv } from '../env.ts'
import { userChannel } from '../stubs.ts'
import { merge } from './merge-events.ts'

/** So short that it keeps no object awake: one sleeps after ten quiet seconds. */
const MEMBER_GAP_MS = 200

type Box = { events: BrowserEvent[]; at: number; timer: boolean }

export class Publisher {
  readonly #env: ObjectsEnv
  readonly #logError: (what: string, error: unknown) => void
  /** By user id: a check or one-off blast may be another person's than the account's owner. */
  readonly #people = new Map<string, Box>()

  constructor(env: ObjectsEnv, complain: (what: string, error: unknown) => void) {
    this.#env = env
    this.#logError = complain
  }

  add(userId: string, event: BrowserEvent): void {
    const now = Date.now()
    const box = this.#people.get(userId) ?? { events: [], at: 0, timer: false }
    this.#people.set(userId, box)
    merge(box.events, event)
    if (box.timer) return
    box.timer = true
    setTimeout(() => void this.#flush(userId, box), Math.max(0, box.at + MEMBER_GAP_MS - now))
  }

  async #flush(userId: string, box: Box): Promise<void> {
    box.timer = false
    box.at = Date.now()
    const events = box.events.splice(0)
    try {
      await userChannel(this.#env, userId).publish(events)
    } catch (error) {
      // made good by the snapshot of the next load
      this.#logError('events of a person', error)
    }
  }
}
