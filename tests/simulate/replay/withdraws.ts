// The model's withdraws, taken along a history of them: each transaction of the database is one or more of its steps.
import { inWords, refusedBy, type Step } from '../../model/relation.ts'
import { WITHDRAW } from '../../model/steps/withdraw.ts'
import { ASKED, FROZEN, of, SMALL, STAGE, type State, World as Model } from '../../model/world.ts'
import type { Change } from '../platform/files.ts'

/** More requests than a history has. */
const MOST = 128
type Request = { q: number; id: string; userId: string; nominal: number; batch: string | null }

/** Members with amounts, where the model has one member and one price. */
class Amounts extends Model {
  readonly requests: Request[] = []
  readonly #given: number
  constructor(given: number) {
    super({ ...SMALL, accounts: 0, persons: 0, runners: 0, withdraws: MOST })
    this.#given = given
  }
  override covers(s: State, q: number): boolean {
    const { userId, nominal = 0 } = this.requests[q] ?? {}
    const held = this.requests.filter((one) => one.userId === userId)
    return held.reduce((left, one) => left - of(s, this.held + one.q) * one.nominal, this.#given) >= nominal
  }
}
/** From where to where, and which step that is; of an acceptance and a rejection it depends on who. */
const WAYS: Record<string, Step> = {
  'requested>ordered': WITHDRAW.fetch,
  'accepted>requested': WITHDRAW.undo,
  'accepted>ordered': WITHDRAW.order,
  'ordered>paid': WITHDRAW.pay,
  'ordered>returned': WITHDRAW.comesBack,
  'paid>returned': WITHDRAW.comesBack,
  'returned>requested': WITHDRAW.reopen,
  'rejected>requested': WITHDRAW.reopen,
}
const NAMES = Object.fromEntries(Object.entries(STAGE).map(([name, stage]) => [stage, name]))

export class WithdrawReplay {
  readonly #model: Amounts
  readonly #state: State
  readonly #byId = new Map<string, Request>()
  /** What is no step of the model, in words; the first of them. */
  broken: string | null = null
  steps = 0

  /** @param given what each member has from the start */
  constructor(given: number) {
    this.#model = new Amounts(given)
    this.#state = this.#model.begin()
  }
  /** One transaction. */
  committed(changes: readonly Change[]): void {
    const approved = new Set(
      changes.flatMap(([what, kind, id, status]) =>
        what === 'decided' && status === 'approved' ? [`${String(kind)} ${String(id)}`] : [],
      ),
    )
    const held = new Map<string, number>()
    const before = this.#state.slice()
    for (const change of changes) this.#changed(change, approved, held)
    for (const request of this.#model.requests) {
      const by = of(this.#state, this.#model.held + request.q) - of(before, this.#model.held + request.q)
      if (by !== (held.get(request.id) ?? 0))
        this.#fail(
          `${request.id}: its money is held ${held.get(request.id) ?? 0} times more, where the model says ${by}`,
        )
    }
  }
  #changed([what, x, y, z, payment, by]: Change, approved: ReadonlySet<string>, held: Map<string, number>): void {
    switch (what) {
      case 'asked': {
        const request = {
          q: this.#model.requests.length,
          id: String(x),
          userId: String(y),
          nominal: Number(z),
          batch: null,
        }
        this.#model.requests.push(request)
        this.#byId.set(request.id, request)
        return this.#take(WITHDRAW.request, request)
      }
      case 'money': {
        const id = String(x).split(':')[1] ?? ''
        held.set(id, (held.get(id) ?? 0) - Math.sign(Number(y)))
        return
      }
      case 'batch':
        return this.#about(x, (request) => this.#batch(request, y === null ? null : String(y)))
      case 'second':
        for (const request of this.#model.requests) if (request.batch === x) this.#take(WITHDRAW.approveBatch, request)
        return
      case 'question':
        return this.#about(y, (request) => this.#take(x === 'return' ? WITHDRAW.askReturn : WITHDRAW.ask, request))
      case 'decided':
        // a question that came to nothing
        return this.#about(y, (request) => {
          if (z !== 'approved') this.#state[this.#model.asked + request.q] = ASKED.nothing
        })
      case 'step':
        return this.#about(x, (request) => {
          const to = payment === 'none' || payment === null ? String(z) : String(payment)
          this.#step(request, to, { isOwn: by === request.userId, isSecond: approved.has(`withdraw ${request.id}`) })
        })
    }
  }
  #batch(request: Request, batch: string | null): void {
    request.batch = batch ?? request.batch
    const isFrozen = of(this.#state, this.#model.frozen + request.q) !== FROZEN.no
    const stands = of(this.#state, this.#model.stage + request.q)
    if (batch !== null && stands === STAGE.requested) this.#take(WITHDRAW.freeze, request)
    // its file, or the bank's result, takes it out of the batch as well
    else if (batch === null && isFrozen) this.#take(WITHDRAW.release, request)
  }
  #step(request: Request, to: string, { isOwn, isSecond }: { isOwn: boolean; isSecond: boolean }): void {
    const way = `${NAMES[of(this.#state, this.#model.stage + request.q)]}>${to}`
    if (way === 'requested>accepted') return this.#take(isSecond ? WITHDRAW.acceptAsked : WITHDRAW.accept, request)
    if (way === 'requested>rejected') return this.#take(isOwn ? WITHDRAW.cancel : WITHDRAW.reject, request)
    const step = WAYS[way]
    if (step) this.#take(step, request)
    else this.#fail(`${request.id} goes from ${way}: no step of the model`)
  }
  #about(id: unknown, then: (request: Request) => void): void {
    const request = this.#byId.get(String(id))
    if (request) then(request)
  }
  #take(step: Step, { q, id }: Request): void {
    this.steps += 1
    const refused = refusedBy(step, this.#model, this.#state, q)
    if (refused === null) return step.does(this.#model, this.#state, q, 0, 0)
    const rule = refused.rule === null ? '' : ` (${refused.rule})`
    this.#fail(`${inWords(step, [id])}: no step of the model, because ${refused.or}${rule}`)
  }
  #fail(what: string): void {
    this.broken ??= what
  }
}
