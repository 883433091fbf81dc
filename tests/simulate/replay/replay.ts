// The model, taken along a history: each thing that happens must be a step of the model. What the model has and nobody sees, an answer
// that arrives or a number that leaves a buffer, is taken where the next step needs it.
import { inWords, refusedBy, type Step } from '../../model/relation.ts'
import { hasLease, LEASE, passes } from '../../model/steps/lease.ts'
import { MESSAGE } from '../../model/steps/message.ts'
import { STOP } from '../../model/steps/stop-and-settle.ts'
import { ATTEMPT, BACK, HAND, LINK, of, SMALL, type State, WIRE, World as Model } from '../../model/world.ts'

/** More processes than a history starts. */
const RUNNERS = 32

/** cooldown: of a number that was written to, by the clock that is furthest ahead. All in ms. */
export type Times = { lease: number; skew: number; cooldown: number }
type Say = (rule: string | null, detail: string) => void

export class Replay {
  readonly model: Model
  readonly state: State
  readonly #accounts: readonly string[]
  readonly #persons: readonly string[]
  readonly #now: () => number
  readonly #fail: Say
  readonly #runners = new Map<string, number>()
  readonly #runnerNames: string[] = []
  /** Of an account in a runner: connections that it has, and commands to make one that have not reached it. */
  readonly #live: State
  readonly #coming: State
  /** Accounts that are being linked: the session of a link that ends before its first login is no session. */
  readonly #pairing = new Set<number>()
  readonly #removedAt = new Map<number, number>()
  #at: number
  readonly #cooldown: number
  /** Person → when an account last decided to write to them, and how often their cooldown has ended. */
  readonly #writtenAt = new Map<number, number>()
  readonly #rounds = new Map<number, number>()
  /** Steps that were taken. */
  steps = 0

  /** @param fail called with what is no step, in words */
  constructor(
    { accounts, persons, times }: { accounts: readonly string[]; persons: readonly string[]; times: Times },
    now: () => number,
    fail: Say,
  ) {
    this.#accounts = accounts
    this.#persons = persons
    const { lease, skew, cooldown } = times
    const size = {
      accounts: accounts.length,
      persons: persons.length,
      runners: RUNNERS,
      lease,
      skew,
      deletes: true,
      returns: true,
    }
    this.#cooldown = cooldown
    this.model = new Model({ ...SMALL, ...size })
    this.state = this.model.begin()
    this.#live = new Int32Array(accounts.length * RUNNERS)
    this.#coming = new Int32Array(accounts.length * RUNNERS)
    this.#now = now
    this.#fail = fail
    this.#at = now()
  }
  /** A process; of more than there is room for, the oldest are over. */
  runner(name: string): number {
    const known = this.#runners.get(name)
    if (known !== undefined) return known
    const made = this.#runners.size % RUNNERS
    this.#runners.set(name, made)
    this.#runnerNames[made] = name
    return made
  }

