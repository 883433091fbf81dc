// Turns what happens in a history into steps of the model: rows that became safe in the objects and in the database, sockets and
// commands between the objects and their runners, and what WhatsApp sees.
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { SocketTag } from '../../../durable-objects/account-blast/core/socket-tag.ts'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import { timing } from '../../../durable-objects/timing.ts'
import { ATTEMPT, CHANGES, of, REVERSAL } from '../../model/world.ts'
import type { Change } from '../platform/files.ts'
import type { PlatformSocket } from '../platform/sockets.ts'
import type { Promises } from '../promises/promises.ts'
import { isAnswer } from '../whatsapp-parts.ts'
import { mayBeWrittenTo } from '../stage.ts'
import type { World } from '../world.ts'
import { Replay } from './replay.ts'

const OUTCOMES: Record<string, number> = { ...ATTEMPT, none: ATTEMPT.pending }
const changeOf = (from: string, to: string): number =>
  CHANGES.findIndex((c) => c.from === OUTCOMES[from] && c.to === OUTCOMES[to])

/** Less the longest time until what was decided is safe, and seen here. */
const COOLDOWN_MS = 168 * HOUR_MS - 1_000
const FRAME_HEAD = 100
const LOGS_IN = /"commands":\[\{"kind":"(connect|link)"/
/** round: its person’s cooldown had ended so often. */
type Message = { a: number; p: number; round: number }
type Account = {
  a: number
  name: string
  epochs: Map<number, number>
  batches: Map<number, SettlementBatch>
  settled: Set<number>
}

export class Observer {
  readonly replay: Replay
  readonly #world: World
  readonly #accounts = new Map<string, Account>()
  readonly #persons: ReadonlyMap<string, number>
  readonly #byAttempt = new Map<string, Message>()
  readonly #byMessage = new Map<string, Message>()
  readonly #gone = new Set<number>()

  constructor(world: World, promises: Promises) {
    this.#world = world
    const { leaseMs, leaseSkewMs } = timing(world.env)
    // an object measures a lease by its hosts' clocks
    const skew = leaseSkewMs - 2 * world.machines.hostsWithinMs
    const accounts = world.accounts.map(({ id }) => id)
    this.replay = new Replay(
      {
        accounts,
        persons: world.numbers,
        times: { lease: leaseMs, skew, cooldown: COOLDOWN_MS - 2 * world.machines.hostsWithinMs },
      },
      () => world.now,
      (rule, detail) => this.#fail(rule, detail),
    )
    this.#persons = new Map(world.numbers.map((number, p) => [number, p]))
    for (const p of world.numbers.keys())
      if (!mayBeWrittenTo(p)) {
        this.replay.barred(p)
        this.replay.told(p)
      }
    for (const [a, name] of accounts.entries())
      this.#watch({ a, name, epochs: new Map(), batches: new Map(), settled: new Set() })
    world.database.onCommitted = (changes) => {
      this.#inDatabase(changes)
      promises.turns.committed(changes)
    }
    world.platform.clock.onLeapt = (ms) => this.replay.leapt(ms)
    promises.onForbidden = (number) => this.#about(number, (p) => this.replay.told(p))
    this.#watchWhatsapp()
  }

  #fail(rule: string | null, detail: string): void {
    this.#world.story.note('replay', rule === null ? detail : `${detail} (${rule})`)
  }
  #about(number: unknown, then: (p: number) => void): void {
    const p = this.#persons.get(String(number))
    if (p !== undefined) then(p)
  }

  // ---------------------------------------------------------------- sockets
  #watch(account: Account): void {
    this.#accounts.set(account.name, account)
    const { disk, sockets } = this.#world.platform.object('ACCOUNT_BLAST', account.name)
    disk.onKept = (changes) => {
      for (const change of changes) this.#inObject(account, change)
    }
    const runners = new WeakMap<PlatformSocket, number>()
    sockets.onAccepted = (ws) => {
      ws.onAttached = (attachment) => {
        ws.onAttached = null
        const { leftover, epoch, bootId } = attachment as SocketTag
        if (leftover) return
        const r = this.replay.runner(bootId)
        runners.set(ws, r)
        this.replay.dialled(account.a, r, account.epochs.get(epoch) !== r)
        account.epochs.set(epoch, r)
      }
      ws.link.onSent = (from, frame) => {
        if (from !== ws.side || frame.kind !== 'data' || typeof frame.data !== 'string') return
        // a frame with such a command has no other one before it, and the rest may be long
        const [, kind] = LOGS_IN.exec(frame.data.slice(0, FRAME_HEAD)) ?? []
        const r = runners.get(ws)
        if (kind !== undefined && r !== undefined) this.replay.commanded(account.a, r, kind === 'link')
      }
    }
    sockets.onAnswered = (ws) => {
      const r = runners.get(ws)
      if (r !== undefined) this.replay.renewed(account.a, r)
    }
  }

  // ---------------------------------------------------------------- WhatsApp
  #watchWhatsapp(): void {
    const { whatsapp } = this.#world
    const runnerOf = (name: string): number => this.replay.runner(name.replace('/', '-boot-'))
    whatsapp.onLogin = ({ accountId, runner }) => {
      const account = this.#accounts.get(accountId)
      if (account) this.replay.loggedIn(account.a, runnerOf(runner))
    }
    whatsapp.onBegun = ({ accountId, runner }) => {
      const account = this.#accounts.get(accountId)
      if (account) this.replay.begun(account.a, runnerOf(runner))
    }
    whatsapp.onClosed = ({ accountId, runner }) => {
      const account = this.#accounts.get(accountId)
      if (account) this.replay.closed(account.a, runnerOf(runner))
    }
    whatsapp.onLeft = ({ accountId, runner }, { id, number, text }) => {
      if (isAnswer(text)) return
      const message = this.#byMessage.get(id)
      if (!message)
        return this.#fail('at-most-once', `${accountId} sends ${id} to ${number}, which is on record nowhere`)
      if (this.#isOfNow(message)) this.replay.left(message.a, message.p, runnerOf(runner))
    }
    whatsapp.onAnswered = ({ id }, isRefused) => {
      const message = this.#byMessage.get(id)
      if (message && this.#isOfNow(message)) this.replay.answered(message.a, message.p, isRefused)
    }
  }

  // ---------------------------------------------------------------- an account's object
  #inObject(account: Account, [what, x, y, z, epoch]: Change): void {
    const { a } = account
    switch (what) {
      case 'intent':
        return this.#about(z, (p) => {
          const message = { a, p, round: this.replay.round(p) }
          this.#byAttempt.set(String(x), message)
          this.#byMessage.set(String(y), message)
          this.replay.intended(a, p, account.epochs.get(Number(epoch)))
        })
      case 'outcome':
        return this.#of(x, ({ p }) => this.replay.outcome(a, p, OUTCOMES[String(z)] ?? ATTEMPT.none))
      case 'undone':
        return this.#of(x, ({ p }) => this.replay.undone(a, p))
      case 'stop':
        return this.#about(x, (p) => this.replay.stopped(a, p))
      case 'again':
        return this.#about(x, (p) => (Number(y) === 0 ? this.replay.stopped(a, p) : this.replay.stopKept(a, p)))
      case 'batch': {
        const batch = JSON.parse(String(y)) as SettlementBatch
        account.batches.set(Number(x), batch)
        for (const { attemptId } of batch.reversals) this.#of(attemptId, ({ p }) => this.replay.revoked(a, p))
        return
      }
      case 'confirmed':
        if (!account.settled.has(Number(x)))
          this.#fail('income-once', `${account.name} forgets its batch ${String(x)}, which the ledger does not have`)
    }
  }
  /** The model has left behind what was before the last cooldown. */
  #isOfNow({ p, round }: Message): boolean {
    return this.replay.round(p) === round
  }
  #of(attemptId: unknown, then: (message: Message) => void): void {
    const message = this.#byAttempt.get(String(attemptId))
    if (message && this.#isOfNow(message)) then(message)
  }

  // ---------------------------------------------------------------- the database
  /** One transaction. What it settles comes first: with it numbers come free that no statement gives back. */
  #inDatabase(changes: readonly Change[]): void {
    const freed = new Set<number>()
    let earned = 0
    for (const [what, x, y] of changes) {
      if (what === 'settled') earned += this.#settled(String(x), Number(y), freed)
      else if (what === 'earned') earned -= Number(x)
    }
    if (earned !== 0)
      this.#fail('income-once', `the ledger pays ${-earned} sen more than the batches say that it settles`)
    for (const [what, number, before, now] of changes)
      this.#about(number, (p) => {
        if (what === 'held') this.#held(p, { before, now }, freed)
        else if (what === 'barred') this.replay.barred(p)
        else if (what === 'gone') this.#rowGone(p)
        else if (what === 'allowed') this.#allowed(p)
      })
    for (const p of freed)
      if (!this.#gone.has(p)) this.#fail('number-claim', `${this.#world.numbers[p]} is settled and stays held`)
  }
  #rowGone(p: number): void {
    this.#gone.add(p)
    this.replay.removed(p)
  }
  /** Where an account held the row that went, its claim never comes free in the new one. */
  #allowed(p: number): void {
    const { model, state } = this.replay
    if (of(state, model.claim + p) === 0) this.#gone.delete(p)
    this.replay.allowed(p)
  }
  #held(p: number, { before, now }: { before: unknown; now: unknown }, freed: Set<number>): void {
    const holder = this.#accounts.get(String(before))
    if (holder && !freed.delete(p)) this.replay.givenBack(p, holder.a)
    const claims = this.#accounts.get(String(now))
    if (claims) this.replay.held(p, claims.a)
  }
  /** @returns what it pays, in sen */
  #settled(accountId: string, sequence: number, freed: Set<number>): number {
    const account = this.#accounts.get(accountId)
    if (!account) return 0
    const batch = account.batches.get(sequence)
    if (!batch) {
      this.#fail('income-once', `the ledger settles batch ${sequence} of ${accountId}, which is on record nowhere`)
      return 0
    }
    account.settled.add(sequence)
    let pays = 0
    const { model, state } = this.replay
    const settle = (attemptId: string, change: number): void =>
      this.#of(attemptId, ({ a, p }) => {
        const held = of(state, model.claim + p)
        this.replay.settled(a, p, change)
        if (held !== of(state, model.claim + p)) freed.add(p)
      })
    for (const { attemptId, from, to, kind, priceSen } of batch.results) {
      settle(attemptId, changeOf(from, to))
      if (to === 'success' && kind !== 'blaster') pays += priceSen
    }
    for (const { attemptId, priceSen } of batch.reversals) {
      settle(attemptId, REVERSAL)
      pays -= priceSen
    }
    return pays
  }
}
