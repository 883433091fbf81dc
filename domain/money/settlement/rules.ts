// Plans which rows settled batches change. Pure, so that the batches of many accounts fit in one transaction.
import { jakartaDay } from '../../../contract/ground/time.ts'
import type { SettledResult, SettlementBatch } from '../../../contract/money/settlement.ts'
import {
  type BalanceChange,
  Books,
  type DayChange,
  type PartChange,
  Rows,
  type Share,
  type UserChange,
} from './book-rules.ts'

type NumberChange = {
  id: number
  /** Account whose claim of the number ends here; null when only an earlier outcome changed. */
  account: string | null
  success: number
  fail: number
  notRegistered: number
  attemptedAt: number
  sentAt: number | null
  /** Keyed hash of the person's LID; null: unknown. */
  lidHash: string | null
}
type TemplateChange = { id: string; used: number; success: number; fail: number }
export type Plan = {
  applied: SettlementBatch[]
  /** Batches that reverse income of a batch that is not settled yet; they are tried again later. */
  deferred: SettlementBatch[]
  settlements: { accountId: string; sequence: number; referralPercent: number; at: number }[]
  numbers: NumberChange[]
  days: DayChange[]
  parts: PartChange[]
  balances: BalanceChange[]
  users: UserChange[]
  templates: TemplateChange[]
  /** Paid messages that arrived: a recipient may be a member. */
  arrived: { userId: string; id: number; day: string }[]
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

/** +1: this is the new outcome; −1: it was the old one; 0: neither. */
const change = (r: SettledResult, of: 'success' | 'fail'): number => (r.to === of ? 1 : 0) - (r.from === of ? 1 : 0)

type Sorted = Pick<Plan, 'applied' | 'deferred'> & { percents: ReadonlyMap<string, number> }
/** A batch that takes back income waits until the batch that paid it is settled; it may be one of these. */
const sortOut = (batches: readonly SettlementBatch[], known: Known): Sorted => {
  const percents = new Map(known.settled)
  const applied: SettlementBatch[] = []
  const deferred: SettlementBatch[] = []
  for (const batch of batches.toSorted((a, b) => a.sequence - b.sequence)) {
    const { accountId, sequence } = batch
    const isPaid = batch.reversals.every((r) => percents.has(settlementKey(accountId, r.creditedSequence)))
    if (isPaid) percents.set(settlementKey(accountId, sequence), known.referralPercent)
    ;(isPaid ? applied : deferred).push(batch)
  }
  return { applied, deferred, percents }
}

/** The number's own counts, when it was last written to, and the end of the account's hold on it. */
const countOnNumber = (numbers: Rows<NumberChange>, accountId: string, r: SettledResult): void => {
  const row = numbers.of(String(r.numberId), () => {
    const none = { success: 0, fail: 0, notRegistered: 0, attemptedAt: 0 }
    return { id: r.numberId, account: null, ...none, sentAt: null, lidHash: null }
  })
  row.success += change(r, 'success')
  row.fail += change(r, 'fail')
  row.notRegistered += r.notRegistered ? 1 : 0
  row.attemptedAt = Math.max(row.attemptedAt, r.attemptedAt)
  if (r.to === 'success') row.sentAt = Math.max(row.sentAt ?? 0, r.at)
  // the first outcome ends the claim; a later one must not, because the number may be claimed again since
  if (r.from === 'none') row.account = accountId
  if (r.lidHash) row.lidHash = r.lidHash
}

/** Counts on the day of the result. A failure that became a success is subtracted from the day that counted it, not from today. */
const countOnDays = (books: Books, userId: string, r: SettledResult): void => {
  books.onDay(userId, jakartaDay(r.at), { success: r.to === 'success' ? 1 : 0, fail: r.to === 'fail' ? 1 : 0 })
  if (r.from === 'fail') books.onDay(userId, jakartaDay(countedAt(r)), { fail: -1 })
}

/** Lifetime counts, which earn levels, and the pay. A one-off blast has neither (rule one-off). */
const countOnPerson = (books: Books, { userId, accountId }: SettlementBatch, r: SettledResult, share: Share): void => {
  if (r.kind === 'blaster') return
  const user = books.user(userId)
  user.success += change(r, 'success')
  user.fail += change(r, 'fail')
  if (change(r, 'success') > 0) books.pay({ userId, accountId, priceSen: r.priceSen, at: r.at, share })
}

/** A template is used once a message, however often its outcome changes; what came of it follows the outcome
 * (rule template-outcomes). */
const countTemplate = (templates: Rows<TemplateChange>, r: SettledResult): void => {
  const { templateId: id } = r
  if (!id) return
  const row = templates.of(id, () => ({ id, used: 0, success: 0, fail: 0 }))
  row.used += r.from === 'none' ? 1 : 0
  row.success += change(r, 'success')
  row.fail += change(r, 'fail')
}

/** The referrer loses the percent that they got then, whatever the setting says now. */
const takeBack = (books: Books, batch: SettlementBatch, referrerId: string | null, { percents }: Sorted): void => {
  const { userId, accountId } = batch
  for (const { creditedSequence, priceSen, at } of batch.reversals) {
    const percent = percents.get(settlementKey(accountId, creditedSequence)) ?? 0
    books.takeBack({ userId, accountId, priceSen, at, share: { referrerId, percent } })
  }
}

/**
 * @param batches distinct and not settled yet, in any order
 * @param now epoch ms of the settlement; money and counts go by the results' own times
 */
export const planSettlement = (batches: readonly SettlementBatch[], known: Known, now: number): Plan => {
  const sorted = sortOut(batches, known)
  const { applied, deferred } = sorted
  const { referralPercent } = known
  const books = new Books()
  const numbers = new Rows<NumberChange>()
  const templates = new Rows<TemplateChange>()
  for (const batch of applied) {
    const referrerId = known.referrers.get(batch.userId) ?? null
    for (const r of batch.results) {
      countOnNumber(numbers, batch.accountId, r)
      countOnDays(books, batch.userId, r)
      countOnPerson(books, batch, r, { referrerId, percent: referralPercent })
      countTemplate(templates, r)
    }
    takeBack(books, batch, referrerId, sorted)
  }
  return {
    applied,
    deferred,
    settlements: applied.map(({ accountId, sequence }) => ({ accountId, sequence, referralPercent, at: now })),
    numbers: numbers.all(),
    days: books.days.all(),
    parts: books.parts.all(),
    balances: books.balances.all(),
    users: books.users.all(),
    templates: templates.all(),
    arrived: applied.flatMap(({ userId, results }) =>
      results
        .filter((r) => r.kind !== 'blaster' && change(r, 'success') > 0)
        .map((r) => ({ userId, id: r.numberId, day: jakartaDay(r.at) })),
    ),
  }
}
