// The RPC methods of the Durable Objects, for the Worker and for each other.
import type { InAccount } from '../contract/privacy/data-requests.ts'
import type { Held, PersonStop, PlacePause } from '../contract/people/pauses.ts'
import type { RefusalCode, WaitCode } from '../contract/ground/errors.ts'
import type { BrowserEvent } from '../contract/operation/events.ts'
import type {
  LocalAccount,
  RemoteAccount,
  RunnerReport,
  RunnerSession,
  SocketView,
} from '../contract/operation/monitor.ts'
import type { SealedRow, VaultKeyName } from '../contract/people/vault-keys.ts'
import type { ObjectsOfRelease } from '../contract/operation/runner-hello.ts'
import type { Load } from '../contract/operation/runner-metrics.ts'
import type { SettlementBatch } from '../contract/money/settlement.ts'
import type { AccountPurpose } from '../contract/ground/account-purpose.ts'
import type { AccountState, CreatedMessage } from '../contract/sending/whatsapp.ts'
import type { OneOffPeople } from '../contract/sending/one-off-people.ts'
import type { LiveOneOff } from '../domain/sending/one-off/present.ts'
import type { OneOffRequest, PeopleAsk } from '../domain/sending/one-off/store.ts'
import type { CheckFound } from '../domain/sending/number-checks/chunks.ts'
import type { CheckRequest } from '../domain/sending/number-checks/live-checks.ts'
import type { LiveCheck } from '../domain/sending/number-checks/present.ts'
import type { ObjectPage, Outlived, RestoredRows } from '../domain/operation/backup/lost-objects.ts'
import type { AccountSnapshot } from './account-snapshot.ts'
import type { AdminInterest } from './admin-rpc.ts'

/** A refusal crosses RPC as a value: thrown classes do not survive it. waitS: when to ask again. */
export type Outcome<T = null> =
  | { ok: true; value: T }
  | { ok: false; refusal: RefusalCode; waitS?: never }
  | { ok: false; refusal: WaitCode; waitS: number }

type AccountIdentity = { accountId: string; clientid: string; userId: string; purpose: AccountPurpose }
export type LinkRequest = AccountIdentity & {
  mode: 'qr' | 'code'
  /** Stored form; required in code mode. */
  phone: string | null
  /** Whether the person was stopped; absent: as the account has heard. */
  person?: PersonStop
  /** Of the free proxies, that links in progress may take; absent or null: all of them. */
  ofProxies?: number | null
  /** As the fleet counts it, so that a late end of this link ends no later one; absent: the Worker is of a release before. */
  attempt?: string
}
/** sentToday: attempts of the present Jakarta day. held: an admin's pause of this account or its owner. */
export type Pace = { state: AccountState; isBusy: boolean; sentToday: number; held: Held | null }

export type CheckSnapshot = LiveCheck & {
  /** Rests, and D1 and the bucket have all of it. */
  kept: boolean
}
/** The monitor's view of an account; without secrets and message texts. */
export type MonitorLocal = Omit<LocalAccount, 'scope'>
export type MonitorLease = { lease: RemoteAccount['lease']; sockets: SocketView['account'] }

