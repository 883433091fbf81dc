// A database in which every list has thousands of rows, many of them alike in what they are sorted by.
import { run } from './database.ts'
import { makeLevel, makePerson, type Person } from './people.ts'

const ROWS = 3_000
const FILLS = [
  `insert into phone_numbers (number, name, status, consent_at, created_at)
    select 6281200000000 + value * 7 % 3000, 'Orang ' || (value % 7) || ' Sári' || value, 'active', 1, value / 3 from json_each(?)`,
  `insert into suppressions (hash, number, via, created_at)
    select 'h' || value, 6281200000000 + value * 7 % 3000, 'admin', value from json_each(?)`,
  `insert into consent_history (hash, number, event, at)
    select 'h' || (value % 100), 6281200000000 + value, 'granted', value from json_each(?)`,
  `insert into proxies (id, value, status, count_use, created_at)
    select 'p' || value, 'http://h:' || value,
      case value % 5 when 0 then 'nonactive' when 1 then 'in use' else 'active' end, value % 11, value / 2
    from json_each(?)`,
  `insert into templates (id, text, text_wa, button, status, count_use, created_at)
    select 'm' || value, '', '', '[]', case value % 4 when 0 then 'nonactive' else 'active' end, value % 13, value / 2
    from json_each(?)`,
  `insert into withdraws (id, user_id, nominal, status, account_name, account_bank, account_number, created_at)
    select 'w' || value, 'u' || (value % 50), value % 40,
      case value % 7 when 0 then 'accepted' when 1 then 'rejected' else 'requested' end, '', '', '', value / 2
    from json_each(?)`,
  `insert into bonuses (id, user_id, admin_id, nominal, reason, created_at, deleted_at)
    select 'b' || value, 'u' || (value % 50), 'a', 1 + value % 40, '', value / 2, null from json_each(?)`,
  `insert into blaster_jobs (id, whatsapp_id, user_id, targets, message, phase, total, count_success, count_fail,
      count_unknown, skipped, refused, version, created_at)
    select 'j' || value, 'a' || (value % 100), 'u' || (value % 50), 'all', 'Halo', 'finished', 1, 1, 0, 0, '{}', '[]', 1,
      value / 2 from json_each(?)`,
  `insert into number_checks (id, kind, user_id, whatsapp_id, start_number, file_name, total, interval_min,
      interval_max, created_at, updated_at)
    select 'g' || value, 'generator', 'u' || (value % 50), 'a' || (value % 100), 6281200000000 + value, null, 1, 1, 2,
      value / 2, 1 from json_each(?)`,
  `insert into number_checks (id, kind, user_id, whatsapp_id, file_name, total, interval_min, interval_max,
      created_at, updated_at)
    select 'v' || value, 'validator', 'u' || (value % 50), 'a' || (value % 100), 'Daftar ' || value || '.csv', 1, 1, 2,
      value, 1 from json_each(?)`,
  `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, pushname, state, status, count_success,
      income_sen, created_at)
    select 'a' || value, 'client-' || value, 'u' || (value % 50), 'blast', 6285000000000 + value, 'Toko ' || value,
      case when value >= 100 and value % 3 = 0 then 'suspended' else 'connected' end,
      case value % 10 when 0 then 'sending' else 'idle' end, value % 30, value % 45, value / 2 from json_each(?)`,
  // gone from every list
  `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at, removed_at)
    select 'r' || value, 'gone-' || value, 'u3', 'blast', 6285000000000 + value, 'disconnected', 'idle', value, 1
    from json_each(?)`,
]

/** Who brought part of the crowd. */
export const CROWD_MEMBER = '6a6f6b9e-3c1e-4d0f-9d8e-5f0c0f6f2b11'

/** The member is who brought all others. */
export const crowd = async (): Promise<{ admin: Person; member: Person }> => {
  await makeLevel('l1', 100, 0)
  const admin = await makePerson('admin')
  const member = await makePerson('member', { id: CROWD_MEMBER })
  const values = JSON.stringify(Array.from({ length: ROWS }, (_, i) => i))
  for (const fill of FILLS) await run(fill, values)
  await run(
    `insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min,
      blast_interval_max, referral_code, referrer_id, income_sen, referral_given_sen, created_at)
    select 'u' || value, case value % 4 when 0 then 'anggota' else 'Anggota' end, 'Nomor' || value,
      'anggota' || value || '@x.test', '', 'member', 'l1', 1, 2, 'C' || value, '${member.id}', value % 50, value % 60,
      value / 2 from json_each(?)`,
    values,
  )
  await run(
    `insert into audit_log (at, actor_id, actor_role, action, target)
      select value, '${admin.id}', 'admin', 'thing.' || (value % 5), value from json_each(?)`,
    values,
  )
  return { admin, member }
}
