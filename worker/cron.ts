// Every minute: wakes objects whose alarm may be lost, and idle ones that still hold numbers. Every hour: deletes expired rows, posts
// ended days, and records how many accounts are connected.
import { DAY_MS, jakartaDay, MINUTE_MS } from '../contract/ground/time.ts'
import type { Mail } from '../domain/people/notices/mail.ts'
import { connect, type Db } from '../domain/ground/db/connection.ts'
import { scoreMembers } from '../domain/money/fraud/score-members.ts'
import { storeHeads } from '../domain/record/record/heads.ts'
import { closeRecordTo } from '../domain/record/record/store.ts'
import { beginHour, recordCronEnd } from '../domain/operation/health/store.ts'
import { sampleSessions } from '../domain/sending/whatsapp/sample-sessions.ts'
import { foldMeasures } from '../domain/ground/metrics/store.ts'
import { noteContainers } from '../domain/operation/troubles/counted-store.ts'
import { noteRelease } from '../domain/operation/status/store.ts'
import { postDays } from '../domain/money/ledger/accrual-store.ts'
import { sendDigests } from '../domain/people/notices/send-digests.ts'
import { keepRetentions } from '../domain/operation/retention/store.ts'
import { recordConnected } from '../domain/money/stats/store.ts'
import { continueErasures } from '../domain/privacy/erasures/continue-erasures.ts'
import { dropLeftovers } from '../domain/recipients/suppressions/drop-claims.ts'
import { nextIdleHolders, takeOverdue } from '../domain/sending/wakes/store.ts'
import { countOnRunners } from '../domain/sending/whatsapp/on-runners-store.ts'
import { writePoints } from '../domain/ground/metrics/points.ts'
import { accountObject, runnerFleet } from '../durable-objects/stubs.ts'
import type { Gate } from '../domain/ground/restoring/store.ts'
import { keepBackups, keepRestoring } from './backup.ts'
import { keepSecondPlace } from './second-place.ts'
import type { Env } from './env.ts'
import { forgetChecks } from './forget-checks.ts'
import { errorFields, log } from './log.ts'
import { deliverPushes } from './push.ts'
import { reconnectNext } from './reconnect.ts'
import { settleAll } from './settle.ts'
import { hasMail, sendMail } from './services.ts'
import { tellPauseAgain, tellStopsAgain } from './tell-pause.ts'
import { forgetImports, wakeImports } from './imports.ts'
import { sealVaultsAnew } from './vault-keys.ts'
import { watch } from './troubles.ts'

/** Objects woken a minute; the platform limits the calls of one invocation, so the rest follows in later minutes. */
const WOKEN_A_MINUTE = 300
/** Accounts with claimed numbers that are checked a minute. Nearly all are sending, and those are not woken. */
const HOLDERS_A_MINUTE = 300
/** Each is a call to a push service; the rest follows in later minutes. */
const PUSHES_A_MINUTE = 300
/** Time a minute for erasures, which may reach thousands of accounts. */
const ERASE_MS = 20_000
/** Accounts that erasures ask a minute. */
const ERASED_A_MINUTE = 200

/** @returns whether all went well */
const tidy = async (db: Db, env: Env): Promise<boolean> => {
  const now = Date.now()
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
  await recordConnected(db, jakartaDay(now))
  await closeDays(db, now)
  await closeRecord(db, env, now)
  return isWell
}

/** A day is posted this long after it ends, because results of its last minutes are still unsettled then. */
const AFTER_MIDNIGHT_MS = 10 * MINUTE_MS
const CLOSE_MS = 20_000
const closeDays = async (db: Db, now: number): Promise<void> => {
  const clock = () => Date.now()
  // the time limit starts here, so that the purges before do not shorten it
  await postDays(db, { today: jakartaDay(now - AFTER_MIDNIGHT_MS), clock, until: clock() + CLOSE_MS })
}

const RECORD_MS = 10_000
const HEADS_AN_HOUR = 50
/** Yesterday's record, with all entries since the day closed before it. A fault here must not keep erasures from going on. */
const closeRecord = async (db: Db, env: Env, now: number): Promise<void> => {
  const until = Date.now() + RECORD_MS
  try {
    await closeRecordTo(db, jakartaDay(now - AFTER_MIDNIGHT_MS - DAY_MS), () => Date.now() < until)
    await storeHeads(db, env.MEDIA, now, HEADS_AN_HOUR)
  } catch (error) {
    log.error('the record was not closed', errorFields(error))
  }
}

const wakeAccounts = async (db: Db, env: Env): Promise<void> => {
  const now = Date.now()
  const overdue = await takeOverdue(db, { now, limit: WOKEN_A_MINUTE })
  const holders = await nextIdleHolders(db, { now, limit: HOLDERS_A_MINUTE })
  const ids = new Set([...overdue, ...holders])
  const woken = await Promise.allSettled([...ids].map((id) => accountObject(env, id).poke()))
  const failed = woken.filter((w) => w.status === 'rejected').length
  if (failed > 0) log.warn('some accounts did not answer', { failed, of: woken.length })
}

