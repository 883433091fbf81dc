// Adds up what settled messages change for people: counts, money, their days, and what explains the money. Pure.
import { partByPercent } from '../../../contract/ground/percent-parts.ts'
import type { Sen } from '../../../contract/ground/money.ts'
import { jakartaDay } from '../../../contract/ground/time.ts'
import type { ACCRUED_KINDS } from '../../../contract/money/ledger.ts'

/** Added to a person's daily row; user_id '' is the row of all people. Money is what accrues, reversals are negative. */
export type DayChange = {
  userId: string
  day: string
  success: number
  fail: number
  incomeSen: Sen
  reversalSen: Sen
  referralSen: Sen
}
/** A line of the statement that explains a day's posting: messages of one source at one price. For referral income both are signed. */
export type PartChange = {
  userId: string
  day: string
  kind: (typeof ACCRUED_KINDS)[number]
  source: string
  priceSen: Sen
  messages: number
  amountSen: Sen
}
/** since: the earliest day on which any of it accrued. */
export type BalanceChange = { userId: string; balanceSen: Sen; referralSen: Sen; since: string }
/** incomeSen: as on the person's days; givenSen: what this person's batches earned their referrer. */
export type UserChange = { id: string; success: number; fail: number; incomeSen: Sen; givenSen: Sen }
/** Who gets a share of what a person earns, and how many percent of it. */
export type Share = { referrerId: string | null; percent: number }
/** One message whose price is paid or taken back; at: epoch ms, its Jakarta day takes the money. */
export type Payment = { userId: string; accountId: string; priceSen: Sen; at: number; share: Share }

const COLUMN_OF = {
  blast_income: 'incomeSen',
  income_reversal: 'reversalSen',
  referral_income: 'referralSen',
} as const satisfies Record<PartChange['kind'], keyof DayChange>

/** Rows by key; each is created at its first use. */
export class Rows<T> {
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

export class Books {
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

  /** A message arrived: its price is paid, and the referrer's share with it. */
  pay(payment: Payment): void {
    this.#move('blast_income', 1, payment)
  }
  /** The message was deleted: undoes `pay` of the same payment, on the day of the deletion. */
  takeBack(payment: Payment): void {
    this.#move('income_reversal', -1, payment)
  }

  #move(kind: 'blast_income' | 'income_reversal', sign: 1 | -1, payment: Payment): void {
    const { userId, accountId: source, priceSen, share } = payment
    const day = jakartaDay(payment.at)
    const amountSen = sign * priceSen
    this.#accrue({ userId, day, kind, source, priceSen, messages: 1, amountSen })
    this.user(userId).incomeSen += amountSen
    if (share.referrerId) this.#moveShare(day, sign, payment, share.referrerId)
  }
  /** Whole percent of a price in whole rupiah is a whole number of sen: nothing is rounded. */
  #moveShare(day: string, sign: 1 | -1, { userId, priceSen, share }: Payment, referrerId: string): void {
    const amountSen = partByPercent(sign * priceSen, share.percent)
    this.user(userId).givenSen += amountSen
    const of = { kind: 'referral_income' as const, source: userId, priceSen: 0, messages: sign, amountSen }
    this.#accrue({ userId: referrerId, day, ...of })
  }

  /** Day, explanation and balance gain the same amount together: one without another would be a difference in the books. */
  #accrue(part: PartChange): void {
    if (part.amountSen === 0) return
    this.onDay(part.userId, part.day, { [COLUMN_OF[part.kind]]: part.amountSen })
    this.#explain(part)
    this.#toBalance(part)
  }
  #explain(part: PartChange): void {
    const { userId, day, kind, source, priceSen } = part
    const row = this.parts.of(`${userId}|${day}|${kind}|${source}|${priceSen}`, () => {
      return { ...part, messages: 0, amountSen: 0 }
    })
    row.messages += part.messages
    row.amountSen += part.amountSen
  }
  #toBalance({ userId, day, kind, amountSen }: PartChange): void {
    const row = this.balances.of(userId, () => ({ userId, balanceSen: 0, referralSen: 0, since: day }))
    row.balanceSen += amountSen
    if (kind === 'referral_income') row.referralSen += amountSen
    if (day < row.since) row.since = day
  }
}
