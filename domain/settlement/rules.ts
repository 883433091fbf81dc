// From settled batches to the rows they change: one pure plan, so that many accounts' batches fit one transaction.
import type { SettledResult, SettlementBatch } from '../../contract/settlement.ts'
import { jakartaDay } from '../blast/rules.ts'
import type { LedgerEntry } from '../ledger/store.ts'

export type NumberChange = {
  id: number
  /** Account whose lease ends here; null when only an earlier outcome changed. */
  account: string | null
  success: number
  fail: number
  notRegistered: number
  attemptedAt: number
  sentAt: number | null
}
export type DayChange = {
  userId: string
  day: string
  success: number
  fail: number
  incomeSen: number
  referralSen: number
}
/** incomeSen: as on the person's days; givenSen: what this person's batches earned their referrer. */
export type UserChange = { id: string; success: number; fail: number; incomeSen: number; givenSen: number }
export type Credit = { userId: string; referrerId: string | null; referralPercent: number }
export type Plan = {
  applied: SettlementBatch[]
  /** Batches that take back income of a batch not settled yet: to be tried again later. */
  deferred: SettlementBatch[]
  settlements: {
    accountId: string
    sequence: number
    userId: string
    referrerId: string | null
    referralPercent: number
    at: number
  }[]
  numbers: NumberChange[]
  days: DayChange[]
  entries: LedgerEntry[]
  users: UserChange[]
  templates: { id: string; used: number }[]
  accounts: { id: string; success: number; fail: number; incomeSen: number; version: number }[]
}
export type Known = {
  /** `account:sequence` of batches in the ledger → what they credited. */
  settled: ReadonlyMap<string, Credit>
  referrers: ReadonlyMap<string, string | null>
  referralPercent: number
}

export const settlementKey = (accountId: string, sequence: number): string => `${accountId}:${sequence}`

/** When the outcome before was counted. Older batches do not say: the failure of a message came ten minutes after it. */
const UNKNOWN_TO_FAIL_MS = 600_000
const countedAt = (r: SettledResult): number => r.fromAt ?? Math.min(r.at, r.attemptedAt + UNKNOWN_TO_FAIL_MS)

const change = (from: string, to: string, of: string): number => (to === of ? 1 : 0) - (from === of ? 1 : 0)