  // ---------------------------------------------------------------- leases
  /** @param isNew the runner dialled for an epoch that it did not hold */
  dialled(a: number, r: number, isNew: boolean): void {
    const { model, state } = this
    this.#pass()
    const slot = model.slot(a, r)
    // what was sent over a socket of before is lost
    this.#coming[slot] = 0
    const holder = of(state, model.holder + a)
    if (holder === r + 1 && !isNew) return this.#take(LEASE.renew, a, r)
    // the object began a new epoch, which nobody sees before a runner dials for it
    if (holder !== 0) {
      if (of(this.#live, model.slot(a, holder - 1)) === 0 || this.#pairing.delete(a)) state[model.holds + a] = 0
      this.#take(LEASE.fence, a)
    }
    if (of(this.#live, slot) === 0) state[model.link + slot] = LINK.closed
    this.#take(LEASE.grant, a, r)
  }
  renewed(a: number, r: number): void {
    this.#pass()
    this.#take(LEASE.renew, a, r)
  }
  /** @param isFresh to link a phone: a session of its own, which no runner had before */
  commanded(a: number, r: number, isFresh: boolean): void {
    const { model, state } = this
    this.#pass()
    this.#pairing.delete(a)
    if (isFresh) {
      this.#pairing.add(a)
      state[model.mayBeOpen + a] = 0
      for (let i = 0; i < RUNNERS; i++) state[model.link + model.slot(a, i)] = LINK.closed
    }
    const slot = model.slot(a, r)
    this.#coming[slot] = of(this.#coming, slot) + 1
    this.#take(LEASE.connect, a)
  }
  /** The runner got such a command. */
  begun(a: number, r: number): void {
    const slot = this.model.slot(a, r)
    this.#coming[slot] = Math.max(0, of(this.#coming, slot) - 1)
    this.#live[slot] = of(this.#live, slot) + 1
  }
  loggedIn(a: number, r: number): void {
    this.#pass()
    this.#pairing.delete(a)
    this.#take(LEASE.login, a, r)
  }
  /** By the runner itself, so that its object hears of it. */
  closed(a: number, r: number): void {
    const { model, state } = this
    const slot = model.slot(a, r)
    this.#live[slot] = of(this.#live, slot) - 1
    const link = model.link + slot
    const goesOn = of(this.#live, slot) > 0 || of(this.#coming, slot) > 0
    if (of(state, link) === LINK.closed) return
    if (goesOn) state[link] = LINK.commanded
    else {
      this.#take(LEASE.close, a, r)
      if (of(state, model.holder + a) === r + 1 && of(state, model.holds + a) === 1) this.#take(LEASE.heardClosed, a)
    }
  }

  /** Time was leapt over, in which runners measured nothing. Those whose objects hear them yet renew their leases at its end. */
  leapt(ms: number): void {
    const { model, state } = this
    for (let a = 0; a < model.size.accounts; a++)
      for (const i of [model.known + a, model.mayBeOpen + a]) state[i] = Math.max(0, of(state, i) - ms)
    this.#at += ms
  }
  /** The model knows a person for one message. After each cooldown they are a new one to it. */
  round(p: number): number {
    return this.#rounds.get(p) ?? 0
  }
  #cooldownOver(p: number): void {
    const { model, state } = this
    this.#rounds.set(p, this.round(p) + 1)
    state[model.tried + p] = 0
    state[model.got + p] = 0
    // with their row went its claim and what an account had of it, and the row that they have now is another one
    const isAnother = this.#removedAt.delete(p)
    if (isAnother) state[model.claim + p] = 0
    for (let a = 0; a < model.size.accounts; a++) {
      const i = model.pair(a, p)
      for (const field of [model.attempt, model.wire, model.at, model.made, model.settled, model.paid])
        state[field + i] = 0
      if (isAnother) for (const field of [model.hand, model.back]) state[field + i] = 0
    }
  }

  // ---------------------------------------------------------------- the database
  held(p: number, a: number): void {
    const since = this.#writtenAt.get(p) ?? this.#removedAt.get(p) ?? this.#now()
    if (this.#now() - since >= this.#cooldown) this.#cooldownOver(p)
    this.#take(MESSAGE.claim, a, p)
    this.#removedAt.delete(p)
  }
  /** By the account's statement. */
  givenBack(p: number, a: number): void {
    const { model, state } = this
    const i = model.pair(a, p)
    if (of(state, model.hand + i) !== HAND.none) state[model.hand + i] = HAND.none
    state[model.back + i] = BACK.none
    this.#take(MESSAGE.giveBack, a, p)
    this.#take(MESSAGE.giveBackRuns, a, p)
    state[model.back + i] = BACK.none
  }
  barred(p: number): void {
    if (of(this.state, this.model.barred + p) === 0) this.#take(STOP.bar, p)
  }
  /** Its row is deleted. Where an account held it, it rests from then on, however often it is added and deleted again. */
  removed(p: number): void {
    const isHeld = of(this.state, this.model.claim + p) !== 0
    if (!isHeld || !this.#removedAt.has(p)) this.#removedAt.set(p, this.#now())
    this.#take(STOP.remove, p)
  }
  /** It was added again, or its stop lifted and its person agreed again. */
  allowed(p: number): void {
    if (of(this.state, this.model.barred + p) === 1) this.#take(STOP.allow, p)
  }
  told(p: number): void {
    const { model, state } = this
    for (let a = 0; a < model.size.accounts; a++)
      if (refusedBy(STOP.drop, model, state, a, p) === null) this.#take(STOP.drop, a, p)
    if (of(state, model.told + p) === 0) this.#take(STOP.tell, p)
  }
  settled(a: number, p: number, change: number): void {
    this.#take(STOP.settle, a, p, change)
  }

  // ---------------------------------------------------------------- an account's object
  /** @param r the runner of the epoch that stands on the attempt */
  intended(a: number, p: number, r: number | undefined): void {
    const { model, state } = this
    const i = model.pair(a, p)
    if (of(state, model.hand + i) === HAND.asked) this.#take(MESSAGE.answer, a, p)
    this.#take(MESSAGE.intend, a, p)
    this.#writtenAt.set(p, this.#now())
    if (r !== undefined) state[model.at + i] = r + 1
  }
  stopped(a: number, p: number): void {
    if (of(this.state, this.model.heard + this.model.pair(a, p)) !== 1) this.#take(STOP.hear, a, p)
  }
  stopKept(a: number, p: number): void {
    if (of(this.state, this.model.heard + this.model.pair(a, p)) === 1) this.#take(STOP.keep, a, p)
  }
  undone(a: number, p: number): void {
    this.#take(MESSAGE.unsent, a, p)
    this.#take(MESSAGE.takeBack, a, p)
  }
  outcome(a: number, p: number, to: number): void {
    const { model, state } = this
    const i = model.pair(a, p)
    if (to === ATTEMPT.success) return this.#take(MESSAGE.ack, a, p)
    if (to === ATTEMPT.unknown) return this.#take(MESSAGE.expire, a, p)
    if (of(state, model.wire + i) === WIRE.refused) return this.#take(MESSAGE.reject, a, p)
    if (of(state, model.attempt + i) === ATTEMPT.unknown) return this.#take(MESSAGE.giveUp, a, p)
    this.#take(MESSAGE.unsent, a, p)
    this.#take(MESSAGE.cannot, a, p)
  }
  revoked(a: number, p: number): void {
    this.#take(MESSAGE.revoke, a, p)
  }

  // ---------------------------------------------------------------- WhatsApp
  /** A message that is sent again, because its recipient could not read it, left before. */
  left(a: number, p: number, r: number): void {
    const { model, state } = this
    this.#pass()
    const wire = of(state, model.wire + model.pair(a, p))
    if (wire === WIRE.left || wire === WIRE.accepted || wire === WIRE.refused) {
      if (of(state, model.link + model.slot(a, r)) !== LINK.open || !hasLease(model, state, a, r))
        this.#fail('one-runner', `${this.#runnerNames[r]} repeats a message of ${this.#accounts[a]} without its lease`)
      return
    }
    if (of(state, model.at + model.pair(a, p)) !== r + 1)
      return this.#fail(
        'at-most-once',
        `${this.#runnerNames[r]} sends a message of ${this.#accounts[a]} to ${this.#persons[p]} that was given to another runner`,
      )
    this.#take(MESSAGE.leave, a, p)
  }
  answered(a: number, p: number, isRefused: boolean): void {
    this.#take(isRefused ? MESSAGE.refuse : MESSAGE.accept, a, p)
  }

  #pass(): void {
    const now = this.#now()
    if (now > this.#at) passes(this.model, this.state, now - this.#at)
    this.#at = now
  }
  #take(step: Step, x = 0, y = 0, z = 0): void {
    const refused = refusedBy(step, this.model, this.state, x, y, z)
    this.steps += 1
    if (refused === null) return step.does(this.model, this.state, x, y, z)
    const what = inWords(
      step,
      step.over.map((over, i) => this.#nameOf(over, [x, y, z][i] ?? 0)),
    )
    this.#fail(refused.rule, `${what}: no step of the model, because ${refused.or}`)
  }
  #nameOf(over: Step['over'][number], i: number): string {
    const name = over === 'account' ? this.#accounts[i] : over === 'person' ? this.#persons[i] : this.#runnerNames[i]
    return over === 'change' ? `change ${i}` : (name ?? String(i))
  }
}
