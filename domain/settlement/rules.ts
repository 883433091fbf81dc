// From settled batches to the rows they change (rule referral): one pure plan, so that many accounts' batches fit
// one transaction.
import type { ACCRUED_KINDS } from '../../contract/ledger.ts'
import type { SettledResult, SettlementBatch } from '../../contract/settlement.ts'
import { jakartaDay } from '../blast/rules.ts'

export type NumberChange = {
  id: number
  /** Account whose lease ends here; null when only an earlier outcome changed. */
  account: string | null
  success: number
  fail: number
  notRegistered: number
  attemptedAt: number
  sentAt: number | null
  /** Keyed hash of the person's LID; null: not told. */
  lidHash: string | null
}
/** What a person's day gains, everybody's (user_id '') too. Of money: what accrues; reversals are negative. */
export type DayChange = {
  userId: string
  day: string
  success: number
  fail: number
  incomeSen: number
  reversalSen: number
  referralSen: number
}
/** What explains the posting of a day: messages of one source at one price. Of referral income both are signed. */
export type PartChange = {
  userId: string
  day: string
  kind: (typeof ACCRUED_KINDS)[number]
  source: string
  priceSen: number
  messages: number
  amountSen: number
}
/** since: the earliest day on which any of it accrued. */
export type BalanceChange = { userId: string; balanceSen: number; referralSen: number; since: string }
/** incomeSen: as on the person's days; givenSen: what this person's batches earned their referrer. */
export type UserChange = { id: string; success: number; fail: number; incomeSen: number; givenSen: number }
export type Plan = {
  applied: SettlementBatch[]
  /** Batches that take back income of a batch not settled yet: to be tried again later. */
  deferred: SettlementBatch[]
  settlements: { accountId: string; sequence: number; referralPercent: number; at: number }[]
  numbers: NumberChange[]
  days: DayChange[]
  parts: PartChange[]
  balances: BalanceChange[]
  users: UserChange[]
  templates: { id: string; used: number }[]
}
export type Known = {
  /** `account:sequence` of settled batches → the percent their referrer got. */
  settled: ReadonlyMap<string, number>
  /** By person who sends; fixed when they registered. */
  referrers: ReadonlyMap<string, string | null>
  referralPercent: number
}

export const settlementKey = (accountId: string, sequence: number): string => `${accountId}:${sequence}`

/** When the outcome before was counted. Older batches do not say: the failure of a message came ten minutes after it. */
const UNKNOWN_TO_FAIL_MS = 600_000
const countedAt = (r: SettledResult): number => r.fromAt ?? Math.min(r.at, r.attemptedAt + UNKNOWN_TO_FAIL_MS)

const change = (from: string, to: string, of: string): number => (to === of ? 1 : 0) - (from === of ? 1 : 0)

/** Rows by key, each begun when it is first asked for. */
class Rows<T> {
  readonly #rows = new Map<string, T>()
  of(key: string, begin: () => T): T {
    const row = this.#rows.get(key) ?? begin()
    this.#rows.set(key, row)
    return row
  }
  all(): T[] {
    return [...this.#rows.values()]
  }
}

/** Money and counts of people, their days and what explains them. */
class Books {
  readonly days = new Rows<DayChange>()
  readonly parts = new Rows<PartChange>()
  readonly balances = new Rows<BalanceChange>()
  readonly users = new Rows<UserChange>()

