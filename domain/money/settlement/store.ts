// Settlement in D1 (rule not-on-whatsapp): reads what is known of some batches, and applies their plan in one
// transaction.
import { type SQL, sql } from 'drizzle-orm'
import type { Sen } from '../../../contract/ground/money.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import { IS_RESTORING, UNDER_WAY } from '../../ground/restoring/store.ts'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import type { Counts } from '../../ground/tally/rules.ts'
import { countStatements } from '../../ground/metrics/store.ts'
import { accrueStatements } from '../ledger/accrual-store.ts'
import { type Known, type Plan, settlementKey } from './rules.ts'
import { type LidStop, lidStatements, lidStopsOf } from './lids-store.ts'
import { receiptStatements } from '../fraud/receipts-store.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { BalanceRow, Settlement } from '../ledger/store.ts'
import { reachedStatements } from '../../sending/campaigns/reached-store.ts'
import { campaignStatements } from '../../sending/campaigns/settle-store.ts'
import { freshStatements, rateStatements } from '../../sending/rates/store.ts'
import { isSameLid, lidDigits } from '../../recipients/suppressions/lids-store.ts'
import { LAST_ACCOUNT_SIGNS, type phoneNumbers } from '../../recipients/phone-numbers/table.ts'
import type { users } from '../../people/users/table.ts'

const json = (value: unknown) => sql`json_each(${JSON.stringify(value)})`

export const knownOf = async (
  db: Db,
  batches: readonly SettlementBatch[],
): Promise<Known & { lidStops: LidStop[]; restoring: boolean }> => {
  const keys = batches.flatMap((b) => [
    { a: b.accountId, s: b.sequence },
    ...b.reversals.map((r) => ({ a: b.accountId, s: r.creditedSequence })),
  ])
  const [settled, people, lidStops, [gate]] = await db.batch([
    // The row of an old batch was folded into a mark; the first mark at or behind its sequence says what it said.
    db.all<Pick<Settlement, 'accountId' | 'sequence'> & { percent: number | null }>(sql`
      select
        k.value ->> 'a' as "accountId",
        k.value ->> 's' as sequence,
        coalesce(
          (
            select referral_percent
            from settlements s
            where s.account_id = k.value ->> 'a' and s.sequence = k.value ->> 's'
          ),
          (
            select referral_percent
            from settlement_marks m
            where m.account_id = k.value ->> 'a' and m.through_sequence >= k.value ->> 's'
            order by m.through_sequence
            limit 1
          )
        ) as percent
      from ${json(keys)} k
    `),
    db.all<Pick<typeof users.$inferSelect, 'id' | 'referrerId'> & { percent: string | null }>(sql`
      select
        id,
        referrer_id as "referrerId",
        (select value from settings where key = 'referral_percent') as percent
      from users
      where id in (select value from ${json([...new Set(batches.map((b) => b.userId))])})
    `),
    lidStopsOf(db, batches),
    db.all<{ restoring: number }>(sql`select ${IS_RESTORING} as restoring`),
  ])
  const found = settled.flatMap((s) =>
    s.percent === null ? [] : [[settlementKey(s.accountId, s.sequence), s.percent] as const],
  )
  return {
    settled: new Map(found),
    referrers: new Map(people.map((r) => [r.id, r.referrerId])),
    referralPercent: Number(people[0]?.percent ?? DEFAULT_SETTINGS.referral_percent),
    lidStops,
    restoring: gate?.restoring === 1,
  }
}

/** The last batch of this account that the ledger has (0: none), and whether a restoration may still bring later ones. */
export const lastSettledOf = async (db: Db, accountId: string): Promise<{ last: number; restoring: boolean }> => {
  const [row] = await db.all<{ last: number; restoring: number }>(sql`
    select
      max(
        coalesce((select max(sequence) from settlements where account_id = ${accountId}), 0),
        coalesce((select max(through_sequence) from settlement_marks where account_id = ${accountId}), 0)
      ) as last,
      ${UNDER_WAY} as restoring
  `)
  return { last: row?.last ?? 0, restoring: row?.restoring === 1 }
}

