// Which keys of VAULT_KEYS still hold rows (rule vault-keys): what each account's object counted, and the sums over all of them.
import { sql } from 'drizzle-orm'
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import {
  KEEPS_NOTHING,
  type KeyUse,
  lackingKeys,
  type LackingUse,
  type Ring,
  UNREADABLE_KID,
  type VaultCount,
} from './rules.ts'
import type { vaultRows } from './table.ts'

/** For the batch that writes the account's row. null: the account is gone, and is counted no more. */
export const saveVaultCount = (db: Db, accountId: string, count: VaultCount | null): Statement[] => {
  const found = count === null ? {} : Object.keys(count).length > 0 ? count : { [KEEPS_NOTHING]: 0 }
  const json = JSON.stringify(found)
  return [
    db.run(sql`
      delete from vault_rows
      where account_id = ${accountId} and kid not in (select key from json_each(${json}))
    `),
    db.run(sql`
      insert into vault_rows (account_id, kid, rows)
      select ${accountId}, key, value
      from json_each(${json})
      where true
      on conflict (account_id, kid) do update set rows = excluded.rows
      where excluded.rows <> vault_rows.rows
    `),
  ]
}

/** Key ids that hold rows of any account, of those that say it. Each step jumps in the index to the next one: there are few, of many rows. */
export const vaultKidsInUse = async (db: Db): Promise<string[]> =>
  (
    await db.all<{ kid: string | null }>(sql`
      with recursive kids (kid) as (
        select min(kid) from vault_rows where kid > ${KEEPS_NOTHING}
        union all
        select (select min(v.kid) from vault_rows v where v.kid > kids.kid)
        from kids
        where kids.kid is not null
      )
      select kid from kids where kid is not null
    `)
  ).flatMap(({ kid }) => (kid === null || kid === UNREADABLE_KID ? [] : [kid]))

/** How many rows and accounts are under these keys, as they were last counted. */
const useOf = (db: Db, kids: readonly string[]) =>
  db.all<KeyUse>(sql`
    select kid, sum(rows) as rows, count(*) as accounts
    from vault_rows
    where kid in (select value from json_each(${JSON.stringify(kids)}))
    group by kid
  `)
/** Keys that rows are under and that some runner does not have, with what is under them; null: no runner says its keys. */
export const readLacking = async (db: Db, rings: readonly Ring[]): Promise<LackingUse[] | null> => {
  if (lackingKeys([], rings) === null) return null
  const kids = await vaultKidsInUse(db)
  const lacking = lackingKeys(kids, rings) ?? []
  if (lacking.length === 0) return []
  const used = await useOf(
    db,
    lacking.map(({ kid }) => kid),
  )
  return lacking.flatMap((one) => {
    const use = used.find(({ kid }) => kid === one.kid)
    return use ? [{ ...one, rows: use.rows, accounts: use.accounts }] : []
  })
}

/** For a batch; by key id: so many rows of so many accounts. */
const selectKeyUse = (db: Db) =>
  db.all<KeyUse>(sql`
    select kid, sum(rows) as rows, count(*) as accounts
    from vault_rows
    where kid > ${KEEPS_NOTHING}
    group by kid
    order by kid
  `)
/** uncounted: linked accounts whose objects have not counted theirs yet. */
export const vaultKeyUse = async (db: Db): Promise<{ keys: KeyUse[]; uncounted: number }> => {
  const [keys, [linked]] = await db.batch([
    selectKeyUse(db),
    db.all<{ uncounted: number }>(sql`
      select count(*) as uncounted
      from whatsapp w
      where w.removed_at is null
        and w.phonenumber is not null
        and not exists (select 1 from vault_rows v where v.account_id = w.id)
    `),
  ])
  return { keys, uncounted: linked?.uncounted ?? 0 }
}

/**
 * The next accounts with rows under one of these keys, in the order of their ids; after the last one the round begins again. Those of which no
 * runner opened a row rest for a day.
 * @param ask.kids old keys that some runner has: rows of a lost key could be opened by none, and would be tried for ever
 */
export const nextUnderOldKeys = async (
  db: Db,
  ask: { kids: readonly string[]; limit: number; now: number },
): Promise<string[]> => {
  const ids = (
    await db.all<Pick<Row<typeof vaultRows>, 'account_id'>>(sql`
      select distinct account_id
      from vault_rows
      where account_id > coalesce((select after from cron_rounds where name = 'vault-keys'), '')
        and kid in (select value from json_each(${JSON.stringify(ask.kids)}))
        and coalesce(tried_at, 0) <= ${ask.now - DAY_MS}
      order by account_id
      limit ${ask.limit}
    `)
  ).map((row) => row.account_id)
  const after = ids.length < ask.limit ? '' : (ids.at(-1) ?? '')
  await db.run(sql`
    insert into cron_rounds (name, after)
    values ('vault-keys', ${after})
    on conflict (name) do update set after = excluded.after
    where after <> excluded.after
  `)
  return ids
}

/** Of these accounts no runner opened a row. */
export const noteUnopened = async (db: Db, accountIds: readonly string[], now: number): Promise<void> =>
  void (await db.run(sql`
    update vault_rows
    set tried_at = ${now}
    where account_id in (select value from json_each(${JSON.stringify(accountIds)}))
  `))
