// The Worker looks at itself every five minutes and every hour (rule troubles), and tells what it found (rule alerts).
import { alertSignature } from '../domain/people/auth/alert-key.ts'
import { HOUR_MS } from '../contract/ground/time.ts'
import { ringOf } from '../contract/ground/key-rings.ts'
import { isPrivateAddress } from '../contract/ground/private-hosts.ts'
import { senToRupiah } from '../contract/ground/money.ts'
import type { Db } from '../domain/ground/db/connection.ts'
import { connect } from '../domain/ground/db/connection.ts'
import { differenceAmong, differenceOfAll } from '../domain/money/ledger/store.ts'
import { here } from '../domain/ground/tally/here.ts'
import { readSettings } from '../domain/ground/settings/store.ts'
import { deliverAlerts } from '../domain/operation/troubles/deliver-alerts.ts'
import { noteDeadLetters, readHourly, readOften } from '../domain/operation/troubles/figures-store.ts'
import {
  CHECKPOINT,
  judgeHourly,
  judgeOften,
  type OftenFigures,
  type RecordFigures,
  type RunnerFigures,
} from '../domain/operation/troubles/judge-rules.ts'
import { notePay } from '../domain/operation/troubles/pay-store.ts'
import { changeOf, type OpenTrouble } from '../domain/operation/troubles/rules.ts'
import { type Ring, ringOfRunner } from '../domain/people/vault-keys/rules.ts'
import { readLacking } from '../domain/people/vault-keys/store.ts'
import { signerOf } from '../domain/record/checkpoints/place.ts'
import { continuesNewest } from '../domain/record/checkpoints/store.ts'
import { differingDay } from '../domain/record/record/look.ts'
import { applyChange } from '../domain/operation/troubles/store.ts'
import { targetsOf } from '../domain/operation/troubles/targets.ts'
import { runnerFleet } from '../durable-objects/stubs.ts'
import { type Env, isSandbox } from './env.ts'
import { bounded, queueFigures } from './health.ts'
import { hasItsKeys } from './http/configured.ts'
import { errorFields, log } from './log.ts'
import { recordPorts } from './ports.ts'
import { hasSecondPlace } from './second-place.ts'
import { sendMail } from './services.ts'

const WAIT_MS = 10_000
const ALERTS_A_MINUTE = 50
/** Host of the sandbox's receiver; only this Worker knows where it listens. */
const SANDBOX_HOST = 'alerts.sandbox.invalid'

const runnerFigures = async (env: Env): Promise<(RunnerFigures & { ring: Ring })[]> =>
  (await runnerFleet(env).runners()).map(
    ({ runnerId, accounts, hasRoom, skewMs, versionRefused, unreadableAt, ...said }) => ({
      runnerId,
      accounts,
      hasRoom,
      skewMs,
      versionRefused: versionRefused ?? null,
      unreadableAt: unreadableAt ?? null,
      ring: ringOfRunner(said),
    }),
  )
/** A sandbox makes backups only where it is told how often. */
const makesBackups = (env: Env): boolean => !isSandbox(env) || env.BACKUP_EVERY_S !== undefined

