// What the cron does, a row each, begun in the order of `CRON_TASKS` in the contract (docs/decisions/0086-the-cron-is-a-table.md). What one invocation does
// not finish, the next ones do: each row limits how much it takes on, because the platform limits the calls of an invocation.
import { emailsOf } from '../contract/ground/settings.ts'
import type { CronTask } from '../contract/operation/cron-tasks.ts'
import { DAY_MS, HOUR_MS, jakartaDay, MINUTE_MS } from '../contract/ground/time.ts'
import { checkpointMail } from '../contract/record/checkpoint-texts.ts'
import type { Db } from '../domain/ground/db/connection.ts'
import { readSettings } from '../domain/ground/settings/store.ts'
import { writePoints } from '../domain/ground/metrics/points.ts'
import { foldMeasures } from '../domain/ground/metrics/store.ts'
import { scoreMembers } from '../domain/money/fraud/score-members.ts'
import { postDays } from '../domain/money/ledger/accrual-store.ts'
import { recordConnected } from '../domain/money/stats/store.ts'
import { dropLeftFiles } from '../domain/operation/retention/left-files-store.ts'
import { keepRetentions } from '../domain/operation/retention/store.ts'
import { noteRelease } from '../domain/operation/status/store.ts'
import { noteContainers } from '../domain/operation/troubles/counted-store.ts'
import { lastHourlyLook } from '../domain/operation/troubles/figures-store.ts'
import type { Mail } from '../domain/people/notices/mail.ts'
import { sendDigests } from '../domain/people/notices/send-digests.ts'
import { continueErasures } from '../domain/privacy/erasures/continue-erasures.ts'
import { sealEndedImports } from '../domain/recipients/imports/store.ts'
import { gradeTyped, markWeak } from '../domain/recipients/suppressions/grade-walk-store.ts'
import { judgeRates } from '../domain/sending/rates/judge-store.ts'
import { markHeld } from '../domain/recipients/suppressions/hold-walk-store.ts'
import { ringForStops } from '../domain/recipients/suppressions/hash-keys.ts'
import { keepAllLeft } from '../domain/recipients/suppressions/range-store.ts'
import { endSnoozes } from '../domain/recipients/suppressions/snooze-store.ts'
import { dropLeftovers } from '../domain/recipients/suppressions/drop-claims.ts'
import { signerOf, verifierTexts } from '../domain/record/checkpoints/place.ts'
import { mailNewest, signNewest } from '../domain/record/checkpoints/store.ts'
import { storeHeads } from '../domain/record/record/heads.ts'
import { closeRecordTo } from '../domain/record/record/store.ts'
import { passRefused } from '../domain/sending/blast/front-store.ts'
import { tellRecipients } from '../domain/sending/blast/tell-recipients.ts'
import { judgeCampaigns } from '../domain/sending/campaigns/judge-store.ts'
import { tellEnds } from '../domain/sending/campaigns/tell-ends.ts'
import { setPaces } from '../domain/sending/campaigns/spend-store.ts'
import { fileEnded } from '../domain/sending/campaigns/report-store.ts'
import { continueLaunches, endCampaigns } from '../domain/sending/campaigns/launch-store.ts'
import { endPriceQuestions } from '../domain/sending/campaigns/question-store.ts'
import { rollCampaigns } from '../domain/sending/campaigns/roll-store.ts'
import { dropOldReports } from '../domain/sending/campaigns/report-files.ts'
import { nextIdleHolders, takeOverdue } from '../domain/sending/wakes/store.ts'
import { countOnRunners } from '../domain/sending/whatsapp/on-runners-store.ts'
import { sampleSessions } from '../domain/sending/whatsapp/sample-sessions.ts'
import { accountObject, runnerFleet } from '../durable-objects/stubs.ts'
import { forgetOldJournal, keepBackups, writeMissedStops } from './backup.ts'
import type { Env } from './env.ts'
import { forgetChecks } from './forget-checks.ts'
import { forgetImports, wakeImports } from './imports.ts'
import { errorFields, log } from './log.ts'
import { announce, pushDue } from './push.ts'
import { reconnectPortion } from './reconnect.ts'
import { keepSecondPlace } from './second-place.ts'
import { hasMail, sendMail } from './services.ts'
import { tellCampaigns, tellPauseAgain, tellStopsAgain } from './tell-pause.ts'
import { lookHourly, lookOften, tellAlerts } from './troubles.ts'
import { resealVaults } from './vault-keys.ts'

