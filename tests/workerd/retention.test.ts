// What is kept for a time only is deleted by the hourly cron, and nothing younger.
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, jakartaDay, MINUTE_MS } from '../../contract/ground/time.ts'
import { RETENTIONS } from '../../domain/operation/retention/rules.ts'
import { cron } from './support/cron.ts'
import { all, bound, run } from './support/database.ts'
import { makePerson } from './support/people.ts'
import { type Cell, rowMaker } from './support/table-rows.ts'

const ids = async (table: string, column = 'id'): Promise<unknown[]> =>
  (await all<Record<string, unknown>>(`select ${column} from ${table} order by ${column}`)).map((row) => row[column])
const now = Date.now()
// in a place without people the cron waits (rule restore-gate)
beforeAll(() => makePerson('member'))

/** What a table wants of a row beside what is filled in anyhow. */
const MORE: Record<string, Record<string, Cell>> = {
  blaster_jobs: { phase: 'finished' },
  import_jobs: { status: 'done', file_key: '' },
  number_checks: { kind: 'validator', status: 'idle', source: 'ready', whatsapp_id: 'nobody' },
  settlements: { account_id: 'one' },
  security_events: { salt: null },
}
/** Also as old as the row, where a purge asks for it. */
const AS_OLD: Record<string, string> = { blaster_jobs: 'created_at', number_checks: 'created_at' }

const insert = rowMaker(MORE)
const written = (at: number, unit: 'ms' | 'minute' | 'day'): Cell => {
  if (unit === 'day') return jakartaDay(at)
  return unit === 'minute' ? Math.floor(at / MINUTE_MS) : at
}
/** More than a Jakarta day, less than the shortest time that anything is kept for but what expires. */
const SLACK = { ms: MINUTE_MS, minute: 2 * MINUTE_MS, day: DAY_MS } as const

test('rule retention: of every table the hourly job deletes what is past its time, with what belongs to it, and nothing younger', async () => {
  const kept: [string, string, Cell][] = []
  for (const [table, life] of Object.entries(RETENTIONS)) {
    if (life.kept !== 'for a time') continue
    for (const [age, at] of [
      ['old', now - life.afterMs - SLACK[life.unit]],
      ['young', now - life.afterMs + SLACK[life.unit]],
    ] as const) {
      const time = written(at, life.unit)
      const older = AS_OLD[table]
      await insert(table, { [life.column]: time, ...(older === undefined ? {} : { [older]: at }) })
      if (age === 'young') kept.push([table, life.column, time])
      for (const [other, its] of Object.entries(RETENTIONS)) {
        if (its.kept !== 'with' || its.table !== table) continue
        const [parent] = await all<{ key: Cell }>(
          `select "${its.its}" as key from ${table} where "${life.column}" = ?`,
          time,
        )
        await insert(other, { [its.column]: parent?.key ?? '' })
        if (age === 'young') kept.push([other, its.column, parent?.key ?? ''])
      }
    }
  }
  await cron(0)
  for (const [table, column, value] of kept) {
    const cells = (await all<Record<string, Cell>>(`select "${column}" as cell from ${table}`)).map(
      (row) => row['cell'],
    )
    // without the sign-in of the person here, and what the cron itself finds: a trouble that goes on has no end yet, and its look is noted
    const isNew = (cell: Cell | undefined): boolean =>
      (table === 'sessions' && Number(cell) > now) || (table === 'watch_marks' && Number(cell) > now - DAY_MS)
    const own = cells.filter((cell) => cell === value || (cell !== null && !isNew(cell)))
    expect([table, own]).toEqual([table, [value]])
  }
  expect(await all(`select round from cron_ends where round = 'hour'`)).toHaveLength(1)
})

test('rule retention: a number check takes its files along; one that runs stays', async () => {
  const check = async (id: string, days: number, status: string) => {
    await insert('number_checks', {
      id,
      status,
      whatsapp_id: `nobody-${id}`,
      created_at: now - 400 * DAY_MS,
      updated_at: now - days * DAY_MS,
    })
    await bound.MEDIA.put(`checks/${id}/in-0.json`, '[]')
  }
  await run('delete from number_checks')
  await check('old', 200, 'idle')
  await check('runs', 200, 'sending')
  await check('young', 100, 'idle')
  await insert('blaster_jobs', { id: 'open', phase: 'sending', created_at: now - 400 * DAY_MS, finished_at: null })
  await cron(0)
  expect(await ids('number_checks')).toEqual(['runs', 'young'])
  const files = (await bound.MEDIA.list({ prefix: 'checks/' })).objects.map(({ key }) => key.split('/')[1])
  expect(files.toSorted()).toEqual(['runs', 'young'])
  expect(await ids('blaster_jobs')).toContain('open')
})

test('rule retention: a table that fails keeps no other, and the hour has not ended well', async () => {
  await run(`delete from cron_ends where round = 'hour'`)
  await run('alter table email_changes rename to email_changes_away')
  await insert('sign_in_failures', { window: 1 })
  await insert('factor_tickets', { expires_at: 1 })
  try {
    await cron(0)
  } finally {
    await run('alter table email_changes_away rename to email_changes')
  }
  expect(await all('select 1 from sign_in_failures where "window" = 1')).toEqual([])
  expect(await all('select 1 from factor_tickets where expires_at = 1')).toEqual([])
  expect(await all(`select round from cron_ends where round = 'hour'`)).toEqual([])
})

test('rule retention: an hour whose invocation was missed is made up for once, whatever comes of it; a new place waits for its first', async () => {
  const old = () => insert('sign_in_failures', { window: 1 })
  const isTidied = async () => (await all('select 1 from sign_in_failures where "window" = 1')).length === 0
  await old()
  await run('delete from cron_ends')
  await cron()
  expect(await isTidied()).toBe(false)
  await cron(0)
  expect(await isTidied()).toBe(true)
  await old()
  await cron(1)
  expect(await isTidied()).toBe(false)
  await run(`update cron_ends set ended_at = ended_at - 3600000 where round like 'hour%'`)
  await run('delete from measures')
  await run('alter table email_changes rename to email_changes_away')
  try {
    await cron(2)
    expect(await isTidied()).toBe(true)
    expect(await all('select 1 from measures where at = 0')).toHaveLength(1)
    await old()
    await cron(3)
    // the first minute itself, delivered late
    await cron(0)
    expect(await isTidied()).toBe(false)
  } finally {
    await run('alter table email_changes_away rename to email_changes')
    await run(`delete from cron_ends where round = 'hour_begun'`)
  }
  const [{ ago }] = (await all(`select ? - ended_at as ago from cron_ends where round = 'hour'`, Date.now())) as [
    { ago: number },
  ]
  expect(ago).toBeGreaterThanOrEqual(3_600_000)
})

test('rule erasure: a LID that an older version wrote into the log goes', async () => {
  await run(
    `insert into audit_log (at, actor_id, actor_role, action, target, before)
     values (?, 'x', 'admin', 'suppression.delete', 'lid', '{"number":null,"lid":"998877665544"}')`,
    now,
  )
  await cron(0)
  expect(await all(`select before from audit_log where target = 'lid'`)).toEqual([{ before: '{"number":null}' }])
})