/** A number as a settlement left it. */
export type SettledNumber = Row<
  typeof phoneNumbers,
  'id' | 'number' | 'in_use' | 'count_success' | 'count_fail' | 'last_sent'
>
/**
 * One transaction; fails as a whole when one of its batches was settled meanwhile. Answers the numbers as they are
 * afterwards, from the statements that change them.
 */
export const applyPlan = async (
  db: Db,
  plan: Plan,
  measured: { counts: Counts; now: number },
): Promise<SettledNumber[]> => {
  // First: the row of a repeated batch is there already, and the transaction fails before anything is paid twice.
  const begun = db.run(sql`
    insert into settlements (account_id, sequence, referral_percent, at)
    select value ->> 'accountId', value ->> 'sequence', value ->> 'referralPercent', value ->> 'at'
    from ${json(plan.settlements)}
  `)
  const rest: Statement[] = [
    ...lidStatements(db, plan.applied),
    ...receiptStatements(db, plan),
    ...rateStatements(db, plan.applied),
    ...freshStatements(db, plan.applied),
    ...(plan.days.length > 0 ? [dayStatement(db, plan)] : []),
    ...accrueStatements(db, plan),
    ...(plan.users.length > 0 ? userStatements(db, plan) : []),
    ...(plan.templates.length > 0
      ? [
          db.run(sql`
            update templates
            set
              count_use = count_use + (j.value ->> 'used'),
              count_success = count_success + (j.value ->> 'success'),
              count_fail = max(0, count_fail + (j.value ->> 'fail'))
            from ${json(plan.templates)} j
            where templates.id = j.value ->> 'id'
          `),
        ]
      : []),
    ...countStatements(db, measured.counts, measured.now),
  ]
  const numbers = plan.numbers.length > 0 ? numberStatements(db, plan) : null
  // before the numbers are released: who is released without an outcome waits for their campaign again
  const campaigns = [...campaignStatements(db, plan.applied, measured.now), ...reachedStatements(db, plan.applied)]
  const { known = [], renamed = [] } = await runNamed(db, { begun, campaigns, ...numbers, rest })
  return [...known, ...renamed]
}

/** Whatever length it has: a row is not written for that. */
const KNOWN_LID = isSameLid(sql`lid_hash`, sql`j.value ->> 'lidHash'`)
const numberStatements = (db: Db, { numbers }: Plan) => ({
  // Before the rows change: whether a number becomes blasted is told by what its row said until now.
  counters: db.run(sql`
    insert into counters (name, value)
    select 'phone.blasted', count(*)
    from ${json(numbers)} j
    join phone_numbers p on p.id = j.value ->> 'id'
    where p.count_success = 0 and (j.value ->> 'success') > 0
    union all
    select 'phone.unblasted', -count(*)
    from ${json(numbers)} j
    join phone_numbers p on p.id = j.value ->> 'id'
    where p.count_success = 0
      and p.status = 'active'
      and (
        (j.value ->> 'success') > 0
        or ((j.value ->> 'notRegistered') > 0 and p.not_registered_count + (j.value ->> 'notRegistered') >= 2)
      )
    on conflict (name) do update set value = value + excluded.value
    where excluded.value <> 0
  `),
  // Numbers whose LID is new have a statement of their own: to name lid_hash in `set` makes SQLite write its index, too,
  // which would be one more row written with every message.
  known: settledNumbers(db, numbers, sql``, sql`j.value ->> 'lidHash' is null or ${KNOWN_LID}`),
  renamed: settledNumbers(
    db,
    numbers,
    sql`lid_hash = ${lidDigits(sql`j.value ->> 'lidHash'`)},`,
    sql`not ${KNOWN_LID} and j.value ->> 'lidHash' is not null`,
  ),
})
const settledNumbers = (db: Db, numbers: Plan['numbers'], more: SQL, which: SQL) =>
  db.all<SettledNumber>(sql`
    update phone_numbers
    set
      ${more}
      in_use = case when in_use_by = j.value ->> 'account' then 0 else in_use end,
      in_use_by = case when in_use_by = j.value ->> 'account' then null else in_use_by end,
      in_use_campaign = case when in_use_by = j.value ->> 'account' then null else in_use_campaign end,
      in_use_claim = case when in_use_by = j.value ->> 'account' then 0 else in_use_claim end,
      count_success = count_success + (j.value ->> 'success'),
      count_fail = count_fail + (j.value ->> 'fail'),
      last_account = iif(
        j.value ->> 'attemptedAt' >= last_attempt_at,
        substr(j.value ->> 'account', 1, ${LAST_ACCOUNT_SIGNS}),
        last_account
      ),
      last_attempt_at = max(last_attempt_at, j.value ->> 'attemptedAt'),
      last_sent = nullif(max(coalesce(last_sent, 0), coalesce(j.value ->> 'sentAt', 0)), 0),
      not_registered_count = not_registered_count + (j.value ->> 'notRegistered'),
      status = case
        when (j.value ->> 'notRegistered') > 0
          and not_registered_count + (j.value ->> 'notRegistered') >= 2 then 'nonactive'
        else status
      end
    from ${json(numbers)} j
    where phone_numbers.id = j.value ->> 'id' and (${which})
    returning id, number, in_use, count_success, count_fail, last_sent
  `)

