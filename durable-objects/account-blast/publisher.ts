// Events to people, few frames: changes of one fifth of a second travel together; admins get one frame a second.
import { ADMIN_CLIENT_ID, type BrowserEvent, type EventName, type EventPayload } from '../../contract/events.ts'
import type { ObjectsEnv } from '../env.ts'
import { adminChannel, userChannel } from '../stubs.ts'

const MEMBER_GAP_MS = 200
const ADMIN_GAP_MS = 1_000
const QUIET_GAP_MS = 10_000
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
  readonly #complain: (what: string, error: unknown) => void
  /** By person: a job on an account may be another's than its owner. */
  readonly #people = new Map<string, Box>()
  #admins: BrowserEvent[] = []
  #adminsAt = 0
  #adminsTimer = false
  /** Whether the last frame to the admins was heard. While nobody listens, they get a merged frame every ten seconds. */
  #adminsListen = true

  constructor(env: ObjectsEnv, complain: (what: string, error: unknown) => void) {
    this.#env = env
    this.#complain = complain
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
    merge(this.#admins, { ...event, payload: { ...event.payload, sender } }, !this.#adminsListen)
    // a counter that nobody hears goes with the next frame: a timer for it would keep the object awake, and paid for
    if (this.#adminsListen || !LATEST_ONLY.has(event.event) || this.#quietIsOver()) this.#scheduleAdmins()
  }

  /** Numbers taken or given back, for the office's list of them (s.4); only while somebody listens. */
  leases(numbers: readonly { number: string }[], inUse: 0 | 1): void {
    if (numbers.length === 0 || !this.#adminsListen) return
    for (const { number } of numbers)
      this.#admins.push({ event: 'in_use', payload: { deviceId: ADMIN_CLIENT_ID, number, in_use: inUse } })
    this.#scheduleAdmins()
  }

  #quietIsOver(): boolean {
    return Date.now() >= this.#adminsAt + QUIET_GAP_MS
  }
  #scheduleAdmins(): void {
    if (this.#adminsTimer) return
    this.#adminsTimer = true
    const gap = this.#adminsListen ? ADMIN_GAP_MS : QUIET_GAP_MS
    setTimeout(() => void this.#flushAdmins(), Math.max(0, this.#adminsAt + gap - Date.now()))
  }

  async #flush(userId: string, box: Box): Promise<void> {
    box.timer = false
    box.at = Date.now()
    const events = box.events.splice(0)
    try {
      await userChannel(this.#env, userId).publish(events)
    } catch (error) {
      // made good by the snapshot of the next load
      this.#complain('events of a person', error)
    }
  }

  async #flushAdmins(): Promise<void> {
    this.#adminsTimer = false
    this.#adminsAt = Date.now()
    const events = this.#admins.splice(0)
    try {
      this.#adminsListen = (await adminChannel(this.#env).publish(events)).listeners > 0
    } catch (error) {
      this.#complain('events of the admins', error)
    }
  }
}
