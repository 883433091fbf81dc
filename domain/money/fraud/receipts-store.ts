// What a settlement tells the daily look at members, in its own transaction (rule fraud-signals): which paid messages arrived at linked
// accounts, and how many of an account's day were delivered.
import { sql } from 'drizzle-orm'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'

type Settled = {
  applied: readonly SettlementBatch[]
  arrived: readonly { userId: string; id: number; day: string }[]
}
export const receiptStatements = (db: Db, { applied, arrived }: Settled): Statement[] => {
  const deliveries = applied.flatMap(({ userId, accountId, deliveries: told = [] }) =>
    told.map((delivery) => ({ userId, accountId, ...delivery })),
  )
  return [
    ...(arrived.length > 0
      ? [
          // two look-ups by index a message; a row is written for the few recipients who lend accounts themselves
          db.run(sql`
            insert into messages_to_members (user_id, to_user_id, day, successes)
            select j.value ->> 'userId', w.user_id, j.value ->> 'day', count(*)
            from json_each(${JSON.stringify(arrived)}) j
            cross join phone_numbers p on p.id = j.value ->> 'id'
            cross join whatsapp w on w.phonenumber = p.number
            where w.removed_at is null and w.phonenumber is not null
            group by 1, 2, 3
            on conflict (user_id, to_user_id, day) do update set successes = successes + excluded.successes
          `),
        ]
      : []),
    ...(deliveries.length > 0
      ? [
          db.run(sql`
            insert into account_deliveries (user_id, day, account_id, success, delivered)
            select
              value ->> 'userId', value ->> 'day', value ->> 'accountId', value ->> 'success', value ->> 'delivered'
            from json_each(${JSON.stringify(deliveries)})
            where true
            on conflict (user_id, day, account_id) do update set
              success = excluded.success,
              delivered = excluded.delivered
          `),
        ]
      : []),
  ]
}
