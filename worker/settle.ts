// Settles batches of accounts, then informs the accounts, the admins' lists and the people whose balance moved.
import { userClientId } from '../contract/ground/channels.ts'
import { type Sen, senToRupiah } from '../contract/ground/money.ts'
import { jakartaDay } from '../contract/ground/time.ts'
import type { Span } from '../contract/record/traces.ts'
import type { SettlementBatch } from '../contract/money/settlement.ts'
import { sometimes } from '../contract/ground/sometimes.ts'
import { connect, type Db } from '../domain/ground/db/connection.ts'
import type { Counts } from '../domain/ground/tally/rules.ts'
import { addSpans } from '../domain/ground/metrics/traces.ts'
import { moneyOf } from '../domain/money/settlement/store.ts'
import { type NumberPorts, publishNumbers } from '../domain/money/settlement/publish-numbers.ts'
import { settleBatches } from '../domain/money/settlement/settle-batches.ts'
import { completeHashRing } from '../domain/recipients/suppressions/hash-keys.ts'
import { sendingAccountsOf } from '../domain/sending/whatsapp/store.ts'
import { writePoints } from '../domain/ground/metrics/points.ts'
import { accountObject, adminChannel, userChannel } from '../durable-objects/stubs.ts'
import { journalSettled, journalStop } from './backup.ts'
import type { Env } from './env.ts'
import { errorFields, log } from './log.ts'

/** An account that does not answer by then settles later by itself. */
const ANSWER_MS = 3_000

/**
 * Settles the results that this person's sending accounts still hold, instead of waiting for their next batch.
 * @returns how many batches are in the ledger now
 */
export const settleUser = async (env: Env, db: Db, userId: string): Promise<number> => {
  const ids = await sendingAccountsOf(db, userId)
  const unsettled = await Promise.all(
    ids.map((id) => {
      const answer = accountObject(env, id)
        .unsettled()
        .catch((error: unknown): SettlementBatch[] => {
          log.warn('an account did not hand over its results', { account: id, ...errorFields(error) })
          return []
        })
      return Promise.race([answer, scheduler.wait(ANSWER_MS).then((): SettlementBatch[] => [])])
    }),
  )
  const batches = unsettled.flat()
  return batches.length === 0 ? 0 : settleAll(env, batches)
}

const channelOf = (env: Env): NumberPorts => {
  const channel = adminChannel(env)
  return {
    settled: (counts, numbers) => channel.settled(counts, numbers),
    publishNumbers: (events) => channel.publishNumbers(events),
  }
}
/**
 * @param restores in spite of a restoration, because it is a part of it; then nobody is told: an object that waits for an answer says its
 *   batch again, and balances of the days in between are not shown
 * @param journaled these batches come from the journal
 * @throws Error when it restores and some are not settled though they could be: nobody else will say them again
 */
export const settleAll = async (
  env: Env,
  batches: readonly SettlementBatch[],
  { restores = false, journaled = false } = {},
): Promise<number> => {
  const db = connect(env.DB)
  const now = Date.now()
  const dropNumber = (id: string, number: string) => accountObject(env, id).drop(number)
  const ports = {
    db,
    hashKeys: await completeHashRing(env),
    dropNumber,
    numberOf: (id: string, attemptId: string) => accountObject(env, id).numberOf(attemptId),
    journal: journalStop(env),
    journalSettled: journaled ? undefined : journalSettled(env),
    restores,
    counted: (counts: Counts) => writePoints(env.METRICS, counts),
    traced: env.OTLP_URL === undefined ? undefined : (spans: Span[]) => addSpans(env, spans),
  }
  const settled = await settleBatches(ports, batches, now)
  for (const problem of settled.problems) log.warn('settlement is tried again by its object', { problem })
  if (restores) {
    if (settled.unanswered > 0) throw new Error(`${settled.unanswered} batches were not settled`)
    return settled.confirmed.length
  }
  await confirm(env, settled.confirmed)
  await publishNumbers(channelOf(env), settled.numbers).catch((error: unknown) =>
    // not repeated: the list's next load shows them
    log.warn('the admins were not told of numbers', errorFields(error)),
  )
  if (settled.userIds.length === 0) return settled.confirmed.length
  try {
    await publishBalances(env, await moneyOf(db, settled.userIds, jakartaDay(now)))
  } catch (error) {
    // not repeated: the screens' next load shows them
    log.warn('balances were not told', errorFields(error))
  }
  return settled.confirmed.length
}

/** Confirms batches to their objects. An object that misses it sends its batch again, which changes nothing. */
const confirm = async (env: Env, batches: readonly SettlementBatch[]): Promise<void> => {
  const sequences = Map.groupBy(batches, (b) => b.accountId)
  const answers = await Promise.allSettled(
    [...sequences].map(([id, list]) => accountObject(env, id).settled(list.map((b) => b.sequence))),
  )
  const failed = answers.filter((t) => t.status === 'rejected').length
  sometimes('an object does not hear of its settlement', failed > 0)
  if (failed > 0) log.warn('some objects did not hear of their settlement', { failed, of: answers.length })
}

const publishBalances = async (
  env: Env,
  money: { userId: string; balanceSen: Sen; todaySen: Sen }[],
): Promise<void> => {
  await Promise.allSettled(
    money.map((m) =>
      userChannel(env, m.userId).publish([
        {
          event: 'balance',
          payload: {
            deviceId: userClientId(m.userId),
            userId: m.userId,
            balance: senToRupiah(m.balanceSen),
            todayIncome: senToRupiah(m.todaySen),
          },
        },
      ]),
    ),
  )
}
