// What must hold, whatever happens. Some rules are asked at every message that leaves, some every few seconds, the rest when
// everything has come to rest.
import { jakartaDay } from '../../domain/blast/rules.ts'
import type { CheckRow } from '../../domain/number-checks/store.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { isRegistered, lidOf, type Received } from './whatsapp.ts'
import { mayBeWrittenTo, MINUTE_MS, type World } from './world.ts'

/** After an opt-out the whole product is silent towards that person. */
const SILENCE_MS = 5_000
/** From the object's decision to WhatsApp: the longest way of a message that nothing holds up. */
const WAY_MS = 2_000
/** A refused code is on the member's screen by then. */
const SAID_MS = 10_000
const ACK_WAIT_MS = 60_000
const COOLDOWN_MS = 168 * 3_600_000
/** So many claims do not fail one after another without a word. */
const FAULT_TRIES = 5
/** An account may take a new epoch once for the runner that it lost, and once for each thing its member does meanwhile. */
const EPOCHS_WITHOUT_RUNNER = 4
/** With pauses from 5 s on that grow, no account is refused more often. */
const REFUSED_A_MINUTE = 10
const ENDED = ['loggedOut', 'conflict', 'disconnected']
const isAnswer = (text: string): boolean => text.startsWith('Baik, Anda')

type OptOut = { number: string; accountId: string; byLid: boolean; at: number }
type Row = Record<string, unknown>

export class Rules {
  readonly #world: World
  /** Number → when the admin was told that nothing more is written to it. */
  readonly #forbidden = new Map<string, number>()
  /** Opt-outs that WhatsApp was told we have. */
  readonly #optOuts: OptOut[] = []
  /** Number → when. */
  readonly #erased = new Map<string, number>()
  /** Until when something stands between an account's object and the rest of the world. */
  readonly #disturbedUntil = new Map<string, number>()
  #allDisturbedUntil = 0
  readonly #lastTo = new Map<string, Received>()
  readonly #answered = new Map<string, string>()
  /** Account → when its questions of the last minute were refused. */
  readonly #refusals = new Map<string, number[]>()
  /** Account → the longest limit that it has on record, and since when. */
  readonly #limits = new Map<string, { until: number; since: number }>()
  /** The smallest interval that was ever set, seconds. */
  leastInterval: number

  constructor(world: World) {
    this.#world = world
    this.leastInterval = world.plan.interval.min
    const { whatsapp } = world
    world.onSaid = (text) => this.#onSaid(text)
    whatsapp.onReceived = (message, first) => this.#onReceived(message, first)
    whatsapp.onOptOut = (number, accountId, byLid) => this.#optOuts.push({ number, accountId, byLid, at: world.now })
    whatsapp.onUnanswered = (messageId, number) => this.#onUnanswered(messageId, number)
    whatsapp.onLimit = (accountId, until) => {
      const known = this.#limits.get(accountId)
      if (!known || known.until < until) this.#limits.set(accountId, { until, since: known?.since ?? world.now })
    }
    whatsapp.onLimitOver = (accountId) => this.#limits.delete(accountId)
    whatsapp.onRefused = (accountId) => this.#onRefused(accountId)
    whatsapp.onCodeRefused = (accountId) => this.#onCodeRefused(accountId)
    for (const [index, number] of world.numbers.entries())
      if (!mayBeWrittenTo(index)) this.#forbidden.set(number, Number.NEGATIVE_INFINITY)
  }

