// Old settlement rows become marks, so that the table holds weeks and not years. A mark says that every batch up to it is
// settled. So it moves over batches without a gap only: a late batch behind a mark would be taken for settled, and its
// money would be lost.
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runBatch } from '../../ground/db/connection.ts'
import type { Settlement } from '../ledger/store.ts'

const ACCOUNTS_AT_ONCE = 100
const ROWS_OF_AN_ACCOUNT = 200

type AccountAge = { id: Settlement['accountId']; oldest: Settlement['at'] }
/**
 * Accounts after this one, and when their oldest row was settled. The recursion jumps in the index from one account to the
 * next: `select distinct` would read every row.
 */
const accountsFrom = (db: Db, after: string): Promise<AccountAge[]> =>
  db.all<AccountAge>(sql`
    with recursive accounts (id) as (
      select (select min(account_id) from settlements where account_id > ${after})
      union all
      select (select min(account_id) from settlements where account_id > accounts.id)
      from accounts
      where id is not null
      limit ${ACCOUNTS_AT_ONCE}
    )
    select id, (select at from settlements where account_id = id order by sequence limit 1) as oldest
    from accounts
    where id is not null
  `)

/**
 * Of every account, ACCOUNTS_AT_ONCE a transaction. What is left when the time is up waits for the next call.
 * @param before rows that were settled earlier, epoch ms
 */
export const foldSettlements = async (
  db: Db,
  { before, clock, until }: { before: number; clock: () => number; until: number },
): Promise<void> => {
  let after = ''
  while (clock() < until) {
    const accounts = await accountsFrom(db, after)
    const last = accounts.at(-1)
    if (!last) return
    const old = accounts.filter((a) => a.oldest < before).map((a) => a.id)
    if (old.length > 0) await foldOf(db, old, before)
    after = last.id
  }
}

const foldOf = async (db: Db, accountIds: readonly string[], before: number): Promise<void> => {
  const accounts = sql`(select value as id from json_each(${JSON.stringify(accountIds)}))`
  const through = (id: SQL) =>
    sql`coalesce((select max(through_sequence) from settlement_marks where account_id = ${id}), 0)`
  await runBatch(db, [
    // `lag`, a sequence less its place among the rows, equals the last mark for as long as no sequence is missing. A mark
    // has one percent: where the percent changes, or the rows end, a mark is set.
    db.run(sql`
      with base as (select id, ${through(sql`id`)} as through from ${accounts}),
      old as (
        select
          s.account_id,
          s.sequence,
          s.referral_percent,
          b.through,
          s.sequence - row_number() over (partition by s.account_id order by s.sequence) as lag
        from base b
        join settlements s on s.account_id = b.id
          and s.sequence between b.through + 1 and b.through + ${ROWS_OF_AN_ACCOUNT}
        where s.at < ${before}
      ),
      whole as (
        select
          account_id,
          sequence,
          referral_percent,
          lead(referral_percent) over (partition by account_id order by sequence) as next_percent
        from old
        where lag = through
      )
      insert into settlement_marks (account_id, through_sequence, referral_percent)
      select account_id, sequence, referral_percent
      from whole
      where next_percent is not referral_percent
    `),
    // A mark is superfluous where the next one has the same percent: that one covers its batches, too.
    db.run(sql`
      delete from settlement_marks
      where account_id in ${accounts}
        and referral_percent = (
          select n.referral_percent
          from settlement_marks n
          where n.account_id = settlement_marks.account_id
            and n.through_sequence > settlement_marks.through_sequence
          order by n.through_sequence
          limit 1
        )
    `),
    db.run(sql`
      delete from settlements
      where account_id in ${accounts} and sequence <= ${through(sql`settlements.account_id`)}
    `),
  ])
}