export interface AccountBlastRpc extends Rpc.DurableObjectBranded {
  /** Starts a link, or first tries the stored session when there is one. Events tell the rest. */
  beginLink(request: LinkRequest): Promise<Outcome<{ proxyId: string | null }>>
  /** Ends a link in progress that this clientid began; a linked account stays. */
  cancelLink(clientid: string): Promise<Outcome>
  /** Logs out, wipes the session, releases proxy and numbers, marks the row removed. */
  remove(): Promise<Outcome>
  start(): Promise<Outcome<AccountSnapshot>>
  /** Stop only marks: the message in flight still finishes. why: shown with the run's end; null: its owner stopped it. */
  stop(why?: string | null): Promise<Outcome<AccountSnapshot>>
  /** An admin pauses this account, or lets it go on (null): its run keeps its place and sends nothing meanwhile. */
  hold(held: Held | null): Promise<Outcome<AccountSnapshot>>
  /** The place's switch was turned, or its owner's status; an older version changes nothing. Of a closed owner it is removed. */
  learnPause(pause: PlacePause | PersonStop): Promise<void>
  /** Its owner calls it so from now on; null: as WhatsApp does. */
  rename(nickname: string | null): Promise<Outcome<AccountSnapshot>>
  reset(): Promise<Outcome<AccountSnapshot>>
  /** Lifts a suspension, below 3 strikes only. */
  activate(): Promise<Outcome<AccountSnapshot>>
  /** One act under a press of a person; its own answer is the value. Refused where this press came before, or was burnt. */
  underPress(id: string, act: ActName, args: unknown[]): Promise<Outcome<unknown>>
  /** One that gave up tries its stored session again; false: it did not, or keeps none. */
  reconnect(): Promise<boolean>
  /** What became of this press; one that is not known here is refused from here on. */
  askPress(id: string): Promise<'done' | 'running' | 'burnt'>
  snapshot(): Promise<AccountSnapshot | null>
  /** Begins a number check, or goes on where it stood; excludes a blast. */
  startCheck(request: CheckRequest): Promise<Outcome<CheckSnapshot>>
  /** Stop only marks: the query in flight still finishes. null: this check is not known here. */
  stopCheck(checkId: string): Promise<CheckSnapshot | null>
  checkState(checkId: string): Promise<CheckSnapshot | null>
  /** Rows from this place on that the bucket does not have; below flushedTo the bucket has all. */
  checkResults(checkId: string, from: number, limit: number): Promise<{ rows: CheckFound[]; flushedTo: number }>
  /** New settings for a check that does not run, also whether found numbers enter the list. */
  editCheck(request: CheckRequest): Promise<Outcome>
  /** Another sender continues it: everything is saved to D1 and the bucket, then deleted here. */
  handOverCheck(checkId: string): Promise<Outcome>
  /** Deletes all that is stored of this check; a running one is refused. */
  dropCheck(checkId: string): Promise<Outcome>
  /** Begins a one-off blast; excludes a blast and a check. */
  startOneOff(request: OneOffRequest): Promise<Outcome<LiveOneOff>>
  /** Stop only marks. null: this one-off blast is not known here. */
  stopOneOff(oneOffId: string): Promise<LiveOneOff | null>
  /** A stopped one goes on, to those who have not had it; excludes a blast and a check. */
  continueOneOff(oneOffId: string): Promise<Outcome<LiveOneOff>>
  /** How it stands and how much of today's cap is used; null: nobody ever linked here. */
  pace(): Promise<Pace | null>
  oneOffState(oneOffId: string): Promise<LiveOneOff | null>
  /** A page of who gets or got it. */
  oneOffPeople(ask: PeopleAsk): Promise<OneOffPeople>
  /** Releases this number if it is claimed and not yet sent. After the answer no message leaves for it from this account. */
  drop(number: string): Promise<void>
  /** Gives back whom it claimed for this campaign (rule campaign-pause). */
  dropCampaign(campaign: number): Promise<void>
  /** To whom this message was sent; null: it is on record no more, or its person was erased. */
  numberOf(attemptId: string): Promise<string | null>
  /** MonitorLocal as JSON, for dev's monitor; null: nobody ever linked here. */
  monitor(): Promise<string | null>
  /** Which runner holds it, and their sockets. */
  monitorLease(): Promise<MonitorLease | null>
  /** Erases a person: only attempts and amounts stay, without number or name. */
  erase(number: string): Promise<void>
  /** Reseals rows of its vault with this key, some hundred a call, by a runner (rule vault-keys). */
  resealVault(kid: string): Promise<Resealed>
  /** What it keeps of this number, for the person who asks; null: nothing. */
  keptOf(number: string): Promise<InAccount | null>
  /** Resolves with the next attempt of this account; null after waitMs without one. */
  nextMessage(waitMs: number): Promise<CreatedMessage | null>
  /** All unsettled batches, for a caller who settles them at once because a member looks at their money. */
  unsettled(): Promise<SettlementBatch[]>
  /** These batches are in the ledger. */
  settled(sequences: number[]): Promise<void>
  /** What a backup must have of it, a page at a time, from where the page before ended; null: nobody ever linked here. */
  backUp(from: string | null): Promise<ObjectPage | null>
  /** The database was restored from this moment (epoch ms): what it must be told. null: nobody ever linked here, or the object is lost. */
  outlive(since: number): Promise<Outlived | null>
  /** What the journal says that it settled, for an object that is lost, before its rows come. */
  hearSettled(batches: SettlementBatch[]): Promise<void>
  /** Rows of a backup for an object that is lost; one that lives takes none. @returns whether it lives now */
  takeRows(rows: RestoredRows): Promise<boolean>
  /** An admin's screen shows this account from now on; it says how it stands, then what happens. */
  adminsLook(interest: AdminInterest): Promise<void>
  /** Called by the cron: runs overdue timers and checks the lease. */
  poke(): Promise<void>
  /** The fleet lost this boot of a runner: if it is the holder, its lease is checked as soon as it can be over. */
  runnerSilent(bootId: string): Promise<void>
  fetch(request: Request): Promise<Response>
}

