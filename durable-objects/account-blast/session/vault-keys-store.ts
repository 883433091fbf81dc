// By which keys the rows of this vault are sealed (rule vault-keys). Reads all rows, so it is asked once a day and after a rotation's step.
import { countKids, KID_CHARS, type VaultCount } from '../../../domain/vault-keys/rules.ts'

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