  // ---------------------------------------------------------------- what the scenario says of itself
  /** @param accountId null: everybody */
  disturb(accountId: string | null, forMs = 0): void {
    const until = this.#world.now + forMs
    if (accountId === null) this.#allDisturbedUntil = Math.max(this.#allDisturbedUntil, until)
    else this.#disturbedUntil.set(accountId, Math.max(this.#disturbedUntil.get(accountId) ?? 0, until))
  }
  #isUndisturbed(accountId: string, since: number): boolean {
    return this.#allDisturbedUntil < since && (this.#disturbedUntil.get(accountId) ?? 0) < since
  }
  forbid(number: string): void {
    if (!this.#forbidden.has(number)) this.#forbidden.set(number, this.#world.now)
  }
  erase(number: string): void {
    this.#erased.set(number, this.#world.now)
    this.#answered.delete(number)
  }
  isErased(number: string): boolean {
    return this.#erased.has(number)
  }
  /** There was no runner for a while: these were the epochs before. */
  noEpochsMintedFor(before: ReadonlyMap<string, number>): void {
    for (const [id, epoch] of this.#world.epochs()) {
      const minted = epoch - (before.get(id) ?? 0)
      if (minted > EPOCHS_WITHOUT_RUNNER) this.#fail('epochs', `${id} took ${minted} epochs while there was no runner`)
    }
  }
  /** Claims fail for a reason that does not pass: after some tries the run ends and says so. */
  saidWhatStoppedIt(since: number): void {
    if (!this.#isUndisturbed('', since)) return
    for (const { id } of this.#world.blasters) {
      const run = this.#world.document(id)?.run
      if (run && run.claimTries >= FAULT_TRIES)
        this.#fail('said', `${id}: its claims fail for good, and its run goes on: ${JSON.stringify(run)}`)
    }
  }

  // ---------------------------------------------------------------- at every message that leaves
  #onReceived(message: Received, first: boolean): void {
    const { number, accountId, id } = message
    if (isAnswer(message.text)) return first ? this.#onAnswer(number, accountId) : undefined
    if (!message.readable && !message.refused) this.#fail('readable', `${id} to ${number} reuses a message key`)
    if (!first) return this.#onRepeated(message)
    const before = this.#lastTo.get(number)
    if (before && message.leftAt - before.leftAt < COOLDOWN_MS)
      this.#fail('at-most-once', `${number} got ${before.id} and ${id} within its cooldown`)
    this.#lastTo.set(number, message)
    const [attempt] = this.#world.rows(accountId, 'select * from attempts where message_id = ?', id)
    if (!attempt) return this.#fail('intent-first', `${id} to ${number} left and is on record nowhere`)
    this.#afterOptOut(message, Number(attempt.created_at))
    this.#againstItsAttempt(message, attempt)
    this.#checkAccount(accountId)
  }
  #onAnswer(number: string, accountId: string): void {
    if (this.#answered.get(number) === accountId)
      this.#fail('answered-once', `${number} was told twice by ${accountId} that it gets no more messages`)
    this.#answered.set(number, accountId)
  }
  /** Asked for by a recipient who could not read it; their opt-out ends that too. */
  #onRepeated({ number, accountId, id, leftAt }: Received): void {
    const since = Math.min(
      this.#forbidden.get(number) ?? Number.POSITIVE_INFINITY,
      ...this.#optOuts.filter((o) => o.number === number && !o.byLid).map((o) => o.at),
    )
    this.#silent(number, accountId, id, since, leftAt)
  }
  #afterOptOut({ number, accountId, id, leftAt }: Received, decidedAt: number): void {
    const since = this.#forbidden.get(number)
    if (since !== undefined) {
      if (decidedAt > since)
        this.#fail('opt-out', `${number} gets ${id}, decided ${decidedAt - since} ms after it must not`)
      this.#silent(number, accountId, id, since, leftAt)
    }
    for (const o of this.#optOuts) {
      if (o.number !== number) continue
      const knows = !o.byLid || this.#knewLid(o, decidedAt)
      if (knows && o.accountId === accountId && decidedAt > o.at)
        this.#fail(
          'opt-out',
          `${number} gets ${id} from ${accountId}, ${decidedAt - o.at} ms after it told that account STOP`,
        )
      if (!o.byLid) this.#silent(number, accountId, id, o.at, leftAt)
    }
  }
  #silent(number: string, accountId: string, id: string, since: number, leftAt: number): void {
    if (leftAt > since + SILENCE_MS && this.#isUndisturbed(accountId, since))
      this.#fail('opt-out', `${number} got ${id} ${((leftAt - since) / 1_000).toFixed(1)} s after it must not`)
  }
  /** The account had learned who is behind the LID before it decided. */
  #knewLid({ number, accountId }: OptOut, decidedAt: number): boolean {
    const sent = this.#world.rows(
      accountId,
      `select 1 from attempts where number = ? and outcome = 'success' and resolved_at < ?`,
      number,
      decidedAt,
    )
    return sent.length > 0 && this.#contact(accountId, number)
  }
  #contact(accountId: string, number: string): boolean {
    return (
      this.#world.rows(accountId, 'select 1 from contacts where number = ? and lid = ?', number, lidOf(number)).length >
      0
    )
  }
  #againstItsAttempt({ id, number, accountId, leftAt }: Received, attempt: Row): void {
    const decidedAt = Number(attempt.created_at)
    const age = leftAt - decidedAt
    if (attempt.resolved_at !== null && Number(attempt.resolved_at) < leftAt)
      this.#fail(
        'deadline',
        `${id} to ${number} left when it was ${String(attempt.outcome)} already, ${age} ms after it was due`,
      )
    if (age > MINUTE_MS / 2 + WAY_MS) this.#fail('deadline', `${id} to ${number} left ${age} ms after it was decided`)
    if (leftAt > this.#world.closesAt + WAY_MS) this.#fail('window', `${id} left after the sending window closed`)
    const limit = this.#limits.get(accountId)
    if (limit && limit.until > leftAt && leftAt > limit.since + WAY_MS && this.#isUndisturbed(accountId, limit.since))
      this.#fail('restricted', `${id} left while the account was restricted`)
  }
  #onUnanswered(messageId: string, number: string): void {
    const mustNot =
      this.#forbidden.has(number) || this.#optOuts.some((o) => o.number === number) || this.#erased.has(number)
    const [attempt] = this.#world.blasters.flatMap((a) =>
      this.#world.rows(a.id, 'select * from attempts where message_id = ?', messageId),
    )
    if (mustNot || !attempt) return
    this.#fail('repair', `${number} asked for ${messageId} again and got nothing`)
  }
  #onCodeRefused(accountId: string): void {
    const since = this.#world.now
    this.#world.after(SAID_MS, 'was it said', () => {
      const link = this.#world.document(accountId)?.link
      if (link && link.startedAt < since && this.#isUndisturbed(accountId, since))
        this.#fail('refused-code', `${accountId}: the code was refused ${SAID_MS} ms ago, and its page still waits`)
    })
  }

  /** What passes by itself must not end a run. */
  #onSaid(text: string): void {
    if (text.includes('"what":"claim"') && !this.#world.settingIsBroken)
      this.#fail('said', `nothing is wrong that does not pass, and a claim says ${text}`)
  }
  /** Who is refused asks less and less often. */
  #onRefused(accountId: string): void {
    const now = this.#world.now
    const recent = (this.#refusals.get(accountId) ?? []).filter((at) => at > now - MINUTE_MS)
    recent.push(now)
    this.#refusals.set(accountId, recent)
    if (recent.length > REFUSED_A_MINUTE)
      this.#fail('backs-off', `${accountId} was refused ${recent.length} times within a minute, and asks on`)
  }

  // ---------------------------------------------------------------- every few seconds
  check(): void {
    for (const { id } of this.#world.accounts) this.#checkAccount(id)
    const [negative] = this.#world.database.sql(
      'select user_id, day, success, fail from daily_stats where success < 0 or fail < 0 limit 1',
    )
    if (negative) this.#fail('day', `a day went below zero: ${JSON.stringify(negative)}`)
  }
  #checkAccount(id: string): void {
    const doc = this.#world.document(id)
    if (!doc) return
    const { success, fail, unknown, attempts, incomeSen } = doc
    if (Math.min(success, fail, unknown, attempts, incomeSen) < 0)
      this.#fail(
        'counters',
        `${id}: a counter is negative: ${JSON.stringify({ success, fail, unknown, attempts, incomeSen })}`,
      )
    if (success + fail + unknown !== attempts)
      this.#fail('counters', `${id}: ${success} + ${fail} + ${unknown} is not ${attempts}`)
    const { until = 0 } = this.#limits.get(id) ?? {}
    if (until > this.#world.now && (doc.restrictedUntil ?? 0) < until)
      this.#fail('restricted', `${id}: a known limit was shortened by ${until - (doc.restrictedUntil ?? 0)} ms`)
    const object = this.#world.platform.object('ACCOUNT_BLAST', id)
    if (object.instance !== null && !object.isIdle) return
    const has = (...names: (keyof typeof doc.timers)[]) => names.some((name) => doc.timers[name] !== undefined)
    const wanted = doc.linked && !doc.removed && !ENDED.includes(doc.base) && doc.suspendReason !== 'banned'
    if (wanted && !has('lease', 'place', 'reconnect'))
      this.#fail('timer', `${id} wants a runner and nothing will look after it`)
    if (doc.run && doc.connection === 'open' && !has('pump', 'ack', 'lease'))
      this.#fail('timer', `${id} has a run and nothing to wake it: ${JSON.stringify(doc.run)}`)
    if (Object.keys(doc.timers).length > 0 && object.disk.alarm === null)
      this.#fail('timer', `${id} has timers and no alarm`)
  }

  // ---------------------------------------------------------------- at rest
  /** Nothing is under way any more: what is still missing will not come by itself. */
  isQuiet(): boolean {
    const { world } = { world: this.#world }
    if (world.database.sql('select 1 from phone_numbers where in_use = 1 limit 1').length > 0) return false
    if (world.database.sql(`select 1 from erasures where phase <> 'done' limit 1`).length > 0) return false
    return world.accounts.every(({ id }) => {
      const doc = world.document(id)
      if (!doc) return true
      const atRest =
        !doc.linked || ENDED.includes(doc.base) || doc.suspendReason === 'banned' || doc.connection === 'open'
      const open = world.rows(
        id,
        `select 1 from attempts where outcome in ('pending', 'unknown') union all select 1 from outbox
         union all select 1 from batches union all select 1 from opt_outs where suppressed = 0 limit 1`,
      )
      return atRest && !doc.run && !doc.check && !doc.link && open.length === 0
    })
  }
  async atRest(): Promise<void> {
    this.check()
    for (const { id } of this.#world.blasters) {
      const attempts = this.#world.rows(id, 'select * from attempts order by created_at')
      this.#checkSends(id, attempts)
    }
    this.#checkMoney()
    this.#checkLeases()
    this.#checkOptOuts()
    this.#checkErased()
    for (const account of this.#world.accounts) await this.#checkOver(account.id)
    for (const id of this.#world.checks) this.#checkNumberCheck(id)
    for (const { where, error } of this.#world.platform.problems) this.#checkProblem(where, error)
  }
  #checkSends(id: string, attempts: readonly Row[]): void {
    const { plan } = this.#world
    const days = Map.groupBy(attempts, (a) => jakartaDay(Number(a.created_at)))
    for (const [day, { length }] of days)
      if (length > plan.dailyCap) this.#fail('cap', `${id} sent ${length} on ${day} with a cap of ${plan.dailyCap}`)
    for (const [i, a] of attempts.entries()) {
      this.#checkOutcome(id, a)
      const next = attempts[i + 1]
      if (next) this.#checkInterval(id, a, next)
    }
  }
  #checkInterval(id: string, a: Row, next: Row): void {
    // one without an answer has ended when its answer was waited for no longer
    const endedAt = Math.min(Number(a.resolved_at), Number(a.created_at) + ACK_WAIT_MS)
    const gapMs = Number(next.created_at) - endedAt
    if (gapMs < this.leastInterval * 1_000)
      this.#fail(
        'interval',
        `${id}: ${gapMs} ms between the end of ${String(a.message_id)} and ${String(next.message_id)}`,
      )
  }
  #checkOutcome(id: string, a: Row): void {
    const messageId = String(a.message_id)
    const { whatsapp, plan } = this.#world
    const received = whatsapp.received.some((m) => m.id === messageId && !m.refused)
    const heard = whatsapp.proven.has(messageId) || (whatsapp.heardBy.get(messageId)?.alive ?? false)
    if (heard && a.outcome !== 'success')
      this.#fail('proof', `${id}: ${messageId} was proven and is ${String(a.outcome)}`)
    if (a.outcome === 'success' && !received) this.#fail('proof', `${id}: ${messageId} is a success and never left`)
    if (a.outcome !== 'fail' || a.number === '') return
    const refused = whatsapp.received.some((m) => m.id === messageId && m.refused)
    const silent = Number(a.resolved_at) - Number(a.created_at) >= plan.unknownToFailMs
    if (!refused && !silent && isRegistered(String(a.number)))
      this.#fail(
        'refused-is-no-answer',
        `${id}: ${messageId} to ${String(a.number)} is a failure for no reason of its own`,
      )
  }
  #checkMoney(): void {
    const { database } = this.#world
    const [wrong] = database.sql(
      `select b.user_id, b.balance_sen, coalesce(sum(l.amount_sen), 0) as sum from balances b left join ledger l on l.user_id = b.user_id
       group by b.user_id having sum <> b.balance_sen limit 1`,
    )
    if (wrong) this.#fail('ledger', `a balance is not the sum of its entries: ${JSON.stringify(wrong)}`)
    for (const userId of new Set(this.#world.blasters.map((a) => a.userId))) this.#checkIncome(userId)
    this.#checkCounted()
  }
  #checkIncome(userId: string): void {
    const successes = this.#world.blasters
      .filter((a) => a.userId === userId)
      .flatMap((a) => this.#world.rows(a.id, `select * from attempts where outcome = 'success' and job_id is null`))
    const earned = successes.reduce((sum, a) => sum + Number(a.price_sen), 0)
    const taken = successes.filter((a) => a.revoked_at !== null).reduce((sum, a) => sum + Number(a.price_sen), 0)
    const paid = this.#sumOf(userId, 'blast_income')
    const reversed = -this.#sumOf(userId, 'income_reversal')
    if (paid !== earned) this.#fail('paid-once', `${userId} earned ${earned} and was paid ${paid}`)
    if (reversed !== taken) this.#fail('paid-once', `${userId} lost ${taken} and was reversed ${reversed}`)
  }
  #sumOf(userId: string, kind: string): number {
    const sql = 'select coalesce(sum(amount_sen), 0) as n from ledger where user_id = ? and kind = ?'
    return this.#world.database.sql<{ n: number }>(sql, userId, kind)[0]?.n ?? 0
  }
  /** What the list counts are the accounts' successes; of rows that are gone nothing is counted. */
  #checkCounted(): void {
    const counted = this.#world.database.sql<{ number: string; n: number }>(
      'select number, count_success as n from phone_numbers where count_success > 0',
    )
    const successes = this.#world.blasters.flatMap(({ id }) =>
      this.#world.rows(id, `select number from attempts where outcome = 'success'`),
    )
    for (const { number, n } of counted) {
      const own = successes.filter((a) => a.number === number).length
      if (own !== n) this.#fail('paid-once', `${number} counts ${n} successes, its accounts ${own}`)
    }
  }
  #checkLeases(): void {
    const held = this.#world.database.sql('select number, in_use_by from phone_numbers where in_use = 1 limit 3')
    if (held.length > 0) this.#fail('lease-ends', `numbers are still held: ${JSON.stringify(held)}`)
  }
  #checkOptOuts(): void {
    for (const { number, accountId, byLid } of this.#optOuts) {
      if (this.#erased.has(number)) continue
      const [row] = this.#world.database.sql<{ suppressed: number }>(
        'select suppressed from phone_numbers where number = ?',
        number,
      )
      if (!row || row.suppressed === 1) continue
      // nobody has learned yet who is behind this LID
      const known = this.#world.blasters.some((a) => this.#contact(a.id, number))
      if (!byLid || known)
        this.#fail(
          'opt-out',
          `${number} wrote STOP to ${accountId}, WhatsApp was told that we have it, and it may still be written to`,
        )
    }
  }
  #checkErased(): void {
    for (const [number, at] of this.#erased) {
      // who writes to us afterwards is known again
      if (this.#optOuts.some((o) => o.number === number && o.at > at)) continue
      for (const { id } of this.#world.accounts)
        for (const { name } of this.#world.rows(id, `select name from sqlite_master where type = 'table'`)) {
          const text = JSON.stringify(this.#world.rows(id, `select * from "${String(name)}"`))
          if (text.includes(number)) this.#fail('erasure', `${number} was erased and is in ${String(name)} of ${id}`)
        }
    }
  }
  async #checkOver(id: string): Promise<void> {
    const doc = this.#world.document(id)
    if (!doc?.linked) return
    if (doc.run) this.#fail('ends', `${id} was stopped long ago and still has a run: ${JSON.stringify(doc.run)}`)
    const shown = await accountObject(this.#world.env, id).snapshot()
    const state = shown?.state ?? ''
    if (!ENDED.includes(state) && !['suspended', 'connected', 'restricted'].includes(state))
      this.#fail('comes-back', `${id} is ${state} although nothing has gone wrong for a long time`)
  }
  #checkNumberCheck(jobId: string): void {
    const [sender] = this.#world.accounts.filter((a) => a.purpose === 'generator')
    if (!sender) return
    for (const r of this.#world.rows(sender.id, 'select * from check_results where job_id = ?', jobId)) {
      if (Boolean(r.registered) !== isRegistered(String(r.number)))
        this.#fail('refused-is-no-answer', `the check says ${String(r.registered)} of ${String(r.number)}`)
    }
    const [row] = this.#world.database.sql<CheckRow>(
      'select cursor, count_success, count_fail, start_number from number_checks where id = ?',
      jobId,
    )
    if (!row) return
    const { count_success: success, count_fail: fail, cursor } = row
    if (success + fail !== cursor) this.#fail('counters', `a check says ${success} + ${fail} of ${cursor}`)
    const checked = Array.from({ length: cursor }, (_, i) => String(Number(row.start_number) + i))
    const registered = checked.filter((number) => isRegistered(number)).length
    if (registered !== success)
      this.#fail('refused-is-no-answer', `a check found ${success} of ${registered} numbers that are on WhatsApp`)
  }
  /** What nothing caught, unless it is only that somebody died or was refused meanwhile. */
  #checkProblem(where: string, error: unknown): void {
    const text = String(error)
    const expected = ['Network connection lost', 'code was updated', 'D1 DB is overloaded']
    if (!expected.some((e) => text.includes(e))) this.#fail('uncaught', `${where}: ${text}`)
  }

  #fail(rule: string, detail: string): never {
    this.#world.story.fail(rule, detail)
  }
}
