// New emails that wait for their mailbox (rule new-email). The link's token is stored as its hash alone.
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import type { users } from '../users/table.ts'
import { closeResets, endSignIns } from './store.ts'
import type { emailChanges } from './table.ts'

const LINK_MS = 24 * 3_600_000

/** For a batch: a newer wish replaces the one before, whose link then is none. */
export const addEmailChange = (
  db: Db,
  change: { tokenHash: string; userId: string; email: string; sessionHash: string | null; now: number },
): Statement =>
  db.run(sql`
    insert or replace into email_changes (user_id, token_hash, email, session_hash, expires_at)
    values (${change.userId}, ${change.tokenHash}, ${change.email}, ${change.sessionHash}, ${change.now + LINK_MS})
  `)

/** false: the person has another email by now, or a new one waits for its mailbox. */
export const addConfirmation = async (
  db: Db,
  { tokenHash, userId, email, now }: { tokenHash: string; userId: string; email: string; now: number },
): Promise<boolean> => {
  const added = await db.all(sql`
    insert into email_changes (user_id, token_hash, email, session_hash, expires_at)
    select id, ${tokenHash}, email, null, ${now + LINK_MS}
    from users
    where id = ${userId} and email = ${email}
    on conflict (user_id) do update set
      token_hash = excluded.token_hash,
      email = excluded.email,
      session_hash = excluded.session_hash,
      expires_at = excluded.expires_at
    where email_changes.email = excluded.email or email_changes.expires_at <= ${now}
    returning user_id
  `)
  return added.length > 0
}

export type EmailChange = Pick<typeof emailChanges.$inferSelect, 'userId' | 'email' | 'sessionHash'> &
  Pick<typeof users.$inferSelect, 'role'> & { oldEmail: string }
export const emailChangeOf = async (db: Db, tokenHash: string, now: number): Promise<EmailChange | null> => {
  const [row] = await db.all<EmailChange>(sql`
    select u.id as "userId", u.role, c.email, c.session_hash as "sessionHash", u.email as "oldEmail"
    from email_changes c
    join users u on u.id = c.user_id
    where c.token_hash = ${tokenHash} and c.expires_at > ${now}
  `)
  return row ?? null
}
/**
 * Uses the link: the email counts, and every other sign-in and all reset links end, in one transaction. false: it was used meanwhile.
 * @throws a unique conflict on users.email
 */
export const useEmailChange = async (
  db: Db,
  tokenHash: string,
  /** For the same transaction, unless the link was used meanwhile. */
  audit: (unless: SQL) => Statement[],
  now: number,
): Promise<boolean> => {
  const change = (column: string) => sql`
    (select ${sql.identifier(column)} from email_changes where token_hash = ${tokenHash} and expires_at > ${now})
  `
  const act = [
    ...audit(sql`${change('user_id')} is null`),
    db.run(sql`
      update users set email = ${change('email')}, email_confirmed_at = ${now} where id = ${change('user_id')}
    `),
    ...endSignIns(db, change('user_id'), change('session_hash')),
    closeResets(db, change('user_id'), now),
  ]
  const used = db.all(sql`
    delete from email_changes
    where token_hash = ${tokenHash} and expires_at > ${now}
    returning user_id
  `)
  return (await runNamed(db, { act, used })).used.length > 0
}
/** Uses the link of the address that the person has: nothing but that it is confirmed. false: it was used meanwhile. */
export const useConfirmation = async (db: Db, tokenHash: string, now: number): Promise<boolean> => {
  const act = db.run(sql`
    update users
    set email_confirmed_at = ${now}
    where (id, email) in (
      select user_id, email from email_changes where token_hash = ${tokenHash} and expires_at > ${now}
    )
  `)
  const used = db.all(sql`
    delete from email_changes where token_hash = ${tokenHash} and expires_at > ${now} returning user_id
  `)
  return (await runNamed(db, { act, used })).used.length > 0
}