/** What is not set has never had containers, and is not asked after them. A fault here must not keep accounts from being woken. */
const keepRunners = async (db: Db, env: Env): Promise<void> => {
  if (env.RUNNERS_ON_CONTAINERS === undefined) return
  const on = env.RUNNERS_ON_CONTAINERS === 'on'
  try {
    const size = await runnerFleet(env).keepSize({ on, accounts: on ? await countOnRunners(db) : 0 })
    const fields = { needed: size.needed, started: size.started.join(' '), drained: size.drained.join(' ') }
    if (size.started.length + size.drained.length > 0) log.info('runners on containers', fields)
    const failed = size.failed.length + (size.stuck?.length ?? 0)
    if (failed > 0) await noteContainers(db, failed, Date.now())
    if (size.failed.length > 0) log.error('runners on containers failed', { ...fields, failed: size.failed.join('; ') })
  } catch (error) {
    log.error('runners on containers were not looked at', errorFields(error))
  }
}

/** Time a minute for the daily look at members, until all were looked at. A fault here must hold up nothing else. */
const SCORE_MS = 5_000
const lookAtMembers = async (db: Db): Promise<void> => {
  const until = Date.now() + SCORE_MS
  try {
    await scoreMembers(db, {
      now: Date.now(),
      hasTime: () => Date.now() < until,
      failed: (error, skipped) =>
        log.error(skipped ? 'members were skipped until tomorrow' : 'members were not looked at', errorFields(error)),
    })
  } catch (error) {
    log.error('members were not looked at', errorFields(error))
  }
}

const SAMPLED_MINUTES = 5
/** A fault here must hold up nothing, and none of the two the other. */
const sample = async (env: Env, db: Db, { minute, isHour }: { minute: number; isHour: boolean }): Promise<void> => {
  try {
    if (minute % SAMPLED_MINUTES === 0) writePoints(env.METRICS, await sampleSessions(db, Date.now()))
  } catch (error) {
    log.error('nothing was sampled', errorFields(error))
  }
  try {
    if (isHour) await foldMeasures(db, Date.now())
  } catch (error) {
    log.error('what was counted was not added up', errorFields(error))
  }
}

/** 00.00 UTC is 07.00 in Jakarta. */
const DIGEST_UNTIL_HOUR_UTC = 5
const DIGESTS_A_MINUTE = 50
const mailDigests = async (env: Env, db: Db, now: number): Promise<void> => {
  if (!hasMail(env) || new Date(now).getUTCHours() >= DIGEST_UNTIL_HOUR_UTC) return
  const ports = { db, origin: env.APP_ORIGIN, send: (mail: Mail) => sendMail(env, mail) }
  await sendDigests(ports, jakartaDay(now), DIGESTS_A_MINUTE)
}

/** What may reach thousands of accounts and people: the rest follows in later minutes. */
const workOff = async (env: Env, db: Db, scheduledAt: number): Promise<void> => {
  await wakeImports(env)
  await continueErasures({
    db,
    bucket: env.MEDIA,
    eraseIn: (id, number) => accountObject(env, id).erase(number),
    clock: () => Date.now(),
    until: Date.now() + ERASE_MS,
    accounts: ERASED_A_MINUTE,
    warn: (text, fields) => log.warn(text, fields),
  })
  await sealVaultsAnew(env, db)
  // last, since a push service that hangs must not hold up what ends sending
  await mailDigests(env, db, scheduledAt)
  await deliverPushes(env, db, PUSHES_A_MINUTE)
  await lookAtMembers(db)
  await recordCronEnd(db, 'minute', Date.now())
}

export const onCron = async (event: ScheduledController, env: Env): Promise<void> => {
  const db = connect(env.DB)
  // null: it could not be read, and may be closed
  let gate: Gate | null = null
  let failed = true
  let second: Promise<void> | null = null
  try {
    gate = await keepRestoring(env, db, (batches, from) =>
      settleAll(env, batches, { restores: true, journaled: from === 'journal' }),
    )
    // the first release of a new place looks for a runner before anybody is there
    if (gate === 'empty') {
      await keepRunners(db, env)
      await recordCronEnd(db, 'minute', Date.now())
    }
    if (gate !== 'open') return
    // begun first, so that its minute is a minute; it waits for nobody, and nothing but the end waits for it
    second = keepSecondPlace(env, db)
    // side by side: a container that is slow to start must keep no account waiting, and what ends sending waits for nothing
    await Promise.all([
      dropLeftovers({ db, dropNumber: (id, number) => accountObject(env, id).drop(number) }),
      keepRunners(db, env),
      tellPauseAgain(env, db, Date.now()),
      tellStopsAgain(env, db, Date.now()),
      wakeAccounts(db, env),
      reconnectNext(env, db),
    ])
    await noteRelease(db, env.PRODUCT_VERSION ?? 'unknown', Date.now())
    const isHour = await beginHour(db, event.scheduledTime)
    await sample(env, db, { minute: new Date(event.scheduledTime).getUTCMinutes(), isHour })
    if (isHour && (await tidy(db, env))) await recordCronEnd(db, 'hour', Date.now())
    failed = false
  } catch (error) {
    log.error('cron failed', errorFields(error))
  }
  // also when something failed, and before what may use up the calls that an invocation has
  if (gate === 'open') await watch(env, db, event.scheduledTime)
  try {
    if (!failed) await workOff(env, db, event.scheduledTime)
  } catch (error) {
    log.error('cron failed', errorFields(error))
  }
  // of half a database none is made, whatever failed before
  if (gate === 'open') await keepBackups(env, db, event.scheduledTime)
  await second
}
