// How the service does, in SQL: what was counted by points in time, milestones, and troubles that members notice.
import { sql } from 'drizzle-orm'
import type { ServiceState } from '../../../contract/operation/status.ts'
import type { Counts } from '../../ground/tally/rules.ts'
import { PROMISED_METRICS } from '../../ground/metrics/slo-rules.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { troubles } from '../troubles/table.ts'
import { OFFSET_MS, type Points, SERVICE_KINDS, serviceOf } from './rules.ts'
import type { milestones } from './table.ts'

/** What was counted of the promises in each point that has anything, by when it begins (rule promises). */
export const readPoints = async (db: Db, { from, stepMs }: Points): Promise<Map<number, Counts>> => {
  const rows = await db.all<{ at: number; counts: string }>(sql`
    select at, json_group_object(key, n) as counts
    from (
      select m.at - (m.at + ${OFFSET_MS}) % ${stepMs} as at, j.key, sum(j.value) as n
      from measures m, json_each(m.counts) j
      where m.at >= ${from}
        and substr(j.key, 1, instr(j.key || '|', '|') - 1) in (select value from json_each(${JSON.stringify(PROMISED_METRICS)}))
      group by 1, 2
    )
    group by at
  `)
  return new Map(rows.map(({ at, counts }) => [at, JSON.parse(counts) as Counts]))
}

type Milestone = Row<typeof milestones, 'name' | 'version' | 'at'> & { tookMs: number | null }
/** Cron: writes nothing while the same release runs. */
export const noteRelease = async (db: Db, version: string, now: number): Promise<void> => {
  await db.run(sql`
    insert into milestones (name, version, at)
    values ('release', ${version}, ${now})
    on conflict (name) do update set version = excluded.version, at = excluded.at
    where milestones.version <> excluded.version
  `)
}
export type Milestones = {
  release: Milestone | null
  drill: Milestone | null
  backedUpAt: number | null
  secondAt: number | null
}
export const readMilestones = async (db: Db): Promise<Milestones> => {
  const rows = await db.all<{
    name: Milestone['name'] | 'backup' | 'second'
    version: string
    at: number
    tookMs: number | null
  }>(sql`
    select name, version, at, took_ms as "tookMs" from milestones
    union all
    select round, '', ended_at, null from cron_ends where round in ('backup', 'second')
  `)
  const find = (name: 'release' | 'drill'): Milestone | null => {
    const row = rows.find((one) => one.name === name)
    return row ? { name, version: row.version, at: row.at, tookMs: row.tookMs } : null
  }
  return {
    release: find('release'),
    // one of before opened no backup of this place
    drill: ofBackup(find('drill')),
    backedUpAt: rows.find(({ name }) => name === 'backup')?.at ?? null,
    secondAt: rows.find(({ name }) => name === 'second')?.at ?? null,
  }
}

const ofBackup = (drill: Milestone | null): Milestone | null => (drill?.tookMs === null ? null : drill)

/** What members are told now: of troubles that lasted long enough to be told to anybody. */
export const readService = async (db: Db): Promise<ServiceState> =>
  serviceOf(
    await db.all<Row<typeof troubles, 'kind' | 'subject'>>(sql`
      select kind, subject
      from troubles
      where ended_at is null
        and told_at is not null
        and kind in (select value from json_each(${JSON.stringify(SERVICE_KINDS)}))
    `),
  )
