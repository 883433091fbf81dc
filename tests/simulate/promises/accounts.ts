// Promises checked every few seconds and when an account is refused or reports an error: counters, timers, pauses, reports.
import { MINUTE_MS } from '../world.ts'
import type { SimRunner } from '../runner.ts'
import { ENDED, type Known } from './known.ts'

/** The longest time until a refused code is shown on the member's screen. */
const SAID_MS = 10_000
/** The most claims that may fail one after another before the account says so. */
const FAULT_TRIES = 5
/** An account may take one new epoch for the runner that it lost, and one for each thing that its member does meanwhile. */
const EPOCHS_WITHOUT_RUNNER = 4
/** With growing pauses from 5 s on, an account cannot be refused more often than this. */
const REFUSED_A_MINUTE = 10

/** How much later than its first timer an object's alarm may be. */
const ALARM_SLACK_MS = 2_000
/** How often an object may believe that a runner has keys which that runner lost. */
const EMPTY_HANDED = 3

export class Accounts {
  readonly #known: Known
  /** Account → times at which its questions were refused in the last minute. */
  readonly #refusals = new Map<string, number[]>()

  constructor(known: Known) {
    this.#known = known
    const { world } = known
    world.whatsapp.onRefused = (accountId) => this.#onRefused(accountId)
    world.whatsapp.onCodeRefused = (accountId) => this.#onCodeRefused(accountId)
    for (const { id } of world.accounts) world.platform.object('ACCOUNT_BLAST', id).onDied = () => this.#checkAlarm(id)
  }

  /** A session that this runner cannot read must not be tried again without its rows. */
  rowsComeWithEachTry({ sessions }: SimRunner): void {
    for (const { vault, emptyHanded } of sessions)
      if (emptyHanded >= EMPTY_HANDED)
        this.#known.fail('unreadable', `${vault.accountId} was to log in ${emptyHanded} times without keys or rows`)
  }
  /** After a while without a runner: each account's epoch before it. */
  noEpochsMintedFor(before: ReadonlyMap<string, number>): void {
    for (const [id, epoch] of this.#known.world.epochs()) {
      const minted = epoch - (before.get(id) ?? 0)
      if (minted > EPOCHS_WITHOUT_RUNNER)
        this.#known.fail('epochs', `${id} took ${minted} epochs while there was no runner`)
    }
  }
  /** Claims fail for a reason that does not pass: after some tries the run must end and say so. */
  saidWhatStoppedIt(since: number): void {
    if (!this.#known.isUndisturbed('', since)) return
    for (const { id } of this.#known.world.blasters) {
      const run = this.#known.world.document(id)?.run
      if (run && run.claimTries >= FAULT_TRIES)
        this.#known.fail('said', `${id}: its claims fail for good, and its run goes on: ${JSON.stringify(run)}`)
    }
  }
  #onCodeRefused(accountId: string): void {
    const since = this.#known.world.now
    this.#known.world.after(SAID_MS, 'was it said', () => {
      const link = this.#known.world.document(accountId)?.link
      if (link && link.startedAt < since && this.#known.isUndisturbed(accountId, since))
        this.#known.fail(
          'refused-code',
          `${accountId}: the code was refused ${SAID_MS} ms ago, and its page still waits`,
        )
    })
  }

  /** An error that passes by itself must not end a run. */
  onSaid(text: string): void {
    if (text.includes('"what":"steps"')) this.#known.fail('steps-a-turn', text)
    if (text.includes('"what":"claim"') && !this.#known.world.settingIsBroken)
      this.#known.fail('said', `nothing is wrong that does not pass, and a claim says ${text}`)
    // no fault of the platform makes one of these: it is the code, or the double
    if (/"error":"(?:Type|Reference|Range|Syntax)Error"/.test(text)) this.#known.fail('uncaught', text)
  }
  /** An account that is refused must ask less and less often. */
  #onRefused(accountId: string): void {
    const now = this.#known.world.now
    const recent = (this.#refusals.get(accountId) ?? []).filter((at) => at > now - MINUTE_MS)
    recent.push(now)
    this.#refusals.set(accountId, recent)
    if (recent.length > REFUSED_A_MINUTE)
      this.#known.fail('backs-off', `${accountId} was refused ${recent.length} times within a minute, and asks on`)
  }

  check(): void {
    for (const { id } of this.#known.world.accounts) this.checkAccount(id)
    for (const object of this.#known.world.platform.objects())
      if (object.alarm.isLost) this.#known.fail('timer', `${object.name} has an alarm that will never ring`)
    const [negative] = this.#known.world.database.sql(
      'select user_id, day, success, fail from daily_stats where success < 0 or fail < 0 limit 1',
    )
    if (negative) this.#known.fail('day', `a day went below zero: ${JSON.stringify(negative)}`)
  }
  checkAccount(id: string): void {
    const doc = this.#known.world.document(id)
    if (!doc) return
    const { success, fail, unknown, attempts, incomeSen } = doc
    if (Math.min(success, fail, unknown, attempts, incomeSen) < 0)
      this.#known.fail(
        'counters',
        `${id}: a counter is negative: ${JSON.stringify({ success, fail, unknown, attempts, incomeSen })}`,
      )
    if (success + fail + unknown !== attempts)
      this.#known.fail('counters', `${id}: ${success} + ${fail} + ${unknown} is not ${attempts}`)
    const { until = 0 } = this.#known.limits.get(id) ?? {}
    if (until > this.#known.world.now + this.#known.hostsMs && (doc.restrictedUntil ?? 0) < until)
      this.#known.fail('restricted', `${id}: a known limit was shortened by ${until - (doc.restrictedUntil ?? 0)} ms`)
    const object = this.#known.world.platform.object('ACCOUNT_BLAST', id)
    if (object.instance !== null && !object.isIdle) return
    const has = (...names: (keyof typeof doc.timers)[]) => names.some((name) => doc.timers[name] !== undefined)
    const wanted = doc.linked && !doc.removed && !ENDED.includes(doc.base) && doc.suspendReason !== 'banned'
    if (wanted && !has('lease', 'place', 'reconnect'))
      this.#known.fail('timer', `${id} wants a runner and nothing will look after it`)
    if (doc.run && doc.connection === 'open' && !has('pump', 'ack', 'lease'))
      this.#known.fail('timer', `${id} has a run and nothing to wake it: ${JSON.stringify(doc.run)}`)
    this.#checkAlarm(id)
  }
  /** An alarm that comes after the first timer leaves that timer to whatever happens to wake the object. */
  #checkAlarm(id: string): void {
    const { world } = this.#known
    const first = Math.min(...Object.values(world.document(id)?.timers ?? {}))
    const alarm = world.platform.object('ACCOUNT_BLAST', id).disk.alarm ?? Number.POSITIVE_INFINITY
    if (alarm > Math.max(first, world.now) + ALARM_SLACK_MS + 2 * this.#known.hostsMs)
      this.#known.fail('timer', `${id} has a timer for ${first} and an alarm for ${alarm}`)
  }
}
