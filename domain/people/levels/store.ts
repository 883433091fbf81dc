// Levels in SQL; rank = how many levels ask for less.
import { sql } from 'drizzle-orm'
import type { Rupiah } from '../../../contract/ground/money.ts'
import type { HomeLevel } from '../../../contract/operation/home.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import type { Earning, Level } from '../../../contract/people/levels.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseIf, refuseUnless } from '../../ground/db/refusal-store.ts'
import { versionOf } from '../../ground/edits/versions.ts'
import { earningOf } from './price-rules.ts'
import { colorOfRank } from './rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { levels } from './table.ts'

type LevelRow = Row<typeof levels, 'id' | 'name' | 'blast_fee' | 'requirement_blast'> & {
  /** How many levels ask for less. */
  rank: number
  colors: string
}
export type LevelValues = Row<typeof levels, 'name' | 'blast_fee' | 'requirement_blast'>

const RANK = sql`
  (
    select count(*)
    from levels o
    where o.requirement_blast < l.requirement_blast
      or (o.requirement_blast = l.requirement_blast and o.id < l.id)
  )
`
const COLORS = sql`coalesce((select value from settings where key = 'colors'), ${DEFAULT_SETTINGS.colors})`
const COLUMNS = sql`l.id, l.name, l.blast_fee, l.requirement_blast, ${RANK} as rank, ${COLORS} as colors`
/** What an edit of a level read. */
export const levelRead = ({ name, blast_fee, requirement_blast }: LevelValues) => ({
  name,
  blast_fee,
  requirement_blast,
})
const toLevel = ({ rank, colors, ...level }: LevelRow): Level => ({
  ...level,
  color: colorOfRank(colors, rank),
  version: versionOf(levelRead(level)),
})

export const levelPage = async (
  db: Db,
  page: { page: number; limit: number },
): Promise<{ rows: Level[]; total: number }> => {
  const [rows, [count]] = await db.batch([
    db.all<LevelRow>(sql`
      select ${COLUMNS}
      from levels l
      order by l.requirement_blast, l.id
      limit ${page.limit} offset ${(page.page - 1) * page.limit}
    `),
    db.all<{ total: number }>(sql`select count(*) as total from levels`),
  ])
  return { rows: rows.map(toLevel), total: count?.total ?? 0 }
}
export const levelById = async (db: Db, id: string): Promise<Level | null> => {
  const [row] = await db.all<LevelRow>(sql`select ${COLUMNS} from levels l where l.id = ${id}`)
  return row ? toLevel(row) : null
}
export const insertLevel = (db: Db, id: string, v: LevelValues, now: number): Statement =>
  db.run(sql`
    insert into levels (id, name, blast_fee, requirement_blast, created_at)
    values (${id}, ${v.name}, ${v.blast_fee}, ${v.requirement_blast}, ${now})
  `)
export const updateLevel = (db: Db, id: string, v: LevelValues): Statement =>
  db.run(sql`
    update levels
    set name = ${v.name}, blast_fee = ${v.blast_fee}, requirement_blast = ${v.requirement_blast}
    where id = ${id}
  `)
/** For a batch: fails it unless the level is as it was judged. */
export const refuseLevelMoved = (db: Db, id: string, judged: LevelValues): Statement =>
  refuseUnless(
    db,
    'level_moved',
    sql`exists (
      select 1
      from levels
      where id = ${id}
        and name = ${judged.name}
        and blast_fee = ${judged.blast_fee}
        and requirement_blast = ${judged.requirement_blast}
    )`,
  )
const LOWEST = sql`(select id from levels order by requirement_blast, id limit 1)`
export type RankedLevel = Row<typeof levels, 'id' | 'blast_fee' | 'requirement_blast'>
/**
 * For a batch that changes a level, after the change: fails it unless the lowest level now, if there is any, is the one that was judged,
 * with its price. Of two changes that are harmless one by one, the later one fails.
 * @param judged null: there is no level any more
 */
export const refuseLowestMoved = (db: Db, judged: RankedLevel | null): Statement =>
  refuseUnless(
    db,
    'level_moved',
    sql`
      id is ${judged?.id ?? null}
        and blast_fee is ${judged?.blast_fee ?? null}
        and requirement_blast is ${judged?.requirement_blast ?? null}
    `,
    sql`from levels where id = ${LOWEST}`,
  )
/** For a batch that changes a level, before the change and after it: fails it while everybody begins with this one. */
export const refuseLowest = (db: Db, id: string): Statement => refuseIf(db, 'level_moved', sql`${id} = ${LOWEST}`)
/** For a batch: fails it while a member has the level. */
export const removeLevel = (db: Db, id: string): Statement[] => [
  refuseIf(db, 'level_in_use', sql`exists (select 1 from users where level_id = ${id})`),
  db.run(sql`delete from levels where id = ${id}`),
]
/** All that say which level is the lowest, and whether a member has this one. */
export const levelsBeside = async (db: Db, id: string): Promise<{ levels: RankedLevel[]; isUsed: boolean }> => {
  const [rows, used] = await db.batch([
    db.all<RankedLevel>(sql`select id, blast_fee, requirement_blast from levels`),
    db.all(sql`select 1 from users where level_id = ${id} limit 1`),
  ])
  return { levels: rows, isUsed: used.length > 0 }
}

/** Whole rupiah a message of the lowest level earns, on which members begin; null: there is no level. */
export const lowestFee = async (db: Db): Promise<Rupiah | null> => {
  const [lowest] = await db.all<{ blast_fee: Rupiah }>(sql`
    select blast_fee from levels order by requirement_blast, id limit 1
  `)
  return lowest?.blast_fee ?? null
}

type LevelAndEarning = Row<typeof levels, 'name' | 'requirement_blast'> & {
  next_name: string | null
  next_requirement: number | null
  next_fee: Rupiah | null
  own_fee: Rupiah | null
  level_fee: Rupiah
  /** The setting as it is stored; null: its default. */
  price: string | null
}
/** The level of a person, the one after it, and what a message earns them; null: there is no such person. */
export const levelAndEarningOf = async (
  db: Db,
  userId: string,
): Promise<{ level: HomeLevel; earning: Earning } | null> => {
  const [row] = await db.all<LevelAndEarning>(sql`
    select
      l.name, l.requirement_blast, l.blast_fee as level_fee, u.blast_fee as own_fee,
      (select value from settings where key = 'price') as price,
      n.name as next_name, n.requirement_blast as next_requirement, n.blast_fee as next_fee
    from users u
    join levels l on l.id = u.level_id
    left join levels n on n.id = (
      select id
      from levels
      where requirement_blast > l.requirement_blast
      order by requirement_blast, id
      limit 1
    )
    where u.id = ${userId}
  `)
  if (!row) return null
  const { name, requirement_blast, next_name, next_requirement, next_fee, own_fee } = row
  const setting = Number(row.price ?? DEFAULT_SETTINGS.price)
  const earning = earningOf({ own: own_fee, level: row.level_fee, setting })
  if (next_name === null || next_requirement === null)
    return { level: { name, requirement_blast, next: null }, earning }
  const next = { name: next_name, requirement_blast: next_requirement, blast_fee: own_fee === null ? next_fee : null }
  return { level: { name, requirement_blast, next }, earning }
}