/** What a person may press: under its key each comes once (rule one-press). */
export type ActName = Extract<
  keyof AccountBlastRpc,
  | 'beginLink'
  | 'cancelLink'
  | 'remove'
  | 'start'
  | 'stop'
  | 'hold'
  | 'rename'
  | 'reset'
  | 'activate'
  | 'startCheck'
  | 'stopCheck'
  | 'editCheck'
  | 'handOverCheck'
  | 'dropCheck'
  | 'startOneOff'
  | 'stopOneOff'
  | 'continueOneOff'
>

/** Sign-ins of one person, by token hash: one alone, or all but one (null: all). */
export type EndedSignIns = { userId: string } & ({ only: string } | { keeps: string | null })
/** Times in epoch ms. */
export type SocketStatus = { device: string; since: number; lastPing: number | null }
export interface UserChannelRpc extends Rpc.DurableObjectBranded {
  /** @returns how many sockets are open */
  publish(events: BrowserEvent[]): Promise<{ listeners: number }>
  /** Uses up a ticket id; false when it was used before. */
  useTicket(id: string, expiresAt: number): Promise<boolean>
  /** The open sockets, without anything about their sign-ins. */
  sockets(): Promise<SocketStatus[]>
  /** Closes the sockets of sign-ins that ended. */
  disconnect(ended: EndedSignIns): Promise<void>
  /** Writes a row, reads it and takes it back. @returns the release whose code the object runs @throws Error when it reads something else */
  selfCheck(): Promise<{ release: string }>
  /** Websocket upgrade; headers as in user-channel/sockets.ts. */
  fetch(request: Request): Promise<Response>
}