/** now: when the row was begun. until: from then on it begins nothing more. */
type Round = { env: Env; db: Db; now: number; scheduledAt: number; until: number }
/**
 * beside: from the beginning on, and nothing but the end waits for it. first: at once, side by side, because what ends sending waits for
 * nothing. then: when those are done, one after the other. What begins at once begins in every minute.
 */
type Pace = { when: 'beside' | 'first'; every: 'minute' } | { when: 'then'; every: 'minute' | 'five minutes' | 'hour' }
export type Task = Pace & {
  budgetMs: number
  /** The round that has not ended well where this failed; null: none, because a trouble of its own tells that it fails, or it may fail. */
  ends: 'minute' | 'hour' | null
  run: (round: Round) => Promise<unknown>
  /** What the log says where it failed, if it is not `cron failed`. */
  failed?: string
  /** A new place, in which nobody is yet, does this, too: its first release looks for a runner. */
  evenEmpty?: true
}

/** Accounts a minute whose alarm may be lost. */
const WOKEN = 300
/** Accounts a minute with claimed numbers that are checked. Nearly all are sending, and those are not woken. */
const HOLDERS = 300
/** Of those that did not answer the log names so many, for /monitor/local. */
const NAMED = 5
const wakeAccounts = async ({ env, db, now }: Round): Promise<void> => {
  const overdue = await takeOverdue(db, { now, limit: WOKEN })
  const holders = await nextIdleHolders(db, { now, limit: HOLDERS })
  const ids = [...new Set([...overdue, ...holders])]
  const woken = await Promise.allSettled(ids.map((id) => accountObject(env, id).poke()))
  const failed = ids.filter((_, i) => woken[i]?.status === 'rejected')
  if (failed.length === 0) return
  log.warn('some accounts did not answer', {
    failed: failed.length,
    of: ids.length,
    accounts: failed.slice(0, NAMED).join(' '),
  })
}

/** What is not set has never had containers, and is not asked after them. */
const keepRunners = async ({ env, db, now }: Round): Promise<void> => {
  if (env.RUNNERS_ON_CONTAINERS === undefined) return
  const on = env.RUNNERS_ON_CONTAINERS === 'on'
  const size = await runnerFleet(env).keepSize({ on, accounts: on ? await countOnRunners(db) : 0 })
  const fields = { needed: size.needed, started: size.started.join(' '), drained: size.drained.join(' ') }
  if (size.started.length + size.drained.length > 0) log.info('runners on containers', fields)
  const failed = size.failed.length + (size.stuck?.length ?? 0)
  if (failed > 0) await noteContainers(db, failed, now)
  if (size.failed.length > 0) log.error('runners on containers failed', { ...fields, failed: size.failed.join('; ') })
}

const keepTables = async ({ env, db, now }: Round): Promise<void> => {
  const isWell = await keepRetentions(
    {
      db,
      now,
      clock: () => Date.now(),
      forgetImports: (before) => forgetImports(env, before),
      forgetChecks: (before) => forgetChecks(db, env, before),
    },
    (table, error) => log.error('rows past their time were not deleted', { table, ...errorFields(error) }),
  )
  if (!isWell) throw new Error('some tables keep rows past their time')
}

