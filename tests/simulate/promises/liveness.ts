// Promises that something happens: messages keep leaving, or the account says why they do not; logins are few, and turns end.
import { heldOf, shownState } from '../../../durable-objects/account-blast/document/rules.ts'
import { MINUTE_MS, type SimAccountOf } from '../world.ts'
import type { Known } from './known.ts'

const LOOK_MS = 15_000
/** What is told after a minute of silence (rule no-answer), and the time that its timers may take. */
const LATE_MS = 5_000
const TOLD_AFTER_MS = MINUTE_MS + 20_000
/** Within a minute: with pauses that grow from two seconds on, and a handful of reasons to log in that are not WhatsApp’s. */
const LOGINS_A_MINUTE = 10
const LOGINS_IN_TEN_MINUTES = 25
/** When nothing goes wrong any more, an account that may send sends again within this time: the longest pauses of the product are over by then. */
const GOES_ON_MS = 10 * MINUTE_MS
/** Waits of which a fault is no cause. */
const RIGHTLY: readonly string[] = ['window', 'daily_cap', 'cooldown', 'restricted', 'rest', 'late']

/** The last message that was tried, and the first one since the last answer. */
const QUIET = `
  select max(max(created_at, coalesce(resolved_at, 0))) as last,
    min(created_at) filter (where created_at >
      (select coalesce(max(resolved_at), 0) from attempts where outcome in ('success', 'fail'))) as unanswered
  from attempts`

export class Liveness {
  readonly #known: Known
  /** Account → when it last said why nothing of it leaves, or had no blast. */
  readonly #toldAt = new Map<string, number>()
  readonly #logins = new Map<string, number[]>()
  /** Seconds. */
  #longestInterval: number
  /** The most logins of one account within one minute, and within ten. */
  most = { aMinute: 0, tenMinutes: 0 }

  constructor(known: Known) {
    this.#known = known
    const { world } = known
    this.#longestInterval = world.plan.interval.max
    world.whatsapp.onSession = (accountId, isOpen) => {
      if (isOpen) this.#onLogin(accountId)
    }
    const look = (): void =>
      world.after(LOOK_MS, 'does it move', () => {
        for (const account of world.blasters) this.#look(account)
        if (!world.over) look()
      })
    look()
  }

  /** Plays on while members still want to blast: with work, room, window and a runner each of them sends again. */
  async goesOn(pass: (ms: number) => Promise<void>): Promise<void> {
    const { world } = this.#known
    const since = world.now
    while (world.now < since + GOES_ON_MS) {
      await pass(LOOK_MS)
      const waiting = world.blasters.filter(({ id }) => !this.#sentOrRests(id, since))
      if (waiting.length === 0) return
    }
    for (const { id } of world.blasters)
      if (!this.#sentOrRests(id, since))
        this.#known.fail(
          'goes-on',
          `nothing goes wrong for ${GOES_ON_MS / MINUTE_MS} minutes, and ${id} sends nothing: ${JSON.stringify(world.document(id)?.run)}`,
        )
  }
  #sentOrRests(id: string, since: number): boolean {
    const { world } = this.#known
    const doc = world.document(id)
    // a run that ended is begun again by its member, or has nobody left to write to
    if (!doc?.run || doc.run.stopRequested || heldOf(doc) !== null) return true
    if (doc.base === 'reconnecting' && this.#known.isOfAnotherKey(id)) return true
    if (doc.wait !== null && doc.wait.until > world.now && RIGHTLY.includes(doc.wait.reason)) return true
    return world.rows(id, 'select 1 from attempts where created_at > ? limit 1', since).length > 0
  }
  /** Logins that end at once are what WhatsApp locks numbers for (rule reconnect). */
  #onLogin(accountId: string): void {
    const { now } = this.#known.world
    const logins = [...(this.#logins.get(accountId) ?? []).filter((at) => at > now - 10 * MINUTE_MS), now]
    this.#logins.set(accountId, logins)
    const aMinute = logins.filter((at) => at > now - MINUTE_MS).length
    this.most = {
      aMinute: Math.max(this.most.aMinute, aMinute),
      tenMinutes: Math.max(this.most.tenMinutes, logins.length),
    }
    if (aMinute > LOGINS_A_MINUTE || logins.length > LOGINS_IN_TEN_MINUTES)
      this.#known.fail('reconnect', `${accountId} logged in ${aMinute} times in a minute, ${logins.length} in ten`)
  }
  #look({ id }: SimAccountOf): void {
    const { world } = this.#known
    const { now } = world
    const [{ longest } = { longest: 0 }] = world.database.sql<{ longest: number }>(
      'select max(blast_interval_max) as longest from users',
    )
    this.#longestInterval = Math.max(this.#longestInterval, longest)
    const doc = world.document(id)
    const alarm = world.platform.object('ACCOUNT_BLAST', id).disk.alarm ?? now
    const saysWhy =
      !doc?.run ||
      // the platform rings late, so that the object cannot say anything
      alarm < now - LATE_MS ||
      doc.run.stopRequested ||
      shownState(doc, now) !== 'connected' ||
      heldOf(doc) !== null ||
      (doc.wait !== null && doc.wait.until > now)
    // between two looks it was started over, reconnected, or said why it waits: each has its own minute
    const began = Math.max(doc?.run?.startedAt ?? 0, doc?.shown?.since ?? 0, doc?.shown?.waits?.since ?? 0)
    const told = saysWhy ? now : Math.max(this.#toldAt.get(id) ?? now, began)
    this.#toldAt.set(id, told)
    const [{ last = 0, unanswered = null } = {}] = world.rows(id, QUIET)
    const sent = Math.max(told, Number(last))
    const quiet = now - Math.max(told, unanswered === null ? now : Number(unanswered))
    if (quiet > TOLD_AFTER_MS || now - sent > this.#longestInterval * 1_000 + TOLD_AFTER_MS)
      this.#known.fail(
        'no-answer',
        `${id} shows that it sends, and for ${Math.round(Math.max(quiet, now - sent) / 1_000)} s nothing left, or nothing was answered, and nothing is said: ${JSON.stringify(doc?.run)}`,
      )
  }
}
