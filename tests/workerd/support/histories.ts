// Random histories of money, told through the real use cases: settlements that repeat and come out of order, days that
// are posted, rows that become marks, bonuses, withdraws and what is decided about them, beside the plainest possible idea of what each person must have.
import { partByPercent } from '../../../contract/ground/percent-parts.ts'
import { rupiahToSen } from '../../../contract/ground/money.ts'
import { jakartaDay } from '../../../contract/ground/time.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { SettlementBatch, SettledResult } from '../../../contract/money/settlement.ts'
import { giveBonus } from '../../../domain/money/bonus/give-bonus.ts'
import { bonusById, takeBackBonus } from '../../../domain/money/bonus/store.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { connect, type Db } from '../../../domain/ground/db/connection.ts'
import { postDays } from '../../../domain/money/ledger/accrual-store.ts'
import { foldSettlements } from '../../../domain/money/settlement/fold-store.ts'
import { SETTLED_DAYS } from '../../../domain/money/settlement/retention-rules.ts'
import { settleBatches } from '../../../domain/money/settlement/settle-batches.ts'
import { decideWithdraw, requestWithdraw } from '../../../domain/money/withdraw/decide-withdraw.ts'
import type { WithdrawStatus } from '../../../domain/money/withdraw/rules.ts'
import { all, bound, one, run } from './database.ts'
import { makeLender, makePerson } from './people.ts'
import { portsOf } from './stage.ts'
import type { Step } from './money-steps.ts'

type Made = { batch: SettlementBatch; settled: boolean }
type Attempt = { account: number; result: SettledResult; sequence: number; state: 'unknown' | 'paid' | 'revoked' }
let histories = 0
const PERCENT = 10
const DAY_MS = 86_400_000

