// One of 16 collectors between accounts and the admins' channel: merges a second of its accounts' reports into one frame, and
// answers each account with what admins want of it. The other way it passes on what the Worker has many accounts told, pauses and campaigns
// that run no more (worker/tell-pause.ts). All state is in memory; after an eviction the next reports restore it.
import { DurableObject } from 'cloudflare:workers'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import type { PersonStop, PlacePause } from '../../contract/people/pauses.ts'
import { addMoved, hasMoved, NOTHING_MOVED } from '../admin-channel/rules.ts'
import type { AdminCollectorRpc, AdminInterest, AdminReport, AdminWants } from '../admin-rpc.ts'
import type { ObjectsEnv } from '../env.ts'
import { logFault } from '../log.ts'
import { accountObject, adminChannel } from '../stubs.ts'
import { INTEREST_CHANGE_MS, ADMIN_GAP_MS, INTEREST_MS, WANTS_MS } from '../timing.ts'
import { interestOf, newest, newlyShown, wantedEvents } from './rules.ts'

/** Times that an account which does not answer is told. */
const TELL_TRIES = 3

const termFrom = (now: number) => ({ until: now + INTEREST_MS, changesFrom: now + INTEREST_CHANGE_MS })

export class AdminCollector extends DurableObject<ObjectsEnv> implements AdminCollectorRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  #wants: AdminWants | null = null
  #wantsUntil = 0
  #asking: Promise<AdminWants> | null = null
  #moved = NOTHING_MOVED
  #events: BrowserEvent[] = []
  #sentAt = 0
  #timer = false

  async collect({ shard, accountId, moved, events }: AdminReport): Promise<AdminInterest> {
    const wants = await this.#current(shard)
    if (wants.listeners) {
      this.#moved = addMoved(this.#moved, moved)
      this.#events = newest([...this.#events, ...wantedEvents(wants, events)])
      this.#schedule()
    }
    return interestOf(wants, accountId, termFrom(Date.now()))
  }

  async wanted(wants: AdminWants): Promise<void> {
    const before = this.#wants
    if (!this.#take(wants)) return
    const term = termFrom(Date.now())
    await Promise.allSettled(
      newlyShown(before, wants).map((id) => accountObject(this.env, id).adminsLook(interestOf(wants, id, term))),
    )
  }

  async tellPause(accountIds: string[], pause: PlacePause | PersonStop): Promise<number> {
    return this.#tell(accountIds, (id) => accountObject(this.env, id).learnPause(pause))
  }
  async dropCampaign(accountIds: string[], campaign: number): Promise<number> {
    return this.#tell(accountIds, (id) => accountObject(this.env, id).dropCampaign(campaign))
  }
  async #tell(accountIds: string[], tell: (id: string) => Promise<unknown>): Promise<number> {
    let left = accountIds
    for (let tries = 0; left.length > 0 && tries < TELL_TRIES; tries++) {
      const asked = left
      const told = await Promise.allSettled(asked.map(tell))
      left = asked.filter((_, i) => told[i]?.status === 'rejected')
    }
    return left.length
  }

  /** What admins want now. Reports that arrive together cause one question to the channel. */
  async #current(shard: number): Promise<AdminWants> {
    if (this.#wants && Date.now() < this.#wantsUntil) return this.#wants
    this.#asking ??= this.#ask(shard).finally(() => {
      this.#asking = null
    })
    return this.#asking
  }
  async #ask(shard: number): Promise<AdminWants> {
    const wants = await adminChannel(this.env).wants(shard)
    this.#take(wants)
    // the channel may have sent newer wants during the await
    return this.#wants ?? wants
  }
  /** false: something newer is known already. */
  #take(wants: AdminWants): boolean {
    if (this.#wants && this.#wants.version > wants.version) return false
    this.#wants = wants
    this.#wantsUntil = Date.now() + WANTS_MS
    return true
  }

  #schedule(): void {
    if (this.#timer || (this.#events.length === 0 && !hasMoved(this.#moved))) return
    this.#timer = true
    setTimeout(() => void this.#send(), Math.max(0, this.#sentAt + ADMIN_GAP_MS - Date.now()))
  }
  async #send(): Promise<void> {
    this.#timer = false
    this.#sentAt = Date.now()
    const second = { moved: this.#moved, events: this.#events }
    this.#moved = NOTHING_MOVED
    this.#events = []
    try {
      await adminChannel(this.env).collected(second)
    } catch (error) {
      // not repeated: the screen's next load brings the present state
      logFault('a second', error, { object: 'admin-collector', now: Date.now() })
    }
  }
}
