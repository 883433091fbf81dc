// The consumer of all four queues: those of imports are read by imports.ts, and here are settled the batches that the accounts' objects send.
// Each message is acknowledged by itself, so that one bad batch does not fail its neighbours.
import { sometimes } from '../contract/ground/sometimes.ts'
import { type SettlementBatch, settlementBatch } from '../contract/money/settlement.ts'
import { accountObject } from '../durable-objects/stubs.ts'
import type { Env } from './env.ts'
import { errorFields, log } from './log.ts'
import { onImports, watchDeadImports } from './imports.ts'
import { settleAll } from './settle.ts'
import { noteDead } from './troubles.ts'

const DEAD = /-dead$/
const IMPORTS = /-imports(-dead)?$/

export const onQueue = async (queue: MessageBatch<unknown>, env: Env): Promise<void> =>
  IMPORTS.test(queue.queue)
    ? DEAD.test(queue.queue)
      ? watchDeadImports(queue, env)
      : onImports(queue, env)
    : DEAD.test(queue.queue)
      ? watchDead(queue, env)
      : settle(queue, env)

/**
 * Every message that can be parsed is acknowledged, settled or not, because its object sends it again until it is settled. One
 * that cannot be parsed, or that killed this Worker, ends in the dead-letter queue, which raises an alarm.
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
  try {
    if (batches.length > 0) await settleAll(env, batches)
  } catch (error) {
    log.error('settlement waits', { batches: batches.length, ...errorFields(error) })
  }
  for (const message of readable) message.ack()
}

/** The object still has a dead-lettered batch and sends it again; the log entry raises the alarm. */
const watchDead = async (queue: MessageBatch<unknown>, env: Env): Promise<void> => {
  sometimes('a batch is dead-lettered')
  await noteDead(env, 'settlements', queue.messages.length)
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
