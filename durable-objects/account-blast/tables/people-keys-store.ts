// Keys of the people that an account writes to, packed: all keys of one person are one row, so that a message writes one row.
// The row's owner is the person's number, or their LID while the number is not known.
import { userOf } from '../../../contract/ground/key-user.ts'
import type { KeyRow } from '../../../contract/operation/runner.ts'

type PackedRow = { type: string; id: string; data: string }
/** By type and id, in the order in which they were written. */
type Pack = Map<string, PackedRow>
/** Characters a pack may have: an object's SQLite takes 2 MB a row. The oldest keys beyond it are dropped; Signal makes new sessions. */
const MOST_CHARS = 1_000_000

const keyOf = (row: { type: string; id: string }): string => `${row.type}|${row.id}`
const distinct = (names: readonly (string | null)[]): string[] => [...new Set(names.filter((name) => name !== null))]

/** Newest pack first, so that of two copies of a key the newer is used. */
const readPacks = (sql: SqlStorage, generation: number, owners: readonly string[]): Map<string, Pack> =>
  new Map(
    sql
      .exec<{ owner: string; value: string }>(
        `select owner, value from people_keys
         where owner in (select value from json_each(?)) and generation = ? order by used_at desc`,
        JSON.stringify(owners),
        generation,
      )
      .toArray()
      .map(({ owner, value }) => [owner, new Map((JSON.parse(value) as PackedRow[]).map((row) => [keyOf(row), row]))]),
  )
/** @param now epoch ms of this use; null: nothing was added, so the pack's time of last use stays */
const writePack = (sql: SqlStorage, generation: number, owner: string, pack: Pack, now: number | null): void => {
  if (pack.size === 0) {
    sql.exec('delete from people_keys where owner = ? and generation = ?', owner, generation)
    return
  }
  const rows = [...pack.values()]
  let value = JSON.stringify(rows)
  while (value.length > MOST_CHARS) {
    rows.shift()
    value = JSON.stringify(rows)
  }
  if (now === null) {
    sql.exec('update people_keys set value = ? where owner = ? and generation = ?', value, owner, generation)
    return
  }
  sql.exec(
    `insert into people_keys (owner, generation, used_at, value) values (?, ?, ?, ?)
     on conflict (owner, generation) do update set used_at = excluded.used_at, value = excluded.value`,
    owner,
    generation,
    now,
    value,
  )
}
/**
 * Numbers of these LIDs; the one whose pack has the LID's keys comes first. They are read from the contacts, and from
 * `people_lids` where only key rows showed the number.
 */
const numbersOf = (sql: SqlStorage, lids: readonly string[]): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  const rows = sql.exec<{ lid: string; number: string }>(
    `select lid, number, 0 as place from people_lids where lid in (select value from json_each(?1))
     union all select lid, number, 1 + (former is not null) from contacts where lid in (select value from json_each(?1)) order by place, number`,
    JSON.stringify(lids),
  )
  for (const { lid, number } of rows) found.set(lid, [...(found.get(lid) ?? []), number])
  return found
}
/** Whose LID it was, or whose keys show it; null: that is not known here. */
export const formerNumberOf = (sql: SqlStorage, lid: string): string | null =>
  numbersOf(sql, [lid]).get(lid)?.[0] ?? null
/** The LIDs that belong to these numbers: their keys may be in the number's pack or in one of their own. */
export const lidsOf = (sql: SqlStorage, numbers: readonly string[]): string[] =>
  sql
    .exec<{ lid: string }>(
      `select lid from contacts where number in (select value from json_each(?1))
       union select lid from people_lids where number in (select value from json_each(?1))`,
      JSON.stringify(numbers),
    )
    .toArray()
    .map((row) => row.lid)

/**
 * Stores, replaces and (`data` null) deletes keys. Each key is in one pack only: keys stored under another name of the same
 * person are moved along, and a key that turned out to be the account's own leaves the packs.
 * @param rows also the account's own, which are stored elsewhere
 */
