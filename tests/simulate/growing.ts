// Weeks of a small service at work on a real database file: claims, settlement, postings, withdraws, opt-outs and the nightly fold
// are the product's own code; the accounts' objects, which keep nothing in this database, are left out.
import { jakartaDay } from '../../contract/ground/time.ts'
import type { SettledResult, SettlementBatch } from '../../contract/money/settlement.ts'
import { auditStatements } from '../../domain/record/audit/store.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { postDays } from '../../domain/money/ledger/accrual-store.ts'
import { foldSettlements } from '../../domain/money/settlement/fold-store.ts'
import { SETTLED_DAYS } from '../../domain/money/settlement/retention-rules.ts'
import { settleBatches } from '../../domain/money/settlement/settle-batches.ts'
import { recordConnected } from '../../domain/money/stats/store.ts'
import { lidHashes } from '../../domain/recipients/suppressions/hash.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { decideWithdraw, requestWithdraw } from '../../domain/money/withdraw/decide-withdraw.ts'
import { BEGIN, DAY_MS, type Service, HASH_KEYS, type ServiceAccount } from './growing-service.ts'
import type { Random } from './platform/random.ts'

/** Results in a batch: messages at 5–15 s, collected for the 60 s of settle_after_s. */
const A_BATCH = 6
const BATCH_MS = 60_000
const CLAIMED_AT_ONCE = 25
/** The Queue's batch size. */
const BATCHES_AT_ONCE = 50
/** Shares of the messages. */
const FAILED = 0.03
const REVOKED = 0.001
const STOPPED = 0.000_1
const WITHDRAW_EVERY_DAYS = 7
const PRICE_SEN = 10_000

type Held = { id: number; number: string }
type AtWork = ServiceAccount & {
  buffer: Held[]
  sequence: number
  claim: number
  /** A success of the previous batch, which a reversal may name. */
  credited: { attemptId: string; sequence: number } | null
}

export class GrowingService {
  readonly #service: Service
  readonly #random: Random
  readonly #atWork: AtWork[]
  #day = 0
  messages = 0

  constructor(service: Service, random: Random) {
    this.#service = service
    this.#random = random
    this.#atWork = service.accounts.map((account) => {
      return { ...account, buffer: [], sequence: 0, claim: 0, credited: null }
    })
  }

  /** One day, from eight in the morning to the cron's work at night. @param each messages of an account */
  async day(each: number): Promise<void> {
    const morning = BEGIN + this.#day * DAY_MS
    const afternoon = morning + DAY_MS / 4
    for (let sent = 0, now = morning; sent < each; sent += A_BATCH, now += BATCH_MS)
      await this.#minute(Math.min(A_BATCH, each - sent), now)
    await recordConnected(this.#service.db, jakartaDay(morning))
    await this.#optOuts(afternoon)
    await this.#withdraws(afternoon)
    await this.#night(morning + DAY_MS * 0.75)
    this.#day++
  }

  /** Each account hands over one batch; they are settled in the order of their arrival. */
  async #minute(count: number, now: number): Promise<void> {
    const { db } = this.#service
    const batches: SettlementBatch[] = []
    for (const account of this.#atWork) batches.push(await this.#batchOf(account, count, now))
    for (let first = 0; first < batches.length; first += BATCHES_AT_ONCE) {
      const some = batches.slice(first, first + BATCHES_AT_ONCE)
      const settled = await settleBatches(
        { db, hashKeys: HASH_KEYS, dropNumber: dropped, numberOf: async () => null },
        some,
        now,
      )
      if (settled.later.length > 0) throw new Error(`a batch was not settled: ${settled.problems.join(', ')}`)
      this.messages += some.reduce((sum, batch) => sum + batch.results.length, 0)
    }
  }
  async #batchOf(account: AtWork, count: number, now: number): Promise<SettlementBatch> {
    const held = await this.#numbersFor(account, count, now)
    const results = held.map((one, i) => this.#resultOf(one, now - (count - i) * 10_000))
    const { credited } = account
    const revoked = credited !== null && this.#random.chance(REVOKED * count)
    const reversals = revoked
      ? [{ attemptId: credited.attemptId, creditedSequence: credited.sequence, priceSen: PRICE_SEN, at: now }]
      : []
    account.sequence++
    const good = results.filter((r) => r.to === 'success')
    const last = good.at(-1)
    account.credited = last ? { attemptId: last.attemptId, sequence: account.sequence } : null
    const { id: accountId, owner, sequence } = account
    return { accountId, sequence, userId: owner.id, results, reversals }
  }
  async #numbersFor(account: AtWork, count: number, now: number): Promise<Held[]> {
    if (account.buffer.length < count) {
      account.claim++
      const ask = { accountId: account.id, userId: account.owner.id, want: CLAIMED_AT_ONCE, now, runStartedAt: now }
      const { numbers } = await claimNumbers(this.#service.db, { ...ask, count: false, claim: account.claim })
      account.buffer.push(...numbers)
    }
    return account.buffer.splice(0, count)
  }
  #resultOf(held: Held, at: number): SettledResult {
    const { templates } = this.#service
    const to = this.#random.chance(FAILED) ? ('fail' as const) : ('success' as const)
    const templateId = templates[held.id % templates.length] ?? null
    const { lidHash } = lidHashes(HASH_KEYS, held.number)
    const result = { attemptId: crypto.randomUUID(), numberId: held.id, templateId, priceSen: PRICE_SEN, lidHash }
    return { ...result, from: 'none', to, notRegistered: false, at, attemptedAt: at - 400 }
  }

  /** A small share of the messages is answered by BERHENTI. */
  async #optOuts(now: number): Promise<void> {
    const { db, database, accounts } = this.#service
    const done = database.sql('select 1 from suppressions').length
    const people = database.sql<{ number: string }>(
      'select number from phone_numbers where suppressed = 0 and count_success > 0 order by id limit ?',
      Math.round(this.messages * STOPPED) - done,
    )
    const stop = { lid: null, reason: null, via: 'reply' as const, by: accounts[0]?.id ?? null }
    for (const { number } of people)
      await suppress({ db, hashKeys: HASH_KEYS, dropNumber: dropped }, { ...stop, number }, now)
  }
  /** Each member requests a withdraw once a week, and an admin accepts it the same day. */
  async #withdraws(now: number): Promise<void> {
    const { db, admin, members } = this.#service
    if (this.#day < WITHDRAW_EVERY_DAYS) return
    for (const [i, { id: userId }] of members.entries()) {
      if ((i + this.#day) % WITHDRAW_EVERY_DAYS !== 0) continue
      const { id } = await requestWithdraw(db, { userId, nominal: 10_000 + i, now }, () => [])
      const who = { id: admin, role: 'admin' as const }
      const request = { actor: who, at: now, requestId: crypto.randomUUID() }
      await decideWithdraw(db, who, { id, to: 'accepted', now }, (action, target, before, after) =>
        auditStatements(db, { ...request, action, target, before, after }),
      )
    }
  }
  /** As often as the cron calls it, because one fold takes a limited number of rows of an account. */
  async #night(midnight: number): Promise<void> {
    const { db } = this.#service
    const clock = (): number => midnight
    await postDays(db, { today: jakartaDay(midnight), clock, until: midnight + 1 })
    for (let hour = 0; hour < 24; hour++)
      await foldSettlements(db, { before: clock() - SETTLED_DAYS * DAY_MS, clock, until: midnight + 1 })
  }
}
/** Nobody has to be told: an account here claims and settles a number within minutes. */
const dropped = async (): Promise<void> => {}
