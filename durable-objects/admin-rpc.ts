// What the objects between accounts and admins answer to. Accounts report to a collector, collectors to the channel;
// what admins want goes the other way, each time with an end.
import type { BrowserEvent, EventCounts } from '../contract/events.ts'
import type { SocketStatus } from './rpc.ts'

/** How often each event came: of accounts, and of the checks and one-off blasts on them. Messages are counted as they are settled. */
export type Moved = { accounts: EventCounts; jobs: EventCounts }

/** What admins' open screens show. A collector gets only the accounts that are its own. */
export type AdminWants = {
  /** Grows with each change: an older answer never replaces a newer one. */
  version: number
  /** Somebody listens. */
  listeners: boolean
  /** Somebody named no rows and hears of every account. */
  everything: boolean
  accounts: string[]
  numbers: string[]
}

/** What an account is to tell its collector until then (epoch ms); afterwards its next event asks anew. */
export type AdminInterest = {
  until: number
  /** At level `nothing`: from then on a change of what the account is asks anew, ahead of the rest (epoch ms). */
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

/** A second of one collector. */
export type Collected = { moved: Moved; events: BrowserEvent[] }

export interface AdminCollectorRpc extends Rpc.DurableObjectBranded {
  /** Takes a report, answers what the account is to tell from now on. With nobody listening the report is dropped. */
  collect(report: AdminReport): Promise<AdminInterest>
  /** Other rows are shown, or nobody listens any more. Accounts that are shown from now on hear it at once. */
  wanted(wants: AdminWants): Promise<void>
}

export interface AdminChannelRpc extends Rpc.DurableObjectBranded {
  /** What concerns every admin, whatever their screen shows. */
  publish(events: BrowserEvent[]): Promise<{ listeners: number }>
  /** The part of a collector, for collectors that just woke or whose knowledge ran out. */
  wants(shard: number): Promise<AdminWants>
  /** Passes a collector's second on to the screens it is about. */
  collected(second: Collected): Promise<void>
  /** Results of messages were settled: into the totals. Answers with those of the numbers whose events somebody hears. */
  settled(counts: EventCounts, numbers: string[]): Promise<string[]>
  /** Events about phone numbers, to the screens that show them. */
  publishNumbers(events: BrowserEvent[]): Promise<void>
  /** Who listens now; nothing of their sign-ins. */
  sockets(): Promise<SocketStatus[]>
  /** Websocket upgrade; headers as in user-channel/sockets.ts. Up the socket comes WatchFrame. */
  fetch(request: Request): Promise<Response>
}
