// Publishes events to people. Events of 200 ms travel in one frame.
import type { BrowserEvent } from '../../../contract/operation/events.ts'
import type { ObjectsEnv } from '../../env.ts'
import { userChannel } from '../../stubs.ts'
import { merge } from './merge-events.ts'

/** A timeout this short keeps no object awake: eviction comes after ten idle seconds. */
const MEMBER_GAP_MS = 200

type Box = { events: BrowserEvent[]; at: number; timer: boolean }

export class Publisher {
  readonly #env: ObjectsEnv
  readonly #logError: (what: string, error: unknown) => void
  /** By user id, because a check or one-off blast may belong to another person than the account's owner. */
  readonly #people = new Map<string, Box>()

  constructor(env: ObjectsEnv, logError: (what: string, error: unknown) => void) {
    this.#env = env
    this.#logError = logError
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
      // not repeated: the page's next load brings the present state
      this.#logError('events of a person', error)
    }
  }
}
