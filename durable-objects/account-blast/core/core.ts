// What an account's object is made of, under one name each: its document, tables, clock, timers, socket to the runner and listeners. It is
// composed once, by the object; a room gets of it what its port names (port.ts of the room).
import type { EventDetails, EventName } from '../../../contract/operation/events.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import type { Command } from '../../../contract/operation/runner.ts'
import type { Span } from '../../../contract/record/traces.ts'
import { addSpans, sendSpansSoon } from '../../../domain/ground/metrics/traces.ts'
import { writePoints } from '../../../domain/ground/metrics/points.ts'
import type { Counts } from '../../../domain/ground/tally/rules.ts'
import type { VaultCount } from '../../../domain/people/vault-keys/rules.ts'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { placeInSpread } from '../../../domain/sending/blast/rules.ts'
import type { Target } from '../../../domain/sending/number-checks/rules.ts'
import type { ObjectsEnv } from '../../env.ts'
import { logFault } from '../../log.ts'
import { timing } from '../../timing.ts'
import type { AccountDocument, TimerName } from '../document/document.ts'
import type { StoredRules } from '../tables/rules-store.ts'
import { AdminReporter } from './admin-reporter.ts'
import { Alarm } from './alarm.ts'
import { Clock } from './clock.ts'
import { MessageWatch } from './message-watch.ts'
import { Publisher } from './publisher.ts'
import { RowMark } from './row-mark.ts'
import { RunnerSocket } from './runner-socket.ts'
import { Screens, type Work } from './screens.ts'
import { type Bindings, Stored } from './stored.ts'
import { Timers } from './timers.ts'

type Sockets = Pick<
  DurableObjectState,
  'acceptWebSocket' | 'getWebSockets' | 'getWebSocketAutoResponseTimestamp' | 'setWebSocketAutoResponse'
>
export type Core = ReturnType<typeof composeCore>

export const composeCore = (ctx: DurableObjectState, env: ObjectsEnv) => {
  const clock = new Clock()
  const alarm = new Alarm(ctx.storage)
  const stored = new Stored(ctx.storage, env, alarm)
  const timers = new Timers(stored, clock)
  const logError = (what: string, error: unknown): void =>
    logFault(what, error, { object: 'account-blast', account: stored.doc?.accountId ?? null, now: clock.now() })
  const publisher = new Publisher(env, logError)
  const admins = new AdminReporter(env, {
    doc: () => stored.doc,
    wakeBy: (due) => timers.setTimerNoLater('admins', due),
    logError,
  })
  const row = new RowMark(stored, timers, clock)
  const runner = new RunnerSocket(ctx, { stored, clock, logError })
  const screens = new Screens({ stored, clock, row, publisher, admins })
  const paces = timing(env)

  return {
    /** Of runners, all of this account's. */
    sockets: ctx as Sockets,
    sql: ctx.storage.sql,
    timing: paces,
    alarm,
    /** Of an object without a document, which has no timers. @param at epoch ms */
    setAlarm: (at: number): Promise<void> => ctx.storage.setAlarm(at),
    publisher,
    admins,
    messages: new MessageWatch(),
    logError,

    // ---------------------------------------------------------------- what is on record
    get doc() {
      return stored.doc
    },
    get account() {
      return stored.account
    },
    get rules() {
      return stored.rules
    },
    set rules(rules: StoredRules | null) {
      stored.rules = rules
    },
    /** The account begins, or a lost one lives again. */
    become: (doc: AccountDocument): void => {
      stored.doc = doc
    },
    save: () => stored.save(),
    saveThenCall: <T>(call: (bindings: Bindings) => Promise<T>) => stored.saveThenCall(call),
    wipe: (rest: AccountDocument | null) => stored.wipe(rest),
    get rowChanges() {
      return row.rowChanges
    },
    touchRow: () => row.touchRow(),
    rowIsOld: () => row.rowIsOld(),
    rowIsCurrent: () => row.rowIsCurrent(),

    // ---------------------------------------------------------------- what is kept while the object is awake
    /** Numbers dropped while a claim is under way: they are removed from its answer. null: no claim is under way. */
    droppedDuringClaim: null as Set<string> | null,
    /** Grows with every reason why D1 may hold claims that are not needed; a release covers only those before it was sent. */
    strays: 0,
    /** What the vault was last counted to hold, for the next write of the row; null: D1 has it, or the next day's count brings it. */
    vaultCount: null as VaultCount | null,
    /** The part of the check's file that is read now; it saves one read of the bucket a query. */
    checkPart: null as { key: string; rows: Target[] } | null,
    workWanted: false,
    working: false,
    /** Makes this turn call runWork at its end, because the run or the check may be able to continue. */
    wake(): void {
      this.workWanted = true
    },

    // ---------------------------------------------------------------- time and chance
    now: () => clock.now(),
    random: () => clock.random(),
    /** Delay of this account in ms where all accounts would otherwise act in the same second, at the window's opening say. */
    get placeMs() {
      return placeInSpread(stored.account.accountId, paces.spreadMs)
    },
    setTimer: (name: TimerName, due: number) => timers.setTimer(name, due),
    setTimerNoLater: (name: TimerName, due: number) => timers.setTimerNoLater(name, due),
    timerDue: (name: TimerName) => timers.timerDue(name),
    clearTimer: (name: TimerName) => timers.clearTimer(name),
    guardTimer: (name: TimerName, ms: number) => timers.guardTimer(name, ms),
    isGuard: (name: TimerName) => timers.isGuard(name),
    timers: () => timers.timers(),
    dueTimers: () => timers.dueTimers(),

    // ---------------------------------------------------------------- who is told
    emit: <N extends EventName>(event: N, payload: EventDetails<N>) => screens.emit(event, payload),
    newVersion: () => screens.newVersion(),
    emitFor: <N extends EventName>(work: Work, event: N, payload: EventDetails<N>) =>
      screens.emitFor(work, event, payload),
    emitState: (extra?: Partial<EventDetails<'connection.update'>>) => screens.emitState(extra),
    sender: () => screens.sender(),
    socket: () => runner.socket(),
    command: (commands: Command[]) => runner.command(commands),
    get ackDue() {
      return runner.ackDue
    },
    set ackDue(seq: number) {
      runner.ackDue = seq
    },
    /** Of the hashes under which a person stays suppressed. */
    get hashKeys(): KeyRing {
      return hashRing(env)
    },
    writePoints: (counts: Counts) => writePoints(env.METRICS, counts),
    /** Says what became of a message; sent with those of other accounts, after the turn. */
    trace: (spans: readonly Span[]): void => {
      addSpans(env, spans)
      sendSpansSoon(env, (work) => ctx.waitUntil(work))
    },
  }
}