  user(id: string): UserChange {
    return this.users.of(id, () => ({ id, success: 0, fail: 0, incomeSen: 0, givenSen: 0 }))
  }
  /** The day of this person and everybody's. */
  onDay(userId: string, day: string, add: Partial<Omit<DayChange, 'userId' | 'day'>>): void {
    for (const who of [userId, '']) {
      const row = this.days.of(`${who}|${day}`, () => {
        return { userId: who, day, success: 0, fail: 0, incomeSen: 0, reversalSen: 0, referralSen: 0 }
      })
      row.success += add.success ?? 0
      row.fail += add.fail ?? 0
      row.incomeSen += add.incomeSen ?? 0
      row.reversalSen += add.reversalSen ?? 0
      row.referralSen += add.referralSen ?? 0
    }
  }
  accrue(part: PartChange): void {
    const { userId, day, kind, source, priceSen, messages, amountSen } = part
    if (amountSen === 0) return
    const column = {
      blast_income: 'incomeSen',
      income_reversal: 'reversalSen',
      referral_income: 'referralSen',
    } as const
    this.onDay(userId, day, { [column[kind]]: amountSen })
    const row = this.parts.of(`${userId}|${day}|${kind}|${source}|${priceSen}`, () => {
      return { ...part, messages: 0, amountSen: 0 }
    })
    row.messages += messages
    row.amountSen += amountSen
    const balance = this.balances.of(userId, () => ({ userId, balanceSen: 0, referralSen: 0, since: day }))
    balance.balanceSen += amountSen
    if (kind === 'referral_income') balance.referralSen += amountSen
    if (day < balance.since) balance.since = day
  }
  /**
   * A message was paid, or its pay is taken back (sign −1), and with it the referrer's share.
   * @param at epoch ms of the result or of the deletion: its Jakarta day takes the money
   */
  pay(batch: SettlementBatch, sign: 1 | -1, priceSen: number, at: number, share: Share): void {
    const { userId, accountId: source } = batch
    const day = jakartaDay(at)
    const kind = sign > 0 ? ('blast_income' as const) : ('income_reversal' as const)
    this.accrue({ userId, day, kind, source, priceSen, messages: 1, amountSen: sign * priceSen })
    const user = this.user(userId)
    user.incomeSen += sign * priceSen
    if (!share.referrerId) return
    const amountSen = (sign * priceSen * share.percent) / 100
    user.givenSen += amountSen
    const from = { kind: 'referral_income' as const, source: userId, priceSen: 0, messages: sign, amountSen }
    this.accrue({ userId: share.referrerId, day, ...from })
  }
}
type Share = { referrerId: string | null; percent: number }

const onNumber = (numbers: Rows<NumberChange>, batch: SettlementBatch, r: SettledResult): void => {
  const row = numbers.of(String(r.numberId), () => {
    const none = { success: 0, fail: 0, notRegistered: 0, attemptedAt: 0 }
    return { id: r.numberId, account: null, ...none, sentAt: null, lidHash: null }
  })
  row.success += change(r.from, r.to, 'success')
  row.fail += change(r.from, r.to, 'fail')
  row.notRegistered += r.notRegistered ? 1 : 0
  row.attemptedAt = Math.max(row.attemptedAt, r.attemptedAt)
  if (r.to === 'success') row.sentAt = Math.max(row.sentAt ?? 0, r.at)
  if (r.from === 'none') row.account = batch.accountId
  if (r.lidHash) row.lidHash = r.lidHash
}

const onPeople = (books: Books, batch: SettlementBatch, r: SettledResult, share: Share): void => {
  const success = change(r.from, r.to, 'success')
  books.onDay(batch.userId, jakartaDay(r.at), { success: r.to === 'success' ? 1 : 0, fail: r.to === 'fail' ? 1 : 0 })
  // an earlier outcome is taken off the day that counted it: off today's it would go below zero
  if (r.from === 'fail') books.onDay(batch.userId, jakartaDay(countedAt(r)), { fail: -1 })
  // levels are earned by what is paid for
  if (r.kind === 'blaster') return
  const user = books.user(batch.userId)
  user.success += success
  user.fail += change(r.from, r.to, 'fail')
  if (success > 0) books.pay(batch, 1, r.priceSen, r.at, share)
}

/** @param batches distinct and not settled yet, in any order. */
export const planSettlement = (batches: readonly SettlementBatch[], known: Known, now: number): Plan => {
  const percents = new Map(known.settled)
  const books = new Books()
  const numbers = new Rows<NumberChange>()
  const templates = new Rows<{ id: string; used: number }>()
  const plan: Pick<Plan, 'applied' | 'deferred' | 'settlements'> = { applied: [], deferred: [], settlements: [] }
  const { referralPercent } = known

  for (const batch of batches.toSorted((a, b) => a.sequence - b.sequence)) {
    const { accountId, sequence, userId } = batch
    if (batch.reversals.some((r) => !percents.has(settlementKey(accountId, r.creditedSequence)))) {
      plan.deferred.push(batch)
      continue
    }
    percents.set(settlementKey(accountId, sequence), referralPercent)
    plan.applied.push(batch)
    plan.settlements.push({ accountId, sequence, referralPercent, at: now })
    const referrerId = known.referrers.get(userId) ?? null
    for (const r of batch.results) {
      onNumber(numbers, batch, r)
      onPeople(books, batch, r, { referrerId, percent: referralPercent })
      const { templateId: id } = r
      if (r.from === 'none' && id) templates.of(id, () => ({ id, used: 0 })).used += 1
    }
    for (const r of batch.reversals) {
      const percent = percents.get(settlementKey(accountId, r.creditedSequence)) ?? 0
      books.pay(batch, -1, r.priceSen, r.at, { referrerId, percent })
    }
  }
  return {
    ...plan,
    numbers: numbers.all(),
    days: books.days.all(),
    parts: books.parts.all(),
    balances: books.balances.all(),
    users: books.users.all(),
    templates: templates.all(),
  }
}
