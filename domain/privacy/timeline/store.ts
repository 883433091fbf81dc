// Which accounts know what was sent to a number (rule timeline): who holds it now, and who tried last. Others are not searched for.
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import type { Hashes } from '../../recipients/suppressions/hash.ts'
import { historyOf } from '../../recipients/suppressions/range-store.ts'
import { NAME_OF_TEMPLATE } from '../../sending/campaigns/store.ts'
import { ACCOUNT_NAME } from '../../sending/whatsapp/name-store.ts'
import type { TimelineEvent } from '../../../contract/privacy/timeline.ts'
import type { Agreed, Names } from './rules.ts'

export type Known = {
  number: string
  lastAttemptAt: number
  /** Of one account; null: no account is known. */
  id: string | null
  name: string | null
  phonenumber: string | null
  ownerId: string | null
  holds: 0 | 1 | null
}
/** A row for each account, one without for a number that none is known of, none for no number. Also removed accounts, which may still know. */
export const accountsOfNumber = (db: Db, id: number): Promise<Known[]> =>
  db.all<Known>(sql`
    select
      p.number,
      p.last_attempt_at as "lastAttemptAt",
      w.id,
      coalesce(${ACCOUNT_NAME}, w.phonenumber, w.clientid) as name,
      w.phonenumber,
      w.user_id as "ownerId",
      w.id is p.in_use_by as holds
    from phone_numbers p
    left join whatsapp w on w.id = p.in_use_by or (w.id >= p.last_account and w.id < p.last_account || '~')
    where p.id = ${id}
  `)

/** A person agrees, takes it back and agrees again: a message is asked of the newest only. */
const CONSENTS = 100
/** Newest first: what they agreed to, and when they asked for messages again, of which the record's source is the id of their message. */
export const consentsOf = (db: Db, number: string, hashes: Hashes): Promise<Agreed[]> =>
  db.all<Agreed>(sql`
    select iif(k.event = 'granted', k.source, null) as source, k.at
    from ${historyOf(hashes, number)} k
    where k.event in ('granted', 'opt_in')
    order by k.at desc, k.id desc
    limit ${CONSENTS}
  `)

/** Of the campaigns and templates that these name. */
export const namesOf = (db: Db, events: readonly TimelineEvent[]): Promise<Names> => {
  const ids = (all: readonly (string | number)[]): string => JSON.stringify([...new Set(all)])
  return db.all<Names[number]>(sql`
    select 'campaign' as "of", cast(c.id as text) as id, c.name
    from (select value as id from json_each(${ids(events.flatMap(({ campaign }) => campaign?.id ?? []))})) x
    cross join campaigns c on c.id = x.id
    union all
    select 'template', x.template_id, ${NAME_OF_TEMPLATE}
    from (select value as template_id from json_each(${ids(events.flatMap(({ template }) => template?.id ?? []))})) x
    cross join templates t on t.id = x.template_id
  `)
}
