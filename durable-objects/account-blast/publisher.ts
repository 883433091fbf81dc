// Events to people, few frames: changes of one fifth of a second travel together; admins get one frame a second.
import { ADMIN_CLIENT_ID, type BrowserEvent, type EventName, type EventPayload } from '../../contract/events.ts'
import type { ObjectsEnv } from '../env.ts'
import { adminChannel, userChannel } from '../stubs.ts'
import { QUIET_MS } from '../user-channel/rules.ts'

const MEMBER_GAP_MS = 200
const ADMIN_GAP_MS = 1_000
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

type Box = { events: BrowserEvent[]; at: number; timer: boolean }

export class Publisher {
  readonly #env: ObjectsEnv
  readonly #accountId: () => string | undefined
  /** By person: a job on an account may be another's than its owner. */
  readonly #people = new Map<string, Box>()
  #admins: BrowserEvent[] = []
  #adminsAt = 0
  #adminsTimer: ReturnType<typeof setTimeout> | null = null
  /**
   * After a frame nobody heard, admins' frames pause; what happens meanwhile is told once, as it stands at the end. The
   * channel ends the pause when somebody comes.
   */
  #quietUntil = 0
  /** How often it did: the answer to an earlier frame must not begin the pause anew. */
  #callsBack = 0

  constructor(env: ObjectsEnv, accountId: () => string | undefined) {
    this.#env = env
    this.#accountId = accountId
  }

  /** @param sender the account it comes from; only admins' frames name it */
  add(userId: string, event: BrowserEvent, sender: EventPayload['sender']): void {
    const now = Date.now()
    const box = this.#people.get(userId) ?? { events: [], at: 0, timer: false }
    this.#people.set(userId, box)
    merge(box.events, event, false)
    if (!box.timer) {
      box.timer = true
      setTimeout(() => void this.#flush(userId, box), Math.max(0, box.at + MEMBER_GAP_MS - now))
    }
    // a QR or code is the person's own affair
    if (event.event === 'qr' || event.event === 'code') return
    merge(this.#admins, { ...event, payload: { ...event.payload, sender } }, now < this.#quietUntil)
    this.#scheduleAdmins()
  }

  /** Numbers taken or given back, for the office's list of them (s.4); only while somebody listens. */
  leases(numbers: readonly { number: string }[], inUse: 0 | 1): void {
    if (numbers.length === 0 || Date.now() < this.#quietUntil) return
    for (const { number } of numbers)
      this.#admins.push({ event: 'in_use', payload: { deviceId: ADMIN_CLIENT_ID, number, in_use: inUse } })
    this.#scheduleAdmins()
  }

  /** Somebody listens again: what was kept back goes out with the usual gap. */
  officeListens(): void {
    this.#callsBack += 1
    this.#quietUntil = 0
    if (this.#adminsTimer === null) return
    clearTimeout(this.#adminsTimer)
    this.#adminsTimer = null
    this.#scheduleAdmins()
  }

  #scheduleAdmins(): void {
    if (this.#adminsTimer !== null) return
    const dueAt = Math.max(this.#quietUntil, this.#adminsAt + ADMIN_GAP_MS)
    this.#adminsTimer = setTimeout(() => void this.#flushAdmins(), Math.max(0, dueAt - Date.now()))
  }

  async #flush(userId: string, box: Box): Promise<void> {
    box.timer = false
    box.at = Date.now()
    const events = box.events.splice(0)
    // a lost event is made good by the snapshot of the next load
    await userChannel(this.#env, userId)
      .publish(events)
      .catch(() => undefined)
  }

  async #flushAdmins(): Promise<void> {
    this.#adminsTimer = null
    this.#adminsAt = Date.now()
    const events = this.#admins.splice(0)
    const calls = this.#callsBack
    const heard = await adminChannel(this.#env)
      .publish(events, this.#accountId())
      .catch(() => ({ listeners: 0 }))
    if (heard.listeners === 0 && calls === this.#callsBack) this.#quietUntil = Date.now() + QUIET_MS
  }
}
