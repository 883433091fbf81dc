// RPC of the objects between accounts and admins. Accounts report to a collector, and collectors to the channel; what admins
// want travels the other way, always with an expiry.
import type { BrowserEvent, EventCounts } from '../contract/operation/events.ts'
import type { PersonStop, PlacePause } from '../contract/people/pauses.ts'
import type { EndedSignIns, SocketStatus } from './rpc.ts'

/** How often each event occurred on accounts, and on their checks and one-off blasts. Messages are counted at settlement. */
export type Moved = { accounts: EventCounts; jobs: EventCounts }

/** What admins' open screens show. A collector gets only the accounts that are its own. */
export type AdminWants = {
  /** Grows with each change: an older answer never replaces a newer one. */
  version: number
  /** At least one screen is open. */
  listeners: boolean
  /** At least one monitor is open that gets the events of every account. */
  everything: boolean
  accounts: string[]
  numbers: string[]
}

/** What an account reports to its collector until `until` (epoch ms); afterwards its next event is reported in full. */
export type AdminInterest = {
  until: number
  /** At level `nothing`: from then on (epoch ms) a change of the account's state is reported already before `until`. */
  changesFrom: number
  /** `counts`: how often it changed. `events`: its row is shown. */
  level: 'nothing' | 'counts' | 'events'
  /** A list of phone numbers is shown: events about numbers are told as well. */
  numbers: boolean
}

/** What happened on one account since its last report. */
export type AdminReport = {
  shard: number
  accountId: string
  moved: Moved
  /** In their order; empty at level `counts`. */
  events: BrowserEvent[]
}

/** What one collector sends for one second. */
export type Collected = { moved: Moved; events: BrowserEvent[] }

export interface AdminCollectorRpc extends Rpc.DurableObjectBranded {
  /** Tells these accounts that the place's switch or their owner's status was turned. @returns how many did not answer, after some tries */
  tellPause(accountIds: string[], pause: PlacePause | PersonStop): Promise<number>
  /** Gives back whom these accounts hold for a campaign. @returns how many did not answer */
  dropCampaign(accountIds: string[], campaign: number): Promise<number>
  /** Takes a report, answers what the account is to tell from now on. With nobody listening the report is dropped. */
  collect(report: AdminReport): Promise<AdminInterest>
  /** Other rows are shown, or nobody listens any more. Accounts that are shown from now on hear it at once. */
  wanted(wants: AdminWants): Promise<void>
}

export interface AdminChannelRpc extends Rpc.DurableObjectBranded {
  /** Publishes events that go to every admin, whatever their screen shows. */
  publish(events: BrowserEvent[]): Promise<{ listeners: number }>
  /** The wants for one collector, which asks after a wake or when its own have expired. */
  wants(shard: number): Promise<AdminWants>
  /** Passes a collector's second on to the screens it is about. */
  collected(second: Collected): Promise<void>
  /** Adds settled results to the totals. @returns those of the numbers that an open screen shows */
  settled(counts: EventCounts, numbers: string[]): Promise<string[]>
  /** Events about phone numbers, to the screens that show them. */
  publishNumbers(events: BrowserEvent[]): Promise<void>
  /** Who listens now; nothing of their sign-ins. */
  sockets(): Promise<SocketStatus[]>
  disconnect(ended: EndedSignIns): Promise<void>
  /** Websocket upgrade; headers as in user-channel/sockets.ts. Up the socket comes WatchFrame. */
  fetch(request: Request): Promise<Response>
}
