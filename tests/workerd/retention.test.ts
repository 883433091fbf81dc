// What is kept for a time only is deleted by the hourly cron, and nothing younger.
import { createScheduledController } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/time.ts'
import { onCron } from '../../worker/cron.ts'
import { all, bound, run } from './support/database.ts'
import { makePerson } from './support/people.ts'

const cron = () => onCron(createScheduledController({ scheduledTime: new Date(0) }), bound)
const ids = async (table: string, column = 'id'): Promise<unknown[]> =>
  (await all<Record<string, unknown>>(`select ${column} from ${table} order by ${column}`)).map((row) => row[column])
const now = Date.now()
// in a place without people the cron waits (rule restore-gate)
beforeAll(() => makePerson('member'))

test('rule retention: audit entries after five years', async () => {
  for (const [target, days] of [
    ['old', 5 * 366],
    ['young', 5 * 364],
  ] as const)
    await run(
      `insert into audit_log (at, actor_id, actor_role, action, target) values (?, 'x', 'admin', 'audit.export', ?)`,
      now - days * DAY_MS,
      target,
    )
  await cron()
  expect(await ids('audit_log', 'target')).toEqual(['young'])
})

test('rule retention: one-off blasts a year after their end', async () => {
  const job = (id: string, created: number, finished: number | null) =>
    run(
      `insert into blaster_jobs (id, whatsapp_id, user_id, targets, message, phase, total, count_success, count_fail,
         count_unknown, skipped, refused, version, created_at, finished_at)
       values (?, 'w', 'u', 'list', '', 'finished', 0, 0, 0, 0, '{}', '[]', 1, ?, ?)`,
      id,
      now - created * DAY_MS,
      finished === null ? null : now - finished * DAY_MS,
    )
  await job('over', 400, 366)
  await job('open', 400, null)
  await job('recent', 400, 300)
  await cron()
  expect(await ids('blaster_jobs')).toEqual(['open', 'recent'])
})

test('rule retention: number checks with their files half a year after their last step', async () => {
  const check = async (id: string, days: number, status: string) => {
    await run(
      `insert into number_checks (id, kind, user_id, whatsapp_id, total, interval_min, interval_max, status, source, created_at, updated_at)
       values (?, 'validator', 'u', ?, 1, 1, 2, ?, 'ready', ?, ?)`,
      id,
      `nobody-${id}`,
      status,
      now - 400 * DAY_MS,
      now - days * DAY_MS,
    )
    await bound.MEDIA.put(`checks/${id}/in-0.json`, '[]')
  }
  await check('old', 200, 'idle')
  await check('runs', 200, 'sending')
  await check('young', 100, 'idle')
  await cron()
  expect(await ids('number_checks')).toEqual(['runs', 'young'])
  const files = (await bound.MEDIA.list({ prefix: 'checks/' })).objects.map(({ key }) => key.split('/')[1])
  expect(files.toSorted()).toEqual(['runs', 'young'])
})

test('rule erasure: a LID that an older version wrote into the log goes', async () => {
  await run(
    `insert into audit_log (at, actor_id, actor_role, action, target, before)
     values (?, 'x', 'admin', 'suppression.delete', 'lid', '{"number":null,"lid":"998877665544"}')`,
    now,
  )
  await cron()
  expect(await all(`select before from audit_log where target = 'lid'`)).toEqual([{ before: '{"number":null}' }])
})
