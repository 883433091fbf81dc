// A database as it stands after years: so many phone numbers, and of all else its share. In bulk, on the file, with the
// triggers that keep totals and names; the counters that the product's own writes keep are set as it would have.
import type { DatabaseSync } from 'node:sqlite'

const DAY_MS = 86_400_000
/** One of each for so many phone numbers. */
const SHARE = { members: 20, withdraws: 20, accounts: 100 } as const
const NAMES = ['Agus', 'Ayu', 'Budi', 'Citra', 'Dedi', 'Eka', 'Fajar', 'Gita', 'Hadi', 'Indah'] as const
const nameOf = (of: string): string =>
  `(case ${of} % ${NAMES.length} ${NAMES.map((name, i) => `when ${i} then '${name}'`).join(' ')} end)`
export const FIRST_NUMBER = 6_281_200_000_000

const numbersTo = (count: number): string =>
  `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${Math.round(count)})`

const fills = (numbers: number, now: number): string[] => [
  // beginnings of 62812, 62813, … in another order than they were written in
  `${numbersTo(numbers)} insert into phone_numbers
      (number, name, status, count_success, last_sent, last_attempt_at, consent_source, consent_at, consent_by, created_at)
    select ${FIRST_NUMBER} + (i * 7919 % ${numbers}) * ${Math.floor(7_000_000_000 / numbers)},
      ${nameOf('i')} || ' ' || ${nameOf('(i / 10)')} || ' ' || i, 'active', i % 2, case i % 2 when 1 then ${now - DAY_MS} end,
      case i % 2 when 1 then ${now - DAY_MS} else 0 end, 'Formulir', ${now - 300 * DAY_MS}, 'demo-admin',
      ${now - 300 * DAY_MS} + i from n`,
  `insert into counters (name, value) values ('phone.total', ${numbers}), ('phone.blasted', ${Math.floor(numbers / 2)}),
    ('phone.unblasted', ${Math.ceil(numbers / 2)}) on conflict (name) do update set value = excluded.value`,
  `${numbersTo(numbers / SHARE.members)} insert into users (id, firstname, lastname, email, password_hash, role, level_id,
      blast_interval_min, blast_interval_max, referral_code, referrer_id, income_sen, lifetime_success,
      referral_given_sen, created_at)
    select 'u' || i, ${nameOf('i')}, ${nameOf('(i / 10)')} || i, 'anggota' || i || '@x.test', '', 'member', 'demo-level-1', 1, 3,
      'C' || i, case i % 3 when 0 then 'u' || (i / 3) end, i * 7919 % 1000000, i % 1000, i % 1000, ${now - 300 * DAY_MS} + i
    from n`,
  `${numbersTo(numbers / SHARE.members)} insert into balances (user_id, balance_sen) select 'u' || i, i from n`,
  // each paid within the year, a few are still waiting
  `${numbersTo(numbers / SHARE.withdraws)} insert into withdraws
      (id, user_id, nominal, status, account_name, account_bank, account_number, created_at, decided_at)
    select 'w' || i, 'u' || (i * 31 % ${Math.round(numbers / SHARE.members)}), 10000 + i * 7919 % 990000,
      case i % 20 when 0 then 'requested' when 1 then 'rejected' else 'accepted' end, 'Nama', 'BCA', '1', created, created + 1000
    from (select i, ${now} - (i * 7919 % 365) * ${DAY_MS} - i as created from n)`,
  `${numbersTo(numbers / SHARE.accounts)} insert into whatsapp (id, clientid, user_id, purpose, phonenumber, pushname, state,
      status, count_success, count_fail, income_sen, created_at)
    select 'a' || i, 'client-' || i, 'u' || i, 'blast', ${FIRST_NUMBER} + 90000000000 + i, 'Toko ' || ${nameOf('i')} || i,
      case i % 3 when 0 then 'disconnected' else 'connected' end, 'idle', i * 7919 % 1000, i % 7, i, ${now - 300 * DAY_MS} + i
    from n`,
  // the figures of everybody together: a year of days, however many numbers there are
  `${numbersTo(365)} insert into daily_stats (user_id, day, success, fail, income_sen)
    select '', date(${Math.floor(now / 1_000)} - i * 86400, 'unixepoch'), 100, 3, 1000 from n where true
    on conflict (user_id, day) do nothing`,
]

/** In one transaction. */
export const fillDatabase = (db: DatabaseSync, numbers: number, now: number): void => {
  db.exec('pragma synchronous = off')
  db.exec('begin immediate')
  for (const statement of fills(numbers, now)) db.exec(statement)
  db.exec('commit')
  db.exec('pragma wal_checkpoint(truncate)')
}