/**
 * Everybody's row, of user_id '', has nothing to post: only a person's money goes to the ledger. `where true` ends the
 * `from`: without it SQLite would read the `on` of `on conflict` as a join's condition.
 */
const dayStatement = (db: Db, { days }: Plan): Statement =>
  db.run(sql`
    insert into daily_stats (
      user_id, day, success, fail, income_sen, referral_sen, unposted_income_sen, unposted_reversal_sen,
      unposted_referral_sen
    )
    select
      value ->> 'userId',
      value ->> 'day',
      value ->> 'success',
      value ->> 'fail',
      (value ->> 'incomeSen') + (value ->> 'reversalSen'),
      value ->> 'referralSen',
      iif(value ->> 'userId' = '', 0, value ->> 'incomeSen'),
      iif(value ->> 'userId' = '', 0, value ->> 'reversalSen'),
      iif(value ->> 'userId' = '', 0, value ->> 'referralSen')
    from ${json(days)}
    where true
    on conflict (user_id, day) do update set
      success = success + excluded.success,
      fail = fail + excluded.fail,
      income_sen = income_sen + excluded.income_sen,
      referral_sen = referral_sen + excluded.referral_sen,
      unposted_income_sen = unposted_income_sen + excluded.unposted_income_sen,
      unposted_reversal_sen = unposted_reversal_sen + excluded.unposted_reversal_sen,
      unposted_referral_sen = unposted_referral_sen + excluded.unposted_referral_sen
  `)

const userStatements = (db: Db, { users }: Plan): Statement[] => {
  const earned = sql`
    (
      select id
      from levels
      where requirement_blast <= users.lifetime_success
      order by requirement_blast desc, id
      limit 1
    )
  `
  const requirement = (id: SQL) => sql`coalesce((select requirement_blast from levels where id = ${id}), -1)`
  return [
    db.run(sql`
      update users
      set
        lifetime_success = lifetime_success + (j.value ->> 'success'),
        lifetime_fail = lifetime_fail + (j.value ->> 'fail'),
        income_sen = income_sen + (j.value ->> 'incomeSen'),
        referral_given_sen = referral_given_sen + (j.value ->> 'givenSen')
      from ${json(users)} j
      where users.id = j.value ->> 'id'
    `),
    // A level changes only to one that asks for more successes: nobody loses theirs.
    db.run(sql`
      update users
      set level_id = ${earned}
      where id in (select value ->> 'id' from ${json(users)})
        and ${requirement(earned)} > ${requirement(sql`users.level_id`)}
    `),
  ]
}

type MemberMoney = Pick<BalanceRow, 'userId' | 'balanceSen'> & { todaySen: Sen }
/** What the members' screens show after a settlement; sen. */
export const moneyOf = async (db: Db, userIds: readonly string[], day: string): Promise<MemberMoney[]> =>
  db.all<MemberMoney>(sql`
    select
      b.user_id as "userId",
      b.balance_sen as "balanceSen",
      coalesce((select income_sen from daily_stats d where d.user_id = b.user_id and d.day = ${day}), 0) as "todaySen"
    from balances b
    where b.user_id in (select value from ${json(userIds)})
  `)
