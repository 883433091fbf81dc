// Keys of writes in SQL (rule one-press): the row of a key goes in with its effect, or fails the batch of the effect.
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../db/connection.ts'
import { refuseUnless } from '../db/refusal-store.ts'
import type { Row } from '../db/rows.ts'
import type { presses } from './table.ts'

/** One request under one key. */
export type Press = { userId: string; key: string; request: string; fingerprint: string; at: number }
export type PressRow = Row<typeof presses, 'request' | 'fingerprint' | 'account_id' | 'at' | 'status' | 'answer'>

/** The status of a press whose act is several batches, until the last of them. */
export const PARTLY = 102
/**
 * For the batch of the effect, any number of times. Fails it under a key that another request has, or that is burnt.
 */
export const takeKey = (
  db: Db,
  press: Press,
  { accountId = null, isPart = false }: { accountId?: string | null; isPart?: boolean } = {},
): Statement[] => [
  refuseUnless(
    db,
    'press_taken',
    sql`request = ${press.request} and fingerprint is not null`,
    sql`from presses where user_id = ${press.userId} and key = ${press.key}`,
  ),
  db.run(sql`
    insert into presses (user_id, key, request, fingerprint, account_id, at, status)
    values (
      ${press.userId}, ${press.key}, ${press.request}, ${press.fingerprint}, ${accountId}, ${press.at},
      ${isPart ? PARTLY : null}
    )
    on conflict (user_id, key) do update set status = excluded.status
  `),
]

type Whose = Pick<Press, 'userId' | 'key'>
const selectPress = (db: Db, { userId, key }: Whose) =>
  db.all<PressRow>(sql`
    select request, fingerprint, account_id, at, status, answer
    from presses
    where user_id = ${userId} and key = ${key}
  `)
export const pressOf = async (db: Db, whose: Whose): Promise<PressRow | null> =>
  (await selectPress(db, whose))[0] ?? null

/** The key was never used, so it is used up by this: what arrives under it later is refused. @returns its row, no matter who wrote it */
export const burnUnknown = async (db: Db, { userId, key }: Whose, now: number): Promise<PressRow> => {
  const [, [row]] = await db.batch([
    db.run(sql`
      insert into presses (user_id, key, request, at)
      values (${userId}, ${key}, ${crypto.randomUUID()}, ${now})
      on conflict (user_id, key) do nothing
    `),
    selectPress(db, { userId, key }),
  ])
  if (!row) throw new Error('a key that was just burnt is gone')
  return row
}
/** Its object knows nothing of it, and will refuse it. */
export const burnKnown = async (db: Db, { userId, key }: Whose): Promise<void> => {
  await db.run(sql`
    update presses set fingerprint = null where user_id = ${userId} and key = ${key} and status is null
  `)
}
/** Of an act that its object refused: the same press may come again. */
export const releaseKey = async (db: Db, { userId, key, request }: Press): Promise<void> => {
  await db.run(sql`
    delete from presses
    where user_id = ${userId} and key = ${key} and request = ${request} and fingerprint is not null and status is null
  `)
}
export const keepAnswer = async (
  db: Db,
  { userId, key, request }: Press,
  status: number,
  answer: string | null,
): Promise<void> => {
  await db.run(sql`
    update presses
    set status = ${status}, answer = ${answer}
    where user_id = ${userId} and key = ${key} and request = ${request}
  `)
}