/** One history: people of its own, so that many fit one database. */
export class History {
  readonly users: string[]
  readonly db: Db
  readonly #tag = `h${++histories}`
  readonly #made: Made[] = []
  readonly #attempts: Attempt[] = []
  readonly #bonuses: { id: string; user: number; nominal: number; gone: boolean }[] = []
  readonly #withdraws: { id: string; user: number; nominal: number; status: WithdrawStatus }[] = []
  readonly #sequences = [0, 0, 0]
  #refs = 0
  #admin = ''
  constructor() {
    this.db = connect(bound.DB)
    this.users = [0, 1, 2].map((i) => `${this.#tag}-${i}`)
  }
  /** 0 brought 1; 2 came alone. Each has the account of the same number. */
  async begin(): Promise<void> {
    this.#admin = (await makePerson('admin', { passwordHash: 'none' })).id
    for (const [i, id] of this.users.entries()) await makeLender(id, i === 1 ? (this.users[0] ?? null) : null)
    await run(
      `update users set account_bank = 'BCA', account_name = 'A', account_number = '1' where id like ?`,
      `${this.#tag}-%`,
    )
  }
  #id(user: number): string {
    return this.users[user] ?? ''
  }
  #produce(account: number, part: Pick<SettlementBatch, 'results' | 'reversals'>): SettlementBatch {
    const sequence = (this.#sequences[account] ?? 0) + 1
    this.#sequences[account] = sequence
    const batch = { accountId: `${this.#tag}-a${account}`, sequence, userId: this.#id(account), ...part }
    this.#made.push({ batch, settled: false })
    return batch
  }
  /** What came of it: refused, or not; the balance of `user` must not go down under zero by a withdraw. */
  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'blast': {
        const at = Date.now() - step.daysAgo * DAY_MS
        const results = step.outcomes.map((to) => this.#result(rupiahToSen(step.price), to, at))
        const { sequence } = this.#produce(step.account, { results, reversals: [] })
        for (const result of results)
          if (result.to !== 'fail')
            this.#attempts.push({
              account: step.account,
              result,
              sequence,
              state: result.to === 'success' ? 'paid' : 'unknown',
            })
        return
      }
      case 'late': {
        const open = this.#attempts.filter((a) => a.state === 'unknown')
        const one = open[step.pick % Math.max(1, open.length)]
        if (!one) return
        one.state = 'paid'
        const result: SettledResult = { ...one.result, from: 'unknown', to: 'success' }
        one.sequence = this.#produce(one.account, { results: [result], reversals: [] }).sequence
        return
      }
      case 'revoke': {
        const paid = this.#attempts.filter((a) => a.state === 'paid')
        const one = paid[step.pick % Math.max(1, paid.length)]
        if (!one) return
        one.state = 'revoked'
        const { attemptId, priceSen } = one.result
        const reversal = { attemptId, priceSen, creditedSequence: one.sequence, at: Date.now() }
        this.#produce(one.account, { results: [], reversals: [reversal] })
        return
      }
      case 'deliver': {
        if (this.#made.length === 0) return
        await this.#deliver(step.picks.map((n) => this.#made[n % this.#made.length]).filter((m) => m !== undefined))
        return
      }
      case 'post':
        return this.post(step.daysAgo)
      case 'fold': {
        const now = Date.now() + 36 * DAY_MS
        return foldSettlements(this.db, { before: now - SETTLED_DAYS * DAY_MS, clock: () => now, until: now + 1 })
      }
      case 'bonus': {
        const id = `${this.#tag}-b${++this.#refs}`
        const { user, nominal } = step
        await giveBonus(
          this.db,
          { id, userId: this.#id(user), adminId: this.#admin, nominal, reason: 'r', now: Date.now() },
          this.#admin,
          [],
        )
        this.#bonuses.push({ id, user, nominal, gone: false })
        return
      }
      case 'unbonus': {
        const bonus = this.#bonuses[step.pick % Math.max(1, this.#bonuses.length)]
        const row = bonus && (await bonusById(this.db, bonus.id))
        if (!bonus || !row) return
        // two at once: one of them loses
        const both = [1, 2].map(() => takeBackBonus(this.db, row, { mayOverdraw: true, now: Date.now() }, []))
        const ended = await Promise.allSettled(both)
        for (const end of ended)
          if (end.status === 'rejected' && refusalOf(end.reason) !== 'taken ledger.ref') throw end.reason
        if (ended.filter((end) => end.status === 'fulfilled').length !== 1) throw new Error('taken back twice')
        bonus.gone = true
        return
      }
      case 'withdraw': {
        const before = await this.balance(step.user)
        const ask = { userId: this.#id(step.user), nominal: step.nominal, now: Date.now() }
        const row = await requestWithdraw(this.db, ask, () => []).catch(nullIfRefused)
        const after = await this.balance(step.user)
        const covered = step.nominal >= 10_000 && before >= rupiahToSen(step.nominal)
        if ((row !== null) !== covered || after !== before - (covered ? rupiahToSen(step.nominal) : 0))
          throw new Error(`withdraw of ${step.nominal} with ${before} sen left ${after}`)
        if (row) this.#withdraws.push({ id: row.id, user: step.user, nominal: step.nominal, status: 'requested' })
        return
      }
      case 'decide': {
        const one = this.#withdraws[step.pick % Math.max(1, this.#withdraws.length)]
        if (!one) return
        const before = await this.balance(one.user)
        const who = { id: 'admin', role: 'admin' as const }
        const decide = () => decideWithdraw(this.db, who, { id: one.id, to: step.to, now: Date.now() }, () => [])
        const both = await Promise.all([decide().catch(nullIfRefused), decide().catch(nullIfRefused)])
        if (both.filter((row) => row !== null).length > 1) throw new Error('decided twice')
        const done = both.some((row) => row !== null)
        if (done && step.to === 'accepted' && before < 0) throw new Error(`paid ${one.nominal} to ${before} sen`)
        if (done) one.status = step.to
        const after = await this.balance(one.user)
        if (after < before && after < 0) throw new Error(`holding ${one.nominal} again overdrew to ${after}`)
      }
    }
  }
  /** Days before so many days ago are over and are posted. */
  async post(daysAgo: number): Promise<void> {
    const now = Date.now()
    const today = jakartaDay(now - daysAgo * DAY_MS)
    await postDays(this.db, { today, clock: () => now, until: now + 1 })
  }
  #result(priceSen: number, to: SettledResult['to'], at: number): SettledResult {
    const attemptId = `${this.#tag}-t${++this.#refs}`
    return {
      attemptId,
      numberId: 1 + (this.#refs % 20),
      templateId: 't1',
      priceSen,
      from: 'none',
      to,
      notRegistered: false,
      at,
      attemptedAt: at,
    }
  }
  async #deliver(some: readonly Made[]): Promise<void> {
    const settled = await settleBatches(
      portsOf(this.db),
      some.map((m) => m.batch),
      Date.now(),
    )
    const confirmed = new Set(settled.confirmed.map((b) => `${b.accountId}:${b.sequence}`))
    for (const m of this.#made) m.settled ||= confirmed.has(`${m.batch.accountId}:${m.batch.sequence}`)
  }
  /** All that was produced arrives in the end, in its own order. */
  async arrive(): Promise<void> {
    await this.#deliver(this.#made)
    const left = this.#made.filter((m) => !m.settled)
    if (left.length > 0) throw new Error(`${left.length} batches were never settled`)
  }
  /** All of it once more, backwards, one by one. */
  async repeat(): Promise<void> {
    for (const made of this.#made.toReversed()) await this.#deliver([made])
  }
  async balance(user: number): Promise<number> {
    const row = await one<{ b: number } | undefined>(
      'select balance_sen as b from balances where user_id = ?',
      this.#id(user),
    )
    return row?.b ?? 0
  }
  /** Sen that this person's messages are worth once everything arrived. */
  earned(user: number): number {
    return this.#attempts.reduce(
      (sum, a) => sum + (a.account === user && a.state === 'paid' ? a.result.priceSen : 0),
      0,
    )
  }
  /** Sen that this person must have once everything arrived. */
  due(user: number): number {
    const bonuses = this.#bonuses
      .filter((b) => b.user === user && !b.gone)
      .reduce((sum, b) => sum + rupiahToSen(b.nominal), 0)
    const held = this.#withdraws
      .filter((w) => w.user === user && w.status !== 'rejected')
      .reduce((sum, w) => sum + rupiahToSen(w.nominal), 0)
    return this.earned(user) + (user === 0 ? partByPercent(this.earned(1), PERCENT) : 0) + bonuses - held
  }
  /** Messages of this person that reached somebody, revoked ones too. */
  successes(user: number): number {
    return this.#attempts.filter((a) => a.account === user && a.state !== 'unknown').length
  }
  /** Everything that money touched, as one text. */
  async digest(): Promise<string> {
    const tables = [
      'ledger',
      'balances',
      'settlements',
      'settlement_marks',
      'posting_parts',
      'withdraws',
      'withdraw_steps',
      'bonuses',
      'daily_stats',
      'users',
      'phone_numbers',
      'templates',
    ]
    return JSON.stringify(await Promise.all(tables.map((table) => all(`select * from ${table} order by 1, 2, 3`))))
  }
}
const nullIfRefused = (error: unknown): null => {
  if (error instanceof Refusal) return null
  throw error
}