/** A day is posted this long after it ends, because results of its last minutes are still unsettled then. */
const AFTER_MIDNIGHT_MS = 10 * MINUTE_MS
const HEADS_AN_HOUR = 50
/** Yesterday's record, with all entries since the day closed before it. */
const closeRecord = async ({ env, db, now, until }: Round): Promise<void> => {
  await sealEndedImports(db, now)
  await closeRecordTo(db, jakartaDay(now - AFTER_MIDNIGHT_MS - DAY_MS), () => Date.now() < until)
  await storeHeads(db, env.MEDIA, now, HEADS_AN_HOUR)
}

/** Of yesterday, once it is closed. */
const keepCheckpoint = async ({ env, db, now }: Round): Promise<void> => {
  const signer = await signerOf(env)
  await signNewest(db, { ...signer, now })
  if (!hasMail(env)) return
  const addresses = emailsOf((await readSettings(db)).checkpoint_email)
  const verifiers = await verifierTexts(signer)
  const send = (to: string, { day, note }: { day: string; note: string }) =>
    sendMail(env, { to, ...checkpointMail({ day, note, verifiers, place: env.APP_ORIGIN }) })
  await mailNewest(db, { addresses, now, send })
}

/** An hour, less what a look takes and a cron comes late: the next look is then at the same minute. */
const HOURLY_MS = 57 * MINUTE_MS
/** What one missed, the next makes up for. At the beginning of the hour the database is being tidied. */
const lookHourlyIfDue = async ({ env, db, now, scheduledAt }: Round): Promise<void> => {
  if (scheduledAt % HOUR_MS < MINUTE_MS) return
  if (now - ((await lastHourlyLook(db)) ?? 0) > HOURLY_MS) await lookHourly(env, db, now)
}

const ERASED_A_MINUTE = 200
const erase = ({ env, db, until }: Round): Promise<void> =>
  continueErasures({
    db,
    bucket: env.MEDIA,
    eraseIn: (id, number) => accountObject(env, id).erase(number),
    clock: () => Date.now(),
    until,
    accounts: ERASED_A_MINUTE,
    warn: (text, fields) => log.warn(text, fields),
  })

/** 00.00 UTC is 07.00 in Jakarta. */
const DIGEST_UNTIL_HOUR_UTC = 5
const DIGESTS_A_MINUTE = 50
const mailDigests = async ({ env, db, scheduledAt }: Round): Promise<void> => {
  if (!hasMail(env) || new Date(scheduledAt).getUTCHours() >= DIGEST_UNTIL_HOUR_UTC) return
  const ports = { db, origin: env.APP_ORIGIN, send: (mail: Mail) => sendMail(env, mail) }
  await sendDigests(ports, jakartaDay(scheduledAt), DIGESTS_A_MINUTE)
}
const TOLD_AT_ONCE = 100
const tellOfRecipients = async ({ env, db, now }: Round): Promise<void> => {
  const refs = await tellRecipients(db, now, TOLD_AT_ONCE)
  if (refs.length > 0) await announce(env, db, ...refs)
}
const PUSHES_A_MINUTE = 300

/** The daily look at members, until all were looked at. */
const lookAtMembers = ({ db, now, until }: Round): Promise<unknown> =>
  scoreMembers(db, {
    now,
    hasTime: () => Date.now() < until,
    failed: (error, skipped) =>
      log.error(skipped ? 'members were skipped until tomorrow' : 'members were not looked at', errorFields(error)),
  })

const dropClaims = ({ env, db }: Round): Promise<unknown> =>
  dropLeftovers({ db, dropNumber: (id, number) => accountObject(env, id).drop(number) })
