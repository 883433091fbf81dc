// What the database has when a history begins: settings, levels, templates, members, and the list of recipients.
import type { Database } from './platform/d1.ts'
import type { World } from './world.ts'

/** What the templates of campaigns are about. */
export const TOPICS: Readonly<Record<string, string>> = { c1: 'Diskon', c2: 'Kabar stok' }

export const stage = (database: Database, { plan, numbers, accounts }: World): void => {
  const settings = {
    interval_floor: '0',
    send_window_start: '00:00',
    send_window_end: plan.closesAfter === null ? '24:00' : `10:${String(plan.closesAfter).padStart(2, '0')}`,
    daily_cap: String(plan.dailyCap),
    lookup_daily_cap: '100000',
    recipient_cooldown_hours: '168',
    referral_percent: '10',
    price: '100',
    settle_after_s: String(plan.settleAfterS),
  }
  database.sql(
    'insert or replace into settings (key, value) select key, value from json_each(?)',
    JSON.stringify(settings),
  )
  database.sql(
    `insert into levels (id, name, blast_fee, requirement_blast, created_at) values ('l', 'L', 100, 0, 0), ('m', 'M', 150, 20, 0)`,
  )
  database.sql(
    `insert into templates (id, text, text_wa, button, status, only_campaigns, created_at) values
       ('t1', 'Halo', 'Halo {name}', '[]', 'active', 0, 0), ('t2', 'Hai', 'Hai', '[]', 'active', 0, 0),
       ('c1', 'Promo satu', 'Promo satu {name}', '[]', 'active', 1, 0), ('c2', 'Promo dua', 'Promo dua', '[]', 'active', 1, 0)`,
  )
  for (const [id, topic] of Object.entries(TOPICS))
    database.sql('update templates set topic = ? where id = ?', topic, id)
  for (const [i, id] of [...new Set(accounts.map((a) => a.userId))].entries())
    database.sql(
      `insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min, blast_interval_max, referral_code, referrer_id, created_at)
       values (?1, 'A', 'B', ?1 || '@t.test', 'x', 'member', 'l', ?2, ?3, upper(?1), ?4, 0)`,
      id,
      plan.interval.min,
      plan.interval.max,
      i === 0 ? null : 'member-1',
    )
  // every tenth has not consented and every thirteenth is not active: these must get nothing
  database.sql(
    `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
     select value, 'N', iif(key % 13 = 12, 'nonactive', 'active'), iif(key % 10 = 9, null, 'test'), iif(key % 10 = 9, null, 1), 'admin', 0
     from json_each(?)`,
    JSON.stringify(numbers),
  )
}
/** The numbers that `stage` has put into the list. */
export const mayBeWrittenTo = (index: number): boolean => index % 13 !== 12 && index % 10 !== 9