export type RunnerStatus = {
  runnerId: string
  bootId: string
  /** Its release; absent: it said hello to an older Worker. */
  version?: string
  accounts: number
  capacity: number
  draining: boolean
  seenAt: number
  since: number
  lastPing: number | null
  /** By how much its clock is ahead of the fleet's, negative: behind; null: it does not say its time. */
  skewMs: number | null
  load?: Load
  /** What its heartbeats said of troubles there, epoch ms; absent: nothing. */
  versionRefused?: { at: number; version: string }
  unreadableAt?: number
  /** The releases of the objects whose accounts it holds; absent: it does not say them. */
  objects?: ObjectsOfRelease[]
  /** Of its ring, by name; null or absent: it did not say them. */
  vaultKeys?: VaultKeyName[] | null
  /** Of these it has another key under that name. */
  foreignKids?: string[]
}
/** answer null: it did not answer in time. */
export type RunnerView = RunnerStatus & {
  answer: { report: RunnerReport; session: RunnerSession | null; tookMs: number } | null
}
/** openAt: when that runner is to dial, epoch ms. */
export type Placement = { runnerId: string; openAt: number }
/** Runners are connected, and none has the keys that were asked for. Said only to who asked for some. */
export type NoKey = { noKey: true }
export type PlacementRequest = {
  accountId: string
  epoch: number
  /** A boot id. */
  avoid: string | null
  /** Ids of the keys that its login reads rows of; absent: an older object, or a login that reads none. */
  kids?: string[]
  /** Least time before the runner dials, ms: a holder must close the session first. Default 0. */
  leadMs?: number
}
/** A link that begins. part: of the free places, that all links in progress may take; null: all of them. attempt: as in LinkRequest. */
export type AttemptRequest = Pick<LinkRequest, 'accountId' | 'userId' | 'attempt'> & {
  most: number
  part: number | null
}
/** Why it may not begin, a code of contract/ground/errors.ts, and when to ask again. */
export type AttemptRefused = { why: 'links_many' | 'links_full'; waitS: number }
/** on false: nothing is to run on containers. accounts: those that need a runner. */
export type FleetSizeRequest = { on: boolean; accounts: number }
/** Names of runners; `failed` with why; `stuck`: whose runner is not heard, absent: an older fleet does not say it. */
export type FleetSize = { needed: number; started: string[]; drained: string[]; failed: string[]; stuck?: string[] }
export interface RunnerContainerRpc extends Rpc.DurableObjectBranded {
  /** Starts it unless it runs; true: it was started. @throws Error when the platform has no instance or a setting is missing */
  ensureRunning(name: string): Promise<boolean>
  /** Tells it to hand over and end, and kills it after STOP_MS; false: it does not run. */
  drain(): Promise<boolean>
}
/** writing: all connected runners seal with this key since then (epoch ms); null: they differ, or there is none. kids: of all their rings. */
export type VaultKeysSaid = { writing: { kid: string; since: number } | null; kids: string[] }
export type ResealRequest = { accountId: string; kid: string; rows: SealedRow[] }
/** Rows that are sealed with the new key now, and those that no runner could open. */
export type Resealed = { rows: number; unreadable: number }
export interface RunnerFleetRpc extends Rpc.DurableObjectBranded {
  /** Reserves a slot of a runner and tells it when to dial the account's object; null: none is free. */
  place(account: PlacementRequest): Promise<Placement | NoKey | null>
  /** Counts a link in progress; null: it may begin. It ends with `endAttempt`, or after five minutes. */
  takeAttempt(request: AttemptRequest): Promise<AttemptRefused | null>
  /** The link came to its end. attempt: that one alone; absent: the object is of a release before, and any of this account ends. */
  endAttempt(accountId: string, attempt?: string): Promise<void>
  /** The account needs no runner any more. endsLink absent: the object is of a release before, and its link in progress ends with it. */
  release(account: { accountId: string; epoch: number; endsLink?: false }): Promise<void>
  /** hasRoom: it would be given another account now. */
  runners(): Promise<(RunnerStatus & { hasRoom: boolean })[]>
  /** Uses up the nonce of a signed call that reaches no object; false: it was used before. */
  spendNonce(nonce: string): Promise<boolean>
  /** Cron: starts runners on containers, or ends one, until there are as many as the accounts need. */
  keepSize(request: FleetSizeRequest): Promise<FleetSize>
  /** @param inUse key ids that rows are under, as the database has them */
  vaultKeys(inUse?: readonly string[]): Promise<VaultKeysSaid>
  /** Has rows of an account sealed with this key by a runner that writes with it; null: there is none, or it did not answer. */
  reseal(request: ResealRequest): Promise<SealedRow[] | null>
  /** Reports of runners about themselves and this account; runnerId null: all runners. Waits at most waitMs. */
  report(request: { runnerId: string | null; accountId: string | null; waitMs: number }): Promise<RunnerView[]>
  fetch(request: Request): Promise<Response>
}
