// Every minute: the rows of the table that are due (cron-tasks.ts). One that fails or hangs holds up no other, and is seen in the log and in
// `wa_cron_failures_total`.
import { CRON_TASKS, type CronTask } from '../contract/operation/cron-tasks.ts'
import { MINUTE_MS } from '../contract/ground/time.ts'
import { connect } from '../domain/ground/db/connection.ts'
import { here } from '../domain/ground/tally/here.ts'
import { beginHour, recordCronEnd } from '../domain/operation/health/store.ts'
import { inTime } from '../domain/record/journal/bucket.ts'
import { keepRestoring } from './backup.ts'
import { type Task, TASKS } from './cron-tasks.ts'
import type { Env } from './env.ts'
import { errorFields, log } from './log.ts'
import { settleAll } from './settle.ts'

/** What a row began within its budget may take this much longer; then the rows after it go on without it. */
export const HANG_MS = 30_000

const isDue = (every: Task['every'], scheduledAt: number, isHour: boolean): boolean => {
  if (every === 'hour') return isHour
  return every === 'minute' || Math.floor(scheduledAt / MINUTE_MS) % 5 === 0
}

/** @param tasks for tests: the table with a row that fails */
export const onCron = async (
  { scheduledTime: scheduledAt }: Pick<ScheduledController, 'scheduledTime'>,
  env: Env,
  tasks: typeof TASKS = TASKS,
): Promise<void> => {
  const db = connect(env.DB)
  const failed = new Set<Task['ends']>()
  /** undefined: it failed. */
  const attempt = async <T>(name: string, ends: Task['ends'], text: string, work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      failed.add(ends)
      log.error(text, { task: name, ...errorFields(error) })
      return undefined
    }
  }
  const run = (name: CronTask): Promise<unknown> => {
    const { run: work, budgetMs, ends, failed: text = 'cron failed' } = tasks[name]
    const now = Date.now()
    return attempt(name, ends, text, async () => {
      try {
        await inTime(name, budgetMs + HANG_MS, work({ env, db, now, scheduledAt, until: now + budgetMs }))
      } catch (error) {
        here.add('wa_cron_failures_total', { task: name })
        here.hurry()
        throw error
      }
    })
  }
  const runSideBySide = (of: (task: Task) => boolean): Promise<unknown> =>
    Promise.all(CRON_TASKS.filter((name) => of(tasks[name])).map(run))
  const recordEnd = async (round: 'minute' | 'hour'): Promise<void> => {
    if (!failed.has(round)) await attempt('end', null, 'cron failed', () => recordCronEnd(db, round, Date.now()))
  }

  const gate = await attempt('gate', 'minute', 'cron failed', () =>
    keepRestoring(env, db, (batches, from) =>
      settleAll(env, batches, { restores: true, journaled: from === 'journal' }),
    ),
  )
  if (gate === 'empty') {
    await runSideBySide(({ evenEmpty }) => evenEmpty === true)
    await recordEnd('minute')
  }
  if (gate !== 'open') return
  const beside = runSideBySide(({ when }) => when === 'beside')
  await runSideBySide(({ when }) => when === 'first')
  const isHour = (await attempt('hour', 'minute', 'cron failed', () => beginHour(db, scheduledAt))) ?? false
  for (const name of CRON_TASKS) {
    const { when, every } = tasks[name]
    if (when === 'then' && isDue(every, scheduledAt, isHour)) await run(name)
  }
  if (isHour) await recordEnd('hour')
  await recordEnd('minute')
  await beside
}