export const storeInPacks = (sql: SqlStorage, generation: number, rows: readonly KeyRow[], now: number): void => {
  const named = rows.map((row) => ({ row, user: userOf(row.type, row.id) }))
  const names = distinct(named.flatMap(({ row, user }) => [row.owner, user]))
  if (names.length === 0) return
  const numbers = numbersOf(sql, names)
  const learned = new Map<string, string>()
  for (const { row, user } of named) {
    if (row.owner === null || row.data === null || user === null || user === row.owner) continue
    // the LID mapping itself is encrypted for the runner; a LID's key with a number as owner shows it
    const known = numbers.get(user) ?? []
    if (known[0] === row.owner) continue
    learned.set(user, row.owner)
    numbers.set(user, [row.owner, ...known.filter((number) => number !== row.owner)])
  }
  const placesOf = (name: string | null): string[] => (name === null ? [] : [name, ...(numbers.get(name) ?? [])])
  const packs = readPacks(sql, generation, distinct(names.flatMap(placesOf)))
  const changed = new Set<string>()
  const packOf = (home: string): Pack => {
    const pack = packs.get(home) ?? new Map<string, PackedRow>()
    packs.set(home, pack)
    return pack
  }
  /** The pack's owner: the number where it is known here, also when the runner knows the LID only. */
  const homeOf = (owner: string): string => numbers.get(owner)?.[0] ?? owner
  const gather = (user: string, home: string): void => {
    for (const place of placesOf(user)) {
      if (place === home) continue
      for (const [key, packed] of packs.get(place) ?? []) {
        if (userOf(packed.type, packed.id) !== user) continue
        packs.get(place)?.delete(key)
        changed.add(place).add(home)
        if (!packOf(home).has(key)) packOf(home).set(key, packed)
      }
    }
  }
  for (const { row, user } of named) {
    const key = keyOf(row)
    if (row.owner === null) {
      for (const place of placesOf(user)) if (packs.get(place)?.delete(key)) changed.add(place)
      continue
    }
    const home = homeOf(row.owner)
    if (user !== null) gather(user, home)
    if (packOf(home).delete(key)) changed.add(home)
    if (row.data === null) continue
    packOf(home).set(key, { type: row.type, id: row.id, data: row.data })
    changed.add(home)
  }
  for (const place of changed) writePack(sql, generation, place, packOf(place), now)
  for (const [lid, number] of learned) {
    sql.exec(
      'insert into people_lids (lid, number) values (?, ?) on conflict (lid) do update set number = excluded.number',
      lid,
      number,
    )
  }
}

const rowsIn = (packs: ReadonlyMap<string, Pack>): KeyRow[] => {
  const found = new Map<string, KeyRow>()
  for (const [owner, pack] of packs)
    for (const [key, row] of pack) if (!found.has(key)) found.set(key, { ...row, owner })
  return [...found.values()]
}
/** @param owners numbers and LIDs */
export const packedRowsOf = (sql: SqlStorage, generation: number, owners: readonly string[]): KeyRow[] =>
  rowsIn(readPacks(sql, generation, owners))
/** Finds keys by type and id alone: the user named in the id leads to the pack. */
export const packedRowsById = (
  sql: SqlStorage,
  generation: number,
  items: readonly { type: string; id: string }[],
): KeyRow[] => {
  const names = distinct(items.map(({ type, id }) => userOf(type, id)))
  if (names.length === 0) return []
  const wanted = new Set(items.map(keyOf))
  const places = distinct([...names, ...[...numbersOf(sql, names).values()].flat()])
  return rowsIn(readPacks(sql, generation, places)).filter((row) => wanted.has(keyOf(row)))
}

export const dropPackedSessions = (sql: SqlStorage, generation: number, owners: readonly string[]): void => {
  const packs = readPacks(sql, generation, distinct([...owners, ...lidsOf(sql, owners)]))
  for (const [owner, pack] of packs) {
    const before = pack.size
    for (const [key, row] of pack) if (row.type === 'session') pack.delete(key)
    if (pack.size < before) writePack(sql, generation, owner, pack, null)
  }
}
export const dropAllPackedSessions = (sql: SqlStorage, generation: number): void => {
  sql.exec(
    `update people_keys set value =
       (select json_group_array(json(row.value)) from json_each(people_keys.value) row where row.value ->> 'type' <> 'session')
     where generation = ? and exists (select 1 from json_each(people_keys.value) row where row.value ->> 'type' = 'session')`,
    generation,
  )
}

export const dropOtherPacks = (sql: SqlStorage, generation: number): void => {
  sql.exec('delete from people_keys where generation <> ?', generation)
  dropIdleLids(sql)
}
export const wipePacks = (sql: SqlStorage, generation: number): void => {
  sql.exec('delete from people_keys where generation = ?', generation)
  dropIdleLids(sql)
}
/** Deletes the packs of all generations. @param owners numbers and LIDs */
export const dropPacksOf = (sql: SqlStorage, owners: readonly string[]): void => {
  const json = JSON.stringify(owners)
  sql.exec('delete from people_keys where owner in (select value from json_each(?))', json)
  sql.exec('delete from people_lids where number in (select value from json_each(?))', json)
}
/** Deletes LID mappings that lead to no pack any more, but for those of people who have stopped: their erasure needs them. Reads all. */
const dropIdleLids = (sql: SqlStorage): void => {
  sql.exec(
    `delete from people_lids
     where not exists (select 1 from people_keys where owner = people_lids.number)
       and not exists (select 1 from opt_outs where target = 'lid:' || people_lids.lid)`,
  )
}
