// Events to people, few frames: changes of one fifth of a second travel together; admins get one frame a second.
import type { BrowserEvent, EventName } from '../../contract/events.ts'
import type { ObjectsEnv } from '../env.ts'
import { adminChannel, userChannel } from '../stubs.ts'

const MEMBER_GAP_MS = 200
const ADMIN_GAP_MS = 1_000
/** After a frame nobody heard, admins' frames pause; what happens meanwhile is told once, as it stands at the end. */
const ADMIN_QUIET_MS = 10_000
/** Absolute values: only the newest of each matters. */
const LATEST_ONLY: ReadonlySet<EventName> = new Set([
  'count_success',
  'count_fail',
  'count_synced',
  'update_target',
  'progressing',
  'waiting',
])

const merge = (events: BrowserEvent[], event: BrowserEvent, latestOnly: boolean): void => {
  if (latestOnly || LATEST_ONLY.has(event.event)) {
    const i = events.findIndex((e) => e.event === event.event && e.payload.jobId === event.payload.jobId)
    if (i >= 0) events.splice(i, 1)
  }
  events.push(event)
}

export class Publisher {
  readonly #env: ObjectsEnv
  /** By person: a check may be another's than its sender. */
  #mine = new Map<string, BrowserEvent[]>()
  #admins: BrowserEvent[] = []
  #mineAt = 0
  #adminsAt = 0
  #mineTimer = false
  #adminsTimer = false
  #quietUntil = 0

  constructor(env: ObjectsEnv) {
    this.#env = env
  }

  add(userId: string, event: BrowserEvent): void {
    const mine = this.#mine.get(userId) ?? []
    merge(mine, event, false)
    this.#mine.set(userId, mine)
    if (!this.#mineTimer) {
      this.#mineTimer = true
      setTimeout(() => void this.#flushMine(), Math.max(0, this.#mineAt + MEMBER_GAP_MS - Date.now()))
    }
    // a QR or code is the person's own affair
    if (event.event === 'qr' || event.event === 'code') return
    const now = Date.now()
    merge(this.#admins, event, now < this.#quietUntil)
    if (!this.#adminsTimer) {
      this.#adminsTimer = true
      const dueAt = Math.max(this.#quietUntil, this.#adminsAt + ADMIN_GAP_MS)
      setTimeout(() => void this.#flushAdmins(), Math.max(0, dueAt - now))
    }
  }

  async #flushMine(): Promise<void> {
    this.#mineTimer = false
    this.#mineAt = Date.now()
    const people = [...this.#mine]
    this.#mine = new Map()
    // a lost event is made good by the snapshot of the next load
    await Promise.allSettled(people.map(([userId, events]) => userChannel(this.#env, userId).publish(events)))
  }

  async #flushAdmins(): Promise<void> {
    this.#adminsTimer = false
    this.#adminsAt = Date.now()
    const events = this.#admins.splice(0)
    const heard = await adminChannel(this.#env)
      .publish(events)
      .catch(() => ({ listeners: 0 }))
    if (heard.listeners === 0) this.#quietUntil = Date.now() + ADMIN_QUIET_MS
  }
}
