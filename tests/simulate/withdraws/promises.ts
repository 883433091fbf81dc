// What must hold after each act about withdraws, told apart from the product: the bank keeps a book of its own.
import { rupiahToSen } from '../../../contract/ground/money.ts'
import { ordersOfAll } from '../../../domain/money/withdraw/orders-store.ts'
import type { OneAct } from './acts.ts'
import type { Outcome } from './do-act.ts'
import { GIVEN, type Place, type Withdraw } from './place.ts'

class Broken extends Error {}
const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Broken(what)
}
const stageOf = ({ status, payment }: Withdraw): string => payment ?? status
/** From where to where, and by which acts. Nothing else moves a request. */
const WAYS: Record<string, readonly OneAct['do'][]> = {
  'requested>accepted': ['accept', 'answer'],
  'requested>rejected': ['reject', 'cancel'],
  'requested>ordered': ['fetch'],
  'accepted>requested': ['undo'],
  'accepted>ordered': ['order'],
  'ordered>paid': ['prove', 'result'],
  'ordered>returned': ['answer'],
  'paid>returned': ['answer'],
  'returned>requested': ['undo'],
  'rejected>requested': ['undo'],
}
type Step = { withdraw_id: string; step: number; from_status: string; to_status: string; by: string; payment: string }

/** What the bank and a bystander know of one history. */
export class Promises {
  readonly #place: Place
  readonly #limit: number
  /** References under which the bank was told to transfer each request, and how often it sent one back. */
  readonly #told = new Map<string, Set<string>>()
  readonly #returned = new Map<string, number>()
  readonly #accepted = new Set<string>()
  #before: Withdraw[] = []
  #steps = 0
  constructor(place: Place, limit: number) {
    this.#place = place
    this.#limit = limit
  }
  /** @throws Broken */
  async check(outcomes: readonly Outcome[], unchanged: boolean): Promise<void> {
    must(unchanged || outcomes.some(({ end }) => end === 'done'), 'what was refused left something')
    const after = this.#place.withdraws()
    const acts = outcomes.filter(({ end }) => end === 'done').map(({ of }) => of)
    this.#moves(after, acts)
    for (const { id, reference } of outcomes.flatMap(({ transfers }) => transfers)) {
      const told = this.#told.get(id) ?? new Set()
      this.#told.set(id, told.add(reference))
    }
    this.#owed(after)
    this.#books(after)
    await this.#reconciled()
    this.#before = after
  }
  /** Each step is a way that one of these acts goes, taken by somebody else than who is paid, and by two where two are needed. */
  #moves(after: readonly Withdraw[], acts: readonly OneAct[]): void {
    const known = new Map(this.#before.map((w) => [w.id, w]))
    must(
      this.#before.every(({ id }) => after.some((w) => w.id === id)),
      'a request is gone',
    )
    const steps = this.#place.rows<Step>(
      'select withdraw_id, step, from_status, to_status, by, payment from withdraw_steps order by rowid limit -1 offset ?',
      this.#steps,
    )
    this.#steps += steps.length
    for (const w of after) {
      let at = stageOf(known.get(w.id) ?? { ...w, status: 'requested', payment: null })
      must((known.get(w.id)?.proofs ?? 0) <= w.proofs, 'a proof is gone')
      const own = steps.filter((s) => s.withdraw_id === w.id)
      must(w.step === (known.get(w.id)?.step ?? 0) + own.length, 'a step is missing')
      for (const step of own) {
        const to = step.payment === 'none' ? step.to_status : step.payment
        const way = `${at}>${to}`
        must(
          WAYS[way]?.some((act) => acts.some((done) => done.do === act)) ?? false,
          `${way} by ${acts.map((a) => a.do).join()}`,
        )
        this.#people(w, step, way)
        if (way === 'requested>accepted') this.#accepted.add(w.id)
        if (to === 'ordered') this.#accepted.add(w.id)
        if (to === 'returned') this.#returned.set(w.id, (this.#returned.get(w.id) ?? 0) + 1)
        at = to
      }
      must(at === stageOf(w), `a request stands at ${stageOf(w)} and its steps end at ${at}`)
    }
  }
  #people(w: Withdraw, step: Step, way: string): void {
    const isCancelled = way === 'requested>rejected' && step.by === w.user_id
    if (isCancelled) must(!this.#accepted.has(w.id), 'its member took back what was once accepted')
    else must(step.by !== w.user_id, `${way} by its own member`)
    const needsTwo = this.#accepted.has(w.id) || (this.#limit > 0 && w.nominal > this.#limit)
    if (way === 'requested>accepted' && needsTwo)
      must(this.#hadSecond('withdraw', w.id, step.by), 'one person accepted what needs two')
    if (way === 'requested>ordered' && needsTwo) {
      const batches = this.#place.batches().filter(({ id }) => id === w.payout_id || this.#isLineOf(w.id, id))
      must(
        batches.some((b) => b.needs_second === 1 && b.approved_by !== null && b.approved_by !== b.created_by),
        'one person ordered by a batch what needs two',
      )
    }
    if (way.endsWith('>returned')) {
      must(this.#hadSecond('return', w.id, step.by), 'one person returned it')
      must(w.proofs > 0, 'it was returned without a proof')
    }
  }
  #isLineOf(id: string, batch: string): boolean {
    return this.#place.rows('select 1 from payout_lines where withdraw_id = ? and batch_id = ?', id, batch).length > 0
  }
  #hadSecond(kind: string, id: string, by: string): boolean {
    return (
      this.#place.rows(
        `select 1 from approvals where kind = ? and subject = ? and status = 'approved' and decided_by = ? and asked_by <> ?`,
        kind,
        id,
        by,
        by,
      ).length > 0
    )
  }
  /** What the bank was told and did not send back is owed to the member, once. */
  #owed(after: readonly Withdraw[]): void {
    const held = new Map<string, number>()
    for (const { ref, amount_sen } of this.#place.rows<{ ref: string; amount_sen: number }>(
      `select ref, amount_sen from ledger where kind in ('withdraw_hold', 'withdraw_release')`,
    )) {
      const id = ref.split(':')[1] ?? ''
      held.set(id, (held.get(id) ?? 0) - amount_sen)
    }
    for (const w of after) {
      const owed = held.get(w.id) ?? 0
      const isOwed = w.status !== 'rejected'
      must(owed === (isOwed ? rupiahToSen(w.nominal) : 0), `${owed} sen held for ${w.nominal} ${stageOf(w)}`)
      const open = (this.#told.get(w.id)?.size ?? 0) - (this.#returned.get(w.id) ?? 0)
      const isAtBank = w.payment === 'ordered' || w.payment === 'paid'
      must(open === (isAtBank ? 1 : 0), `the bank was told ${open} times of one that is ${stageOf(w)}`)
      must(rupiahToSen(open * w.nominal) <= owed, 'more is ordered than owed')
    }
  }
  /** Balances are the sum of the ledger, of what was given less what is held, and never below zero. */
  #books(after: readonly Withdraw[]): void {
    const sums = this.#place.rows<{ user_id: string; balance: number; sum: number }>(`
      select user_id, balance_sen as balance, (select sum(amount_sen) from ledger l where l.user_id = b.user_id) as sum
      from balances b`)
    for (const { user_id, balance, sum } of sums) {
      const held = after
        .filter((w) => w.user_id === user_id && w.status !== 'rejected')
        .reduce((all, w) => all + w.nominal, 0)
      must(
        balance === sum && balance === rupiahToSen(GIVEN - held) && balance >= 0,
        `${user_id} has ${balance}, the ledger says ${sum}`,
      )
    }
  }
  /** The product's own reconciliation says what the bank's book says. */
  async #reconciled(): Promise<void> {
    const { ordered, returned, tooOften } = await ordersOfAll(this.#place.db)
    const told = [...this.#told.values()].reduce((all, { size }) => all + size, 0)
    const back = [...this.#returned.values()].reduce((all, n) => all + n, 0)
    must(tooOften === 0 && ordered.count === told && returned.count === back, 'reconciliation differs from the bank')
  }
}