/** @param batches distinct and not settled yet, in any order. */
export const planSettlement = (batches: readonly SettlementBatch[], known: Known, now: number): Plan => {
  const credits = new Map(known.settled)
  const creditOf = (b: SettlementBatch): Credit => ({
    userId: b.userId,
    referrerId: known.referrers.get(b.userId) ?? null,
    referralPercent: known.referralPercent,
  })
  const ordered = [...batches].sort((a, b) => a.sequence - b.sequence)
  const plan: Plan = {
    applied: [],
    deferred: [],
    settlements: [],
    numbers: [],
    days: [],
    entries: [],
    users: [],
    templates: [],
    accounts: [],
  }
  const numbers = new Map<number, NumberChange>()
  const days = new Map<string, DayChange>()
  const users = new Map<string, UserChange>()
  const userOf = (id: string): UserChange => {
    const row = users.get(id) ?? { id, success: 0, fail: 0, incomeSen: 0, givenSen: 0 }
    users.set(id, row)
    return row
  }
  const templates = new Map<string, number>()
  const accounts = new Map<string, Plan['accounts'][number]>()
  const onDay = (userId: string, day: string, add: Partial<DayChange>) => {
    for (const who of [userId, '']) {
      const row = days.get(`${who}|${day}`) ?? { userId: who, day, success: 0, fail: 0, incomeSen: 0, referralSen: 0 }
      row.success += add.success ?? 0
      row.fail += add.fail ?? 0
      row.incomeSen += add.incomeSen ?? 0
      row.referralSen += add.referralSen ?? 0
      days.set(`${who}|${day}`, row)
    }
  }

  for (const batch of ordered) {
    if (batch.reversals.some((r) => !credits.has(settlementKey(batch.accountId, r.creditedSequence)))) {
      plan.deferred.push(batch)
      continue
    }
    const credit = creditOf(batch)
    credits.set(settlementKey(batch.accountId, batch.sequence), credit)
    plan.applied.push(batch)
    plan.settlements.push({ accountId: batch.accountId, sequence: batch.sequence, ...credit, at: now })
    let incomeSen = 0
    for (const r of batch.results) {
      const success = change(r.from, r.to, 'success')
      const fail = change(r.from, r.to, 'fail')
      const row = numbers.get(r.numberId) ?? {
        id: r.numberId,
        account: null,
        success: 0,
        fail: 0,
        notRegistered: 0,
        attemptedAt: 0,
        sentAt: null,
      }
      row.success += success
      row.fail += fail
      row.notRegistered += r.notRegistered ? 1 : 0
      row.attemptedAt = Math.max(row.attemptedAt, r.attemptedAt)
      if (r.to === 'success') row.sentAt = Math.max(row.sentAt ?? 0, r.at)
      if (r.from === 'none') {
        row.account = batch.accountId
        if (r.templateId) templates.set(r.templateId, (templates.get(r.templateId) ?? 0) + 1)
      }
      numbers.set(r.numberId, row)
      const unpaid = r.kind === 'blaster'
      const earned = success > 0 && !unpaid ? r.priceSen : 0
      incomeSen += earned
      onDay(batch.userId, jakartaDay(r.at), {
        success: r.to === 'success' ? 1 : 0,
        fail: r.to === 'fail' ? 1 : 0,
        incomeSen: earned,
      })
      // an earlier outcome is taken off the day that counted it: off today's it would go below zero
      if (r.from === 'fail') onDay(batch.userId, jakartaDay(countedAt(r)), { fail: -1 })
      // levels are earned by what is paid for
      if (unpaid) continue
      const user = userOf(batch.userId)
      user.success += success
      user.fail += fail
      user.incomeSen += earned
    }
    const ref = settlementKey(batch.accountId, batch.sequence)
    if (incomeSen > 0) {
      plan.entries.push({ userId: batch.userId, kind: 'blast_income', amountSen: incomeSen, ref, at: now })
      const share = (incomeSen * credit.referralPercent) / 100
      if (credit.referrerId && share > 0) {
        plan.entries.push({
          userId: credit.referrerId,
          kind: 'referral_income',
          amountSen: share,
          ref: `${ref}:referral`,
          at: now,
        })
        onDay(credit.referrerId, jakartaDay(now), { referralSen: share })
        userOf(batch.userId).givenSen += share
      }
    }
    for (const r of batch.reversals) {
      const credited = credits.get(settlementKey(batch.accountId, r.creditedSequence)) as Credit
      plan.entries.push({
        userId: batch.userId,
        kind: 'income_reversal',
        amountSen: -r.priceSen,
        ref: `reversal:${r.attemptId}`,
        at: now,
      })
      onDay(batch.userId, jakartaDay(r.at), { incomeSen: -r.priceSen })
      userOf(batch.userId).incomeSen -= r.priceSen
      const share = (r.priceSen * credited.referralPercent) / 100
      if (credited.referrerId && share > 0) {
        plan.entries.push({
          userId: credited.referrerId,
          kind: 'referral_income',
          amountSen: -share,
          ref: `reversal:${r.attemptId}:referral`,
          at: now,
        })
        onDay(credited.referrerId, jakartaDay(now), { referralSen: -share })
        userOf(batch.userId).givenSen -= share
      }
    }
    const last = accounts.get(batch.accountId)
    if (!last || last.version < batch.totals.version)
      accounts.set(batch.accountId, { id: batch.accountId, ...batch.totals })
  }
  plan.numbers = [...numbers.values()]
  plan.days = [...days.values()]
  plan.users = [...users.values()]
  plan.templates = [...templates].map(([id, used]) => ({ id, used }))
  plan.accounts = [...accounts.values()]
  return plan
}
