// Settles what the accounts' objects hand over. Explicit ack per message: one bad batch never fails its neighbours.
import { type SettlementBatch, settlementBatch } from '../contract/settlement.ts'
import { jakartaDay } from '../domain/blast/rules.ts'
import { connect } from '../domain/db/connection.ts'
import { moneyOf } from '../domain/settlement/store.ts'
import { settleBatches } from '../domain/settlement/settle-batches.ts'
import { accountObject, userChannel } from '../durable-objects/stubs.ts'
import type { Env } from './env.ts'
import { tellOfNumbers } from './http/live-numbers.ts'
import { errorFields, log } from './http/log.ts'
import { onImports } from './imports.ts'

const DEAD = /-dead$/
const IMPORTS = /-imports$/

export const onQueue = async (queue: MessageBatch<unknown>, env: Env): Promise<void> =>
  DEAD.test(queue.queue)
    ? watchDead(queue, env)
    : IMPORTS.test(queue.queue)
      ? onImports(queue, env)
      : settle(queue, env)

/**
 * The queue only carries: what can be read is acknowledged, settled or not; its object sends it again with a growing pause.
 * What cannot be read, or killed this Worker, ends among the dead letters, and that is an alarm.
 */
const settle = async (queue: MessageBatch<unknown>, env: Env): Promise<void> => {
  const batches: SettlementBatch[] = []
  const readable: Message<unknown>[] = []
  for (const message of queue.messages) {
    const parsed = settlementBatch.safeParse(message.body)
    if (parsed.success) {
      batches.push(parsed.data)
      readable.push(message)
      continue
    }
    log.error('a settlement batch cannot be read', { id: message.id, problem: parsed.error.issues[0]?.message })
    message.retry()
  }
  if (batches.length > 0) await settleAll(env, batches)
  for (const message of readable) message.ack()
}

const settleAll = async (env: Env, batches: readonly SettlementBatch[]): Promise<void> => {
  const db = connect(env.DB)
  const now = Date.now()
  const dropNumber = (id: string, number: string) => accountObject(env, id).drop(number)
  const settled = await settleBatches({ db, secret: env.LINK_SECRET, dropNumber }, batches, now)
  for (const problem of settled.problems) log.warn('settlement is tried again by its object', { problem })
  await confirm(env, settled.confirmed)
  await tellOfNumbers(env, settled.numbers)
  if (settled.userIds.length === 0) return
  try {
    await tellPeople(env, await moneyOf(db, settled.userIds, jakartaDay(now)))
  } catch (error) {
    // the screens show it with their next load
    log.warn('balances were not told', errorFields(error))
  }
}

/** An object that does not hear this sends its batch again, and the ledger changes nothing. */
const confirm = async (env: Env, batches: readonly SettlementBatch[]): Promise<void> => {
  const sequences = Map.groupBy(batches, (b) => b.accountId)
  const told = await Promise.allSettled(
    [...sequences].map(([id, list]) => accountObject(env, id).settled(list.map((b) => b.sequence))),
  )
  const failed = told.filter((t) => t.status === 'rejected').length
  if (failed > 0) log.warn('some objects did not hear of their settlement', { failed, of: told.length })
}

const tellPeople = async (
  env: Env,
  money: { userId: string; balanceSen: number; todaySen: number }[],
): Promise<void> => {
  await Promise.allSettled(
    money.map((m) =>
      userChannel(env, m.userId).publish([
        {
          event: 'balance',
          payload: {
            deviceId: `client-${m.userId}`,
            userId: m.userId,
            balance: m.balanceSen / 100,
            todayIncome: m.todaySen / 100,
          },
        },
      ]),
    ),
  )
}

/** The object still holds a dead-lettered batch and will send it again; somebody should know all the same. */
const watchDead = async (queue: MessageBatch<unknown>, env: Env): Promise<void> => {
  for (const message of queue.messages) {
    const parsed = settlementBatch.safeParse(message.body)
    log.error('a settlement batch was dead-lettered', {
      account: parsed.success ? parsed.data.accountId : null,
      sequence: parsed.success ? parsed.data.sequence : null,
    })
    if (parsed.success)
      await accountObject(env, parsed.data.accountId)
        .poke()
        .catch((error: unknown) => log.warn('an account did not answer', errorFields(error)))
    message.ack()
  }
}