const lookAtGrades = async ({ db, now, until }: Round): Promise<void> => {
  await gradeTyped(db)
  await markWeak(db, now, () => Date.now() < until)
}
const lookAtImports = async ({ env, db }: Round): Promise<void> => {
  await keepAllLeft(db, () => ringForStops(env))
  await wakeImports(env)
}
const tellPauses = ({ env, db, now }: Round): Promise<void> => tellPauseAgain(env, db, now)
const tellEndedQuestions = async (env: Env, db: Db, now: number): Promise<void> => {
  const refs = await endPriceQuestions(db, now)
  if (refs.length > 0) await announce(env, db, ...refs)
}
const ENDS_A_MINUTE = 20
const keepCampaigns = async ({ env, db, now, until }: Round): Promise<void> => {
  const hasTime = (): boolean => Date.now() < until
  await tellCampaigns(env, db)
  await endCampaigns(db, now)
  await tellEndedQuestions(env, db, now)
  await fileEnded(db, { bucket: env.MEDIA, now, hasTime })
  // a walk that fails keeps nobody from judging those that send
  const walks = [
    ...(await Promise.allSettled([continueLaunches(db, now, hasTime)])),
    ...(await Promise.allSettled([rollCampaigns(db, now, hasTime)])),
  ]
  await setPaces(db, now)
  // what it reads grows with the stops, so nothing above waits for it
  if ((await judgeCampaigns(db, now)) > 0) await tellCampaigns(env, db)
  const ports = { db, origin: env.APP_ORIGIN, send: (mail: Mail) => sendMail(env, mail) }
  if (hasMail(env)) await tellEnds(ports, now, ENDS_A_MINUTE)
  for (const walk of walks) if (walk.status === 'rejected') throw walk.reason
}
const tidyFiles = async ({ env, db, now, until }: Round): Promise<void> => {
  const hasTime = (): boolean => Date.now() < until
  await dropOldReports(env.MEDIA, now, hasTime)
  await dropLeftFiles({ db, bucket: env.MEDIA, now, hasTime })
}
const tellStops = ({ env, db, now }: Round): Promise<void> => tellStopsAgain(env, db, now)
const release = ({ env, db, now }: Round): Promise<void> => noteRelease(db, env.PRODUCT_VERSION ?? 'unknown', now)
const sampled = async ({ env, db, now }: Round): Promise<void> =>
  writePoints(env.METRICS, await sampleSessions(db, now))
const postEnded = ({ db, now, until }: Round): Promise<unknown> =>
  postDays(db, { today: jakartaDay(now - AFTER_MIDNIGHT_MS), clock: () => Date.now(), until })

