// The SQL for somebody who can sign in: it makes a new person, or gives an existing one the role and the new password.
import { z } from 'zod'
import { DEFAULT_SETTINGS, FIRST_LIMITS } from '../../contract/ground/settings.ts'

export type Admin = {
  email: string
  name: string
  passwordHash: string
  /** Takes second factors away, of the person who lost all of theirs when no other admin is left to do it. */
  dropFactors?: boolean
}
/** An admin, or the member with whom a release is tried. */
export type Person = Admin & { role: 'admin' | 'member' }

/** What is wrong with the given name and email, or null. */
export const adminProblem = (admin: Admin): string | null => {
  if (!z.email().safeParse(admin.email).success) return 'Invalid email format.'
  return admin.name === '' ? 'Name is required.' : null
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
const randomCode = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 8).toUpperCase()

/**
 * One statement each, safe to run twice. Sign-ins that were made with an older password end. A place begins with its first admin alone: what
 * a release's visitor left would stand before the rows of a backup that is restored into an empty place.
 */
export const personSql = (
  person: Person,
  now: number,
  id: string = crypto.randomUUID(),
  code = randomCode(),
): string => {
  const [first = '', ...rest] = person.name.split(/\s+/)
  const owner = `(select id from users where email = ${quote(person.email)})`
  const level = `coalesce((select id from levels order by requirement_blast, id limit 1), '')`
  const interval = (key: 'interval_min' | 'interval_max'): string =>
    `coalesce((select cast(value as integer) from settings where key = '${key}'), ${DEFAULT_SETTINGS[key]})`
  // with the first level, so that a place begins with the limits, and one that switched them off keeps that
  const limit = (key: keyof typeof FIRST_LIMITS): string =>
    `insert into settings (key, value) select '${key}', '${FIRST_LIMITS[key]}'
      where not exists (select 1 from levels) on conflict (key) do nothing;`
  const beginning = [
    limit('second_person_above'),
    limit('second_person_fee_above'),
    `insert into levels (id, name, blast_fee, requirement_blast, created_at)
      select 'level-1', 'Level 1', ${DEFAULT_SETTINGS.price}, 0, ${now} where not exists (select 1 from levels);`,
  ]
  return [
    ...(person.role === 'admin' ? beginning : []),
    `insert into users (id, firstname, lastname, email, password_hash, role, level_id,
        blast_interval_min, blast_interval_max, referral_code, created_at)
      values (${quote(id)}, ${quote(first)}, ${quote(rest.join(' '))}, ${quote(person.email)}, ${quote(person.passwordHash)},
        ${quote(person.role)}, ${level}, ${interval('interval_min')}, ${interval('interval_max')}, ${quote(code)}, ${now})
      on conflict (email) do update set role = excluded.role, password_hash = excluded.password_hash;`,
    `delete from sessions where user_id = ${owner};`,
    `delete from factor_tickets where user_id = ${owner};`,
    ...(person.dropFactors
      ? [
          ...['totp_secrets', 'passkeys', 'recovery_codes'].map(
            (table) => `delete from ${table} where user_id = ${owner};`,
          ),
          `update users set factor_since = null where id = ${owner};`,
        ]
      : []),
  ].join('\n')
}
