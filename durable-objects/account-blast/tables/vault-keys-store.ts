// By which keys the rows of this vault are sealed (rule vault-keys). Reads all rows, so it is asked once a day and in a rotation's steps.
import type { SealedRow } from '../../../contract/people/vault-keys.ts'
import {
  countKids,
  KID_CHARS,
  kidOf,
  UNREADABLE_KID,
  type VaultCount,
} from '../../../domain/people/vault-keys/rules.ts'

/** The account's own rows and those in the packs of people, of all generations. */
export const countVault = (sql: SqlStorage): VaultCount => {
  const heads = sql
    .exec<{ head: string }>(
      `select substr(data, 1, ?1) as head from vault
       union all
       select substr(row.value ->> 'data', 1, ?1) from people_keys, json_each(people_keys.value) row`,
      KID_CHARS,
    )
    .toArray()
  return countKids(heads.map(({ head }) => head))
}

/** Where a row lies: owner null: in `vault`; else in the pack of that person. */
export type VaultPlace = { generation: number; owner: string | null; type: string; id: string }
type Head = VaultPlace & { head: string }
/** Rows under other keys than this one; what does not say its key is left out, for no runner could read it. */
export const placesUnderOldKeys = (sql: SqlStorage, kid: string): VaultPlace[] =>
  sql
    .exec<Head>(
      `select generation, null as owner, type, id, substr(data, 1, ?1) as head from vault
       union all
       select generation, owner, row.value ->> 'type', row.value ->> 'id', substr(row.value ->> 'data', 1, ?1)
       from people_keys, json_each(people_keys.value) row`,
      KID_CHARS,
    )
    .toArray()
    .flatMap(({ head, ...place }) => ([kid, UNREADABLE_KID].includes(kidOf(head)) ? [] : [place]))

type Packed = { type: string; id: string; data: string }
const packAt = (sql: SqlStorage, { owner, generation }: VaultPlace): Packed[] => {
  const [pack] = sql
    .exec<{ value: string }>('select value from people_keys where owner = ? and generation = ?', owner, generation)
    .toArray()
  return pack ? (JSON.parse(pack.value) as Packed[]) : []
}
/** null: it is gone. */
export const sealedAt = (sql: SqlStorage, place: VaultPlace): SealedRow | null => {
  const { generation, owner, type, id } = place
  if (owner !== null) return packAt(sql, place).find((row) => row.type === type && row.id === id) ?? null
  const [row] = sql
    .exec<{ data: string }>('select data from vault where generation = ? and type = ? and id = ?', generation, type, id)
    .toArray()
  return row ? { type, id, data: row.data } : null
}
/** Replaces a row by the same under another key, only if it is still the one that was read. @returns whether it was */
export const replaceSealed = (sql: SqlStorage, place: VaultPlace, was: string, data: string): boolean => {
  const { generation, owner, type, id } = place
  if (sealedAt(sql, place)?.data !== was) return false
  if (owner === null) {
    sql.exec('update vault set data = ? where generation = ? and type = ? and id = ?', data, generation, type, id)
    return true
  }
  const rows = packAt(sql, place).map((row) => (row.type === type && row.id === id ? { ...row, data } : row))
  // the time of its last use stays: nothing was said to this person
  sql.exec(
    'update people_keys set value = ? where owner = ? and generation = ?',
    JSON.stringify(rows),
    owner,
    generation,
  )
  return true
}