const S = 1_000
// biome-ignore format: a table
export const TASKS: Readonly<Record<CronTask, Task>> = {
  second_place: { every: 'minute', when: 'beside', budgetMs: 20 * S, ends: null, run: ({ env, db, until }) => keepSecondPlace(env, db, until), failed: 'the second place waits' },
  claims: { every: 'minute', when: 'first', budgetMs: 30 * S, ends: 'minute', run: dropClaims },
  snoozes: { every: 'minute', when: 'first', budgetMs: 10 * S, ends: 'minute', run: ({ db, now }) => endSnoozes(db, now) },
  holds: { every: 'minute', when: 'first', budgetMs: 20 * S, ends: 'minute', run: ({ db, until }) => markHeld(db, () => Date.now() < until) },
  grades: { every: 'minute', when: 'first', budgetMs: 20 * S, ends: 'minute', run: lookAtGrades },
  topics: { every: 'minute', when: 'first', budgetMs: 10 * S, ends: 'minute', run: ({ db }) => passRefused(db) },
  runners: { every: 'minute', when: 'first', budgetMs: 60 * S, ends: null, run: keepRunners, failed: 'runners on containers were not looked at', evenEmpty: true },
  pauses: { every: 'minute', when: 'first', budgetMs: 30 * S, ends: 'minute', run: tellPauses },
  campaigns: { every: 'minute', when: 'first', budgetMs: 30 * S, ends: 'minute', run: keepCampaigns },
  stops: { every: 'minute', when: 'first', budgetMs: 30 * S, ends: 'minute', run: tellStops },
  wakes: { every: 'minute', when: 'first', budgetMs: 30 * S, ends: 'minute', run: wakeAccounts },
  reconnects: { every: 'minute', when: 'first', budgetMs: 30 * S, ends: null, run: ({ env, db }) => reconnectPortion(env, db), failed: 'accounts were not asked to connect again' },
  release: { every: 'minute', when: 'then', budgetMs: 5 * S, ends: 'minute', run: release },
  sessions: { every: 'five minutes', when: 'then', budgetMs: 10 * S, ends: null, run: sampled, failed: 'nothing was sampled' },
  measures: { every: 'hour', when: 'then', budgetMs: 30 * S, ends: null, run: ({ db, now }) => foldMeasures(db, now), failed: 'what was counted was not added up' },
  tables: { every: 'hour', when: 'then', budgetMs: 120 * S, ends: 'hour', run: keepTables },
  left_files: { every: 'hour', when: 'then', budgetMs: 20 * S, ends: 'hour', run: tidyFiles },
  connected: { every: 'hour', when: 'then', budgetMs: 10 * S, ends: 'hour', run: ({ db, now }) => recordConnected(db, jakartaDay(now)) },
  days: { every: 'hour', when: 'then', budgetMs: 20 * S, ends: 'hour', run: postEnded },
  rates: { every: 'five minutes', when: 'then', budgetMs: 20 * S, ends: 'minute', run: ({ db, now }) => judgeRates(db, now) },
  record: { every: 'hour', when: 'then', budgetMs: 10 * S, ends: null, run: closeRecord, failed: 'the record was not closed' },
  checkpoint: { every: 'hour', when: 'then', budgetMs: 20 * S, ends: null, run: keepCheckpoint, failed: 'the checkpoint was not signed or mailed' },
  look: { every: 'five minutes', when: 'then', budgetMs: 20 * S, ends: null, run: ({ env, db, now }) => lookOften(env, db, now), failed: 'the look for troubles failed' },
  hourly_look: { every: 'five minutes', when: 'then', budgetMs: 30 * S, ends: null, run: lookHourlyIfDue, failed: 'the hourly look for troubles failed' },
  alerts: { every: 'minute', when: 'then', budgetMs: 30 * S, ends: null, run: ({ env, db, now }) => tellAlerts(env, db, now), failed: 'alerts were not sent' },
  imports: { every: 'minute', when: 'then', budgetMs: 10 * S, ends: 'minute', run: lookAtImports },
  erasures: { every: 'minute', when: 'then', budgetMs: 20 * S, ends: 'minute', run: erase },
  vault_keys: { every: 'minute', when: 'then', budgetMs: 30 * S, ends: null, run: ({ env, db }) => resealVaults(env, db), failed: 'rows of vaults were not resealed' },
  recipients: { every: 'five minutes', when: 'then', budgetMs: 10 * S, ends: null, run: tellOfRecipients, failed: 'nobody was told of recipients' },
  digests: { every: 'minute', when: 'then', budgetMs: 30 * S, ends: 'minute', run: mailDigests },
  pushes: { every: 'minute', when: 'then', budgetMs: 30 * S, ends: null, run: ({ env, db }) => pushDue(env, db, PUSHES_A_MINUTE), failed: 'pushes failed' },
  members: { every: 'minute', when: 'then', budgetMs: 5 * S, ends: null, run: lookAtMembers, failed: 'members were not looked at' },
  missed_stops: { every: 'minute', when: 'then', budgetMs: 10 * S, ends: null, run: ({ env, db }) => writeMissedStops(env, db), failed: 'the journal waits' },
  old_journal: { every: 'minute', when: 'then', budgetMs: 5 * S, ends: null, run: ({ env, now, until }) => forgetOldJournal(env, now, until), failed: 'the journal waits' },
  backup: { every: 'minute', when: 'then', budgetMs: 20 * S, ends: null, run: ({ env, db, scheduledAt, until }) => keepBackups(env, db, scheduledAt, until), failed: 'the backup waits' },
}