export const lookOften = async (env: Env, db: Db, now: number): Promise<void> => {
  const [configured, queues, runners, read, settings] = await Promise.all([
    bounded('configuration', () => hasItsKeys(env)),
    bounded('queues', () => queueFigures(env)),
    bounded('runners', () => runnerFigures(env)),
    readOften(db, now),
    readSettings(db),
  ])
  const { since, open, secondAt, drilledAt, ...figures } = read
  const backedUpAt = figures.database.cron.backup ?? since ?? now
  const backup: OftenFigures['backup'] = makesBackups(env) ? { since: backedUpAt } : null
  const second: OftenFigures['second'] = hasSecondPlace(env) ? { since: secondAt ?? since ?? now } : null
  const drill: OftenFigures['drill'] = makesBackups(env) ? { since: drilledAt ?? now } : null
  const rings = runners?.map(({ ring }) => ring)
  const lackingKeys = rings ? await readLacking(db, rings) : null
  const settleAfterMs = settings.settle_after_s * 1_000
  const parts = { configured, queues, runners, backup, second, drill, lackingKeys }
  const look = judgeOften({ ...figures, ...parts, since, settleAfterMs }, now)
  await applyChange(db, changeOf(open, look, now), {
    targets: targetsOf(settings),
    round: 'watch',
    now,
    more: notePay(db, figures.pay, now),
  })
}
/** Members whose books are added up at once: all of a small place, of a large one some each hour. */
const BOOKS_AN_HOUR = 500
/** Rupiah; null: the books could not be added up, and are not judged. */
const readBooks = async (db: Db, open: readonly OpenTrouble[]): Promise<number | null> => {
  // while they differ all are added up: it is over only when they all agree
  const differ = open.some(({ kind }) => kind === 'ledger_differs')
  try {
    const sen = await (differ ? differenceOfAll : differenceAmong)(db, BOOKS_AN_HOUR)
    here.add('wa_reconciliations_total', { result: sen === 0 ? 'equal' : 'unequal' })
    return senToRupiah(sen)
  } catch (error) {
    log.error('the books were not added up', errorFields(error))
    return null
  }
}
/** null: the record could not be proved, and is not judged. */
const readRecord = async (
  env: Env,
  db: Db,
  now: number,
  open: readonly OpenTrouble[],
): Promise<RecordFigures | null> => {
  const known = open.find(({ kind, subject }) => kind === 'record_differs' && subject !== CHECKPOINT)?.subject ?? ''
  try {
    const turn = Math.floor(now / HOUR_MS)
    const differing = await differingDay(recordPorts({ env, db, now }), { turn, known })
    const isContinued = await continuesNewest(db, await signerOf(env))
    return { day: differing?.day ?? null, rows: differing?.rows ?? 0, isContinued }
  } catch (error) {
    log.error('the record was not proved', errorFields(error))
    return null
  }
}
export const lookHourly = async (env: Env, db: Db, now: number): Promise<void> => {
  const [read, settings] = await Promise.all([readHourly(db, now), readSettings(db)])
  const { open, ...figures } = read
  const [ledgerDifference, record] = await Promise.all([readBooks(db, open), readRecord(env, db, now, open)])
  const look = judgeHourly({ ...figures, ledgerDifference, record }, now)
  await applyChange(db, changeOf(open, look, now), { targets: targetsOf(settings), round: 'watch_hour', now })
}

/** Never throws. false: it was not taken. */
const postWebhook = async (env: Env, url: string, { id, body }: { id: string; body: string }): Promise<boolean> => {
  try {
    const { host, pathname } = new URL(url)
    const inSandbox = env.SANDBOX_URL !== undefined && host === SANDBOX_HOST
    // also what an older version may have stored
    if (!url.startsWith('https:') || isPrivateAddress(url)) return false
    const atS = Math.floor(Date.now() / 1_000)
    const signature = await alertSignature(ringOf('RUNNER_KEYS', env.RUNNER_KEYS), { id, atS, body })
    const answer = await fetch(inSandbox ? `${env.SANDBOX_URL}/sandbox/alerts${pathname}` : url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(atS),
        'webhook-signature': signature,
      },
      body,
      // a redirect could lead to an address that no check has seen
      redirect: 'manual',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) log.warn('an alert was not taken', { status: answer.status })
    return answer.ok
  } catch (error) {
    log.warn('an alert has no answer', errorFields(error))
    return false
  }
}

/** @returns how many were delivered */
export const tellAlerts = async (env: Env, db: Db, now: number): Promise<number> =>
  deliverAlerts(
    {
      db,
      targets: targetsOf(await readSettings(db)),
      place: env.APP_ORIGIN,
      runbooks: env.RUNBOOKS_URL ?? '',
      sendMail: (mail) => sendMail(env, mail),
      postWebhook: (url, alert) => postWebhook(env, url, alert),
      now,
      random: Math.random,
    },
    ALERTS_A_MINUTE,
  )

/** A fault here must not keep the messages from being asked for again. */
export const noteDead = async (env: Env, queue: 'settlements' | 'imports', messages: number): Promise<void> => {
  try {
    await noteDeadLetters(connect(env.DB), queue, messages, Date.now())
  } catch (error) {
    log.error('dead letters were not noted', errorFields(error))
  }
}
